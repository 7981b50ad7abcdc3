import type { FarmClient, Query } from '../../client/client.ts';
import { FarmError } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type ResourceName, resourceNames, resources } from '../../model/resources/registry.ts';
import { isTimeZone } from '../../tools/calendar.ts';
import { foldText, nearestWord } from '../../tools/words.ts';
import { CliError, didYouMean, usageError } from '../core/errors.ts';
import { factsOf } from '../output/facts.ts';

/** The name field of each resource whose rows can be addressed by name as well as by ID. */
export const labelFields = {
  farms: 'name',
  barns: 'name',
  flocks: 'code',
  contacts: 'name',
  users: 'name',
  automations: 'name',
  devices: 'name',
  integrations: 'name',
  medicine: 'name',
  tasks: 'title',
} as const;

/** A resource whose rows can be addressed by name. */
export type NamedResource = keyof typeof labelFields;

interface Candidate {
  readonly id: string;
  readonly label: string;
  /** Whether it is inactive, such as a completed task. */
  readonly isOver: boolean;
}

const OVER: readonly unknown[] = ['done', 'cancelled'];

const MOST_PAGES = 5;
const MOST_SUGGESTED = 200;
const MOST_LISTED = 10;

/** Whether rows of the resource can be addressed by name as well as by ID. */
export function isNamedResource(name: string): name is NamedResource {
  return Object.hasOwn(labelFields, name);
}

/** Whether the text is an ID of the resource, so that no lookup is needed. */
export function isIdOf(resource: ResourceName, text: string): boolean {
  const prefix = `${resources[resource].idPrefix}_`;
  return text.startsWith(prefix) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(prefix.length));
}

/**
 * The ID of the row with this ID or unique name, within the given farm, if any. Throws `notFound`
 * with the nearest name, and a usage error that lists the choices when the name is ambiguous.
 */
export async function resolveName(
  client: FarmClient,
  resource: NamedResource,
  { typed, farmId }: { readonly typed: string; readonly farmId?: string | undefined },
): Promise<string> {
  if (isIdOf(resource, typed)) return typed;
  const candidates = await findCandidates(client, resource, { q: typed, farmId });
  const matches = bestMatches(candidates, typed);
  const [match, ...others] = matches;
  if (match && others.length === 0) return match.id;
  if (match) throw ambiguous(resource, typed, matches);
  throw await unknownName(client, resource, { typed, farmId });
}

const ONE_REQUEST = 100;

/**
 * Names of the rows with these IDs, keyed by ID: one request per resource and 100 IDs. Rows that
 * this key or server cannot read are omitted.
 */
export async function findRowNames(
  client: FarmClient,
  ids: readonly string[],
  interruption: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const matchLists = await Promise.all(
    resourceNames.flatMap((name) => {
      const definition: ResourceDefinition = resources[name];
      const ownIds = ids.filter((id) => id.startsWith(`${definition.idPrefix}_`));
      return chunked(ownIds).map((chunk) => namesWithIds(client, definition, chunk));
    }),
  ).catch((error: unknown) => {
    // The list itself was read; it is shown with IDs.
    if (interruption.aborted) throw error;
    return [];
  });
  return new Map(matchLists.flat());
}

/** The time zone of the organisation; undefined if the server does not return one. */
export async function findOwnZone(
  client: FarmClient,
  interruption: AbortSignal,
): Promise<string | undefined> {
  const me = await client.me().catch((error: unknown) => {
    // The record itself was read or written; its times are shown as sent.
    if (interruption.aborted) throw error;
    return {};
  });
  const zone = factsOf(me).text('org.timezone');
  return zone !== undefined && isTimeZone(zone) ? zone : undefined;
}

function chunked(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / ONE_REQUEST) }, (_, index) =>
    ids.slice(index * ONE_REQUEST, (index + 1) * ONE_REQUEST),
  );
}

async function namesWithIds(
  client: FarmClient,
  { name, label }: ResourceDefinition,
  ids: readonly string[],
): Promise<readonly (readonly [id: string, name: string])[]> {
  const query = { ids: ids.join(','), fields: ['id', ...label].join(','), limit: ids.length };
  const { data } = await client.list(name as ResourceName, query).catch((error: unknown) => {
    // The key may not read the resource, or the server is older.
    if (error instanceof FarmError) return { data: [] };
    throw error;
  });
  return data.flatMap((row: object) => {
    const values = row as Readonly<Record<string, unknown>>;
    const text = label.map((field) => values[field]).find(isText);
    return text === undefined ? [] : [[String(values['id']), text] as const];
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

async function findCandidates(
  client: FarmClient,
  resource: NamedResource,
  query: Query,
): Promise<readonly Candidate[]> {
  // The farms of a key are part of the key information: any key may read it, in one request.
  if (resource === 'farms') return farmsOf(await client.me());
  const candidates: Candidate[] = [];
  const definition: ResourceDefinition = resources[resource];
  // Lists with few rows have no search parameter, and rows of the organisation belong to no farm.
  const { q, farmId } = query;
  const request = {
    ...(definition.search ? { q } : {}),
    ...(definition.farm.kind === 'organisation' ? {} : { farmId }),
  };
  let pages = 0;
  for await (const page of client.pages(resource, { ...request, limit: MOST_SUGGESTED })) {
    candidates.push(...page.data.map((row) => toCandidate(row, labelFields[resource])));
    pages += 1;
    if (pages === MOST_PAGES) break;
  }
  return candidates;
}

function farmsOf(me: unknown): readonly Candidate[] {
  const { farms } = (me ?? {}) as { readonly farms?: unknown };
  return Array.isArray(farms) ? farms.map((farm: object) => toCandidate(farm, 'name')) : [];
}

function toCandidate(row: object, field: string): Candidate {
  const values = row as Readonly<Record<string, unknown>>;
  return {
    id: String(values['id']),
    label: String(values[field] ?? ''),
    isOver: OVER.includes(values['status']),
  };
}

/**
 * Exact name matches; otherwise matches that ignore case and accents. Active rows are preferred
 * when there are several: a recurring task leaves many completed ones with the same title.
 */
function bestMatches(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  const exact = candidates.filter(({ label }) => label === typed);
  const folded = foldText(typed);
  const matches =
    exact.length > 0 ? exact : candidates.filter(({ label }) => foldText(label) === folded);
  const current = matches.filter(({ isOver }) => !isOver);
  return current.length > 0 ? current : matches;
}

function ambiguous(
  resource: NamedResource,
  typed: string,
  matches: readonly Candidate[],
): CliError {
  const listedIds = matches.slice(0, MOST_LISTED).map(({ id }) => id);
  const omittedText =
    matches.length > listedIds.length ? ` and ${matches.length - listedIds.length} more` : '';
  return usageError(
    `${matches.length} ${resource} are called ${JSON.stringify(typed)}: ${listedIds.join(', ')}${omittedText}`,
    {
      hint: message(resource === 'farms' ? 'hint.giveTheId' : 'hint.giveIdOrFarm'),
      text: [
        message('cli.ambiguous', {
          name: JSON.stringify(typed),
          ids: listedIds.join(', ') + omittedText,
        }),
      ],
    },
  );
}

async function unknownName(
  client: FarmClient,
  resource: NamedResource,
  { typed, farmId }: { readonly typed: string; readonly farmId?: string | undefined },
): Promise<CliError> {
  const all = await findCandidates(client, resource, { farmId });
  const nearest = nearestWord(
    typed,
    all.map(({ label }) => label),
  );
  const suggestion = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
  const { singular } = resources[resource];
  const name = JSON.stringify(typed);
  const farm = await farmAmongOthers(client, resource, farmId);
  if (farm !== undefined) {
    const place = `on the farm ${JSON.stringify(farm)}`;
    return new CliError('notFound', `there is no ${singular} ${name} ${place}${suggestion}`, {
      hint: message('hint.anotherFarm', {
        flag: '--farm',
        command: 'farmctl config set farm <name>',
      }),
      text: [
        message('cli.noRowOnFarm', { name, farm: JSON.stringify(farm) }),
        ...didYouMean(nearest),
      ],
    });
  }
  return new CliError('notFound', `there is no ${singular} ${name}${suggestion}`, {
    hint: message('hint.listResource', { resource }),
    text: [message('cli.noRow', { name }), ...didYouMean(nearest)],
  });
}

/** The name of the searched farm, where the name may belong to another one of the caller. */
async function farmAmongOthers(
  client: FarmClient,
  resource: NamedResource,
  farmId: string | undefined,
): Promise<string | undefined> {
  const { farm }: ResourceDefinition = resources[resource];
  if (farmId === undefined || resource === 'farms' || farm.kind === 'organisation')
    return undefined;
  const farms = farmsOf(await client.me().catch(() => undefined));
  return farms.length < 2 ? undefined : farms.find(({ id }) => id === farmId)?.label;
}

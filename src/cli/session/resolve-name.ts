import type { FarmClient, Query } from '../../client/client.ts';
import { FarmError } from '../../model/core/errors.ts';
import { message } from '../../model/core/message.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type ResourceName, resourceNames, resources } from '../../model/resources/registry.ts';
import { foldText, nearestWord } from '../../tools/words.ts';
import { CliError, didYouMean, usageError } from '../core/errors.ts';

/** The field that people know a row by, in the resources whose rows can be named instead of by id. */
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

/** A resource whose rows can be named. */
export type NamedResource = keyof typeof labelFields;

/** A row with what it is called. */
interface Candidate {
  readonly id: string;
  readonly label: string;
  /** Whether it is over, such as a task that is done. */
  readonly isOver: boolean;
}

const OVER: readonly unknown[] = ['done', 'cancelled'];

const MOST_PAGES = 5;
const MOST_SUGGESTED = 200;
const MOST_LISTED = 10;

/** Whether rows of the resource can be named instead of by id. */
export function isNamedResource(name: string): name is NamedResource {
  return Object.hasOwn(labelFields, name);
}

/** Whether the text is an id of the resource, so that nothing has to be looked up. */
export function isIdOf(resource: ResourceName, text: string): boolean {
  const prefix = `${resources[resource].idPrefix}_`;
  return text.startsWith(prefix) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(prefix.length));
}

/**
 * The id of the row that is meant by an id or a unique name, looked for in a farm where one is given.
 * Throws `notFound` with the nearest name, and a usage error that lists the choices when several
 * rows have the name.
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
 * What people call the rows with these ids, each by its id: one request for each resource and 100
 * ids. Rows that cannot be read, by this key or on this server, are absent.
 */
export async function findRowNames(
  client: FarmClient,
  ids: readonly string[],
  interruption: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    resourceNames.flatMap((name) => {
      const definition: ResourceDefinition = resources[name];
      const own = ids.filter((id) => id.startsWith(`${definition.idPrefix}_`));
      return chunked(own).map((chunk) => namesWithIds(client, definition, chunk));
    }),
  ).catch((error: unknown) => {
    // The list itself is there; it is shown with ids.
    if (interruption.aborted) throw error;
    return [];
  });
  return new Map(found.flat());
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
    // A key that may not read the resource, or an older server.
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
  // The farms of a key are part of what the key is: any key may ask, and one request tells all.
  if (resource === 'farms') return farmsOf(await client.me());
  const candidates: Candidate[] = [];
  const definition: ResourceDefinition = resources[resource];
  // Lists of few rows take no text to look for, and rows of the organisation belong to no farm.
  const { q, farmId } = query;
  const asked = {
    ...(definition.search ? { q } : {}),
    ...(definition.farm.kind === 'organisation' ? {} : { farmId }),
  };
  let pages = 0;
  for await (const page of client.pages(resource, { ...asked, limit: MOST_SUGGESTED })) {
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
 * Rows of exactly that name; where there is none, those whose name differs in case or accents. Of
 * several those that are not over: a task that repeats leaves many of its title behind.
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
  const shown = matches.slice(0, MOST_LISTED).map(({ id }) => id);
  const more = matches.length > shown.length ? ` and ${matches.length - shown.length} more` : '';
  return usageError(
    `${matches.length} ${resource} are called ${JSON.stringify(typed)}: ${shown.join(', ')}${more}`,
    {
      hint: message(resource === 'farms' ? 'hint.giveTheId' : 'hint.giveIdOrFarm'),
      text: [
        message('cli.ambiguous', { name: JSON.stringify(typed), ids: shown.join(', ') + more }),
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
  const near = nearestWord(
    typed,
    all.map(({ label }) => label),
  );
  const suggestion = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
  const { singular } = resources[resource];
  return new CliError('notFound', `there is no ${singular} ${JSON.stringify(typed)}${suggestion}`, {
    hint: message('hint.listResource', { resource }),
    text: [message('cli.noRow', { name: JSON.stringify(typed) }), ...didYouMean(near)],
  });
}

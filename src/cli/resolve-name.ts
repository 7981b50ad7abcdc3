import type { FarmClient, Query } from '../client/client.ts';
import { type ResourceName, resources } from '../model/registry.ts';
import type { ResourceDefinition } from '../model/resource.ts';
import { nearestWord } from '../tools/nearest-word.ts';
import { foldText } from '../tools/text-folding.ts';
import { CliError, usageError } from './errors.ts';

/** The field that people know a row by, in the resources whose rows can be named instead of by id. */
export const labelFields = {
  farms: 'name',
  barns: 'name',
  flocks: 'code',
  contacts: 'name',
  automations: 'name',
} as const;

/** A resource whose rows can be named. */
export type NamedResource = keyof typeof labelFields;

/** A row with what it is called. */
interface Candidate {
  readonly id: string;
  readonly label: string;
}

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

async function findCandidates(
  client: FarmClient,
  resource: NamedResource,
  query: Query,
): Promise<readonly Candidate[]> {
  // The farms of a key are part of what the key is: any key may ask, and one request tells all.
  if (resource === 'farms') return farmsOf(await client.me());
  const candidates: Candidate[] = [];
  const definition: ResourceDefinition = resources[resource];
  // Lists of few rows take no text to look for.
  const { q: _, ...rest } = query;
  const asked = definition.search ? query : rest;
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
  return { id: String(values['id']), label: String(values[field] ?? '') };
}

/** Rows of exactly that name; where there is none, those whose name differs in case or accents. */
function bestMatches(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  const exact = candidates.filter(({ label }) => label === typed);
  if (exact.length > 0) return exact;
  const folded = foldText(typed);
  return candidates.filter(({ label }) => foldText(label) === folded);
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
    { hint: resource === 'farms' ? 'Give the id' : 'Give the id, or choose the farm with --farm' },
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
    hint: `See what there is with: farmctl ${resource} list`,
  });
}

import { type Issue, reason } from '../../model/core/errors.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { getResource, type StoredOf } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listRows, listRowsByText } from '../../storage/records/list-rows.ts';
import { type CalendarDay, dayInZone } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { foldText, nearestWord } from '../../tools/words.ts';
import type { Actor } from '../core/actor.ts';
import { requireScope } from '../core/admission.ts';

/** The rows of a resource by name. */
export interface NameIndex {
  /** The ID for an ID or a name; an issue when there are none or several. */
  find(typed: string): { readonly id: string } | { readonly issue: Omit<Issue, 'path'> };
}

const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const TEXTS_PER_QUERY = 500;
const PAGE_ROWS = 1000;
/** Above this number of rows, names match only exactly. */
const MOST_FOLDED_ROWS = 20_000;
const MOST_SHOWN = 5;
/** Maximum number of unknown names that get suggestions; more indicate a wrong column. */
const MOST_SUGGESTED = 20;

type Names = ReadonlyMap<string, readonly string[]>;

/** Names folded to lower case without accents, with their original forms. */
interface FoldedNames {
  readonly ids: Names;
  readonly written: ReadonlyMap<string, string>;
}

const NO_NAMES: FoldedNames = { ids: new Map(), written: new Map() };

/**
 * Resolves the texts of a column to rows of a resource: exactly, else without case and accents.
 * Requires read access to that resource, unless all texts are IDs.
 */
export async function loadNameIndex(
  connection: Connection,
  input: {
    readonly resource: string;
    readonly texts: ReadonlySet<string>;
    readonly scope: Scope;
    readonly actor: Actor;
  },
): Promise<NameIndex> {
  const definition = getResource(input.resource);
  const names = [...input.texts].filter((text) => !isIdOf(definition, text));
  const label = labelOf(definition);
  if (names.length === 0 || label === undefined) return indexOf(definition, new Map(), NO_NAMES);
  requireScope(input.actor, `read:${definition.name}`);
  const { scope } = input;
  const exact = await loadExact(connection, definition, { names, label, scope });
  const isWhole = names.every((name) => exact.has(name));
  const folded = isWhole ? NO_NAMES : await loadFolded(connection, definition, { label, scope });
  return indexOf(definition, exact, folded);
}

/** The field with the name of a row; undefined when there is none. */
function labelOf({ label, fields }: ResourceDefinition): string | undefined {
  const [name = ''] = label;
  return fields[name]?.type === 'text' ? name : undefined;
}

function isIdOf({ idPrefix }: ResourceDefinition, text: string): boolean {
  return text.startsWith(`${idPrefix}_`) && ID.test(text.slice(idPrefix.length + 1));
}

async function loadExact(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly names: readonly string[]; readonly label: string; readonly scope: Scope },
): Promise<Names> {
  const { names, label, scope } = input;
  const idsByName = new Map<string, string[]>();
  for (let from = 0; from < names.length; from += TEXTS_PER_QUERY) {
    const texts = names.slice(from, from + TEXTS_PER_QUERY).map((name) => name.normalize('NFC'));
    const rows = await listRowsByText(connection, definition, { scope, field: label, texts });
    for (const row of rows) addRow(idsByName, row, { label, fold: (text) => text });
  }
  return idsByName;
}

async function loadFolded(
  connection: Connection,
  definition: ResourceDefinition,
  { label, scope }: { readonly label: string; readonly scope: Scope },
): Promise<FoldedNames> {
  const idsByName = new Map<string, string[]>();
  const written = new Map<string, string>();
  const query = { scope, conditions: [], order: 'id', direction: 'asc', offset: 0 } as const;
  let after: { readonly value: string; readonly id: string } | undefined;
  for (let read = 0; read < MOST_FOLDED_ROWS; read += PAGE_ROWS) {
    const continuation = after === undefined ? {} : { after };
    const page: readonly string[] = await listRows(connection, definition, {
      ...query,
      ...continuation,
      limit: PAGE_ROWS,
    });
    for (const row of page) written.set(...addRow(idsByName, row, { label, fold }));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) break;
    const { id } = JSON.parse(last);
    after = { value: id, id };
  }
  return { ids: idsByName, written };
}

function fold(text: string): string {
  return foldText(text).replace(/\s+/g, ' ').trim();
}

function addRow(
  idsByName: Map<string, string[]>,
  json: string,
  { label, fold }: { readonly label: string; readonly fold: (text: string) => string },
): readonly [name: string, written: string] {
  const row = JSON.parse(json);
  const written = String(row[label] ?? '');
  const name = fold(written);
  const ids = idsByName.get(name);
  if (ids) ids.push(row.id);
  else idsByName.set(name, [row.id]);
  return [name, written];
}

function indexOf(definition: ResourceDefinition, exact: Names, folded: FoldedNames): NameIndex {
  const cache = new Map<string, ReturnType<NameIndex['find']>>();
  let suggested = 0;
  const lookUp = (text: string): ReturnType<NameIndex['find']> => {
    if (isIdOf(definition, text)) return { id: text };
    const ids = exact.get(text.normalize('NFC')) ?? folded.ids.get(fold(text)) ?? [];
    const [id, ...otherIds] = ids;
    if (id !== undefined) {
      return otherIds.length === 0 ? { id } : { issue: severalNamed(definition, text, ids) };
    }
    suggested += 1;
    const suggestionNames = suggested <= MOST_SUGGESTED ? folded.written : NO_NAMES.written;
    return { issue: unknownName(definition, text, suggestionNames) };
  };
  return {
    find(typed) {
      const text = typed.trim();
      const before = cache.get(text);
      if (before) return before;
      const answer = lookUp(text);
      cache.set(text, answer);
      return answer;
    },
  };
}

function unknownName(
  { singular }: ResourceDefinition,
  text: string,
  names: ReadonlyMap<string, string>,
): Omit<Issue, 'path'> {
  const nearest = nearestWord(fold(text), [...names.keys()]);
  const suggestion = nearest === undefined ? undefined : names.get(nearest);
  const hint = suggestion === undefined ? '.' : `; did you mean ${JSON.stringify(suggestion)}?`;
  const message = `names no ${singular} that the key may see: ${JSON.stringify(text.slice(0, 80))}${hint}`;
  return { code: 'not_found', message, ...(suggestion ? { suggestion } : {}) };
}

function severalNamed({ name }: ResourceDefinition, text: string, ids: readonly string[]) {
  const listedIds = ids.slice(0, MOST_SHOWN).join(', ');
  const message = `is the name of ${ids.length} ${name} (${JSON.stringify(text.slice(0, 80))}: ${listedIds}); give the id, or the farm.`;
  const params = { value: text, expected: listedIds };
  return { code: 'inconsistent', message, reason: reason('reason.ambiguousName', params) } as const;
}

/** The flocks of barns by day. */
export interface FlocksInBarns {
  /** The ID of the flock that was in a barn on a day; an issue when there were none or several. */
  find(
    barnId: string,
    day: CalendarDay,
  ): { readonly id: string } | { readonly issue: Omit<Issue, 'path'> };
}

const IDS_PER_QUERY = 500;
/** Planned flocks have not arrived, and cancelled ones never did. */
const ABSENT = ['planned', 'cancelled'];

/** Loads the flocks of barns with their dates. */
export async function loadFlocksInBarns(
  connection: Connection,
  input: { readonly barnIds: readonly string[]; readonly scope: Scope; readonly zone: string },
): Promise<FlocksInBarns> {
  const { barnIds, scope, zone } = input;
  const barnFlocks: StoredOf<'flocks'>[] = [];
  for (let from = 0; from < barnIds.length; from += IDS_PER_QUERY) {
    const texts = barnIds.slice(from, from + IDS_PER_QUERY);
    const rows = await listRowsByText(connection, flocks, { scope, field: 'barnId', texts });
    barnFlocks.push(...rows.map((row) => JSON.parse(row) as StoredOf<'flocks'>));
  }
  const ofBarn = groupBy(barnFlocks, ({ barnId }) => barnId);
  return {
    find(barnId, day) {
      const presentFlocks = (ofBarn.get(barnId) ?? []).filter((flock) =>
        wasInside(flock, day, zone),
      );
      const [flock, ...otherFlocks] = presentFlocks;
      if (flock && otherFlocks.length === 0) return { id: flock.id };
      const problem = flock
        ? `Several flocks were in the barn on ${day}`
        : `No flock was in the barn on ${day}`;
      return {
        issue: {
          code: flock ? 'inconsistent' : 'not_found',
          message: `${problem}; name one by its code.`,
          reason: reason(flock ? 'reason.severalFlocks' : 'reason.noFlock', { value: day }),
        },
      };
    },
  };
}

function wasInside(flock: StoredOf<'flocks'>, day: CalendarDay, zone: string): boolean {
  if (ABSENT.includes(flock.status ?? '') || flock.placementDate > day) return false;
  const { closedAt } = flock;
  return (
    closedAt === null || closedAt === undefined || dayInZone(Date.parse(closedAt), zone) >= day
  );
}

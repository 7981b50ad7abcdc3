import { liveFlocksOf } from '../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import type { Certainty } from '../../farming/core/figure.ts';
import { noLiveFlocks } from '../../farming/core/missing-data.ts';
import { distinctMissing, type MissingData } from '../../farming/core/section.ts';
import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { sum } from '../../tools/statistics.ts';
import type {
  Aggregation,
  AskedScope,
  Fact,
  Limit,
  MeasureAnswer,
  MeasureQuestion,
} from '../measure.ts';
import {
  type FactFrame,
  factOf,
  factsOfMessage,
  type NumberFact,
  shown,
  shownAs,
} from './fact-of.ts';
import { barnsInScope, type FlockPart, flocksInScope, type PlacedFlock } from './scope.ts';

/** The aggregations of figures that are listed side by side and do not add up. */
export const EACH = [
  'value',
  'list',
  'highest',
  'lowest',
  'compare',
] as const satisfies readonly Aggregation[];

/** As `EACH`, for figures that add up. */
export const EACH_AND_TOTAL = [...EACH, 'total'] as const satisfies readonly Aggregation[];

/** The result of a measure for one flock or barn. */
export type AskedRow = KnownRow | UnknownRow;

/** A flock or barn for which the figure is known. */
export interface KnownRow {
  readonly place: string;
  /** The value for comparisons. */
  readonly value: number;
  readonly facts: readonly Fact[];
  /** Its sentences. */
  readonly lines: readonly Message[];
  /** Whether the figure is a lower bound. */
  readonly isAtLeast?: boolean;
  /** Whether it is an upper bound. */
  readonly isAtMost?: boolean;
  readonly certainty?: Certainty;
  /** Data that would improve the figure. */
  readonly missing?: readonly MissingData[];
}

/** A flock or barn for which the figure is unknown. */
export interface UnknownRow {
  readonly place: string;
  readonly value: null;
  /** The known part; without it the missing data explain themselves. */
  readonly lines?: readonly Message[];
  readonly facts?: readonly Fact[];
  readonly missing: readonly MissingData[];
}

/** A flock or barn for which the figure is unknown, with the reason. */
export function unknownRow(place: string, missing: readonly MissingData[]): UnknownRow {
  return { place, value: null, missing };
}

/** Several rows combined. */
export interface Together {
  readonly facts: readonly Fact[];
  readonly lines: readonly Message[];
}

/** The ways to combine rows, where applicable. */
export interface RowsOptions {
  readonly aggregation: Aggregation;
  readonly limit?: Limit;
  readonly rank?: number;
  readonly together?: (rows: readonly KnownRow[]) => Together;
}

/** Above this number, rows are counted and not listed. */
const MOST_ROWS = 12;
const NOTHING: Together = { facts: [], lines: [] };

/** The answer for flocks or barns, aggregated as the question asks. */
export function answerOfRows(rows: readonly AskedRow[], options: RowsOptions): MeasureAnswer {
  const known = rows.filter((row) => row.value !== null);
  const unknown = rows.filter((row) => row.value === null);
  const told = tell(known, options);
  const missing = distinctMissing(rows.flatMap((row) => row.missing ?? []));
  return {
    facts: [...told.facts, ...unknown.flatMap(factsOfUnknown)],
    lines: [
      ...told.lines,
      ...unknown.flatMap(({ lines, missing: own }) => lines ?? own.slice(0, 1).map(said)),
    ],
    ...(missing.length === 0 ? {} : { missing }),
  };
}

function said({ message: text }: MissingData): Message {
  return text;
}

function factsOfUnknown({ facts, lines, missing: [first] }: UnknownRow): readonly Fact[] {
  if (facts || lines) return facts ?? [];
  return first ? factsOfMessage(`Missing, ${first.code}`, first.message) : [];
}

function tell(known: readonly KnownRow[], options: RowsOptions): Together {
  const { aggregation, together, limit, rank } = options;
  if (limit) return beyond(known, limit);
  switch (aggregation) {
    case 'highest':
    case 'lowest':
      return rank === undefined ? outermost(known, aggregation) : ranked(known, aggregation, rank);
    case 'compare':
      return capped(known.toSorted((left, right) => right.value - left.value));
    case 'total':
    case 'average':
    case 'count':
      return known.length > 0 && together ? together(known) : capped(known);
    default:
      return withTotal(known, together);
  }
}

/**
 * The row with the highest or lowest value, or several with the same value; all others as facts.
 */
function outermost(known: readonly KnownRow[], side: 'highest' | 'lowest'): Together {
  if (known.length < 2) return capped(known);
  const values = known.map(({ value }) => value);
  const bound = side === 'highest' ? Math.max(...values) : Math.min(...values);
  const found = known.filter(({ value }) => value === bound);
  const rest = known.filter(({ value }) => value !== bound);
  const compared = factOf('Compared', known.length);
  const lines = found.flatMap(({ lines: [first] }) => first ?? []).slice(0, MOST_ROWS);
  return {
    facts: [...found, ...rest].flatMap(({ facts }) => facts).concat(compared),
    lines: lines.map((line) => message(`ask.${side}`, { count: shown(compared), line })),
  };
}

/** The rows on one side of a limit; all rows where none is, as evidence. */
function beyond(known: readonly KnownRow[], { side, value }: Limit): Together {
  const found = known.filter((row) => (side === 'above' ? row.value > value : row.value < value));
  const unit = known[0]?.facts[0]?.unit ?? null;
  const limit = factOf('Limit', value, { unit });
  const [count, all] = [factOf('Beyond the limit', found.length), factOf('Compared', known.length)];
  const params = { count: count.value, all: all.value, side, limit: shown(limit) };
  const told = capped(found.length > 0 ? found : known);
  return {
    facts: [count, all, limit, ...told.facts],
    lines: [message('ask.beyond', params), ...told.lines],
  };
}

/** The second or third highest or lowest row. */
function ranked(known: readonly KnownRow[], side: 'highest' | 'lowest', rank: number): Together {
  const sorted = known.toSorted((a, b) =>
    side === 'highest' ? b.value - a.value : a.value - b.value,
  );
  const found = sorted[rank - 1];
  if (!found) return capped(sorted);
  const compared = factOf('Compared', known.length);
  const place = factOf('Rank', rank);
  const lines = found.lines
    .slice(0, 1)
    .map((line) => message('ask.ranked', { rank, count: shown(compared), side, line }));
  return { facts: [...found.facts, place, compared], lines };
}

function withTotal(known: readonly KnownRow[], together: RowsOptions['together']): Together {
  const each = capped(known);
  const all = known.length > 1 && together ? together(known) : NOTHING;
  return { facts: [...each.facts, ...all.facts], lines: [...each.lines, ...all.lines] };
}

function capped(known: readonly KnownRow[]): Together {
  const more = factOf('Not told', known.length - MOST_ROWS);
  const isLong = more.value > 0;
  return {
    facts: [...known.flatMap(({ facts }) => facts), ...(isLong ? [more] : [])],
    lines: [
      ...known.slice(0, MOST_ROWS).flatMap(({ lines }) => lines),
      ...(isLong ? [message('ask.more', { count: shown(more) })] : []),
    ],
  };
}

/** An item of a list. */
export interface ListItem {
  readonly facts: readonly Fact[];
  readonly lines: readonly Message[];
}

/** The header of a list. */
export interface ListHead extends FactFrame {
  /** Label of the count, in English. */
  readonly label: string;
  /** The text with the number of items, including zero, by `count`. */
  readonly text: string;
  /** Further parameters of the text: names. */
  readonly params?: Message['params'];
  readonly missing?: readonly MissingData[];
}

const MOST_ITEMS = 10;

/** The answer of a list: the count, then each item; only the count where that is requested. */
export function answerOfList(
  items: readonly ListItem[],
  head: ListHead,
  { aggregation }: Pick<MeasureQuestion, 'aggregation'>,
): MeasureAnswer {
  const { label, text, params = {}, missing = [], ...frame } = head;
  const count = factOf(label, items.length, frame);
  const more = factOf(`${label}, not told`, items.length - MOST_ITEMS);
  const isReported = aggregation !== 'count';
  const isLong = isReported && more.value > 0;
  return {
    facts: [
      count,
      ...(isReported ? items.flatMap(({ facts }) => facts) : []),
      ...(isLong ? [more] : []),
    ],
    lines: [
      message(text, { ...params, count: shown(count) }),
      ...(isReported ? items.slice(0, MOST_ITEMS).flatMap(({ lines }) => lines) : []),
      ...(isLong ? [message('ask.more', { count: shown(more) })] : []),
      ...missing.map((each) => each.message),
    ],
    ...(missing.length === 0 ? {} : { missing }),
  };
}

/** A row for every named barn without a flock; one for an empty farm. */
export function emptyRows(
  snapshot: FarmSnapshot<FlockPart>,
  question: Pick<MeasureQuestion, 'scope' | 'period'>,
  found: readonly PlacedFlock[] = flocksInScope(snapshot, question),
): UnknownRow[] {
  const { barnIds, flockIds } = question.scope;
  const taken = new Set(found.map(({ record }) => record.flock.barnId));
  if (flockIds) return found.length === 0 ? [unknownRow('', [unknownFlock()])] : [];
  if (!barnIds) return found.length === 0 ? [unknownRow('', [noFlocks(snapshot)])] : [];
  const named = snapshot.barns.filter(({ id }) => barnIds.includes(id));
  if (named.length === 0 && found.length === 0) return [unknownRow('', [noFlocks(snapshot)])];
  return named
    .filter(({ id }) => !taken.has(id))
    .map((barn) => unknownRow(barn.name, [noFlockInBarn(barn, snapshot.today)]));
}

function noFlocks(snapshot: FarmSnapshot<FlockPart>): MissingData {
  if (liveFlocksOf(snapshot).length === 0) return noLiveFlocks(snapshot);
  return { code: 'no_flock_then', message: message('ask.noFlockThen') };
}

function unknownFlock(): MissingData {
  return { code: 'flock_not_at_hand', message: message('ask.flockNotAtHand') };
}

function noFlockInBarn(
  { id, name }: FarmSnapshot<'barns'>['barns'][number],
  today: string,
): MissingData {
  return {
    code: 'no_flock_in_barn',
    message: message('ask.noFlockInBarn', { barn: name }),
    resource: 'flocks',
    barnId: id,
    need: 1,
    have: 0,
    fix: {
      method: 'POST',
      path: '/flocks',
      body: { barnId: id, placementDate: today, breed: null, chicksReceived: null },
    },
  };
}

/** A row for every barn of a scope; a message where there is none. */
export function rowsOfBarns(
  snapshot: FarmSnapshot<'barns' | 'liveFlocks'>,
  scope: AskedScope,
  rowOf: (barn: StoredOf<'barns'>) => AskedRow,
): AskedRow[] {
  const barns = barnsInScope(snapshot, scope);
  if (barns.length > 0) return barns.map(rowOf);
  const body = { farmId: snapshot.farm.id, name: null };
  const fix = { method: 'POST', path: '/barns', body } as const;
  const said = message('missing.no_barns');
  return [unknownRow('', [{ code: 'no_barns', message: said, resource: 'barns', fix }])];
}

/** The texts of a sum of rows. */
export interface SumOfRows extends FactFrame {
  readonly label: string;
  /** The text of the total, with `place`, `value` and `count`. */
  readonly text: string;
  readonly round: (value: number) => number;
  /** Further parameters of the text. */
  readonly params?: (total: NumberFact) => Message['params'];
}

/** The sum of the values of flocks, with their number. */
export function sumOfRows(
  rows: readonly KnownRow[],
  { label, text, round, params, ...frame }: SumOfRows,
): Together {
  const [only, second] = rows;
  if (only && !second) return only;
  const flocks = factOf(`${label}, flocks`, rows.length);
  const ids = rows.flatMap(({ facts }) => facts[0]?.source.ids ?? []);
  const resource = rows[0]?.facts[0]?.source.resource;
  const total: NumberFact = factOf(`${label}, all`, round(sum(rows.map(({ value }) => value))), {
    source: { ...(resource ? { resource } : {}), ids },
    ...frame,
  });
  const place = message('ask.together', { count: shown(flocks) });
  const certainty = rows.some((row) => row.certainty === 'estimated') ? 'estimated' : 'exact';
  return {
    facts: [total, flocks],
    lines: [
      message(text, {
        place,
        value: shownAs(total, certainty),
        count: total.value,
        ...params?.(total),
      }),
    ],
  };
}

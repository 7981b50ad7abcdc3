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
  Fact,
  Limit,
  MeasureAnswer,
  MeasureQuestion,
  QuestionScope,
} from '../measure.ts';
import {
  asText,
  type FactFrame,
  factOf,
  factsInMessage,
  type NumberFact,
  qualifiedValue,
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
export type MeasureRow = ValueRow | MissingRow;

/** A flock or barn for which the figure is known. */
export interface ValueRow {
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
export interface MissingRow {
  readonly place: string;
  readonly value: null;
  /** Facts of the known part; absent where the missing data suffice. */
  readonly lines?: readonly Message[];
  readonly facts?: readonly Fact[];
  readonly missing: readonly MissingData[];
}

/** A flock or barn for which the figure is unknown, with the reason. */
export function missingRow(place: string, missing: readonly MissingData[]): MissingRow {
  return { place, value: null, missing };
}

/** Several rows combined. */
export interface RowsAnswer {
  readonly facts: readonly Fact[];
  readonly lines: readonly Message[];
}

/** The ways to combine rows, where applicable. */
export interface RowsOptions {
  readonly aggregation: Aggregation;
  readonly limit?: Limit;
  readonly rank?: number;
  readonly combine?: (rows: readonly ValueRow[]) => RowsAnswer;
}

/** Above this number, rows are counted and not listed. */
const MAX_ROWS = 12;
const EMPTY_ANSWER: RowsAnswer = { facts: [], lines: [] };

/** The answer for flocks or barns, aggregated as the question asks. */
export function answerRows(rows: readonly MeasureRow[], options: RowsOptions): MeasureAnswer {
  const valueRows = rows.filter((row) => row.value !== null);
  const missingRows = rows.filter((row) => row.value === null);
  const result = aggregateRows(valueRows, options);
  const missing = distinctMissing(rows.flatMap((row) => row.missing ?? []));
  return {
    facts: [...result.facts, ...missingRows.flatMap(factsOfMissingRow)],
    lines: [
      ...result.lines,
      ...missingRows.flatMap(({ lines, missing: own }) => lines ?? own.slice(0, 1).map(messageOf)),
    ],
    ...(missing.length === 0 ? {} : { missing }),
  };
}

function messageOf({ message: text }: MissingData): Message {
  return text;
}

function factsOfMissingRow({ facts, lines, missing: [first] }: MissingRow): readonly Fact[] {
  if (facts || lines) return facts ?? [];
  return first ? factsInMessage(`Missing, ${first.code}`, first.message) : [];
}

function aggregateRows(rows: readonly ValueRow[], options: RowsOptions): RowsAnswer {
  const { aggregation, combine, limit, rank } = options;
  if (limit) return rowsBeyondLimit(rows, limit);
  switch (aggregation) {
    case 'highest':
    case 'lowest':
      return rank === undefined
        ? extremeRows(rows, aggregation)
        : rankedRow(rows, aggregation, rank);
    case 'compare':
      return limitRows(rows.toSorted((left, right) => right.value - left.value));
    case 'total':
    case 'average':
    case 'count':
      return rows.length > 0 && combine ? combine(rows) : limitRows(rows);
    default:
      return withTotal(rows, combine);
  }
}

/**
 * The row with the highest or lowest value, or several with the same value; all others as facts.
 */
function extremeRows(rows: readonly ValueRow[], side: 'highest' | 'lowest'): RowsAnswer {
  if (rows.length < 2) return limitRows(rows);
  const values = rows.map(({ value }) => value);
  const bound = side === 'highest' ? Math.max(...values) : Math.min(...values);
  const found = rows.filter(({ value }) => value === bound);
  const rest = rows.filter(({ value }) => value !== bound);
  const compared = factOf('Compared', rows.length);
  const lines = found.flatMap(({ lines: [first] }) => first ?? []).slice(0, MAX_ROWS);
  return {
    facts: [...found, ...rest].flatMap(({ facts }) => facts).concat(compared),
    lines: lines.map((line) => message(`ask.${side}`, { count: asText(compared), line })),
  };
}

/** The rows on one side of a limit; all rows where none is, as evidence. */
function rowsBeyondLimit(rows: readonly ValueRow[], { side, value }: Limit): RowsAnswer {
  const found = rows.filter((row) => (side === 'above' ? row.value > value : row.value < value));
  const unit = rows[0]?.facts[0]?.unit ?? null;
  const limit = factOf('Limit', value, { unit });
  const [count, all] = [factOf('Beyond the limit', found.length), factOf('Compared', rows.length)];
  const params = { count: count.value, all: all.value, side, limit: asText(limit) };
  const result = limitRows(found.length > 0 ? found : rows);
  return {
    facts: [count, all, limit, ...result.facts],
    lines: [message('ask.beyond', params), ...result.lines],
  };
}

/** The second or third highest or lowest row. */
function rankedRow(
  rows: readonly ValueRow[],
  side: 'highest' | 'lowest',
  rank: number,
): RowsAnswer {
  const sorted = rows.toSorted((a, b) =>
    side === 'highest' ? b.value - a.value : a.value - b.value,
  );
  const found = sorted[rank - 1];
  if (!found) return limitRows(sorted);
  const compared = factOf('Compared', rows.length);
  const place = factOf('Rank', rank);
  const lines = found.lines
    .slice(0, 1)
    .map((line) => message('ask.ranked', { rank, count: asText(compared), side, line }));
  return { facts: [...found.facts, place, compared], lines };
}

function withTotal(rows: readonly ValueRow[], combine: RowsOptions['combine']): RowsAnswer {
  const listed = limitRows(rows);
  const all = rows.length > 1 && combine ? combine(rows) : EMPTY_ANSWER;
  return { facts: [...listed.facts, ...all.facts], lines: [...listed.lines, ...all.lines] };
}

function limitRows(rows: readonly ValueRow[]): RowsAnswer {
  const more = factOf('Not told', rows.length - MAX_ROWS);
  const isLong = more.value > 0;
  return {
    facts: [...rows.flatMap(({ facts }) => facts), ...(isLong ? [more] : [])],
    lines: [
      ...rows.slice(0, MAX_ROWS).flatMap(({ lines }) => lines),
      ...(isLong ? [message('ask.more', { count: asText(more) })] : []),
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

const MAX_ITEMS = 10;

/** The answer of a list: the count, then each item; only the count where that is requested. */
export function answerList(
  items: readonly ListItem[],
  head: ListHead,
  { aggregation }: Pick<MeasureQuestion, 'aggregation'>,
): MeasureAnswer {
  const { label, text, params = {}, missing = [], ...frame } = head;
  const count = factOf(label, items.length, frame);
  const more = factOf(`${label}, not told`, items.length - MAX_ITEMS);
  const isReported = aggregation !== 'count';
  const isLong = isReported && more.value > 0;
  return {
    facts: [
      count,
      ...(isReported ? items.flatMap(({ facts }) => facts) : []),
      ...(isLong ? [more] : []),
    ],
    lines: [
      message(text, { ...params, count: asText(count) }),
      ...(isReported ? items.slice(0, MAX_ITEMS).flatMap(({ lines }) => lines) : []),
      ...(isLong ? [message('ask.more', { count: asText(more) })] : []),
      ...missing.map((listed) => listed.message),
    ],
    ...(missing.length === 0 ? {} : { missing }),
  };
}

/** A row for every named barn without a flock; one for an empty farm. */
export function emptyRows(
  snapshot: FarmSnapshot<FlockPart>,
  question: Pick<MeasureQuestion, 'scope' | 'period'>,
  found: readonly PlacedFlock[] = flocksInScope(snapshot, question),
): MissingRow[] {
  const { barnIds, flockIds } = question.scope;
  const taken = new Set(found.map(({ record }) => record.flock.barnId));
  if (flockIds) return found.length === 0 ? [missingRow('', [unknownFlock()])] : [];
  if (!barnIds) return found.length === 0 ? [missingRow('', [noFlocks(snapshot)])] : [];
  const named = snapshot.barns.filter(({ id }) => barnIds.includes(id));
  if (named.length === 0 && found.length === 0) return [missingRow('', [noFlocks(snapshot)])];
  return named
    .filter(({ id }) => !taken.has(id))
    .map((barn) => missingRow(barn.name, [noFlockInBarn(barn, snapshot.today)]));
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
  scope: QuestionScope,
  rowOf: (barn: StoredOf<'barns'>) => MeasureRow,
): MeasureRow[] {
  const barns = barnsInScope(snapshot, scope);
  if (barns.length > 0) return barns.map(rowOf);
  const body = { farmId: snapshot.farm.id, name: null };
  const fix = { method: 'POST', path: '/barns', body } as const;
  const reason = message('missing.no_barns');
  return [missingRow('', [{ code: 'no_barns', message: reason, resource: 'barns', fix }])];
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
  rows: readonly ValueRow[],
  { label, text, round, params, ...frame }: SumOfRows,
): RowsAnswer {
  const [only, second] = rows;
  if (only && !second) return only;
  const flocks = factOf(`${label}, flocks`, rows.length);
  const ids = rows.flatMap(({ facts }) => facts[0]?.source.ids ?? []);
  const resource = rows[0]?.facts[0]?.source.resource;
  const total: NumberFact = factOf(`${label}, all`, round(sum(rows.map(({ value }) => value))), {
    source: { ...(resource ? { resource } : {}), ids },
    ...frame,
  });
  const place = message('ask.together', { count: asText(flocks) });
  const certainty = rows.some((row) => row.certainty === 'estimated') ? 'estimated' : 'exact';
  return {
    facts: [total, flocks],
    lines: [
      message(text, {
        place,
        value: qualifiedValue(total, certainty),
        count: total.value,
        ...params?.(total),
      }),
    ],
  };
}

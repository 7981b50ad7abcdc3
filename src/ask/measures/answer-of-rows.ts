import { distinctMissing, type MissingData } from '../../farming/core/section.ts';
import { type Message, message } from '../../model/core/message.ts';
import type { Aggregation, Fact, Limit, MeasureAnswer } from '../measure.ts';
import type { AskedRow, KnownRow, UnknownRow } from './asked-row.ts';
import { factOf, factsOfMessage, shown } from './fact-of.ts';

/** Several rows put together. */
export interface Together {
  readonly facts: readonly Fact[];
  readonly lines: readonly Message[];
}

/** How rows are put together, where that means something. */
export interface RowsOptions {
  readonly aggregation: Aggregation;
  readonly limit?: Limit;
  readonly rank?: number;
  readonly together?: (rows: readonly KnownRow[]) => Together;
}

/** More rows than this are counted and not told. */
const MOST_ROWS = 12;
const NOTHING: Together = { facts: [], lines: [] };

/** The answer about flocks or barns side by side, put together as the question asks for it. */
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

/** The row with the highest or lowest value, several where they are level; all others as facts. */
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

/** The rows on one side of a limit; where none is, all of them, which shows it. */
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

/** The second or third from one side. */
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

import { addDays } from '../../src/tools/calendar.ts';

/** A row of the table of all contestants. */
export interface TaskRow {
  readonly id: string;
  readonly title: string;
  readonly details: string;
  readonly assignee: string;
  readonly priority: string;
  readonly status: string;
  readonly dueDate: string;
  readonly frequency: string;
  readonly createdAt: string;
}

/** A page of the table with its sort order. */
export interface TaskQuery {
  readonly status: string;
  readonly order: 'dueDate' | 'createdAt';
  readonly direction: 'asc' | 'desc';
  readonly offset: number;
}

/** The expected page for a query. */
export interface TaskPage {
  readonly total: number;
  readonly ids: readonly string[];
}

export const TABLE_ROWS = 10_000;

export const PAGE_ROWS = 50;

const STATUSES = ['open', 'in_progress', 'blocked', 'done', 'cancelled'];
const PRIORITIES = ['low', 'normal', 'high', 'urgent'];
const FREQUENCIES = ['once', 'daily', 'weekly', 'monthly'];
const WORKERS = 20;
const MINUTE_MILLIS = 60_000;
const FIRST_INSTANT = Date.parse('2026-01-01T06:00:00.000Z');
// Primes coprime to all sizes: each value occurs once.
const DAY_STRIDE = 7919;
const QUERY_STRIDE = 15_013;

/** The rows of the table; due dates and times are unique, so that every order is total. */
export function taskRows(count = TABLE_ROWS): TaskRow[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `task_${String(n).padStart(8, '0')}`,
    title: `Check the water lines, round ${n}`,
    details: 'Ten nipples along both sides of the barn; write down the flow of each.',
    assignee: `Worker ${n % WORKERS}`,
    priority: at(PRIORITIES, n),
    status: at(STATUSES, n),
    dueDate: addDays('2000-01-01', (n * DAY_STRIDE) % count),
    frequency: at(FREQUENCIES, Math.floor(n / STATUSES.length)),
    createdAt: instant(n),
  }));
}

/** All possible page queries, shuffled, each once. */
export function taskQueries(): TaskQuery[] {
  const offsets = TABLE_ROWS / STATUSES.length - PAGE_ROWS;
  const queries = STATUSES.flatMap((status) =>
    (['dueDate', 'createdAt'] as const).flatMap((order) =>
      (['asc', 'desc'] as const).flatMap((direction) =>
        Array.from({ length: offsets }, (_, offset) => ({ status, order, direction, offset })),
      ),
    ),
  );
  return queries.map((_, n) => at(queries, n * QUERY_STRIDE));
}

/** The expected result of a query. */
export function expectedPage(rows: readonly TaskRow[], query: TaskQuery): TaskPage {
  const { status, order, direction, offset } = query;
  const sign = direction === 'asc' ? 1 : -1;
  const found = rows
    .filter((row) => row.status === status)
    .sort((left, right) => (left[order] < right[order] ? -sign : sign));
  return {
    total: found.length,
    ids: found.slice(offset, offset + PAGE_ROWS).map(({ id }) => id),
  };
}

function at<T>(values: readonly T[], n: number): T {
  const value = values[n % values.length];
  if (value === undefined) throw new Error('the list is empty');
  return value;
}

function instant(minutes: number): string {
  return new Date(FIRST_INSTANT + minutes * MINUTE_MILLIS).toISOString();
}

import type { Query } from '../../../client/client.ts';
import { ConnectionFailed } from '../../../client/errors.ts';
import { createPageGuard } from '../../../client/walk-pages.ts';
import { limits } from '../../../model/core/limits.ts';
import { message } from '../../../model/core/message.ts';
import { usageError } from '../../core/errors.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { expectObject } from './write-results.ts';

/** Flags of a paginated list. */
export interface PageFlags {
  readonly limit?: string;
  readonly all?: boolean;
}

/** A list outside the 32 resources. */
export interface PagedList extends PageFlags {
  /** Relative to the API root: `/os/keys`. */
  readonly path: string;
  readonly query: Query;
  readonly columns: readonly Column[];
  /** Available columns for `--fields`; any property of the rows by default. */
  readonly selectable?: readonly Column[];
  /** Converts a row for output; identity by default. */
  readonly shape?: (row: Values) => Values;
}

interface Page {
  readonly data: readonly Values[];
  readonly meta: { readonly total: number; readonly hasMore: boolean };
}

/** Prints a list, and on stderr the number of rows if not all are shown. */
export async function printPagedList(context: CommandContext, list: PagedList): Promise<void> {
  const maximum = mostRows(list);
  const count = { shown: 0, total: 0, isMore: false };
  // Loads the settings first: they determine the output format.
  await context.settings();
  await context.print({
    kind: 'rows',
    columns: list.columns,
    ...(list.selectable ? { selectable: list.selectable } : {}),
    rows: pagesOf(context, list, { most: maximum, count }),
  });
  if (!count.isMore) return;
  const number = new Intl.NumberFormat((await context.translator()).language);
  const params = { shown: number.format(count.shown), total: number.format(count.total) };
  await context.report('cli.count', params);
}

function mostRows({ limit, all }: PageFlags): number {
  if (all && limit !== undefined) {
    throw usageError('--all and --limit exclude each other', {
      text: [message('cli.exclude', { first: '--all', second: '--limit' })],
    });
  }
  if (all) return Number.POSITIVE_INFINITY;
  if (limit === undefined) return limits.pageSize;
  if (/^[1-9]\d{0,8}$/.test(limit)) return Number(limit);
  throw usageError('--limit must be a whole number from 1 up', {
    text: [message('cli.fromOneUp', { flag: '--limit' })],
  });
}

interface Progress {
  readonly most: number;
  readonly count: { shown: number; total: number; isMore: boolean };
}

async function* pagesOf(
  context: CommandContext,
  { path, query, shape = (row) => row }: PagedList,
  { most, count }: Progress,
): AsyncGenerator<readonly Values[]> {
  const client = await context.client();
  const check = createPageGuard({ method: 'GET', path, server: client.server });
  do {
    const limit = Math.min(limits.maxPageSize, most - count.shown);
    const page = { ...query, limit, offset: count.shown };
    const answer = await client.request({ method: 'GET', path, query: page });
    const { data, meta } = expectPage(answer.data, { path, server: client.server });
    check({ data, meta });
    yield data.map(shape);
    count.shown += data.length;
    count.total = meta.total;
    count.isMore = meta.hasMore && data.length > 0;
  } while (count.isMore && count.shown < most);
}

function expectPage(
  answer: unknown,
  request: { readonly path: string; readonly server: string },
): Page {
  const { data, meta } = (answer ?? {}) as Partial<Page>;
  if (Array.isArray(data) && typeof meta === 'object') return { data, meta };
  throw new ConnectionFailed('not_understood', { method: 'GET', ...request });
}

/** A request about notifications. */
export interface NoticeCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: Values;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request whose answer is an object. */
export async function sendNoticeCall(context: CommandContext, call: NoticeCall): Promise<Values> {
  const client = await context.client();
  const { data } = await client.request(call);
  return expectObject(data, { method: call.method, path: call.path, server: client.server });
}

/**
 * Prints rows as a table; machine-readable formats get the whole answer unless fields are selected.
 */
export async function printList(
  context: CommandContext,
  {
    answer,
    columns,
    rows,
  }: {
    readonly answer: Values;
    readonly columns: readonly Column[];
    readonly rows: readonly Values[];
  },
): Promise<void> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  const isDocument = jq !== undefined || format === 'json' || format === 'yaml';
  if (isDocument && fields === undefined) return context.print({ kind: 'document', data: answer });
  return context.print({ kind: 'rows', columns, rows });
}

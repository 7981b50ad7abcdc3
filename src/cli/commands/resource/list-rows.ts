import type { Query } from '../../../client/client.ts';
import type { Page } from '../../../client/walk-pages.ts';
import type { Values } from '../../output/output.ts';

/** How many rows were listed, and how many there are; grows while they are listed. */
export interface RowCount {
  shown: number;
  total: number;
  /** Whether some were left out. */
  isMore: boolean;
  /** False when not every query was asked, so that there may be more than `total`. */
  isExact: boolean;
}

/** What is listed. */
export interface Listing {
  /** Asked one after the other; one for each farm. */
  readonly queries: readonly Query[];
  /** Most rows of all queries together; undefined: all of them. */
  readonly limit: number | undefined;
  /** Most rows the server gives at once. */
  readonly pageSize: number;
  readonly count: RowCount;
}

/** A count to begin with. */
export function startCount(): RowCount {
  return { shown: 0, total: 0, isMore: false, isExact: true };
}

/** The rows of the queries, page after page, up to the limit. */
export async function* listRows(
  load: (query: Query) => AsyncIterable<Page<object>>,
  { queries, limit = Number.POSITIVE_INFINITY, pageSize, count }: Listing,
): AsyncGenerator<readonly Values[]> {
  for (const query of queries) {
    const left = limit - count.shown;
    if (left <= 0) {
      Object.assign(count, { isMore: true, isExact: false });
      return;
    }
    const pages = load({ ...query, limit: Math.min(pageSize, left) });
    yield* takeRows(pages, { limit, count });
  }
}

async function* takeRows(
  pages: AsyncIterable<Page<object>>,
  { limit, count }: { readonly limit: number; readonly count: RowCount },
): AsyncGenerator<readonly Values[]> {
  let isFirst = true;
  for await (const { data, meta } of pages) {
    if (isFirst) count.total += meta.total;
    isFirst = false;
    // A row is an object of JSON: its fields can be read by name.
    const rows = data.slice(0, limit - count.shown) as readonly Values[];
    count.shown += rows.length;
    yield rows;
    if (count.shown < limit) continue;
    count.isMore ||= meta.hasMore || rows.length < data.length;
    return;
  }
}

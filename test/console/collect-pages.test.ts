import { expect, test } from 'vitest';
import { collectAt, collectPages, type Page } from '../../src/console/api/collect-pages.ts';

/** Pages of 200 of this many numbers, and the requested cursors. */
function pagesOf(count: number) {
  const requests: (string | undefined)[] = [];
  const readPage = async (cursor: string | undefined): Promise<Page<number>> => {
    requests.push(cursor);
    const from = Number(cursor ?? 0);
    const end = Math.min(count, from + 200);
    const data = Array.from({ length: end - from }, (_, index) => from + index);
    return { data, meta: end < count ? { nextCursor: String(end) } : {} };
  };
  return { requests, readPage };
}

test.each([
  { count: 0, most: 5000, rows: 0, pages: 1 },
  { count: 450, most: 200, rows: 200, pages: 1 },
  { count: 450, most: 5000, rows: 450, pages: 3 },
  { count: 400, most: 5000, rows: 400, pages: 2 },
  { count: 10_000, most: 1000, rows: 1000, pages: 5 },
])('of $count rows at most $most are read in pages', async ({ count, most, rows, pages }) => {
  const { requests, readPage } = pagesOf(count);
  const read = await collectPages(readPage, most);
  expect(read.data).toEqual(Array.from({ length: rows }, (_, index) => index));
  expect(requests).toHaveLength(pages);
});

test('pages requested by offset are joined', async () => {
  const requests: unknown[] = [];
  const readPage = async (query: { readonly limit: number; readonly offset: number }) => {
    requests.push(query);
    const end = Math.min(250, query.offset + query.limit);
    const data = Array.from({ length: end - query.offset }, (_, index) => query.offset + index);
    return { data, meta: { total: 250, hasMore: end < 250 } };
  };
  const read = await collectAt(readPage, 400);
  expect(read.data).toEqual(Array.from({ length: 250 }, (_, index) => index));
  expect(read.meta.total).toBe(250);
  expect(requests).toEqual([
    { limit: 200, offset: 0 },
    { limit: 200, offset: 200 },
  ]);
});

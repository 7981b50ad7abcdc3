import { expect, test } from 'vitest';
import { type Page, type PagePosition, rowsOf, walkPages } from '../../src/client/walk-pages.ts';

function page(data: readonly number[], meta: Partial<Page<number>['meta']>): Page<number> {
  return { data, meta: { total: 5, limit: 2, offset: 0, hasMore: false, ...meta } };
}

async function walk(pages: readonly Page<number>[]) {
  const positions: PagePosition[] = [];
  const walked = walkPages(async (position) => {
    const next = pages[positions.length];
    positions.push(position);
    if (!next) throw new Error('a page too many was loaded');
    return next;
  });
  const rows: number[] = [];
  for await (const row of rowsOf(walked)) rows.push(row);
  return { rows, positions };
}

test('cursors lead from page to page', async () => {
  const walked = await walk([
    page([1, 2], { hasMore: true, nextCursor: 'a' }),
    page([3, 4], { hasMore: true, nextCursor: 'b' }),
    page([5], { nextCursor: null }),
  ]);
  expect(walked).toEqual({
    rows: [1, 2, 3, 4, 5],
    positions: [{}, { cursor: 'a' }, { cursor: 'b' }],
  });
});

test('without cursors the offset does', async () => {
  const walked = await walk([
    page([1, 2], { hasMore: true }),
    page([3, 4], { hasMore: true, offset: 2 }),
    page([5], { offset: 4 }),
  ]);
  expect(walked).toEqual({
    rows: [1, 2, 3, 4, 5],
    positions: [{}, { offset: 2 }, { offset: 4 }],
  });
});

test('an empty page ends the list, whatever it says', async () => {
  expect(await walk([page([], { hasMore: true, nextCursor: 'a' })])).toEqual({
    rows: [],
    positions: [{}],
  });
});

test('a page is loaded only when it is wanted', async () => {
  let loads = 0;
  const walked = walkPages(async () => {
    loads += 1;
    return page([1], { hasMore: true, nextCursor: `${loads}` });
  });
  for await (const row of rowsOf(walked)) if (row === 1) break;
  expect(loads).toBe(1);
});

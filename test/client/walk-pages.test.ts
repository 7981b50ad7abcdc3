import { expect, test } from 'vitest';
import { ConnectionFailed } from '../../src/client/errors.ts';
import { type Page, type PagePosition, rowsOf, walkPages } from '../../src/client/walk-pages.ts';

const request = { method: 'GET', path: '/v1/platform/tasks', server: 'https://farm.example' };

function page(data: readonly number[], meta: Partial<Page<number>['meta']>): Page<number> {
  return { data, meta: { total: 5, limit: 2, offset: 0, hasMore: false, ...meta } };
}

async function collectPages(pages: readonly Page<number>[]) {
  const positions: PagePosition[] = [];
  const walked = walkPages(async (position) => {
    const next = pages[positions.length];
    positions.push(position);
    if (!next) throw new Error('a page too many was loaded');
    return next;
  }, request);
  const rows: number[] = [];
  for await (const row of rowsOf(walked)) rows.push(row);
  return { rows, positions };
}

test('cursors lead from page to page', async () => {
  const walked = await collectPages([
    page([1, 2], { hasMore: true, nextCursor: 'a' }),
    page([3, 4], { hasMore: true, nextCursor: 'b' }),
    page([5], { nextCursor: null }),
  ]);
  expect(walked).toEqual({
    rows: [1, 2, 3, 4, 5],
    positions: [{}, { cursor: 'a' }, { cursor: 'b' }],
  });
});

test('without cursors the offset is used', async () => {
  const walked = await collectPages([
    page([1, 2], { hasMore: true }),
    page([3, 4], { hasMore: true, offset: 2 }),
    page([5], { offset: 4 }),
  ]);
  expect(walked).toEqual({
    rows: [1, 2, 3, 4, 5],
    positions: [{}, { offset: 2 }, { offset: 4 }],
  });
});

test('an empty page ends the list, whatever its metadata', async () => {
  expect(await collectPages([page([], { hasMore: true, nextCursor: 'a' })])).toEqual({
    rows: [],
    positions: [{}],
  });
});

test('a page is loaded only on demand', async () => {
  let loads = 0;
  const walked = walkPages(async () => {
    loads += 1;
    return page([1], { hasMore: true, nextCursor: `${loads}` });
  }, request);
  for await (const row of rowsOf(walked)) if (row === 1) break;
  expect(loads).toBe(1);
});

const more = (nextCursor: string) => ({ hasMore: true, nextCursor });

test.each([
  ['the same cursor again', [page([1], more('a')), page([2], more('a'))]],
  ['cursors in a circle', [page([1], more('a')), page([2], more('b')), page([3], more('a'))]],
  ['the same page under new cursors', [page([1, 2], more('a')), page([1, 2], more('b'))]],
  [
    'the same page at every offset',
    [page([1, 2], { hasMore: true }), page([1, 2], { hasMore: true, offset: 2 })],
  ],
  [
    'the same offset with other rows',
    [page([1, 2], { hasMore: true }), page([3, 4], { hasMore: true, offset: 0 })],
  ],
])('a server that sends %s causes an error, and no further request', async (_, pages) => {
  const failure = await collectPages(pages).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConnectionFailed);
  expect(failure).toMatchObject({
    kind: 'not_understood',
    request,
    message: expect.stringMatching(/its list does not end: it sent the same \w+ twice/),
  });
});

test('pages of different lengths are different pages', async () => {
  const { rows } = await collectPages([
    page([1, 2], more('a')),
    page([1, 2, 2], more('b')),
    page([1], { nextCursor: null }),
  ]);
  expect(rows).toEqual([1, 2, 1, 2, 2, 1]);
});

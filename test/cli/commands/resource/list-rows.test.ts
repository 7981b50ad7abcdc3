import { describe, expect, test } from 'vitest';
import { listRows, startCount } from '../../../../src/cli/commands/resource/list-rows.ts';
import type { Query } from '../../../../src/client/client.ts';
import type { Page } from '../../../../src/client/walk-pages.ts';

/** Farms with this many rows each, returned in pages of the requested size. */
async function list(farms: Readonly<Record<string, number>>, limit: number | undefined) {
  const requests: string[] = [];
  async function* load({ farmId, limit: size }: Query): AsyncGenerator<Page<object>> {
    const total = farms[String(farmId)] ?? 0;
    for (let offset = 0; offset === 0 || offset < total; offset += Number(size)) {
      requests.push(`${farmId} ${size}`);
      const count = Math.min(Number(size), total - offset);
      const data = Array.from({ length: count }, (_, index) => ({
        id: `${farmId}${offset + index}`,
      }));
      yield { data, meta: { total, limit: Number(size), offset, hasMore: offset + count < total } };
    }
  }
  const count = startCount();
  const queries = Object.keys(farms).map((farmId) => ({ farmId }));
  const ids: unknown[] = [];
  for await (const rows of listRows(load, { queries, limit, pageSize: 3, count })) {
    ids.push(...rows.map(({ id }) => id));
  }
  return { ids, asked: requests, ...count };
}

describe('one farm', () => {
  test('all rows of one farm are listed', async () => {
    expect(await list({ a: 4 }, undefined)).toEqual({
      ids: ['a0', 'a1', 'a2', 'a3'],
      asked: ['a 3', 'a 3'],
      shown: 4,
      total: 4,
      isMore: false,
      isExact: true,
    });
  });

  test('rows of one farm are listed up to the limit', async () => {
    expect(await list({ a: 9 }, 4)).toMatchObject({
      ids: ['a0', 'a1', 'a2', 'a3'],
      asked: ['a 3', 'a 3'],
      shown: 4,
      total: 9,
      isMore: true,
      isExact: true,
    });
  });

  test('a limit below the page size requests no more', async () => {
    expect(await list({ a: 9 }, 2)).toMatchObject({ asked: ['a 2'], shown: 2, isMore: true });
  });

  test('a limit that is exactly reached omits nothing', async () => {
    expect(await list({ a: 2 }, 2)).toMatchObject({ shown: 2, total: 2, isMore: false });
  });

  test('the list of a farm without rows is empty', async () => {
    expect(await list({ a: 0 }, 5)).toMatchObject({ ids: [], shown: 0, total: 0, isMore: false });
  });
});

describe('several farms', () => {
  test('are listed one after the other', async () => {
    expect(await list({ a: 1, b: 0, c: 2 }, undefined)).toMatchObject({
      ids: ['a0', 'c0', 'c1'],
      total: 3,
      isMore: false,
    });
  });

  test('share the limit; farms not read may have more', async () => {
    expect(await list({ a: 1, b: 5, c: 2 }, 3)).toEqual({
      ids: ['a0', 'b0', 'b1'],
      asked: ['a 3', 'b 2'],
      shown: 3,
      total: 6,
      isMore: true,
      isExact: false,
    });
  });
});

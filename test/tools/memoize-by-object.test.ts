import { expect, test } from 'vitest';
import { memoizeByObject } from '../../src/tools/collections.ts';

test('an object is computed once, for any number of requests', () => {
  const requests: object[] = [];
  const sizeOf = memoizeByObject((rows: readonly number[]) => {
    requests.push(rows);
    return rows.length;
  });
  const [first, second] = [[1, 2], [3]];
  expect([sizeOf(first), sizeOf(first), sizeOf(second)]).toEqual([2, 2, 1]);
  expect(requests).toEqual([first, second]);
});

test('an undefined or null result is cached too', () => {
  let times = 0;
  const memoized = memoizeByObject(() => {
    times++;
    return undefined;
  });
  const key = {};
  expect([memoized(key), memoized(key), times]).toEqual([undefined, undefined, 1]);
});

test('a failed computation is tried again', () => {
  let times = 0;
  const failing = memoizeByObject(() => {
    times++;
    if (times === 1) throw new Error('not yet');
    return 'now';
  });
  const key = {};
  expect(() => failing(key)).toThrow('not yet');
  expect(failing(key)).toBe('now');
});

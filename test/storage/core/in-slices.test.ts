import { expect, test } from 'vitest';
import { mapInSlices, nextTurn, runInSlices } from '../../../src/storage/core/slices.ts';
import { runSteps, type Steps } from '../../../src/tools/concurrency.ts';

const STEP_MILLIS = 30;

function* busySteps(count: number): Steps<number> {
  for (let step = 0; step < count; step++) {
    const startedAt = performance.now();
    while (performance.now() - startedAt < STEP_MILLIS);
    yield;
  }
  return count;
}

test('other work runs between the steps of several computations', async () => {
  let isDone = false;
  let turns = 0;
  const probe = () => {
    turns += 1;
    if (!isDone) setImmediate(probe);
  };
  setImmediate(probe);
  const results = await Promise.all([4, 4, 4].map((count) => runInSlices(busySteps(count))));
  isDone = true;
  expect(results).toEqual([4, 4, 4]);
  // The first steps of all run together; each of the others has its own turn.
  expect(turns).toBeGreaterThanOrEqual(9);
});

test('each turn continues one of the waiting computations', async () => {
  const order: string[] = [];
  const note = (name: string) => nextTurn().then(() => order.push(name));
  const all = Promise.all(['a', 'b', 'c'].map(note));
  for (const turns of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await new Promise(setImmediate);
    expect(order).toEqual(turns);
  }
  await all;
});

test('steps in slices give the result and the error of steps at once', async () => {
  const items = Array.from({ length: 1000 }, (_, index) => index);
  expect(await mapInSlices(items, (item) => item * 2)).toEqual(items.map((item) => item * 2));
  const fail = () => {
    throw new Error('broken');
  };
  await expect(mapInSlices([1], fail)).rejects.toThrow('broken');
  expect(runSteps(busySteps(1))).toBe(1);
});

import { describe, expect, test } from 'vitest';
import { createTurns } from '../../src/tools/concurrency.ts';

/** Tasks that end on request, and the order in which they start. */
function works(most: number, mostWaiting: number) {
  const inTurn = createTurns({ most, mostWaiting, refusal: () => new Error('too many') });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const start = (name: string, owner?: string) =>
    inTurn(async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (name === 'fails') throw new Error('failed');
      return name;
    }, owner);
  /** Ends the work that has been running for the longest. */
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { start, begun: started, endOne };
}

describe('turns', () => {
  test('run a limited number of tasks at a time, the others in order of arrival', async () => {
    const { start, begun, endOne } = works(2, 10);
    const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => start(name)));
    expect(begun).toEqual(['a', 'b']);
    await endOne();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (let count = 0; count < 3; count++) await endOne();
    expect(await all).toEqual(['a', 'b', 'c', 'd']);
  });

  test('serve the owners of waiting tasks in rotation', async () => {
    const { start, begun, endOne } = works(1, 10);
    const all = Promise.all(
      ['x1', 'x2', 'x3', 'x4', 'y1', 'z1', 'y2'].map((name) => start(name, name[0])),
    );
    for (let count = 0; count < 7; count++) await endOne();
    await all;
    expect(begun).toEqual(['x1', 'x2', 'y1', 'z1', 'x3', 'y2', 'x4']);
  });

  test('continue after a task that fails', async () => {
    const { start, begun, endOne } = works(1, 10);
    const failing = start('fails');
    const next = start('next');
    await Promise.all([expect(failing).rejects.toThrow('failed'), endOne()]);
    await endOne();
    expect([await next, begun]).toEqual(['next', ['fails', 'next']]);
  });

  test('reject tasks beyond the limit of waiting ones', async () => {
    const { start, endOne } = works(1, 1);
    const first = start('a');
    const second = start('b');
    await expect(start('c')).rejects.toThrow('too many');
    await endOne();
    await endOne();
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  });
});

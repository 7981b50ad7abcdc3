import { expect, test } from 'vitest';
import { FarmError } from '../../../src/model/core/errors.ts';
import { limits } from '../../../src/model/core/limits.ts';
import { MessageQueue } from '../../../src/platform/integrations/mqtt-session.ts';

const message = (text: string) => ({ text, at: 0 });

function aQueue(options: { readonly most?: number; readonly failures?: number } = {}) {
  const taken: [string, string][] = [];
  const batches: number[] = [];
  const errors: unknown[] = [];
  const dropped: number[] = [];
  let failures = options.failures ?? 0;
  const queue = new MessageQueue({
    take: async (integrationId, payloads) => {
      if (failures-- > 0) throw new FarmError('unavailable');
      batches.push(payloads.length);
      for (const { text } of payloads) taken.push([integrationId, text]);
    },
    onError: (error) => errors.push(error),
    onDropped: (count) => dropped.push(count),
    gatherMillis: 60_000,
    ...(options.most === undefined ? {} : { most: options.most }),
  });
  return { queue, taken, batches, errors, dropped };
}

test('messages are processed by integration, in order', async () => {
  const { queue, taken } = aQueue();
  queue.add('a', message('1'));
  queue.add('b', message('2'));
  queue.add('a', message('3'));
  await queue.close();
  expect(taken).toEqual([
    ['a', '1'],
    ['a', '3'],
    ['b', '2'],
  ]);
});

test('a burst is processed in batches of at most 200', async () => {
  const { queue, batches } = aQueue();
  for (let count = 0; count < 450; count++) queue.add('a', message(`${count}`));
  await queue.close();
  expect(batches).toEqual([200, 200, 50]);
});

test('beyond the limit the oldest are dropped and counted', async () => {
  const { queue, taken, dropped } = aQueue({ most: 3 });
  for (const text of ['1', '2', '3', '4', '5']) queue.add('a', message(text));
  await queue.close();
  expect(taken.map(([, text]) => text)).toEqual(['3', '4', '5']);
  expect(queue.dropped).toBe(2);
  expect(dropped).toEqual([1]);
});

test('beyond their total size the oldest are dropped, however few they are', async () => {
  const { queue, taken } = aQueue({ failures: 1000 });
  const size = limits.integrationMessageBytes;
  const fitting = limits.integrationQueueBytes / size;
  for (let count = 0; count < fitting + 10; count++) {
    queue.add('a', message(`${count} `.padEnd(size, 'x')));
    await queue.flush();
  }
  expect(queue.dropped).toBe(10);
  expect(taken).toEqual([]);
});

test('messages that could not be processed remain queued', async () => {
  const { queue, taken, errors } = aQueue({ failures: 1 });
  queue.add('a', message('1'));
  await queue.flush();
  expect(errors).toHaveLength(1);
  expect(taken).toEqual([]);
  await queue.close();
  expect(taken).toEqual([['a', '1']]);
});

test('a message that cannot be stored is dropped and counted, and does not block others', async () => {
  const taken: string[] = [];
  const errors: unknown[] = [];
  const queue = new MessageQueue({
    take: async (_, payloads) => {
      if (payloads.some(({ text }) => text === 'bad')) throw new TypeError('cannot be bound');
      taken.push(...payloads.map(({ text }) => text));
    },
    onError: (error) => errors.push(error),
    onDropped: () => {},
    gatherMillis: 60_000,
  });
  for (const text of ['1', 'bad', '2']) queue.add('a', message(text));
  queue.add('b', message('3'));
  await queue.close();
  expect(taken).toEqual(['1', '2', '3']);
  expect([errors.length, queue.dropped]).toEqual([1, 1]);
});

test('an integration with queued messages does not delay others', async () => {
  const taken: string[] = [];
  let isAway = true;
  const queue = new MessageQueue({
    take: async (integrationId, payloads) => {
      if (integrationId === 'a' && isAway) throw new FarmError('unavailable');
      taken.push(...payloads.map(({ text }) => text));
    },
    onError: () => {},
    onDropped: () => {},
    gatherMillis: 60_000,
  });
  queue.add('a', message('1'));
  queue.add('b', message('2'));
  await queue.flush();
  expect(taken).toEqual(['2']);
  isAway = false;
  await queue.close();
  expect(taken).toEqual(['2', '1']);
});

import { expect, test } from 'vitest';
import { wait } from '../../src/client/retry.ts';

test('waiting ends after the given time', async () => {
  const start = performance.now();
  await wait(20, undefined);
  expect(performance.now() - start).toBeGreaterThanOrEqual(18);
});

test('waiting ends immediately with the reason of its signal', async () => {
  const controller = new AbortController();
  const waiting = wait(60_000, controller.signal);
  const reason = new Error('interrupted');
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(wait(60_000, controller.signal)).rejects.toBe(reason);
});

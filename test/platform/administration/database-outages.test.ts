import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FarmError } from '../../../src/model/core/errors.ts';
import { watchDatabase } from '../../../src/platform/administration/connection-log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const anError = (code: string) =>
  new FarmError('unavailable', { code, message: 'No.', cause: new Error('ECONNREFUSED') });

/** A database that is unavailable for some pings, and the log of this. */
function aWatch(failures: number) {
  const lines: { readonly msg: string; readonly code?: string; readonly seconds?: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  let pings = 0;
  const ping = async () => {
    pings += 1;
    if (pings <= failures) throw new Error('away');
  };
  return { lines, pings: () => pings, watch: watchDatabase({ ping }, log, 1000) };
}

test('an outage is reported once, and its end once', async () => {
  const { lines, watch } = aWatch(2);
  for (let index = 0; index < 5; index++)
    expect(watch.covers(anError('database_unreachable'))).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines).toMatchObject([
    {
      code: 'database_unreachable',
      err: { message: 'ECONNREFUSED' },
      msg: 'the database does not answer; requests that need it are refused',
    },
    { seconds: 3, msg: 'the database answers again' },
  ]);
  watch.covers(anError('database_read_only'));
  expect(lines).toHaveLength(3);
  watch.stop();
});

test('other errors are not an outage, and cause no query', async () => {
  const { lines, pings, watch } = aWatch(0);
  for (const code of ['database_busy', 'rate_limited', 'overloaded']) {
    expect(watch.covers(anError(code))).toBe(false);
  }
  expect(watch.covers(new Error('database_unreachable'))).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([lines, pings()]).toEqual([[], 0]);
});

test('a stopped service sends no more queries', async () => {
  const { lines, pings, watch } = aWatch(100);
  watch.covers(anError('database_failing'));
  watch.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([lines.length, pings()]).toEqual([1, 0]);
});

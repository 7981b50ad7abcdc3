import { expect, test } from 'vitest';
import { wallTime } from '../../src/tools/wall-time.ts';

const HOUR = 3_600_000;

test.each([
  ['2026-11-21', 14.5, '2026-11-21T12:30:00.000Z'],
  ['2026-07-01', 8, '2026-07-01T05:00:00.000Z'],
  // The clocks go forward at 2:00 on 27 March 2026 and back at 2:00 on 25 October.
  ['2026-03-27', 23.5, '2026-03-27T20:30:00.000Z'],
  ['2026-10-25', 23.5, '2026-10-25T21:30:00.000Z'],
])('on %s at %d o’clock in Israel it is %s', (day, hours, instant) => {
  expect(new Date(wallTime(day, hours * HOUR, 'Asia/Jerusalem')).toISOString()).toBe(instant);
});

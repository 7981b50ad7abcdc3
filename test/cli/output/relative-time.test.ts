import { expect, test } from 'vitest';
import { relativeTime } from '../../../src/cli/output/relative-time.ts';

const NOW = Date.UTC(2026, 10, 21, 8);

test.each([
  ['2026-11-21T08:00:00.000Z', 'now'],
  ['2026-11-21T07:59:59.000Z', '1 s ago'],
  ['2026-11-21T07:59:00.001Z', '59 s ago'],
  ['2026-11-21T07:59:00.000Z', '1 min ago'],
  ['2026-11-21T07:00:00.000Z', '1 h ago'],
  ['2026-11-21T06:00:00.000Z', '2 h ago'],
  ['2026-11-19T08:00:00.001Z', '47 h ago'],
  ['2026-11-19T08:00:00.000Z', '2 d ago'],
  ['2026-09-22T09:00:00.000Z', '59 d ago'],
  ['2026-09-21T08:00:00.000Z', '2026-09-21'],
  ['2026-11-24T08:00:00.000Z', 'in 3 d'],
  ['2026-11-21T08:05:00.000Z', 'in 5 min'],
  ['yesterday', 'yesterday'],
])('%s is %s', (instant, expected) => {
  expect(relativeTime(instant, NOW)).toBe(expected);
});

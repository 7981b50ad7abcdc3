import { expect, test } from 'vitest';
import { relativeTime } from '../../../src/cli/output/cell-text.ts';

const NOW = Date.UTC(2026, 10, 21, 8);

test.each([
  ['2026-11-21T08:00:00.000Z', 'now'],
  ['2026-11-21T07:59:59.000Z', '1s ago'],
  ['2026-11-21T07:59:00.001Z', '59s ago'],
  ['2026-11-21T07:59:00.000Z', '1m ago'],
  ['2026-11-21T07:00:00.000Z', '1h ago'],
  ['2026-11-21T06:00:00.000Z', '2h ago'],
  ['2026-11-19T08:00:00.001Z', '47h ago'],
  ['2026-11-19T08:00:00.000Z', '2d ago'],
  ['2026-09-22T09:00:00.000Z', '59d ago'],
  ['2026-09-21T08:00:00.000Z', '2026-09-21'],
  ['2026-11-24T08:00:00.000Z', 'in 3d'],
  ['2026-11-21T08:05:00.000Z', 'in 5m'],
  ['yesterday', 'yesterday'],
])('%s is %s', (instant, expected) => {
  expect(relativeTime(instant, NOW)).toBe(expected);
});

test.each([
  ['en', '2h ago'],
  ['es', 'hace 2 h'],
  ['he', 'לפני שעתיים'],
  ['th', '2 ชม. ที่แล้ว'],
  ['zh', '2小时前'],
] as const)('in %s two hours are %s', (language, expected) => {
  expect(relativeTime('2026-11-21T06:00:00.000Z', NOW, language)).toBe(expected);
});

import { expect, test } from 'vitest';
import { dueScan } from '../../../src/farming/alert-rules/evaluate-farm.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';

// Israel is UTC+2 in November: 5:30 is 3:30 UTC and 20:00 is 18:00 UTC.
test.each([
  ['a farm that was never looked through', '2026-11-21T10:00:00.000Z', null, null, 'full'],
  [
    'a minute before the morning',
    '2026-11-21T03:29:00.000Z',
    '2026-11-21T03:15:00.000Z',
    '2026-11-20T18:00:00.000Z',
    'air',
  ],
  [
    'the morning itself',
    '2026-11-21T03:30:00.000Z',
    '2026-11-21T03:15:00.000Z',
    '2026-11-20T18:00:00.000Z',
    'full',
  ],
  [
    'a morning that was missed',
    '2026-11-21T08:00:00.000Z',
    '2026-11-20T18:00:00.000Z',
    '2026-11-20T18:00:00.000Z',
    'full',
  ],
  [
    'the next full hour',
    '2026-11-21T11:00:00.000Z',
    '2026-11-21T10:45:00.000Z',
    '2026-11-21T03:30:00.000Z',
    'rules',
  ],
  [
    'a quarter past it',
    '2026-11-21T11:15:00.000Z',
    '2026-11-21T11:00:00.000Z',
    '2026-11-21T03:30:00.000Z',
    'air',
  ],
  [
    'a scan that lies ahead',
    '2026-11-21T11:15:00.000Z',
    '2026-11-25T11:00:00.000Z',
    '2026-11-25T03:30:00.000Z',
    'full',
  ],
])('%s is due separately', (...[, now, rulesAt, fullAt, kind]) => {
  const zone = 'Asia/Jerusalem';
  const times = { now: Date.parse(now), zone, rulesAt, fullAt, thresholds: defaultThresholds };
  expect(dueScan(times)).toBe(kind);
});

import { expect, test } from 'vitest';
import { isInNight, nightWindow } from '../../../src/farming/digest/night-reports.ts';
import { dayInZone } from '../../../src/tools/calendar.ts';
import { aSnapshot } from '../../support/a-snapshot.ts';

function windowAt(instant: string, zone: string) {
  const now = Date.parse(instant);
  return nightWindow(aSnapshot({ now, zone, today: dayInZone(now, zone) }));
}

test.each([
  ['in winter', '2026-11-21T05:30:00.000Z', 'Asia/Jerusalem', '2026-11-20T16:00:00.000Z'],
  ['in summer', '2026-07-01T05:30:00.000Z', 'Asia/Jerusalem', '2026-06-30T15:00:00.000Z'],
  [
    'after the clocks went forward',
    '2026-03-27T05:30:00.000Z',
    'Asia/Jerusalem',
    '2026-03-26T16:00:00.000Z',
  ],
  ['the day after that', '2026-03-28T05:30:00.000Z', 'Asia/Jerusalem', '2026-03-27T15:00:00.000Z'],
  [
    'after the clocks went back',
    '2026-10-25T05:30:00.000Z',
    'Asia/Jerusalem',
    '2026-10-24T15:00:00.000Z',
  ],
  ['the day after that', '2026-10-26T05:30:00.000Z', 'Asia/Jerusalem', '2026-10-25T16:00:00.000Z'],
  ['just after midnight', '2026-11-20T22:01:00.000Z', 'Asia/Jerusalem', '2026-11-20T16:00:00.000Z'],
  ['in Thailand', '2026-11-21T00:30:00.000Z', 'Asia/Bangkok', '2026-11-20T11:00:00.000Z'],
])('%s the night starts at 18:00 of the previous day', (_when, now, zone, from) => {
  expect(windowAt(now, zone)).toEqual({ from, to: now });
});

test('both ends are part of the night', () => {
  const night = { from: '2026-11-20T16:00:00.000Z', to: '2026-11-21T05:30:00.000Z' };
  const moments = [
    '2026-11-20T15:59:59.999Z',
    '2026-11-20T16:00:00.000Z',
    '2026-11-21T05:30:00.000Z',
    '2026-11-21T05:30:00.001Z',
  ];
  expect(moments.map((at) => isInNight(at, night))).toEqual([false, true, true, false]);
});

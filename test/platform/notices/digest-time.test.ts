import { expect, test } from 'vitest';
import {
  type DigestWish,
  digestDayAt,
  nextDigestAt,
} from '../../../src/platform/notices/digests.ts';

/** Clocks change on 2026-03-27 from 02:00 to 03:00, and on 2026-10-25 from 02:00 to 01:00. */
const ZONE = 'Asia/Jerusalem';

const wish = (hour: number, now: string, lastDay: string | null): DigestWish => ({
  hour,
  zone: ZONE,
  lastDay,
  now: Date.parse(now),
});

test.each<[what: string, DigestWish, expected: string]>([
  ['later today', wish(6, '2026-11-21T03:59:59Z', null), '2026-11-21T04:00'],
  ['tomorrow once the hour has come', wish(6, '2026-11-21T04:00:00Z', null), '2026-11-22T04:00'],
  [
    'tomorrow after one was sent today',
    wish(9, '2026-11-21T05:00:00Z', '2026-11-21'),
    '2026-11-22T07:00',
  ],
  ['by the day of the zone', wish(0, '2026-11-21T21:59:00Z', '2026-11-21'), '2026-11-21T22:00'],
  ['at 03:00 if 02:00 is skipped', wish(2, '2026-03-26T23:00:00Z', null), '2026-03-27T00:00'],
  ['at 02:00 after that', wish(2, '2026-03-27T00:00:00Z', '2026-03-27'), '2026-03-27T23:00'],
  ['at the first of two 01:00', wish(1, '2026-10-24T21:59:00Z', null), '2026-10-24T22:00'],
  ['not at the second', wish(1, '2026-10-24T22:00:01Z', '2026-10-25'), '2026-10-25T23:00'],
  ['nor if the first was missed', wish(1, '2026-10-24T22:30:00Z', null), '2026-10-25T23:00'],
])('the next one is due %s', (_, request, expected) => {
  expect(new Date(nextDigestAt(request)).toISOString()).toBe(`${expected}:00.000Z`);
});

test.each<[what: string, DigestWish, expected: string | undefined]>([
  ['before its time', wish(6, '2026-11-21T03:59:59Z', '2026-11-20'), undefined],
  ['at its time', wish(6, '2026-11-21T04:00:00Z', '2026-11-20'), '2026-11-21'],
  ['six hours late', wish(6, '2026-11-21T10:00:00Z', null), '2026-11-21'],
  ['later than that', wish(6, '2026-11-21T10:00:01Z', null), undefined],
  ['on a day with one already sent', wish(6, '2026-11-21T05:00:00Z', '2026-11-21'), undefined],
  ['after midnight', wish(23, '2026-11-21T22:30:00Z', '2026-11-20'), '2026-11-21'],
  ['at the second of two 01:00', wish(1, '2026-10-24T23:00:00Z', '2026-10-25'), undefined],
  ['at the second one after a break', wish(1, '2026-10-24T23:00:00Z', null), '2026-10-25'],
])('%s it is sent for %o', (_, request, expected) => {
  expect(digestDayAt(request)).toBe(expected);
});

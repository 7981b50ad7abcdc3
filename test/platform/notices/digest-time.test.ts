import { expect, test } from 'vitest';
import {
  type DigestWish,
  digestDayAt,
  nextDigestAt,
} from '../../../src/platform/notices/digests.ts';

/** Clocks change on 2026-03-27 from 02:00 to 03:00, and on 2026-10-25 from 02:00 to 01:00. */
const ZONE = 'Asia/Jerusalem';

const digestSchedule = (hour: number, now: string, lastDay: string | null): DigestWish => ({
  hour,
  zone: ZONE,
  lastDay,
  now: Date.parse(now),
});

test.each<[what: string, DigestWish, expected: string]>([
  ['later today', digestSchedule(6, '2026-11-21T03:59:59Z', null), '2026-11-21T04:00'],
  [
    'tomorrow once the hour has come',
    digestSchedule(6, '2026-11-21T04:00:00Z', null),
    '2026-11-22T04:00',
  ],
  [
    'tomorrow after one was sent today',
    digestSchedule(9, '2026-11-21T05:00:00Z', '2026-11-21'),
    '2026-11-22T07:00',
  ],
  [
    'by the day of the zone',
    digestSchedule(0, '2026-11-21T21:59:00Z', '2026-11-21'),
    '2026-11-21T22:00',
  ],
  [
    'at 03:00 if 02:00 is skipped',
    digestSchedule(2, '2026-03-26T23:00:00Z', null),
    '2026-03-27T00:00',
  ],
  [
    'at 02:00 after that',
    digestSchedule(2, '2026-03-27T00:00:00Z', '2026-03-27'),
    '2026-03-27T23:00',
  ],
  [
    'at the first of two 01:00',
    digestSchedule(1, '2026-10-24T21:59:00Z', null),
    '2026-10-24T22:00',
  ],
  [
    'not at the second',
    digestSchedule(1, '2026-10-24T22:00:01Z', '2026-10-25'),
    '2026-10-25T23:00',
  ],
  [
    'nor if the first was missed',
    digestSchedule(1, '2026-10-24T22:30:00Z', null),
    '2026-10-25T23:00',
  ],
])('the next one is due %s', (_, request, expected) => {
  expect(new Date(nextDigestAt(request)).toISOString()).toBe(`${expected}:00.000Z`);
});

test.each<[what: string, DigestWish, expected: string | undefined]>([
  ['before its time', digestSchedule(6, '2026-11-21T03:59:59Z', '2026-11-20'), undefined],
  ['at its time', digestSchedule(6, '2026-11-21T04:00:00Z', '2026-11-20'), '2026-11-21'],
  ['six hours late', digestSchedule(6, '2026-11-21T10:00:00Z', null), '2026-11-21'],
  ['later than that', digestSchedule(6, '2026-11-21T10:00:01Z', null), undefined],
  [
    'on a day with one already sent',
    digestSchedule(6, '2026-11-21T05:00:00Z', '2026-11-21'),
    undefined,
  ],
  ['after midnight', digestSchedule(23, '2026-11-21T22:30:00Z', '2026-11-20'), '2026-11-21'],
  [
    'at the second of two 01:00',
    digestSchedule(1, '2026-10-24T23:00:00Z', '2026-10-25'),
    undefined,
  ],
  [
    'at the second one after a break',
    digestSchedule(1, '2026-10-24T23:00:00Z', null),
    '2026-10-25',
  ],
])('%s it is sent for %o', (_, request, expected) => {
  expect(digestDayAt(request)).toBe(expected);
});

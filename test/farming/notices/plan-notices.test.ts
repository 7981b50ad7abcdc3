import { describe, expect, test } from 'vitest';
import {
  calmUntil,
  type DutyMoment,
  defaultDutyPlan,
  type FarmPeople,
  onCallAt,
  planNotice,
  reachOf,
  simulateNotices,
} from '../../../src/farming/notices/plan-notices.ts';
import type { DutyPlan } from '../../../src/model/answers/notices.ts';

/** Clocks change on 2026-03-27 from 02:00 to 03:00, and on 2026-10-25 from 02:00 to 01:00. */
const ZONE = 'Asia/Jerusalem';
const MINUTE = 60_000;
const WEEKDAYS = [1, 2, 3, 4, 5];

const nights = { userId: 'dana', days: WEEKDAYS, from: '18:00', to: '06:00' };
const plan = (changes: Partial<DutyPlan>): DutyPlan => ({ ...defaultDutyPlan, ...changes });

describe('on call', () => {
  const late = { ...nights, days: [4, 6], from: '22:00' };
  const skipped = { ...nights, days: [5], from: '02:30', to: '05:00' };
  const roundTheClock = { ...nights, days: [1], from: '08:00', to: '08:00' };
  const holidays = { from: '2026-12-24', to: '2026-12-26', userId: 'noa' };
  const unassigned = { from: '2026-12-25', to: '2026-12-31', userId: null };
  test.each<[what: string, plan: Partial<DutyPlan>, now: string, expected: string[]]>([
    ['nobody is on call before the shift', { shifts: [nights] }, '2026-11-02T15:59:59.999Z', []],
    ['from its start', { shifts: [nights] }, '2026-11-02T16:00:00.000Z', ['dana']],
    ['after midnight', { shifts: [nights] }, '2026-11-03T03:59:59.999Z', ['dana']],
    ['not from its end on', { shifts: [nights] }, '2026-11-03T04:00:00.000Z', []],
    ['on Saturday morning still', { shifts: [nights] }, '2026-11-07T03:00:00.000Z', ['dana']],
    ['not on Saturday night', { shifts: [nights] }, '2026-11-07T20:00:00.000Z', []],
    ['not on Monday morning', { shifts: [nights] }, '2026-11-02T03:00:00.000Z', []],
    ['for a whole day', { shifts: [roundTheClock] }, '2026-11-03T05:59:00.000Z', ['dana']],
    ['and no longer', { shifts: [roundTheClock] }, '2026-11-03T06:00:00.000Z', []],
    ['to 06:00 in summer time', { shifts: [late] }, '2026-03-27T02:59:00.000Z', ['dana']],
    ['not after 06:00 in summer time', { shifts: [late] }, '2026-03-27T03:00:00.000Z', []],
    ['to 06:00 in winter time', { shifts: [late] }, '2026-10-25T03:59:00.000Z', ['dana']],
    ['not after 06:00 in winter time', { shifts: [late] }, '2026-10-25T04:00:00.000Z', []],
    ['from a skipped time on', { shifts: [skipped] }, '2026-03-27T00:30:00.000Z', ['dana']],
    ['not before a skipped time', { shifts: [skipped] }, '2026-03-27T00:29:00.000Z', []],
    [
      'two people with overlapping shifts, each once',
      {
        shifts: [nights, { ...nights, userId: 'noa', from: '22:00' }, { ...nights, from: '20:00' }],
      },
      '2026-11-02T21:00:00.000Z',
      ['dana', 'noa'],
    ],
    [
      'the substitute in an exception',
      { shifts: [nights], exceptions: [holidays, unassigned] },
      '2026-12-25T20:00:00.000Z',
      ['noa'],
    ],
    [
      'nobody if an exception removes all',
      { shifts: [nights], exceptions: [holidays, unassigned] },
      '2026-12-28T20:00:00.000Z',
      [],
    ],
    [
      'not the shift of the day before during an exception',
      { shifts: [nights], exceptions: [unassigned] },
      '2026-12-24T22:30:00.000Z',
      [],
    ],
  ])('%s', (_, changes, now, expected) => {
    expect(onCallAt(plan(changes), Date.parse(now), ZONE)).toEqual(expected);
  });
});

const people: FarmPeople = {
  readers: ['avi', 'dana', 'noa', 'gil'],
  owners: ['avi'],
  managers: ['avi', 'noa'],
  reachable: new Set(['avi', 'dana', 'noa', 'gil']),
};
const peopleWith = (...reachable: string[]): FarmPeople => ({
  ...people,
  reachable: new Set(reachable),
});

const moment = (changes: Partial<DutyPlan>, now: string, farmPeople = people): DutyMoment => ({
  plan: plan(changes),
  people: farmPeople,
  zone: ZONE,
  now: Date.parse(now),
});

describe('warnings', () => {
  const preferences = { warnings: true, quietHours: { from: '21:00', to: '06:00' } };
  test.each<[what: string, now: string, until: string | undefined]>([
    ['are sent before the quiet hours', '2026-11-02T18:59:59.999Z', undefined],
    ['are held in the evening', '2026-11-02T19:00:00.000Z', '2026-11-03T04:00:00.000Z'],
    ['are held after midnight', '2026-11-03T01:00:00.000Z', '2026-11-03T04:00:00.000Z'],
    ['are sent in the morning', '2026-11-03T04:00:00.000Z', undefined],
    ['are held for a shorter night', '2026-03-26T19:30:00.000Z', '2026-03-27T03:00:00.000Z'],
    ['are held for a longer night', '2026-10-24T18:30:00.000Z', '2026-10-25T04:00:00.000Z'],
  ])('%s', (_, now, until) => {
    expect(planNotice(moment(preferences, now), 'warning', { step: 0 })).toMatchObject(
      until === undefined
        ? { kind: 'notify', recipients: [{ userId: 'avi' }] }
        : { kind: 'hold', until: Date.parse(until) },
    );
    // Critical alerts are sent at any hour.
    expect(planNotice(moment(preferences, now), 'critical', { step: 0 }).kind).toBe('notify');
  });

  test('are not sent unless the plan says so, and information never', () => {
    const now = '2026-11-02T12:00:00.000Z';
    expect(planNotice(moment({}, now), 'warning', { step: 0 })).toEqual({ kind: 'ignore' });
    expect(planNotice(moment(preferences, now), 'info', { step: 0 })).toEqual({ kind: 'ignore' });
  });
});

describe('critical alerts', () => {
  const NIGHT = '2026-11-02T20:00:00.000Z';
  const levels = { shifts: [nights], escalation: [{ userIds: ['gil'], afterMinutes: 3 }] };
  const everybody = ['dana', 'gil', 'avi', 'noa'];
  type Told = [minute: number, ...userIds: string[]];
  test.each<[what: string, plan: Partial<DutyPlan>, people: FarmPeople, expected: Told[]]>([
    [
      'are sent to owners, then to managers, then to all again',
      {},
      people,
      [
        [0, 'avi'],
        [5, 'avi', 'noa'],
        [15, 'avi', 'noa'],
        [25, 'avi', 'noa'],
      ],
    ],
    [
      'are sent to every level',
      levels,
      people,
      [
        [0, 'dana'],
        [3, 'gil'],
        [8, 'avi', 'noa'],
        [18, ...everybody],
        [28, ...everybody],
      ],
    ],
    [
      'skip levels without people',
      levels,
      peopleWith('noa'),
      [
        [0, 'noa'],
        [10, 'noa'],
        [20, 'noa'],
      ],
    ],
    [
      'are sent again to the only reachable person',
      levels,
      peopleWith('dana'),
      [
        [0, 'dana'],
        [3, 'dana'],
        [13, 'dana'],
        [23, 'dana'],
      ],
    ],
    ['wait for a reachable person', levels, peopleWith(), [[0], [10], [20]]],
    [
      'are sent to owners if the person on call may not read alerts',
      { shifts: [{ ...nights, userId: 'left' }] },
      people,
      [
        [0, 'avi'],
        [5, 'avi', 'noa'],
        [15, 'avi', 'noa'],
        [25, 'avi', 'noa'],
      ],
    ],
  ])('%s', (_, changes, people, expected) => {
    const start = moment(changes, NIGHT, people);
    const reported = simulateNotices(start, 'critical', 29 * MINUTE).map(({ at, recipients }) => [
      (at - start.now) / MINUTE,
      ...recipients.map(({ userId }) => userId),
    ]);
    expect(reported).toEqual(expected);
  });

  test('raised between two steps are sent to all who were notified, and the next step remains due', () => {
    const dueAt = Date.parse(NIGHT) + MINUTE;
    expect(planNotice(moment(levels, NIGHT), 'critical', { step: 2, dueAt })).toEqual({
      kind: 'notify',
      recipients: [
        { userId: 'dana', reason: 'on_call' },
        { userId: 'gil', reason: 'escalation' },
      ],
      step: 1,
      nextStep: 2,
      nextAt: dueAt,
    });
  });

  test('are handed over to the next shift', () => {
    const days = { ...nights, userId: 'gil', from: '06:00', to: '18:00' };
    const start = moment(
      { shifts: [nights, days] },
      '2026-11-03T03:58:00.000Z',
      peopleWith('dana', 'gil'),
    );
    const reported = simulateNotices(start, 'critical', 10 * MINUTE);
    expect(reported.map(({ recipients }) => recipients.map(({ userId }) => userId))).toEqual([
      ['dana'],
      ['gil'],
    ]);
  });
});

describe('alerts after a message are collected', () => {
  // Seconds since 1970; each message is sent at its time and is followed by a pause until that time.
  test.each<[what: string, severity: string, sent: number[], until: number[]]>([
    ['from the third message on', 'critical', [100, 105, 110], [70, 100, 130]],
    ['then for 30 s each', 'critical', [100, 105, 110, 130, 160], [70, 100, 130, 160, 190]],
    ['not while they are 30 s apart', 'critical', [100, 130, 160, 190], [70, 100, 130, 160]],
    ['not after a pause', 'critical', [100, 101, 102, 200, 201], [70, 100, 130, 170, 200]],
    ['at most 30 s, even after a due step', 'critical', [100, 100, 100, 101], [70, 100, 130, 131]],
    ['for 10 minutes after warnings', 'warning', [100, 700], [700, 1300]],
  ])('%s', (_, severity, sent, until) => {
    let before: number | undefined;
    const recipients = sent.map((at) => {
      before = calmUntil(severity, before, at * 1000);
      return before / 1000;
    });
    expect(recipients).toEqual(until);
  });
});

describe('recipients of critical alerts', () => {
  const people = (...reachable: string[]): FarmPeople => ({
    readers: ['dana', 'noa', 'tom', 'vic'],
    owners: ['dana'],
    managers: ['dana', 'noa'],
    reachable: new Set(reachable),
  });
  const shifts = [{ ...nights, userId: 'tom' }];
  const later = [{ userIds: ['tom'], afterMinutes: 5 }];
  test.each<[what: string, plan: Partial<DutyPlan>, FarmPeople, expected: string]>([
    ['a manager', {}, people('noa'), 'anytime'],
    ['somebody in the escalation', { escalation: later }, people('tom'), 'anytime'],
    ['only people with a shift', { shifts }, people('tom'), 'on_duty'],
    ['a reader who is not notified', { shifts }, people('vic'), 'nobody'],
    [
      'people who may not read alerts',
      { shifts: [nights] },
      { ...people('dana'), readers: [] },
      'nobody',
    ],
    ['nobody', { shifts, escalation: later }, people(), 'nobody'],
  ])('%s', (_, changes, of, expected) => {
    expect(reachOf(plan(changes), of)).toBe(expected);
  });
});

import { describe, expect, test } from 'vitest';
import { dailyLogs } from '../../../src/model/resources/daily-logs.ts';
import { issuesIn, locksIn } from '../../support/rule-situation.ts';

const log = (values: Readonly<Record<string, unknown>>) =>
  [dailyLogs, { id: 'log_7', flockId: 'flock_1', date: '2026-11-21', ...values }] as const;
const newLog = { flockId: 'flock_1', date: '2026-11-21' };
const duplicate = [
  {
    path: 'date',
    code: 'duplicate',
    message: 'date already has a daily log of this flock, log_7; change that one.',
    existingId: 'log_7',
  },
];

describe('a second log of a flock and day is rejected', () => {
  test.each([
    ['if it is new', undefined, newLog],
    ['if it is moved to the day', { ...newLog, date: '2026-11-20' }, { date: '2026-11-21' }],
    ['if it is moved to the flock', { ...newLog, flockId: 'flock_2' }, { flockId: 'flock_1' }],
  ])('%s', async (_fact, before, after) => {
    const situation = { after, among: [log({})], ...(before ? { before } : {}) };
    expect(await issuesIn(dailyLogs, situation)).toEqual(duplicate);
  });
});

describe('a log is accepted', () => {
  test.each([
    ['beside one of another day', log({ date: '2026-11-20' })],
    ['beside one of another flock', log({ flockId: 'flock_2' })],
    ['in place of itself', log({ id: 'log_1' })],
    ['beside one of another organisation', log({ orgId: 'org_2' })],
  ])('%s', async (_fact, neighbour) => {
    expect(await issuesIn(dailyLogs, { after: newLog, among: [neighbour] })).toEqual([]);
  });

  test('a log is accepted if only its figures change', async () => {
    const situation = { before: newLog, after: { mortality: 3 }, among: [log({})] };
    expect(await issuesIn(dailyLogs, situation)).toEqual([]);
  });
});

test('two concurrent logs of a day are checked one after the other', async () => {
  expect(await locksIn(dailyLogs, { after: newLog })).toEqual(['daily-log flock_1 2026-11-21']);
});

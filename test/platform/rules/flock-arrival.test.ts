import { describe, expect, test } from 'vitest';
import { dailyLogs } from '../../../src/model/resources/daily-logs.ts';
import { flocks } from '../../../src/model/resources/flocks.ts';
import { sales } from '../../../src/model/resources/sales.ts';
import { issuesIn } from '../../support/rule-situation.ts';

const flock = { barnId: 'barn_1', code: 'B1', placementDate: '2026-11-28' };
const past = { ...flock, placementDate: '2026-11-01' };

const codesOf = async (situation: Parameters<typeof issuesIn>[1]) =>
  (await issuesIn(flocks, situation)).map(({ code }) => code);

describe('a flock with a future placement', () => {
  test.each([
    ['cannot be created as active', undefined, { ...flock, status: 'active' }, ['not_arrived']],
    ['cannot be created as selling', undefined, { ...flock, status: 'selling' }, ['not_arrived']],
    ['may be planned', undefined, { ...flock, status: 'planned' }, []],
    ['cannot be activated', { ...flock, status: 'planned' }, { status: 'active' }, ['not_arrived']],
    [
      'can be activated with the day on which it came',
      { ...flock, status: 'planned' },
      { status: 'active', placementDate: '2026-11-21' },
      [],
    ],
    [
      'cannot be set for an active flock',
      { ...past, status: 'active' },
      { placementDate: '2026-11-22' },
      ['not_arrived'],
    ],
    ['can be changed if it is already active', { ...flock, status: 'active' }, { notes: 'x' }, []],
  ])('%s', async (_fact, before, after, codes) => {
    expect(await codesOf({ ...(before ? { before } : {}), after })).toEqual(codes);
  });

  test('is active from that day on at the farm', async () => {
    const situation = {
      before: { ...flock, status: 'planned', placementDate: '2026-11-22' },
      after: { status: 'active' },
    };
    // In Israel, UTC+2, it is 2026-11-21 until 22:00 UTC.
    expect(await codesOf({ ...situation, now: '2026-11-21T21:59:00.000Z' })).toEqual([
      'not_arrived',
    ]);
    expect(await codesOf({ ...situation, now: '2026-11-21T22:00:00.000Z' })).toEqual([]);
  });

  test('is rejected with the date in the message', async () => {
    const [issue] = await issuesIn(flocks, { after: { ...flock, status: 'active' } });
    expect(issue?.message).toBe(
      'status cannot be active before the placement on 2026-11-28; leave the flock planned until that day, or change placementDate.',
    );
  });
});

describe('an active flock', () => {
  const before = { ...past, status: 'active' };
  const after = { status: 'planned' };
  const ownLog = { flockId: 'flock_1', date: '2026-11-20' };

  test('can be planned again while it has no records', async () => {
    expect(await codesOf({ before, after })).toEqual([]);
  });

  test.each([
    ['logs', dailyLogs],
    ['sales', sales],
  ])('remains active with %s', async (_name, definition) => {
    expect(await codesOf({ before, after, among: [[definition, ownLog]] })).toEqual([
      'has_records',
    ]);
  });
});

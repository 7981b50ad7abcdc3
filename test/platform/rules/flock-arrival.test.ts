import { describe, expect, test } from 'vitest';
import { dailyLogs } from '../../../src/model/resources/daily-logs.ts';
import { flocks } from '../../../src/model/resources/flocks.ts';
import { sales } from '../../../src/model/resources/sales.ts';
import { issuesIn } from '../../support/rule-situation.ts';

const flock = { barnId: 'barn_1', code: 'B1', placementDate: '2026-11-28' };
const past = { ...flock, placementDate: '2026-11-01' };

const codesOf = async (situation: Parameters<typeof issuesIn>[1]) =>
  (await issuesIn(flocks, situation)).map(({ code }) => code);

describe('a flock whose placement lies ahead', () => {
  test.each([
    ['is not created as active', undefined, { ...flock, status: 'active' }, ['not_arrived']],
    ['is not created as selling', undefined, { ...flock, status: 'selling' }, ['not_arrived']],
    ['may be planned', undefined, { ...flock, status: 'planned' }, []],
    ['is not activated', { ...flock, status: 'planned' }, { status: 'active' }, ['not_arrived']],
    [
      'is activated with the day on which it came',
      { ...flock, status: 'planned' },
      { status: 'active', placementDate: '2026-11-21' },
      [],
    ],
    [
      'does not come of an active flock',
      { ...past, status: 'active' },
      { placementDate: '2026-11-22' },
      ['not_arrived'],
    ],
    [
      'can be changed where it is active already',
      { ...flock, status: 'active' },
      { notes: 'x' },
      [],
    ],
  ])('%s', async (_fact, before, after, codes) => {
    expect(await codesOf({ ...(before ? { before } : {}), after })).toEqual(codes);
  });

  test('is active from the day of the farm on', async () => {
    const situation = {
      before: { ...flock, status: 'planned', placementDate: '2026-11-22' },
      after: { status: 'active' },
    };
    // In Israel, two hours ahead, it is 2026-11-21 until 22:00 UTC.
    expect(await codesOf({ ...situation, now: '2026-11-21T21:59:00.000Z' })).toEqual([
      'not_arrived',
    ]);
    expect(await codesOf({ ...situation, now: '2026-11-21T22:00:00.000Z' })).toEqual([]);
  });

  test('is told the day', async () => {
    const [issue] = await issuesIn(flocks, { after: { ...flock, status: 'active' } });
    expect(issue?.message).toBe(
      'status cannot be active before the placement on 2026-11-28; leave the flock planned until that day, or change placementDate.',
    );
  });
});

describe('an active flock', () => {
  const before = { ...past, status: 'active' };
  const after = { status: 'planned' };
  const own = { flockId: 'flock_1', date: '2026-11-20' };

  test('can be planned again while nothing is recorded of it', async () => {
    expect(await codesOf({ before, after })).toEqual([]);
  });

  test.each([
    ['logs', dailyLogs],
    ['sales', sales],
  ])('stays what it is with %s', async (_name, definition) => {
    expect(await codesOf({ before, after, among: [[definition, own]] })).toEqual(['has_records']);
  });
});

import { describe, expect, test } from 'vitest';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { aFlock, row } from '../../support/a-snapshot.ts';
import { aPlacedFarm, aTidyFarm, gapsWith } from '../../support/a-tidy-farm.ts';

describe('a farm', () => {
  test.each([
    [32, 34, []],
    [32, null, ['farm_no_coordinates info']],
    [null, 34, ['farm_no_coordinates info']],
  ])('a farm at %j, %j has a gap for its coordinates', (latitude, longitude, gaps) => {
    expect(gapsWith({ farm: { ...aPlacedFarm, latitude, longitude } })).toEqual(gaps);
  });

  test.each([
    ['nobody', [aFlock()], ['nobody_reachable critical']],
    ['on_duty', [aFlock()], ['nobody_reachable warning']],
    ['nobody', [aFlock({ status: 'planned' })], ['nobody_reachable info']],
    ['anytime', [aFlock()], []],
  ] as const)('a farm with alerts that reach %s', (reach, liveFlocks, gaps) => {
    const isPlanned = liveFlocks.some(({ status }) => status === 'planned');
    const logs = isPlanned ? { liveLogs: [] } : {};
    expect(gapsWith({ reach, liveFlocks: [...liveFlocks], ...logs })).toEqual(gaps);
  });

  test.each([
    ['critical', 'open', 'nobody_reachable critical'],
    ['critical', 'resolved', 'nobody_reachable info'],
    ['warning', 'open', 'nobody_reachable info'],
  ])('a farm without birds, with a %s alert that is %s', (severity, status, gap) => {
    const alerts = [row('alerts', { id: 'alert_1', title: 'Sold too early', severity, status })];
    expect(gapsWith({ reach: 'nobody', liveFlocks: [], liveLogs: [], alerts })).toContain(gap);
  });

  test.each([
    ['nobody who manages it', [{ role: 'worker' }], '/users'],
    ['an owner', [{ role: 'owner' }], '/os/notices/channels'],
  ] as const)('the gap of a farm with %s names what to add first', (_who, people, path) => {
    const users = people.map((person) => row('users', person));
    const [gap] = findGaps(aTidyFarm({ reach: 'nobody', users }));
    expect(gap?.fix?.path).toBe(path);
  });

  test.each([
    ['with birds and no contact', [], [aFlock()], ['farm_no_contacts warning']],
    [
      'with birds and no vet',
      [row('contacts', { id: 'contact_2', kind: 'driver' })],
      [aFlock()],
      ['farm_no_contacts warning'],
    ],
    ['without birds and contacts', [], [], ['farm_no_contacts info']],
    [
      'without birds that has a driver',
      [row('contacts', { id: 'contact_2', kind: 'driver' })],
      [],
      [],
    ],
  ])('%s', (_what, contacts, liveFlocks, gaps) => {
    expect(gapsWith({ contacts, liveFlocks })).toEqual(gaps);
  });
});

import { describe, expect, test } from 'vitest';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { type SetupKey, setupOf, setupSteps } from '../../../src/farming/setup/setup.ts';
import { languages } from '../../../src/model/core/message.ts';
import { aBarn, aFlock, aLog, aSnapshot, NOON, row } from '../../support/a-snapshot.ts';
import { ago, aPlacedFarm } from '../../support/a-tidy-farm.ts';
import { rendered } from '../../support/rendered.ts';

const HOUR = 3_600_000;

/** A completely set up farm, with these parts replaced. */
function aSetUpFarm(parts: Partial<FarmSnapshot> = {}): FarmSnapshot {
  return aSnapshot({
    farm: { ...aPlacedFarm, areaDunam: 24 },
    barns: [aBarn({ latitude: 32.3605, longitude: 34.9102 })],
    liveFlocks: [aFlock({ targetWeightKg: 2.6 })],
    liveLogs: [aLog('2026-11-20', { mortality: 3 })],
    contacts: [
      row('contacts', { id: 'contact_1', kind: 'vet' }),
      row('contacts', { id: 'contact_2', kind: 'chick_supplier' }),
    ],
    users: [row('users', { role: 'worker' })],
    integrations: [row('integrations', { kind: 'camera' })],
    newestReadings: [row('env-readings', { barnId: 'barn_1', ts: ago(24 * HOUR) })],
    medicine: [row('medicine')],
    ...parts,
  });
}

/** The keys of the steps that are not done. */
function undone(parts: Partial<FarmSnapshot>): SetupKey[] {
  return setupOf(aSetUpFarm(parts))
    .items.filter(({ done }) => !done)
    .map(({ key }) => key);
}

function fixOf(key: SetupKey, snapshot: FarmSnapshot) {
  return setupOf(snapshot).items.find((item) => item.key === key)?.fix;
}

test('there are 18 steps whose weights add up to 100', () => {
  const weights = Object.values(setupSteps).map(({ weight }) => weight);
  expect(weights).toHaveLength(18);
  expect(weights.reduce((total, weight) => total + weight, 0)).toBe(100);
});

test('a completely set up farm has no steps left', () => {
  const { items, ...setup } = setupOf(aSetUpFarm());
  expect(setup).toEqual({ progressPct: 100, done: 18, total: 18, next: null });
  expect(items.every(({ done, fix }) => done && fix === null)).toBe(true);
});

test('a new farm starts with its first barn', () => {
  const { items, ...setup } = setupOf(aSnapshot());
  // The name and the currency, of 95 without the optional camera.
  expect(setup).toEqual({ progressPct: 7.37, done: 2, total: 17, next: 'first_barn' });
  expect(items[0]).toEqual({
    key: 'farm_named',
    title: { text: 'setup.farm_named', params: {} },
    weight: 5,
    done: true,
    optional: false,
    fix: null,
  });
});

test('an optional step counts once it is done, and is never the next', () => {
  const { progressPct, total, next } = setupOf(aSetUpFarm({ integrations: [] }));
  expect([progressPct, total, next]).toEqual([100, 17, null]);
});

test('the first of two equal steps is next', () => {
  // Eight for the place of the farm, eight for the area of its barns.
  const parts = {
    farm: { ...aPlacedFarm, latitude: null },
    barns: [aBarn({ areaSqm: null })],
  };
  expect(setupOf(aSetUpFarm(parts)).next).toBe('farm_location');
});

describe('a step is not done', () => {
  const withoutOwner = { contacts: [row('contacts', { kind: 'driver' })] };
  test.each<[SetupKey, Partial<FarmSnapshot>]>([
    ['farm_location', { farm: { ...aPlacedFarm, areaDunam: 24, longitude: null } }],
    ['farm_area', { farm: aPlacedFarm }],
    ['currency', { farm: { ...aPlacedFarm, areaDunam: 24, currency: null } }],
    [
      'barns_area_capacity',
      { barns: [aBarn({ latitude: 32, longitude: 34 }), aBarn({ id: 'barn_2', capacity: null })] },
    ],
    ['barn_location', { barns: [aBarn({ latitude: 32 })] }],
    [
      'flock_breed_known',
      { liveFlocks: [aFlock({ targetWeightKg: 2.6, breed: 'a hen of my own' })] },
    ],
    ['flock_target_weight', { liveFlocks: [aFlock()] }],
    ['log_last_24h', { liveLogs: [aLog('2026-11-19', { mortality: 0 })] }],
    ['worker_user', { users: [row('users', { role: 'manager' })] }],
    ['integration_or_camera', { integrations: [] }],
    [
      'env_reading_24h',
      { newestReadings: [row('env-readings', { barnId: 'barn_1', ts: ago(24 * HOUR + 1) })] },
    ],
    ['medicine_list', { medicine: [] }],
  ])('%s', (key, parts) => {
    expect(undone(parts)).toEqual([key]);
  });

  test('two steps are not done without a vet and a supplier', () => {
    expect(undone(withoutOwner)).toEqual(['vet_contact', 'supplier_contact']);
  });
});

test('a sending camera counts as an integration unless it is retired', () => {
  const undoneWith = (status: string, lastSeenAt: string | null) =>
    undone({ integrations: [], devices: [row('devices', { kind: 'camera', status, lastSeenAt })] });
  expect(undoneWith('online', ago(HOUR))).toEqual([]);
  expect(undoneWith('online', null)).toEqual(['integration_or_camera']);
  expect(undoneWith('retired', ago(HOUR))).toEqual(['integration_or_camera']);
});

test('the log of yesterday counts after its flock was closed', () => {
  const closed = aFlock({ status: 'closed', closedAt: ago(HOUR), targetWeightKg: 2.6 });
  const logs = [aLog('2026-11-20', { mortality: 3 })];
  const parts = { liveFlocks: [], liveLogs: [], closedFlocks: [closed], closedLogs: logs };
  expect(undone(parts)).not.toContain('log_last_24h');
});

test('layers need no target weight', () => {
  expect(undone({ liveFlocks: [aFlock({ breed: 'Hy-Line Brown' })] })).toEqual([]);
});

test('between two flocks, the last one is evaluated and the next one is required', () => {
  const closed = aFlock({ id: 'flock_0', status: 'closed', breed: null, targetWeightKg: 2.6 });
  const between = aSetUpFarm({
    liveFlocks: [],
    liveLogs: [],
    closedFlocks: [closed],
    closedLogs: [aLog('2026-10-01', { flockId: 'flock_0', mortality: 0 })],
  });
  const steps = setupOf(between).items.filter(({ done }) => !done);
  const placement = {
    method: 'POST',
    path: '/flocks',
    body: {
      barnId: 'barn_1',
      placementDate: null,
      breed: null,
      chicksReceived: null,
      targetWeightKg: null,
    },
    action: 'create_flock',
  };
  expect(steps.map(({ key, fix }) => [key, fix])).toEqual([
    ['flock_breed_known', placement],
    ['log_last_24h', placement],
  ]);
});

test('steps that need a barn or flock require it first', () => {
  const barn = {
    method: 'POST',
    path: '/barns',
    body: { farmId: 'farm_1', name: null, areaSqm: null, capacity: null },
    action: 'create_barn',
  };
  const keys: readonly SetupKey[] = [
    'first_barn',
    'barns_area_capacity',
    'barn_location',
    'first_flock',
    'flock_breed_known',
    'first_daily_log',
    'env_reading_24h',
  ];
  for (const key of keys) expect([key, fixOf(key, aSnapshot())]).toEqual([key, barn]);
});

test.each<[SetupKey, Partial<FarmSnapshot>, unknown]>([
  [
    'barns_area_capacity',
    { barns: [aBarn(), aBarn({ id: 'barn_2', capacity: null })] },
    { method: 'PATCH', path: '/barns/barn_2', body: { capacity: null } },
  ],
  [
    'flock_target_weight',
    { liveFlocks: [aFlock({ targetWeightKg: 2 }), aFlock({ id: 'flock_2' })] },
    { method: 'PATCH', path: '/flocks/flock_2', body: { targetWeightKg: null } },
  ],
  [
    'log_last_24h',
    { liveLogs: [] },
    {
      method: 'POST',
      path: '/daily-logs',
      body: { flockId: 'flock_1', date: '2026-11-21', mortality: null, feedKg: null, waterL: null },
      action: 'log_daily',
    },
  ],
  [
    'supplier_contact',
    { contacts: [] },
    {
      method: 'POST',
      path: '/contacts',
      body: { farmId: 'farm_1', kind: 'feed_supplier', name: null, phone: null },
      action: 'create_contact',
    },
  ],
])('the fix of %s is correct', (key, parts, fix) => {
  expect(fixOf(key, aSetUpFarm({ now: NOON, ...parts }))).toEqual(fix);
});

test('every step has its title in every language', async () => {
  for (const language of languages) {
    const titles = await rendered(
      language,
      setupOf(aSnapshot()).items.map(({ title }) => title),
    );
    expect(new Set(titles).size).toBe(18);
  }
});

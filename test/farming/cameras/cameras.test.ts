import { describe, expect, test } from 'vitest';
import type { CameraSighting, FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { camerasOf } from '../../../src/farming/vision/cameras.ts';
import { aBarn, aFlock, aLog, aSnapshot, NOON, row } from '../../support/a-snapshot.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ago = (millis: number) => new Date(NOON - millis).toISOString();

const aCamera = (values = {}) =>
  row('devices', {
    id: 'device_1',
    kind: 'camera',
    barnId: 'barn_1',
    name: 'East',
    sourceKey: 'east',
    status: 'online',
    createdAt: '2026-09-01T00:00:00.000Z',
    ...values,
  });

const aSighting = (values: Partial<CameraSighting> = {}): CameraSighting => ({
  deviceId: 'device_1',
  last: { ts: ago(5 * MINUTE), kind: 'weight', unit: 'gr', value: 950, integrationId: null },
  events24h: { behavior: 1, count: 2, mortality: 3, weight: 4 },
  count: null,
  lastPairDay: null,
  ...values,
});

/** A barn with 20,000 birds of which 100 died, before one camera. */
const screen = (parts: Partial<FarmSnapshot> = {}) =>
  camerasOf(
    aSnapshot({
      barns: [aBarn()],
      liveFlocks: [aFlock()],
      liveLogs: [aLog('2026-11-20', { mortality: 100 })],
      devices: [aCamera()],
      cameraSightings: [aSighting()],
      ...parts,
    }),
  );

const lastHeard = (millis: number, integrationId: string | null = null) => [
  aSighting({ last: { ts: ago(millis), kind: 'count', unit: null, value: 1, integrationId } }),
];

test('a camera that was only registered is not online', () => {
  const created = { createdAt: ago(MINUTE), lastSeenAt: null };
  const { headline } = screen({ devices: [aCamera(created)], cameraSightings: [] });
  expect([headline.cameras, headline.online, headline.silent]).toEqual([1, 0, 0]);
});

test('a camera is shown with its barn, its last event and its events of a day', () => {
  const { cameras, headline } = screen();
  expect(cameras).toMatchObject([
    {
      deviceId: 'device_1',
      name: 'East',
      barn: 'Barn 1',
      flockId: 'flock_1',
      flock: 'B1-2611',
      lastHeardAt: ago(5 * MINUTE),
      lastEvent: { ts: ago(5 * MINUTE), kind: 'weight', unit: 'gr', value: 950 },
      events24h: { total: 10, count: 2, weight: 4, mortality: 3, behavior: 1 },
      silent: null,
      count: null,
      weight: null,
      calibration: null,
      alerts: [],
    },
  ]);
  expect(headline).toEqual({
    cameras: 1,
    online: 1,
    silent: 0,
    unregistered: 0,
    openAlerts: 0,
    events24h: 10,
  });
});

describe('a silent camera', () => {
  test.each<[string, Partial<FarmSnapshot>, unknown]>([
    ['an hour ago is not silent', { cameraSightings: lastHeard(HOUR) }, null],
    [
      'longer than an hour ago',
      { cameraSightings: lastHeard(HOUR + MINUTE) },
      { severity: 'warning', minutes: 61 },
    ],
    [
      'six hours ago is still a warning',
      { cameraSightings: lastHeard(6 * HOUR) },
      { severity: 'warning', minutes: 360 },
    ],
    [
      'longer than six hours ago',
      { cameraSightings: lastHeard(6 * HOUR + MINUTE) },
      { severity: 'critical', minutes: 361 },
    ],
    [
      'within three intervals of its connection',
      {
        cameraSightings: lastHeard(90 * MINUTE, 'integration_1'),
        integrations: [
          row('integrations', { id: 'integration_1', kind: 'camera', pollMinutes: 30 }),
        ],
      },
      null,
    ],
    [
      'longer than three intervals of the connection of its barn',
      {
        cameraSightings: lastHeard(91 * MINUTE),
        integrations: [
          row('integrations', { id: 'integration_1', kind: 'camera', pollMinutes: 600 }),
          row('integrations', {
            ...{ id: 'integration_2', kind: 'camera', pollMinutes: 30, barnId: 'barn_1' },
          }),
        ],
      },
      { severity: 'warning', minutes: 91 },
    ],
    ['before no birds', { cameraSightings: lastHeard(9 * HOUR), liveFlocks: [] }, null],
    [
      'before birds that are not placed yet',
      { cameraSightings: lastHeard(9 * HOUR), liveFlocks: [aFlock({ status: 'planned' })] },
      null,
    ],
    [
      'under maintenance',
      { cameraSightings: lastHeard(9 * HOUR), devices: [aCamera({ status: 'maintenance' })] },
      null,
    ],
    [
      'seen a minute ago, with old events',
      {
        cameraSightings: lastHeard(9 * HOUR),
        devices: [aCamera({ lastSeenAt: ago(MINUTE) })],
      },
      null,
    ],
    [
      'never seen since it was created two hours ago',
      { cameraSightings: [], devices: [aCamera({ createdAt: ago(2 * HOUR) })] },
      { severity: 'warning', minutes: 120 },
    ],
    [
      'without a barn, on a farm with birds',
      { cameraSightings: lastHeard(2 * HOUR), devices: [aCamera({ barnId: null })] },
      { severity: 'warning', minutes: 120 },
    ],
  ])('%s', (_, parts, silent) => {
    const { cameras, headline } = screen(parts);
    expect(cameras[0]?.silent).toEqual(silent);
    expect(headline.silent).toBe(silent === null ? 0 : 1);
  });
});

describe('the newest count of today', () => {
  const counted = (values = {}) => {
    const count = { ts: ago(HOUR), value: 19_303, confidence: 0.9, meta: null, ...values };
    return { cameraSightings: [aSighting({ count })] };
  };

  test('is compared with the live birds of the log', () => {
    // 20,000 placed less 100 dead are 19,900; 597 fewer are exactly 3 %.
    expect(screen(counted()).cameras[0]?.count).toEqual({
      ts: ago(HOUR),
      counted: 19_303,
      birds: 19_303,
      logged: 19_900,
      difference: -597,
      gapPct: 3,
      severity: null,
      why: null,
    });
  });

  test('the newest count of today in half the barn is extrapolated to the whole barn', () => {
    const half = counted({ value: 9_000, meta: { coverage: 0.5 } });
    expect(screen(half).cameras[0]?.count).toMatchObject({
      ...{ counted: 9_000, birds: 18_000, difference: -1_900, gapPct: 9.55, severity: 'warning' },
    });
  });

  test.each<[string, Partial<FarmSnapshot>, string]>([
    ['with low confidence', counted({ confidence: 0.4 }), 'low_confidence'],
    ['of a zone', counted({ meta: { zone: 'north' } }), 'partial_view'],
    ['before no birds', { ...counted(), liveFlocks: [] }, 'no_flock'],
    [
      'of uncounted birds',
      { ...counted(), liveFlocks: [aFlock({ chicksOrdered: null, chicksReceived: null })] },
      'unknown_birds',
    ],
  ])('%s is not compared', (_, parts, reason) => {
    expect(screen(parts).cameras[0]?.count).toEqual({
      ts: ago(HOUR),
      counted: 19_303,
      ...{ birds: null, logged: null, difference: null, gapPct: null, severity: null, why: reason },
    });
  });

  test('the newest count is not shown if it is of yesterday in the time zone of the farm', () => {
    // Midnight in Israel is 22:00 of the day before by UTC.
    expect(screen(counted({ ts: '2026-11-20T21:59:00.000Z' })).cameras[0]?.count).toBeNull();
    expect(screen(counted({ ts: '2026-11-20T22:01:00.000Z' })).cameras[0]?.count).not.toBeNull();
  });
});

describe('the weight of a camera', () => {
  const source = {
    ...{ source: 'east', deviceId: 'device_1', valueG: 900, weightPct: 40 },
    ...{ measuredAt: ago(20 * HOUR), downWeighted: false, measuredG: 880, n: 12 },
  };
  const fused = (at: string) => ({
    smartWeights: [
      {
        ...{ flockId: 'flock_1', at, weightG: 910, lowG: 890, highG: 930 },
        uncalibrated: false,
        sources: [{ ...source, deviceId: null, source: 'manual' }, source],
      },
    ],
  });

  test('is its contribution to the fused weight', () => {
    expect(screen(fused(ago(0))).cameras[0]?.weight).toEqual({
      measuredG: 880,
      g: 900,
      n: 12,
      measuredAt: ago(20 * HOUR),
      downWeighted: false,
      uncalibrated: false,
    });
  });

  test('is projected to now along the growth of the breed', () => {
    // Ross 308 weighs 860 g at noon of day 19 and 935 g at noon of day 20.
    expect(screen(fused(ago(24 * HOUR))).cameras[0]?.weight).toMatchObject({
      ...{ g: 978.5, measuredG: 956.7 },
    });
  });

  test('is unknown without a contribution', () => {
    const other = fused(ago(0)).smartWeights.map((one) => ({ ...one, sources: [] }));
    expect(screen({ smartWeights: other }).cameras[0]?.weight).toBeNull();
  });
});

test('the calibration of a camera is shown with the day of the last comparison', () => {
  const calibration = {
    ...{ camera: 'device_1', deviceId: 'device_1', source: 'east', factor: 1.02567, pairs: 2 },
    updatedAt: ago(HOUR),
  };
  const { cameras } = screen({
    calibrations: [{ ...calibration, camera: 'device_2', deviceId: 'device_2' }, calibration],
    cameraSightings: [aSighting({ lastPairDay: '2026-11-18' })],
  });
  expect(cameras[0]?.calibration).toEqual({
    ...{ factor: 1.026, pairs: 2, lastPairDay: '2026-11-18', updatedAt: ago(HOUR) },
  });
});

test('open alerts are listed with their camera, those of a barn separately', () => {
  const alert = (id: string, values: object) =>
    row('alerts', {
      ...{ id, status: 'open', severity: 'warning', title: id, barnId: 'barn_1' },
      createdAt: ago(HOUR),
      ...values,
    });
  const { cameras, barnAlerts, headline } = screen({
    alerts: [
      alert('alert_1', { source: { rule: 'count_gap', camera: 'device_1' } }),
      alert('alert_2', { source: { rule: 'activity_drop', camera: 'source:east' } }),
      alert('alert_3', { source: { rule: 'mortality_mismatch' } }),
      alert('alert_4', { source: { rule: 'panting', camera: 'source:west' } }),
      alert('alert_5', { source: { rule: 'count_gap', camera: 'device_1' }, status: 'resolved' }),
      alert('alert_6', { source: null }),
    ],
  });
  expect(cameras[0]?.alerts.map(({ alertId }) => alertId)).toEqual(['alert_1', 'alert_2']);
  expect(barnAlerts.map(({ alertId }) => alertId)).toEqual(['alert_3', 'alert_4']);
  expect(headline.openAlerts).toBe(4);
});

test('connections of cameras are shown, others are not', () => {
  const { connections } = screen({
    integrations: [
      row('integrations', {
        ...{ id: 'integration_1', kind: 'camera', name: 'All', status: 'active', barnId: 'barn_1' },
        ...{ tokenPrefix: 'cam_abc', pollMinutes: 5, lastSuccessAt: ago(HOUR) },
        consecutiveFailures: 2,
      }),
      row('integrations', { id: 'integration_2', kind: 'controller' }),
    ],
  });
  expect(connections).toEqual([
    {
      integrationId: 'integration_1',
      ...{ name: 'All', vendor: null, barnId: 'barn_1', barn: 'Barn 1', status: 'active' },
      ...{ tokenPrefix: 'cam_abc', pollMinutes: 5, lastSuccessAt: ago(HOUR) },
      ...{ lastErrorAt: null, consecutiveFailures: 2 },
    },
  ]);
});

test('an unregistered source is listed with the call that adopts it', () => {
  const sighted = { firstSeen: ago(9 * HOUR), lastSeen: ago(HOUR), events: 3, kinds: ['count'] };
  const barns = [aBarn(), aBarn({ id: 'barn_2', name: 'Barn 2' })];
  const { unregistered, headline } = screen({
    barns,
    unregisteredCameras: [
      { source: 'west', ...sighted, barnId: 'barn_2' },
      { source: 'south', ...sighted, barnId: null },
    ],
  });
  expect(unregistered).toMatchObject([
    { source: 'west', barn: 'Barn 2', fix: { method: 'POST', path: '/os/cameras/adopt' } },
    { source: 'south', barn: null },
  ]);
  const bodies = unregistered.map(({ fix }) => fix.body);
  expect(bodies).toEqual([
    { farmId: 'farm_1', source: 'west', barnId: 'barn_2', name: 'west' },
    { farmId: 'farm_1', source: 'south', name: 'south' },
  ]);
  expect(headline.unregistered).toBe(2);
});

test('retired cameras are shown and not counted; cameras are sorted by barn and name', () => {
  const { cameras, headline } = screen({
    barns: [aBarn({ name: 'Z' }), aBarn({ id: 'barn_2', name: 'A' })],
    devices: [
      aCamera({ id: 'device_1', name: 'West', status: 'retired' }),
      aCamera({ id: 'device_2', name: 'East', barnId: null }),
      aCamera({ id: 'device_3', name: 'Door' }),
      aCamera({ id: 'device_4', name: 'Door', barnId: 'barn_2' }),
      row('devices', { id: 'device_5', kind: 'scale' }),
    ],
  });
  expect(cameras.map(({ deviceId }) => deviceId)).toEqual([
    ...['device_4', 'device_3', 'device_1', 'device_2'],
  ]);
  expect(headline.cameras).toBe(3);
});

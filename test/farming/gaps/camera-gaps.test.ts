import { expect, test } from 'vitest';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { aBarn, aFlock, aSnapshot, NOON, row } from '../../support/a-snapshot.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ago = (millis: number) => new Date(NOON - millis).toISOString();

const sighting = (millis: number, values: object = {}) => ({
  deviceId: 'device_1',
  last: { ts: ago(millis), kind: 'weight', unit: 'gr', value: 900, integrationId: 'integration_1' },
  events24h: { behavior: 0, count: 0, mortality: 0, weight: 0 },
  count: null,
  lastPairDay: null,
  ...values,
});

const gapsOfCameras = (parts: Partial<FarmSnapshot>) =>
  findGaps(
    aSnapshot({
      barns: [aBarn()],
      liveFlocks: [aFlock()],
      devices: [
        row('devices', {
          ...{ id: 'device_1', kind: 'camera', barnId: 'barn_1', name: 'East', status: 'online' },
          createdAt: '2026-10-31T10:00:00.000Z',
        }),
      ],
      integrations: [
        row('integrations', {
          ...{ id: 'integration_1', kind: 'camera', status: 'active', name: 'Cameras' },
          lastSuccessAt: ago(MINUTE),
        }),
      ],
      cameraSightings: [sighting(MINUTE)],
      ...parts,
    }),
  ).filter(({ kind }) => kind.startsWith('camera') || kind.startsWith('integration'));

const kindsOf = (parts: Partial<FarmSnapshot>) =>
  gapsOfCameras(parts).map(({ kind, severity }) => `${kind} ${severity}`);

test('a sending camera is not a gap', () => {
  expect(gapsOfCameras({})).toEqual([]);
});

test('a silent camera is a gap, with the call that sets it to maintenance', () => {
  expect(gapsOfCameras({ cameraSightings: [sighting(3 * HOUR)] })).toEqual([
    {
      kind: 'camera_silent',
      key: 'camera_silent:device_1',
      severity: 'warning',
      title: {
        text: 'gap.camera_silent.title',
        params: { camera: 'East (Barn 1)', ago: { quantity: 3, unit: 'hours' } },
      },
      message: {
        text: 'gap.camera_silent.message',
        params: { camera: 'East (Barn 1)', ago: { quantity: 3, unit: 'hours' } },
      },
      ids: { deviceId: 'device_1', barnId: 'barn_1', flockId: 'flock_1' },
      count: 1,
      since: ago(3 * HOUR),
      fix: { method: 'PATCH', path: '/devices/device_1', body: { status: 'maintenance' } },
    },
  ]);
  expect(kindsOf({ cameraSightings: [sighting(7 * HOUR)] })).toEqual(['camera_silent critical']);
});

test('if the connection itself is silent, only this is reported', () => {
  const integrations = [
    row('integrations', {
      ...{ id: 'integration_1', kind: 'camera', status: 'active', lastSuccessAt: ago(7 * HOUR) },
    }),
  ];
  expect(kindsOf({ integrations, cameraSightings: [sighting(7 * HOUR)] })).toEqual([
    'integration_stale warning',
  ]);
});

test.each<[string, object, string[]]>([
  ['compared 20 days ago', { lastPairDay: '2026-11-01' }, []],
  ['compared 21 days ago', { lastPairDay: '2026-10-31' }, ['camera_uncalibrated info']],
  ['made 21 days ago and never compared', {}, ['camera_uncalibrated info']],
  [
    'that does not weigh',
    { lastPairDay: '2026-01-01', events24h: { behavior: 0, count: 9, mortality: 0, weight: 0 } },
    [],
  ],
])('a camera %s', (_, values, gaps) => {
  const events24h = { behavior: 0, count: 0, mortality: 0, weight: 5 };
  const cameraSightings = [sighting(MINUTE, { events24h, ...values })];
  expect(kindsOf({ cameraSightings })).toEqual(gaps);
});

test('an unregistered source is a note with the call that adopts it', () => {
  const source = 'cam {x} \u001b[31m';
  const sightings = { firstSeen: ago(9 * HOUR), lastSeen: ago(HOUR), events: 3, kinds: ['count'] };
  const unregisteredCameras = [{ source, ...sightings, barnId: null }];
  expect(gapsOfCameras({ unregisteredCameras })).toMatchObject([
    {
      kind: 'camera_unregistered',
      severity: 'info',
      ids: { farmId: 'farm_1' },
      count: 3,
      since: ago(9 * HOUR),
      fix: {
        method: 'POST',
        path: '/os/cameras/adopt',
        body: { farmId: 'farm_1', source, barnId: 'barn_1', name: source },
      },
    },
  ]);
});

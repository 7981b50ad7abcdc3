import { describe, expect, test } from 'vitest';
import { devices } from '../../../src/model/resources/devices.ts';
import { fillIn, issuesIn, locksIn } from '../../support/rule-situation.ts';

describe('the status of a new device', () => {
  test.each([
    ['camera', 'online'],
    ['controller', 'online'],
    ['fan', 'online'],
    ['conveyor', 'online'],
    ['scale', 'unknown'],
    ['temp_sensor', 'unknown'],
    ['nh3_sensor', 'unknown'],
    ['water_meter', 'unknown'],
    ['silo_sensor', 'unknown'],
    ['egg_counter', 'unknown'],
    ['weather_station', 'unknown'],
  ])('%s: %s', async (kind, status) => {
    expect(await fillIn(devices, { after: { kind } })).toEqual({ status });
  });

  test('is kept if it is sent', async () => {
    const after = { kind: 'temp_sensor', status: 'fault' };
    expect(await fillIn(devices, { after })).toEqual({ status: 'fault' });
  });
});

const camera = { kind: 'camera', status: 'online', sourceKey: 'barn1-east' };
const neighbour = (values: Readonly<Record<string, unknown>>) =>
  [devices, { id: 'device_7', ...camera, ...values }] as const;
const duplicate = [
  {
    path: 'sourceKey',
    code: 'duplicate',
    message: 'sourceKey is already that of the camera device_7 of this farm.',
    existingId: 'device_7',
  },
];

describe('a source key of another camera is rejected', () => {
  test.each([
    ['on a new camera', undefined, camera],
    ['on a camera that gets it', { ...camera, sourceKey: 'x' }, { sourceKey: 'barn1-east' }],
    ['on a camera that returns', { ...camera, status: 'retired' }, { status: 'maintenance' }],
    ['on a device that becomes a camera', { ...camera, kind: 'other' }, { kind: 'camera' }],
  ])('%s', async (_fact, before, after) => {
    const situation = { after, among: [neighbour({})], ...(before ? { before } : {}) };
    expect(await issuesIn(devices, situation)).toEqual(duplicate);
  });
});

describe('a source key is accepted', () => {
  test.each([
    ['beside another one', camera, neighbour({ sourceKey: 'barn1-west' })],
    ['after a camera that is retired', camera, neighbour({ status: 'retired' })],
    ['beside a device that is not a camera', camera, neighbour({ kind: 'scale' })],
    ['beside a camera of another farm', camera, neighbour({ farmId: 'farm_2' })],
    ['by a device that is not a camera', { ...camera, kind: 'scale' }, neighbour({})],
    ['by a camera that is retired', { ...camera, status: 'retired' }, neighbour({})],
    ['if it is not set', { ...camera, sourceKey: null }, neighbour({ sourceKey: null })],
  ])('%s', async (_fact, after, among) => {
    expect(await issuesIn(devices, { after, among: [among] })).toEqual([]);
  });

  test('a source key is accepted if something else changes', async () => {
    const situation = { before: camera, after: { name: 'East' }, among: [neighbour({})] };
    expect(await issuesIn(devices, situation)).toEqual([]);
  });
});

test('two cameras created concurrently are checked one after the other', async () => {
  expect(await locksIn(devices, { after: camera })).toEqual(['camera-source farm_1 barn1-east']);
});

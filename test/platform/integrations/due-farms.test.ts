import { expect, test } from 'vitest';
import { dueFarms } from '../../../src/platform/integrations/poll-weather.ts';
import type { WeatherStation } from '../../../src/storage/system/devices.ts';

const NOW = Date.parse('2026-11-02T08:30:00Z');

function station(values: Partial<WeatherStation> = {}): WeatherStation {
  return {
    integrationId: 'integration_1',
    orgId: 'org_1',
    farmId: 'farm_1',
    latitude: 32.36,
    longitude: 34.91,
    pollMinutes: null,
    lastSuccessAt: null,
    lastErrorAt: null,
    ...values,
  };
}

test.each<[string, Partial<WeatherStation>, boolean]>([
  ['was never polled', {}, true],
  ['was polled successfully 59 minutes ago', { lastSuccessAt: '2026-11-02T07:30:00.001Z' }, false],
  ['was polled successfully an hour ago', { lastSuccessAt: '2026-11-02T07:30:00.000Z' }, true],
  ['failed 59 minutes ago', { lastErrorAt: '2026-11-02T07:31:00.000Z' }, false],
  [
    'failed after a success',
    { lastSuccessAt: '2026-11-01T08:30:00.000Z', lastErrorAt: '2026-11-02T08:29:00.000Z' },
    false,
  ],
  ['has an interval', { pollMinutes: 180, lastSuccessAt: '2026-11-02T05:31:00.000Z' }, false],
  [
    'has passed its interval',
    { pollMinutes: 180, lastSuccessAt: '2026-11-02T05:30:00.000Z' },
    true,
  ],
  ['was polled by a clock ahead of ours', { lastSuccessAt: '2026-11-03T00:00:00.000Z' }, true],
])('a farm that %s', (_, values, isDue) => {
  expect(dueFarms([station(values)], NOW)).toHaveLength(isDue ? 1 : 0);
});

test('a farm with two integrations is fetched once, for those that are due', () => {
  const stations = [
    station(),
    station({ integrationId: 'integration_2' }),
    station({ integrationId: 'integration_3', lastSuccessAt: '2026-11-02T08:00:00.000Z' }),
    station({ integrationId: 'integration_4', farmId: 'farm_2', latitude: 31 }),
  ];
  expect(
    dueFarms(stations, NOW).map(({ farmId, latitude, stations: own }) => [
      farmId,
      latitude,
      own.map(({ integrationId }) => integrationId),
    ]),
  ).toEqual([
    ['farm_1', 32.36, ['integration_1', 'integration_2']],
    ['farm_2', 31, ['integration_4']],
  ]);
});

import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import {
  listCameraCalibrations,
  listCameraSightings,
  listUnregisteredCameras,
} from '../../../src/storage/snapshot/cameras.ts';
import {
  listBarnHours,
  listNewestReadings,
  listWeatherRows,
} from '../../../src/storage/snapshot/climate.ts';
import { listGroupResults } from '../../../src/storage/snapshot/flock-results.ts';
import { listSmartWeights, listWeighSamples } from '../../../src/storage/snapshot/weights.ts';
import { findOrganisationFrame } from '../../../src/storage/system/organisations.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

const MOMENT = {
  scope: { orgId: 'org_1', farmIds: ['farm_1'] },
  farmId: 'farm_1',
  now: Date.parse('2026-11-21T10:00:00.000Z'),
  today: '2026-11-21',
} as const;
const EMPTY = {
  ...MOMENT,
  farmId: 'farm_9',
  scope: { orgId: 'org_1', farmIds: ['farm_9'] },
} as const;

for (const name of DATABASES) {
  describe(`${name}: snapshot parts aggregated by the database`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'farms', [
        { id: 'farm_1', farmId: 'farm_1' },
        { id: 'farm_2', farmId: 'farm_2', vertical: 'broiler', latitude: 32.5, longitude: 35 },
        { id: 'farm_3', farmId: 'farm_3' },
        { id: 'farm_foreign', farmId: 'farm_foreign', orgId: 'org_2' },
      ]);
      await insertRowsOf(database, 'barns', [
        { id: 'barn_1' },
        { id: 'barn_2' },
        { id: 'barn_empty' },
        { id: 'barn_elsewhere', farmId: 'farm_2' },
      ]);
    });
    afterAll(() => database.close());

    describe('of readings', () => {
      beforeAll(() =>
        insertRowsOf(
          database,
          'env-readings',
          [
            { barnId: 'barn_1', ts: '2019-01-01T00:00:00.000Z', temp: 10 },
            { barnId: 'barn_2', ts: '2026-11-07T09:59:59.999Z', temp: 10 },
            { barnId: 'barn_2', ts: '2026-11-07T10:00:00.000Z', temp: 20, humidity: 50 },
            { barnId: 'barn_2', ts: '2026-11-07T10:59:59.999Z', temp: 23, humidity: null },
            { barnId: 'barn_2', ts: '2026-11-07T11:00:00.000Z', humidity: 61 },
            { barnId: 'barn_2', ts: '2026-11-21T09:00:00.000Z', temp: 5, source: 'weather' },
            {
              barnId: 'barn_1',
              ts: '2026-11-21T09:00:00.000Z',
              temp: 6,
              source: 'weather',
              updatedAt: '2026-11-21T09:30:00.000Z',
            },
            { barnId: 'barn_1', ts: '2026-11-20T08:00:00.000Z', temp: 7, source: 'weather' },
            { barnId: 'barn_1', ts: '2026-11-20T07:59:59.999Z', temp: 8, source: 'weather' },
            { barnId: 'barn_1', ts: '2026-11-24T10:00:00.000Z', temp: 9, source: 'weather' },
            { barnId: 'barn_elsewhere', farmId: 'farm_2', ts: '2026-11-21T09:00:00.000Z' },
          ].map((values, index) => ({ id: `reading_${index}`, ...values })),
        ),
      );

      test('newestReadings has one for each barn that was ever measured', async () => {
        const rows = await listNewestReadings(database, MOMENT);
        expect(rows.map(({ id }) => id)).toEqual(['reading_0', 'reading_4']);
        expect(await listNewestReadings(database, EMPTY)).toEqual([]);
      });

      test('barnHours has means and bounds by hour, from exactly 14 days ago', async () => {
        expect(await listBarnHours(database, MOMENT)).toEqual([
          {
            barnId: 'barn_2',
            hour: '2026-11-07T10:00:00.000Z',
            temp: 21.5,
            humidity: 50,
            readings: 2,
            tempLow: 20,
            tempHigh: 23,
            humidityLow: 50,
            humidityHigh: 50,
          },
          {
            barnId: 'barn_2',
            hour: '2026-11-07T11:00:00.000Z',
            temp: null,
            humidity: 61,
            readings: 1,
            tempLow: null,
            tempHigh: null,
            humidityLow: 61,
            humidityHigh: 61,
          },
        ]);
        expect(await listBarnHours(database, EMPTY)).toEqual([]);
      });

      test('weather starts 26 hours ago, includes the forecast, and has one row for each time', async () => {
        const rows = await listWeatherRows(database, MOMENT);
        expect(rows.map(({ temp }) => temp)).toEqual([7, 6, 9]);
        expect(await listWeatherRows(database, EMPTY)).toEqual([]);
      });
    });

    describe('of cameras', () => {
      beforeAll(async () => {
        const weight = { kind: 'weight', unit: 'gr', value: 900, deviceId: 'device_1' };
        const sample = { n: 40, sd: 90 };
        await insertRowsOf(
          database,
          'vision-events',
          [
            { ...weight, flockId: 'flock_1', meta: sample, ts: '2026-11-21T09:00:00.000Z' },
            { ...weight, flockId: 'flock_1', meta: sample, ts: '2026-11-21T08:00:00.000Z' },
            { ...weight, flockId: 'flock_1', meta: { n: 40 }, ts: '2026-11-21T09:30:00.000Z' },
            {
              ...weight,
              flockId: 'flock_2',
              meta: { weights: [1] },
              ts: '2026-11-19T10:00:00.000Z',
            },
            { ...weight, flockId: 'flock_3', meta: sample, ts: '2026-11-19T09:59:59.999Z' },
            { ...weight, flockId: 'flock_4', meta: [1, 2], ts: '2026-11-21T09:00:00.000Z' },
            { ...weight, flockId: null, meta: sample, ts: '2026-11-21T09:00:00.000Z' },
            {
              ...weight,
              flockId: 'flock_5',
              meta: sample,
              farmId: 'farm_2',
              ts: '2026-11-21T09:00:00.000Z',
            },
            { kind: 'count', source: 'cam-b', ts: '2026-11-14T10:00:00.000Z' },
            { kind: 'weight', source: 'cam-b', ts: '2026-11-20T10:00:00.000Z' },
            { kind: 'count', source: 'cam-b', ts: '2024-01-01T00:00:00.000Z' },
            { kind: 'behavior', source: 'cam-a', ts: '2026-11-21T10:00:00.000Z' },
            { kind: 'count', source: 'cam-quiet', ts: '2026-11-14T09:59:59.999Z' },
            { kind: 'count', source: 'cam-device', ts: '2026-11-21T09:00:00.000Z' },
            { kind: 'count', source: 'cam-else', farmId: 'farm_2', ts: '2026-11-21T09:00:00.000Z' },
          ].map((values, index) => ({ id: `vision_${index}`, ...values })),
        );
        await insertRowsOf(database, 'devices', [
          { id: 'device_2', kind: 'camera', sourceKey: 'cam-device' },
          { id: 'device_3', kind: 'camera', sourceKey: 'cam-a', farmId: 'farm_2' },
        ]);
      });

      test('weighSamples has the newest of each flock that includes a sample', async () => {
        const rows = await listWeighSamples(database, MOMENT);
        expect(rows.map(({ id }) => id)).toEqual(['vision_0', 'vision_3']);
        expect(await listWeighSamples(database, EMPTY)).toEqual([]);
      });

      test('unregisteredCameras has recently seen sources that no device of the farm claims', async () => {
        expect(await listUnregisteredCameras(database, MOMENT)).toEqual([
          {
            source: 'cam-a',
            firstSeen: '2026-11-21T10:00:00.000Z',
            lastSeen: '2026-11-21T10:00:00.000Z',
            events: 1,
            kinds: ['behavior'],
            barnId: null,
          },
          {
            source: 'cam-b',
            firstSeen: '2024-01-01T00:00:00.000Z',
            lastSeen: '2026-11-20T10:00:00.000Z',
            events: 2,
            kinds: ['count', 'weight'],
            barnId: null,
          },
        ]);
        expect(await listUnregisteredCameras(database, EMPTY)).toEqual([]);
      });

      test('cameraSightings contains the last event of each camera of the farm', async () => {
        const sent = [
          // Of three in the last 24 hours the newest, and of the counts the newest with a figure.
          { deviceId: 'device_new', kind: 'count', value: 7, ts: '2026-11-21T07:00:00.000Z' },
          { deviceId: 'device_new', kind: 'count', value: 8, ts: '2026-11-21T08:00:00.000Z' },
          { deviceId: 'device_new', kind: 'count', ts: '2026-11-21T08:30:00.000Z' },
          {
            ...{ deviceId: 'device_new', kind: 'weight', unit: 'gr', value: 950 },
            ...{ integrationId: 'integration_1', ts: '2026-11-21T09:00:00.000Z' },
          },
          { deviceId: 'device_new', kind: 'weight', value: 9, ts: '2026-11-20T09:59:59.999Z' },
          // Longer ago than 24 hours, within seven days, then longer than those.
          {
            ...{ deviceId: 'device_old', barnId: 'barn_2', kind: 'behavior' },
            ...{ unit: 'panting', value: 1, ts: '2026-11-14T10:00:00.000Z' },
          },
          {
            ...{ deviceId: 'device_gone', barnId: 'barn_2', kind: 'count', value: 5 },
            ...{ ts: '2026-11-14T09:59:59.999Z' },
          },
          { deviceId: 'device_scale', kind: 'weight', ts: '2026-11-21T09:00:00.000Z' },
        ];
        await insertRowsOf(
          database,
          'vision-events',
          sent.map((values, index) => ({ id: `vision_sent_${index}`, ...values })),
        );
        await insertRowsOf(database, 'devices', [
          { id: 'device_new', kind: 'camera', barnId: 'barn_1' },
          { id: 'device_old', kind: 'camera', barnId: 'barn_2' },
          { id: 'device_gone', kind: 'camera', barnId: 'barn_2' },
          { id: 'device_scale', kind: 'scale' },
        ]);
        await database.run(sql`
          insert into camera_pairs
            (org_id, farm_id, camera, device_id, source, flock_id, day, manual_g, camera_g)
          values ('org_1', 'farm_1', 'device_new', 'device_new', null, 'flock_1', '2026-11-18', 900, 880),
            ('org_1', 'farm_1', 'device_new', 'device_new', null, 'flock_1', '2026-11-11', 500, 490)`);
        const zeros = { behavior: 0, count: 0, mortality: 0, weight: 0 };
        const sightings = await listCameraSightings(database, MOMENT);
        expect(sightings.filter(({ deviceId }) => deviceId !== 'device_2')).toEqual([
          { deviceId: 'device_gone', last: null, events24h: zeros, count: null, lastPairDay: null },
          {
            deviceId: 'device_new',
            last: {
              ts: '2026-11-21T09:00:00.000Z',
              kind: 'weight',
              unit: 'gr',
              value: 950,
              integrationId: 'integration_1',
            },
            events24h: { ...zeros, count: 3, weight: 1 },
            count: { ts: '2026-11-21T08:00:00.000Z', value: 8, confidence: null, meta: null },
            lastPairDay: '2026-11-18',
          },
          {
            deviceId: 'device_old',
            last: {
              ts: '2026-11-14T10:00:00.000Z',
              kind: 'behavior',
              unit: 'panting',
              value: 1,
              integrationId: null,
            },
            events24h: zeros,
            count: null,
            lastPairDay: null,
          },
        ]);
        expect(await listCameraSightings(database, EMPTY)).toEqual([]);
      });

      test('calibrations has only the cameras of the farm', async () => {
        const rows = [
          ['farm_1', 'device_1'],
          ['farm_1', 'cam-a'],
          ['farm_2', 'device_9'],
        ];
        for (const [farmId, camera] of rows) {
          await database.run(sql`
            insert into camera_calibrations
              (org_id, farm_id, camera, device_id, source, factor, pairs, updated_at)
            values ('org_1', ${farmId}, ${camera}, null, 'cam-a', 1.04, 3,
              '2026-11-20T10:00:00.000Z')`);
        }
        expect(await listCameraCalibrations(database, MOMENT)).toEqual(
          ['cam-a', 'device_1'].map((camera) => ({
            camera,
            deviceId: null,
            source: 'cam-a',
            factor: 1.04,
            pairs: 3,
            updatedAt: '2026-11-20T10:00:00.000Z',
          })),
        );
      });
    });

    describe('of flocks', () => {
      beforeAll(async () => {
        const closed = { status: 'closed', placementDate: '2026-01-01', chicksReceived: 1000 };
        await insertRowsOf(database, 'flocks', [
          { id: 'flock_1', status: 'active' },
          { id: 'flock_2', status: 'selling' },
          { id: 'flock_3', status: 'active' },
          { ...closed, id: 'flock_own', closedAt: '2026-03-01T10:00:00.000Z' },
          {
            ...closed,
            id: 'flock_a',
            farmId: 'farm_2',
            breed: 'Ross 308',
            chicksOrdered: 1010,
            arrivalAgeDays: 1,
            closedAt: '2025-11-21T10:00:00.000Z',
          },
          { ...closed, id: 'flock_b', farmId: 'farm_3', closedAt: '2026-02-12T10:00:00.000Z' },
          { ...closed, id: 'flock_c', farmId: 'farm_3', closedAt: '2025-11-21T09:59:59.999Z' },
          { ...closed, id: 'flock_d', farmId: 'farm_3', status: 'active' },
          {
            ...closed,
            id: 'flock_e',
            farmId: 'farm_foreign',
            orgId: 'org_2',
            closedAt: '2026-02-12T10:00:00.000Z',
          },
        ]);
        const log = { flockId: 'flock_a', farmId: 'farm_2' };
        await insertRowsOf(
          database,
          'daily-logs',
          [
            { ...log, date: '2026-01-01', mortality: 5, culls: 1, feedKg: 10.5 },
            { ...log, date: '2026-01-07', mortality: 7, avgWeightGr: 200, eggs: 3 },
            { ...log, date: '2026-01-08', mortality: 11, avgWeightGr: 0 },
            { ...log, date: '2026-01-08', mortality: 90, updatedAt: '2020-01-01T00:00:00.000Z' },
            { ...log, date: '2026-11-22', mortality: 500 },
          ].map((values, index) => ({ id: `log_${index}`, ...values })),
        );
        await insertRowsOf(
          database,
          'sales',
          [
            { ...log, date: '2026-02-10', birdsCount: 400, totalWeightKg: 1000.5 },
            { ...log, date: '2026-02-11', birdsCount: 500, totalWeightKg: null },
            { ...log, date: '2026-11-22', birdsCount: 9, totalWeightKg: 9 },
          ].map((values, index) => ({ id: `sale_${index}`, ...values })),
        );
      });

      test('groupResults has flocks closed within 365 days on other farms, up to today', async () => {
        const rows = await listGroupResults(database, { orgId: 'org_1', farmIds: 'all' }, MOMENT);
        expect(rows.map(({ flockId }) => flockId)).toEqual(['flock_b', 'flock_a']);
        expect(rows[1]).toEqual({
          flockId: 'flock_a',
          farmId: 'farm_2',
          vertical: 'broiler',
          latitude: 32.5,
          longitude: 35,
          breed: 'Ross 308',
          placementDate: '2026-01-01',
          arrivalAgeDays: 1,
          closedAt: '2025-11-21T10:00:00.000Z',
          lastLogDate: '2026-01-08',
          lastSaleDate: '2026-02-11',
          placed: 1000,
          mortality: 23,
          firstWeekMortality: 12,
          // The day of placement is not counted.
          ...{ deathDays: 2, lastDeathDay: '2026-01-08' },
          ...{ feedDays: 0, lastFeedDay: '2026-01-01' },
          firstWeekDeathDays: 1,
          culls: 1,
          soldBirds: 900,
          // One of its sales was not weighed.
          soldKg: null,
          feedKg: 10.5,
          lastWeightG: 200,
          lastWeightDay: '2026-01-07',
        });
      });

      test('groupResults has only farms that the caller sees', async () => {
        const scope = { orgId: 'org_1', farmIds: ['farm_1', 'farm_3'] };
        const rows = await listGroupResults(database, scope, MOMENT);
        expect(rows.map(({ flockId }) => flockId)).toEqual(['flock_b']);
        const ownScope = { orgId: 'org_1', farmIds: ['farm_1'] };
        expect(await listGroupResults(database, ownScope, MOMENT)).toEqual([]);
      });

      test('smartWeights has the newest of each current flock, of the last 48 hours', async () => {
        const rows = [
          ['flock_1', '2026-11-20', '2026-11-20T10:00:00.000Z', 900],
          ['flock_1', '2026-11-21', '2026-11-21T09:00:00.000Z', 950.5],
          ['flock_2', '2026-11-19', '2026-11-19T10:00:00.000Z', 1000],
          ['flock_3', '2026-11-19', '2026-11-19T09:59:59.999Z', 1000],
          ['flock_own', '2026-11-21', '2026-11-21T09:00:00.000Z', 1000],
        ] as const;
        for (const [flockId, day, at, weightG] of rows) {
          await database.run(sql`
            insert into flock_weights
              (org_id, farm_id, flock_id, day, computed_at, weight_g, low_g, high_g, sources,
               uncalibrated)
            values ('org_1', 'farm_1', ${flockId}, ${day}, ${at}, ${weightG}, 880, 1020,
              ${'[{"source":"manual"}]'}, ${database.dialect.bind(false, 'boolean')})`);
        }
        const bounds = {
          lowG: 880,
          highG: 1020,
          uncalibrated: false,
          sources: [{ source: 'manual' }],
        };
        expect(await listSmartWeights(database, MOMENT)).toEqual([
          { flockId: 'flock_1', at: '2026-11-21T09:00:00.000Z', weightG: 950.5, ...bounds },
          { flockId: 'flock_2', at: '2026-11-19T10:00:00.000Z', weightG: 1000, ...bounds },
        ]);
        expect(await listSmartWeights(database, EMPTY)).toEqual([]);
      });
    });

    test('the frame of an organisation contains its changed settings', async () => {
      await database.run(sql`
        insert into organisations (id, name, timezone, language, created_at)
        values ('org_1', 'Test', 'Asia/Bangkok', 'th', '2026-01-01T00:00:00.000Z')`);
      expect(await findOrganisationFrame(database, 'org_1')).toEqual({
        timezone: 'Asia/Bangkok',
        language: 'th',
        thresholds: null,
      });
      await database.run(sql`
        insert into organisation_settings (org_id, thresholds, updated_at)
        values ('org_1', ${'{"spikeRatio":3}'}, '2026-01-01T00:00:00.000Z')`);
      expect((await findOrganisationFrame(database, 'org_1'))?.thresholds).toEqual({
        spikeRatio: 3,
      });
      expect(await findOrganisationFrame(database, 'org_9')).toBeUndefined();
    });
  });
}

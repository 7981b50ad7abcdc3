import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { closedFlocksOf, liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import type { FarmSnapshot, SnapshotPart } from '../../../src/farming/core/farm-snapshot.ts';
import { deathDaysOf } from '../../../src/farming/core/flock-days.ts';
import { hasDeathsRecorded } from '../../../src/farming/health/mortality.ts';
import { cumulativeMortalityPct } from '../../../src/farming/metrics/mortality.ts';
import { isInside } from '../../../src/farming/metrics/population.ts';
import { FarmError } from '../../../src/model/core/errors.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { computeFlocks } from '../../../src/platform/computed/flock-fields.ts';
import {
  loadFarmSnapshot,
  snapshotLoaders,
} from '../../../src/platform/intelligence/farm-snapshot.ts';
import type { Connection, Database } from '../../../src/storage/core/database.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';
import { insertFarmHistory } from '../../support/farm-history.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const TODAY = '2026-11-21';
const ALL = { orgId: 'org_1', farmIds: 'all' } as const;
const PARTS = Object.keys(snapshotLoaders) as SnapshotPart[];
const YEAR_DAYS = 365;
/** More than the longest window, so that the shorter history fills every part. */
const SHORT_DAYS = 470;
const RANDOM_FARMS = 25;

for (const name of DATABASES) {
  describe(`${name}: loading a farm`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await database.run(sql`
        insert into organisations (id, name, timezone, language, created_at)
        values ('org_1', 'Test', 'Asia/Bangkok', 'th', '2026-01-01T00:00:00.000Z')`);
      await insertRowsOf(database, 'farms', [
        { id: 'farm_here', farmId: 'farm_here', latitude: 19.4, longitude: -99.1, currency: 'MXN' },
        { id: 'farm_nowhere', farmId: 'farm_nowhere' },
        { id: 'farm_foreign', farmId: 'farm_foreign', orgId: 'org_2' },
      ]);
    });
    afterAll(() => database.close());

    test('the frame has the time zone of the farm, otherwise that of the organisation', async () => {
      const now = Date.parse('2026-11-21T02:00:00.000Z');
      const snapshot = await loadFarmSnapshot(
        database,
        { scope: ALL, farmId: 'farm_here', now },
        [],
      );
      expect(snapshot).toEqual({
        now,
        zone: 'America/Mexico_City',
        today: '2026-11-20',
        currency: 'MXN',
        language: 'th',
        thresholds: defaultThresholds,
        farm: expect.objectContaining({ id: 'farm_here', latitude: 19.4 }),
      });
      const missingFarm = { scope: ALL, farmId: 'farm_nowhere', now };
      const frame = await loadFarmSnapshot(database, missingFarm, []);
      expect([frame.zone, frame.today]).toEqual(['Asia/Bangkok', '2026-11-21']);
    });

    test('thresholds changed by the organisation override the defaults', async () => {
      const changed = { spikeRatio: 3, spikeMinimumDeaths: 'five', densityLimitKgM2: 900, gone: 1 };
      await database.run(sql`
        insert into organisation_settings (org_id, thresholds, updated_at)
        values ('org_1', ${JSON.stringify(changed)}, '2026-01-01T00:00:00.000Z')`);
      const input = { scope: ALL, farmId: 'farm_here', now: NOW };
      const { thresholds } = await loadFarmSnapshot(database, input, []);
      expect(thresholds).toEqual({ ...defaultThresholds, spikeRatio: 3 });
    });

    test.each([
      ['of another organisation', ALL, 'farm_foreign'],
      ['that does not exist', ALL, 'farm_9'],
      ['the key may not access', { orgId: 'org_1', farmIds: ['farm_nowhere'] }, 'farm_here'],
    ])('a farm %s is rejected', async (_, scope, farmId) => {
      const loading = loadFarmSnapshot(database, { scope, farmId, now: NOW }, ['barns']);
      await expect(loading).rejects.toThrow(FarmError);
      await expect(loading).rejects.toMatchObject({ slug: 'farm_forbidden' });
    });

    test('an empty farm has exactly the requested parts, all of them empty', async () => {
      const input = { scope: ALL, farmId: 'farm_nowhere', now: NOW };
      const all = await loadFarmSnapshot(database, input, PARTS);
      for (const part of PARTS) expect(all[part]).toEqual(part === 'reach' ? 'nobody' : []);
      const two = await loadFarmSnapshot(database, input, ['barns', 'alerts', 'barns']);
      expectTypeOf(two).toEqualTypeOf<FarmSnapshot<'barns' | 'alerts'>>();
      const { now, zone, today, currency, language, thresholds, farm, ...parts } = two;
      expect(parts).toEqual({ barns: [], alerts: [] });
    });

    test('a part takes one query, the recipients of alerts two, and the frame two', async () => {
      const input = { scope: ALL, farmId: 'farm_nowhere', now: NOW };
      const counted = countQueries(database);
      await loadFarmSnapshot(counted.connection, input, []);
      expect(counted.queries()).toBe(2);
      for (const part of PARTS) await loadFarmSnapshot(counted.connection, input, [part]);
      // The recipients of alerts take two: the duty plan, and the users with a channel.
      expect(counted.queries()).toBe(2 + 3 * PARTS.length + 1);
    });

    describe('with a long history', () => {
      beforeAll(async () => {
        for (const [farmId, days, sensorDays] of [
          ['farm_short', SHORT_DAYS, 15],
          ['farm_long', 3 * YEAR_DAYS, 18],
        ] as const) {
          await insertFarmHistory(database, { farmId, today: TODAY, now: NOW, days, sensorDays });
        }
      });

      test('three years return the rows of one, part by part', async () => {
        const long = await loadParts(database, 'farm_long');
        const short = await loadParts(database, 'farm_short');
        for (const part of PARTS) expect([part, long[part]]).toEqual([part, short[part]]);
        const filledParts = PARTS.filter((part) => (short[part] as readonly unknown[]).length > 0);
        expect(filledParts).toEqual(
          expect.arrayContaining(['liveLogs', 'closedLogs', 'barnHours']),
        );
      });
    });

    test('loaded flocks agree with their computed fields, on random farms', async () => {
      let farms = 0;
      await fc.assert(
        fc.asyncProperty(aRandomFlock, async (flock) => {
          const farmId = `farm_random_${farms++}`;
          await insertRandomFarm(database, farmId, flock);
          expect(await recordsOf(database, farmId)).toEqual(await computedOf(database, farmId));
        }),
        { numRuns: RANDOM_FARMS },
      );
    });
  });
}

function countQueries(database: Database) {
  let queries = 0;
  const counted = <A extends readonly unknown[], R>(run: (...values: A) => R) => {
    return (...values: A): R => {
      queries++;
      return run(...values);
    };
  };
  const { dialect, run } = database;
  const connection = {
    dialect,
    run,
    all: counted(database.all),
    first: counted(database.first),
  } as Connection;
  return { connection, queries: () => queries };
}

/** The data of a farm with a generated history, without its id. */
async function loadParts(database: Database, farmId: string): Promise<Record<string, unknown>> {
  const snapshot = await loadFarmSnapshot(database, { scope: ALL, farmId, now: NOW }, PARTS);
  const parts = Object.fromEntries(PARTS.map((part) => [part, snapshot[part]]));
  const comparable = { ...parts, groupResults: [], unregisteredCameras: sourcesOf(snapshot) };
  return JSON.parse(
    JSON.stringify(comparable)
      .replaceAll(farmId, 'farm')
      .replaceAll(/"id":"[^"]*"/g, '"id":"…"'),
  );
}

/** The first detection of a source is outside of every window. */
function sourcesOf({ unregisteredCameras }: FarmSnapshot<'unregisteredCameras'>) {
  return unregisteredCameras.map(({ firstSeen, ...source }) => source);
}

const aDay = fc.integer({ min: -60, max: 1 }).map((days) => addDays(TODAY, days));
const few = fc.option(fc.integer({ min: 0, max: 400 }), { nil: null });

const aRandomFlock = fc.record({
  status: fc.constantFrom('active', 'selling', 'closed'),
  placementDate: aDay,
  arrivalAgeDays: fc.constantFrom(0, 1, 120),
  chicksOrdered: few,
  chicksReceived: few,
  closedAt: aDay.map((day) => `${day}T18:30:00.000Z`),
  logs: fc.array(fc.record({ date: aDay, mortality: few, culls: few, updated: few }), {
    maxLength: 8,
  }),
  sales: fc.array(fc.record({ date: aDay, birdsCount: few }), { maxLength: 3 }),
});

type RandomFlock = typeof aRandomFlock extends fc.Arbitrary<infer T> ? T : never;

async function insertRandomFarm(
  database: Database,
  farmId: string,
  { logs, sales, closedAt, ...flock }: RandomFlock,
): Promise<void> {
  const flockId = `flock_${farmId}`;
  await insertRowsOf(database, 'farms', [{ id: farmId, farmId }]);
  const closing = flock.status === 'closed' ? { closedAt } : {};
  await insertRowsOf(database, 'flocks', [{ id: flockId, farmId, ...flock, ...closing }]);
  const logRows = logs.map(({ updated, ...log }, index) => ({
    id: `log_${farmId}_${index}`,
    farmId,
    flockId,
    updatedAt: new Date(NOW + (updated ?? 0)).toISOString(),
    ...log,
  }));
  await insertRowsOf(database, 'daily-logs', logRows);
  const saleRows = sales.map((sale, index) => ({
    id: `sale_${farmId}_${index}`,
    farmId,
    flockId,
    ...sale,
  }));
  await insertRowsOf(database, 'sales', saleRows);
}

async function recordsOf(database: Database, farmId: string) {
  const snapshot = await loadFarmSnapshot(database, { scope: ALL, farmId, now: NOW }, [
    'barns',
    'liveFlocks',
    'liveLogs',
    'closedFlocks',
    'closedLogs',
    'sales',
    'smartWeights',
  ]);
  return [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)].map((record) => ({
    ageDays: record.ageDays,
    live: record.live,
    cumMortality: record.totals.mortality,
    cumMortalityPct:
      record.isImpossible || !hasDeathsRecorded(record)
        ? null
        : cumulativeMortalityPct(record.totals.mortality, record.placed),
    mortalityDays: deathDaysOf(record).due,
    mortalityDaysUnlogged: deathDaysOf(record).unlogged,
  }));
}

async function computedOf(database: Database, farmId: string) {
  const input = { scope: ALL, farmId, now: NOW };
  const parts = ['liveFlocks', 'closedFlocks'] as const;
  const snapshot = await loadFarmSnapshot(database, input, parts);
  // No record is built for flocks with a future placement.
  const placed = snapshot.liveFlocks.filter((flock) => isInside(flock, snapshot.today));
  const computed = await computeFlocks([...placed, ...snapshot.closedFlocks], {
    connection: database,
    scope: ALL,
    now: NOW,
    zoneOf: () => snapshot.zone,
    todayOf: () => snapshot.today,
  });
  return computed.map(
    ({ ageDays, live, cumMortality, cumMortalityPct, mortalityDays, mortalityDaysUnlogged }) => ({
      ...{ ageDays, live, cumMortality, cumMortalityPct, mortalityDays, mortalityDaysUnlogged },
    }),
  );
}

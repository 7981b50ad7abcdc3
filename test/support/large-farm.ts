import { getResource, type ResourceName } from '../../src/model/resources/registry.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { insertRows } from '../../src/storage/records/write-rows.ts';
import { addDays } from '../../src/tools/calendar.ts';
import { aRow } from './a-row.ts';

const MINUTE_MILLIS = 60_000;

/** The size of a generated farm of laying hens with one active flock in each barn. */
export interface LargeFarm {
  readonly orgId: string;
  readonly farmId: string;
  /** Milliseconds since 1970; the farm's day is in UTC. */
  readonly now: number;
  readonly flocks: number;
  /** Logs of each flock. */
  readonly days: number;
  /** Readings of each barn, one a minute. */
  readonly readings: number;
}

type Values = Readonly<Record<string, unknown>>;

const ROWS: readonly (readonly [ResourceName, (farm: LargeFarm) => Iterable<Values>])[] = [
  ['farms', ({ farmId }) => [{ id: farmId, farmId, name: `Farm ${farmId}`, currency: 'ILS' }]],
  ['barns', barns],
  ['flocks', flocks],
  ['daily-logs', dailyLogs],
  ['env-readings', readings],
];

/** Inserts a large farm without validation, in one transaction. */
export async function insertLargeFarm(database: Database, farm: LargeFarm): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const [resource, rowsOf] of ROWS) {
      await insertRows(transaction, getResource(resource), stored(resource, farm, rowsOf(farm)));
    }
  });
}

function* stored(resource: ResourceName, { orgId, farmId }: LargeFarm, rows: Iterable<Values>) {
  const { idPrefix } = getResource(resource);
  const row = aRow(resource, { orgId, farmId });
  let count = 0;
  for (const values of rows) {
    count += 1;
    yield { ...row, id: `${idPrefix}_${farmId}_${count}`, ...values };
  }
}

function numbers({ flocks: count }: LargeFarm): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function barns(farm: LargeFarm): Values[] {
  return numbers(farm).map((number) => ({
    id: `barn_${farm.farmId}_${number}`,
    name: `Barn ${number}`,
    barnType: 'layer',
    capacity: 20_000,
    areaSqm: 2000,
  }));
}

function dayOf({ now }: LargeFarm, daysAgo: number): string {
  return addDays(new Date(now).toISOString().slice(0, 10), -daysAgo);
}

function flocks(farm: LargeFarm): Values[] {
  return numbers(farm).map((number) => ({
    id: `flock_${farm.farmId}_${number}`,
    barnId: `barn_${farm.farmId}_${number}`,
    code: `F-${number}`,
    breed: 'Hy-Line Brown',
    chicksReceived: 18_000,
    arrivalAgeDays: 112,
    pricePerChick: 4,
    placementDate: dayOf(farm, farm.days),
    status: 'active',
  }));
}

function* dailyLogs(farm: LargeFarm): Generator<Values> {
  for (const number of numbers(farm)) {
    for (let ago = farm.days; ago > 0; ago--) {
      yield {
        flockId: `flock_${farm.farmId}_${number}`,
        date: dayOf(farm, ago),
        mortality: (ago + number) % 5,
        culls: ago % 2,
        eggs: 15_000 + ((ago * 37 + number) % 1500),
        eggsBroken: 100 + (ago % 40),
        avgWeightGr: ago % 7 === 0 ? 1700 + ((ago + number) % 90) : null,
        feedKg: 1900 + ((ago * 13) % 120),
        waterL: 3600 + ((ago * 17) % 240),
        tempMin: 19,
        tempMax: 26,
        tempAvg: 22,
      };
    }
  }
}

function* readings(farm: LargeFarm): Generator<Values> {
  for (const number of numbers(farm)) {
    for (let ago = 0; ago < farm.readings; ago++) {
      yield {
        barnId: `barn_${farm.farmId}_${number}`,
        ts: new Date(farm.now - ago * MINUTE_MILLIS - number * 1000).toISOString(),
        temp: 20 + ((ago + number) % 60) / 10,
        humidity: 55 + (ago % 20),
        co2: 900 + ((ago * 7) % 900),
        nh3: 5 + (ago % 9),
        source: 'sensor',
      };
    }
  }
}

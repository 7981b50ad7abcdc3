import fc from 'fast-check';
import type { FarmSnapshot } from '../../src/farming/core/farm-snapshot.ts';
import type { ResourceName } from '../../src/model/resources/registry.ts';
import { addDays } from '../../src/tools/calendar.ts';
import { NOON, TODAY } from './a-snapshot.ts';
import { randomFarm } from './random-farm.ts';

type Values = Readonly<Record<string, unknown>>;

/** Rows by resource. */
type Rows = Readonly<Partial<Record<ResourceName, readonly Values[]>>>;

/** A recorded farm. */
export interface RecordedFarm {
  readonly rows: Rows;
  /** Whether no amount of money is older than 30 days. */
  readonly isMoneyYoung: boolean;
}

/** The parts of a generated snapshot that are rows of a resource. */
const PARTS = {
  barns: 'barns',
  liveFlocks: 'flocks',
  closedFlocks: 'flocks',
  liveLogs: 'daily-logs',
  closedLogs: 'daily-logs',
  sales: 'sales',
  feedDeliveries: 'feed-deliveries',
  readings: 'env-readings',
} as const satisfies Partial<Record<keyof FarmSnapshot, ResourceName>>;

const HOUR_MILLIS = 3_600_000;

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
const hoursAgo = (max: number) =>
  fc.integer({ min: 0, max }).map((hours) => new Date(NOON - hours * HOUR_MILLIS).toISOString());
const barn = fc.constantFrom('barn_1', 'barn_2', null);
const flock = fc.constantFrom('flock_0', 'flock_1', 'flock_2', null);
const OLDEST_MONEY = addDays(TODAY, -29);
const day = fc.integer({ min: 0, max: 29 }).map((days) => addDays(TODAY, -days));

const alert = fc.record({
  severity: fc.constantFrom('info', 'warning', 'critical'),
  status: fc.constantFrom('open', 'acknowledged', 'in_progress', 'resolved', 'dismissed'),
  category: fc.constantFrom('health', 'mortality', 'climate', 'other'),
  createdAt: hoursAgo(200),
  barnId: barn,
});

const task = fc.record({
  status: fc.constantFrom('open', 'in_progress', 'blocked', 'done', 'cancelled'),
  dueDate: maybe(fc.integer({ min: -5, max: 5 }).map((days) => addDays(TODAY, days))),
  completedAt: maybe(hoursAgo(900)),
});

const report = fc.record({
  isQuestion: fc.boolean(),
  status: fc.constantFrom('new', 'in_review', 'answered', 'closed', 'dismissed'),
  replyText: maybe(fc.constantFrom('', 'Two litres')),
  createdAt: hoursAgo(400),
});

const expense = fc.record({
  flockId: flock,
  date: day,
  category: fc.constantFrom('feed', 'chicks', 'medicine', 'vaccination', 'labor', 'gas'),
  amount: fc.integer({ min: -50_000, max: 500_000 }).map((cents) => cents / 100),
});

const treatment = fc.record({
  flockId: flock.filter((id) => id !== null),
  date: day,
  kind: fc.constantFrom('vaccination', 'antibiotic', 'vitamin'),
  cost: maybe(fc.integer({ min: 0, max: 90_000 }).map((cents) => cents / 100)),
});

const item = fc.record({
  quantity: maybe(fc.integer({ min: 0, max: 10 })),
  minQuantity: maybe(fc.integer({ min: 0, max: 10 })),
  expiryDate: maybe(fc.integer({ min: -20, max: 60 }).map((days) => addDays(TODAY, days))),
});

const cents = maybe(fc.integer({ min: 0, max: 9_000_000 }).map((amount) => amount / 100));

/** From the last 40 minutes: most farms have a current climate. */
const fresh = fc.record({
  barnId: barn.filter((id) => id !== null),
  ts: fc
    .integer({ min: 0, max: 40 })
    .map((minutes) => new Date(NOON - minutes * 60_000).toISOString()),
  source: fc.constantFrom('sensor', 'gateway', 'manual'),
  temp: maybe(fc.integer({ min: 100, max: 450 }).map((tenths) => tenths / 10)),
  humidity: maybe(fc.integer({ min: 0, max: 100 })),
  co2: maybe(fc.integer({ min: 400, max: 9000 })),
});

const photo = fc.record({ flockId: flock, barnId: barn, createdAt: hoursAgo(300) });

const price = fc.record({
  orderTotal: maybe(fc.constantFrom(0, 61_000.5)),
  pricePerChick: maybe(fc.constantFrom(0, 4.35)),
});

const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 6 });

/** Farms with all kinds of records, daily and in between; plausible or not. */
export const recordedFarm: fc.Arbitrary<RecordedFarm> = fc
  .record({
    snapshot: randomFarm,
    isMoneyYoung: fc.boolean(),
    capacity: maybe(fc.integer({ min: 1, max: 30_000 })),
    coordinates: fc.boolean(),
    prices: fc.array(price, { minLength: 5, maxLength: 5 }),
    amounts: fc.array(cents, { minLength: 10, maxLength: 10 }),
    air: fc.array(fresh, { maxLength: 6 }),
    lists: fc.record({
      alerts: few(alert),
      tasks: few(task),
      'field-reports': few(report),
      expenses: few(expense),
      treatments: few(treatment),
      medicine: few(item),
      media: few(photo),
      contacts: few(fc.record({ kind: fc.constantFrom('vet', 'customer') })),
    }),
  })
  .map(({ snapshot, isMoneyYoung, capacity, coordinates, prices, amounts, air, lists }) => {
    const place = coordinates ? { latitude: 32.36, longitude: 34.91 } : {};
    const rows = snapshotRows(snapshot);
    const paid = (values: Values, field: string, index: number) => {
      const amount = { [field]: amounts[index] ?? null };
      const isOld = isMoneyYoung && String(values['date']) < OLDEST_MONEY;
      return { ...values, ...amount, ...(isOld ? { date: OLDEST_MONEY } : {}) };
    };
    const priced = (values: Values, index: number) => {
      const isOld = isMoneyYoung && String(values['placementDate']) < OLDEST_MONEY;
      return isOld ? values : { ...values, ...prices[index] };
    };
    const all = {
      ...rows,
      'daily-logs': rows['daily-logs']?.map(withPossibleWeight) ?? [],
      'env-readings': [
        ...(rows['env-readings'] ?? []),
        ...air.map((reading, index) => ({ id: `air_${index}`, ...reading })),
      ],
      farms: [{ id: 'farm_1', name: 'Emek Hefer', currency: 'ILS', ...place }],
      barns: rows.barns?.map((each) => ({ ...withPossibleArea(each), capacity })) ?? [],
      flocks: rows.flocks?.map(priced) ?? [],
      sales: rows.sales?.map((each, index) => paid(each, 'totalAmount', index)) ?? [],
      'feed-deliveries':
        rows['feed-deliveries']?.map((each, index) => ({
          ...paid(each, 'totalCost', index),
          pricePerTon: null,
        })) ?? [],
      ...Object.fromEntries(
        Object.entries(lists).map(([resource, made]) => [
          resource,
          made.map((values, index) => ({ id: `${resource}_${index}`, ...values })),
        ]),
      ),
    };
    return { rows: withoutStrays(all), isMoneyYoung };
  });

/** The rows of existing flocks. */
function withoutStrays(rows: Rows): Rows {
  const ids = new Set([null, undefined, ...(rows.flocks ?? []).map(({ id }) => id)]);
  return Object.fromEntries(
    Object.entries(rows).map(([resource, found]) => [
      resource,
      found.filter(({ flockId }) => ids.has(flockId as string)),
    ]),
  );
}

/** A smaller area would give a density beyond the limits of the API's fields. */
function withPossibleArea({ areaSqm, ...barn }: Values): Values {
  return { ...barn, areaSqm: areaSqm === null ? null : Math.max(Number(areaSqm), 100) };
}

/** A higher weight would give a deviation beyond the limits of the API's fields. */
function withPossibleWeight({ avgWeightGr, ...log }: Values): Values {
  return { ...log, avgWeightGr: avgWeightGr === null ? null : Math.min(Number(avgWeightGr), 4000) };
}

function snapshotRows(snapshot: FarmSnapshot): Rows {
  const rows: Partial<Record<ResourceName, Values[]>> = {};
  for (const [part, resource] of Object.entries(PARTS)) {
    const found = snapshot[part as keyof typeof PARTS] as unknown as readonly Values[];
    rows[resource] = [...(rows[resource] ?? []), ...found];
  }
  return rows;
}

/**
 * The rows with unique ids that end in the given text, instead of those shared by all generated
 * farms.
 */
export function ownRows(rows: Rows, orgId: string, suffix: string): Rows {
  const own = (value: unknown, name: string) =>
    typeof value === 'string' && /^id$|Id$/.test(name) ? `${value}_${suffix}` : value;
  return Object.fromEntries(
    Object.entries(rows).map(([resource, found]) => [
      resource,
      found.map((row) => ({
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, own(value, name)])),
        orgId,
        farmId: `farm_1_${suffix}`,
      })),
    ]),
  );
}

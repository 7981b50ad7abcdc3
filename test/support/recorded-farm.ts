import fc from 'fast-check';
import type { FarmSnapshot } from '../../src/farming/snapshot/farm-snapshot.ts';
import type { ResourceName } from '../../src/model/registry.ts';
import { addDays } from '../../src/tools/calendar.ts';
import { NOON, TODAY } from './a-snapshot.ts';
import { randomFarm } from './random-farm.ts';

type Values = Readonly<Record<string, unknown>>;

/** Rows of a farm by their resource, with ids that are its own. */
export type RecordedFarm = Readonly<Partial<Record<ResourceName, readonly Values[]>>>;

/** The parts of a made-up snapshot that are rows of a resource. */
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
const amount = (max: number) => maybe(fc.double({ min: 0, max, noNaN: true }));
const hoursAgo = (max: number) =>
  fc.integer({ min: 0, max }).map((hours) => new Date(NOON - hours * HOUR_MILLIS).toISOString());
const barn = fc.constantFrom('barn_1', 'barn_2', null);
const flock = fc.constantFrom('flock_0', 'flock_1', 'flock_2', null);
/** The money of a farm is younger than 30 days, so that 30 and 90 days come to the same. */
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
  replyText: maybe(fc.constantFrom('', ' ', 'Two litres')),
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

const photo = fc.record({ flockId: flock, barnId: barn, createdAt: hoursAgo(300) });

const price = fc.record({
  orderTotal: maybe(fc.constantFrom(0, 61_000.5)),
  pricePerChick: maybe(fc.constantFrom(0, 4.35)),
});

const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 4 });

/** Farms with all that people record, from day to day and in between; possible or not. */
export const recordedFarm: fc.Arbitrary<RecordedFarm> = fc
  .record({
    snapshot: randomFarm,
    capacity: maybe(fc.integer({ min: 1, max: 30_000 })),
    coordinates: fc.boolean(),
    prices: fc.array(price, { minLength: 5, maxLength: 5 }),
    salePrices: fc.array(amount(12), { minLength: 10, maxLength: 10 }),
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
  .map(({ snapshot, capacity, coordinates, prices, salePrices, lists }) => {
    const place = coordinates ? { latitude: 32.36, longitude: 34.91 } : {};
    const rows = snapshotRows(snapshot);
    return {
      ...rows,
      farms: [{ id: 'farm_1', name: 'Emek Hefer', currency: 'ILS', ...place }],
      barns: rows.barns?.map((each) => ({ ...each, capacity })) ?? [],
      flocks: rows.flocks?.map((each, index) => ({ ...each, ...prices[index] })) ?? [],
      sales: rows.sales?.map((each, index) => ({ ...each, pricePerKg: salePrices[index] })) ?? [],
      ...Object.fromEntries(
        Object.entries(lists).map(([resource, made]) => [
          resource,
          made.map((values, index) => ({ id: `${resource}_${index}`, ...values })),
        ]),
      ),
    };
  });

function snapshotRows(snapshot: FarmSnapshot): RecordedFarm {
  const rows: Partial<Record<ResourceName, Values[]>> = {};
  for (const [part, resource] of Object.entries(PARTS)) {
    const found = snapshot[part as keyof typeof PARTS] as unknown as readonly Values[];
    rows[resource] = [...(rows[resource] ?? []), ...found];
  }
  return rows;
}

/** The farm with ids that end in the given text, in place of those that all made-up farms share. */
export function ownFarm(farm: RecordedFarm, orgId: string, suffix: string): RecordedFarm {
  const own = (value: unknown, name: string) =>
    typeof value === 'string' && /^id$|Id$/.test(name) ? `${value}_${suffix}` : value;
  return Object.fromEntries(
    Object.entries(farm).map(([resource, rows]) => [
      resource,
      rows.map((row) => ({
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, own(value, name)])),
        orgId,
        farmId: `farm_1_${suffix}`,
      })),
    ]),
  );
}

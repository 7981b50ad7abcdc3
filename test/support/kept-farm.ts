import fc from 'fast-check';
import {
  standardDailyFeedG,
  standardHenDayPct,
  standardWeightG,
} from '../../src/farming/standards/standard-values.ts';
import { addDays, daysBetween } from '../../src/tools/calendar.ts';
import { NOON, TODAY } from './a-snapshot.ts';
import type { RecordedFarm } from './recorded-farm.ts';

type Values = Readonly<Record<string, unknown>>;

const BREEDS = { 'Ross 308': 'ross_308', 'Hy-Line Brown': 'hyline_brown' } as const;
type Breed = keyof typeof BREEDS;

const percent = (min: number, max: number) => fc.integer({ min, max }).map((each) => each / 100);

/** Good and bad practices during a flock. */
const flock = fc.record({
  breed: fc.constantFrom<Breed>('Ross 308', 'Ross 308', 'Ross 308', 'Hy-Line Brown'),
  ageDays: fc.integer({ min: 2, max: 41 }),
  birds: fc.integer({ min: 5000, max: 15_000 }),
  growth: percent(85, 108),
  eaten: percent(90, 110),
  waterByFeed: percent(150, 230),
  weighedEvery: fc.constantFrom(1, 3, 7),
  /** Old weighings are stale. */
  weighedDaysAgo: fc.constantFrom(0, 1, 1, 4, 9, 16),
  weighingFactor: fc.constantFrom(1, 1, 1, 1, 1, 10),
  deathsOfMille: fc.integer({ min: 0, max: 2 }),
  deathsOfLastDay: fc.constantFrom(0, 0, 0, 120, 400),
  loggedToday: fc.boolean(),
  sold: fc.constantFrom<'weighed' | 'unweighed' | 'ten times' | null>(
    ...([null, null, 'weighed', 'unweighed', 'ten times'] as const),
  ),
  /** As a share of the eaten feed. */
  delivered: fc.constantFrom(0, 0.4, 1.02, 1.1, 1.4),
});

const barn = fc.record({
  areaSqm: fc.integer({ min: 500, max: 1500 }),
  flocks: fc.array(flock, { minLength: 1, maxLength: 2 }),
  temp: fc.integer({ min: 160, max: 380 }).map((tenths) => tenths / 10),
  secondSensorC: fc.constantFrom(null, 0.5, 6),
  humidity: fc.integer({ min: 30, max: 85 }),
  co2: fc.integer({ min: 600, max: 5000 }),
  nh3: fc.integer({ min: 0, max: 40 }),
});

type MadeBarn = typeof barn extends fc.Arbitrary<infer B> ? B : never;
type MadeFlock = MadeBarn['flocks'][number];

/**
 * Farms in realistic operation, so that most figures are known: daily logs, weighings, sales, paid
 * feed, a previously sold flock, current sensor readings. Typical omissions and mistakes are
 * included: stale and mistyped weighings, sales without a weight, missing deliveries.
 */
export const keptFarm: fc.Arbitrary<RecordedFarm> = fc
  .record({ barns: fc.array(barn, { minLength: 1, maxLength: 2 }), earlier: fc.boolean() })
  .map(({ barns, earlier }) => {
    const inside = barns.flatMap(({ flocks }, index) =>
      flocks.map((made, order) => flockRows(made, `flock_${index}_${order}`, `barn_${index + 1}`)),
    );
    const flocks = [...inside, ...(earlier ? [soldFlock()] : [])];
    const rowsOf = (name: keyof FlockRows) => flocks.flatMap((each) => each[name]);
    return {
      isMoneyYoung: false,
      rows: {
        farms: [{ id: 'farm_1', name: 'Emek Hefer', currency: 'ILS' }],
        barns: barns.map(({ areaSqm }, index) => ({
          id: `barn_${index + 1}`,
          name: `Barn ${index + 1}`,
          ...{ barnType: 'broiler', areaSqm, capacity: 30_000, status: 'active' },
        })),
        flocks: rowsOf('flocks'),
        'daily-logs': rowsOf('logs'),
        sales: rowsOf('sales'),
        'feed-deliveries': rowsOf('deliveries'),
        'env-readings': barns.flatMap((made, index) => airRows(made, `barn_${index + 1}`)),
      },
    };
  });

interface FlockRows {
  readonly flocks: readonly Values[];
  readonly logs: readonly Values[];
  readonly sales: readonly Values[];
  readonly deliveries: readonly Values[];
}

const HENS_AGE = 150;

function flockRows(made: MadeFlock, id: string, barnId: string): FlockRows {
  const { breed, ageDays, birds, sold, delivered } = made;
  const isHens = breed === 'Hy-Line Brown';
  const placementDate = addDays(TODAY, -ageDays);
  const logs = logsOf(made, id, isHens);
  const eaten = logs.reduce((total, { feedKg }) => total + feedKg, 0);
  const isSold = sold !== null && ageDays >= 28 && !isHens;
  const soldG = standardG(breed, ageDays - 2) * made.growth;
  return {
    flocks: [
      {
        ...{ id, code: id, barnId, breed, placementDate, chicksReceived: birds },
        ...{ arrivalAgeDays: isHens ? HENS_AGE : 0, pricePerChick: 3.5 },
        status: isSold ? 'selling' : 'active',
      },
    ],
    logs,
    sales: isSold ? [saleOf(id, { sold, birdsCount: Math.floor(birds / 4), soldG })] : [],
    deliveries:
      delivered === 0 ? [] : [deliveryOf(id, placementDate, Math.round(eaten * delivered) + 1)],
  };
}

function logsOf(made: MadeFlock, flockId: string, isHens: boolean) {
  const { breed, ageDays, birds, weighedDaysAgo, weighedEvery } = made;
  const days = Array.from({ length: ageDays + (made.loggedToday ? 1 : 0) }, (_, day) => day);
  const last = days.at(-1);
  return days.map((day) => {
    const daysAgo = ageDays - day;
    const age = day + (isHens ? HENS_AGE : 0);
    const feedKg = Math.round((made.eaten * birds * (standardFeedG(breed, age) ?? 100)) / 1000);
    const isWeighed = daysAgo >= weighedDaysAgo && (daysAgo - weighedDaysAgo) % weighedEvery === 0;
    const factor = daysAgo === weighedDaysAgo ? made.weighingFactor : 1;
    const weightG = Math.round(standardG(breed, age) * made.growth * factor);
    const spike = day === last ? made.deathsOfLastDay : 0;
    return {
      id: `log_${flockId}_${day}`,
      flockId,
      date: addDays(TODAY, -daysAgo),
      mortality: Math.round((birds * made.deathsOfMille) / 1000) + spike,
      feedKg,
      waterL: Math.round(feedKg * made.waterByFeed),
      tempAvg: 21 + (day % 5) / 4,
      ...(isHens
        ? { eggs: Math.round((birds * (standardHenDayPct('hyline_brown', age) ?? 50)) / 100) }
        : {}),
      ...(isWeighed ? { avgWeightGr: weightG } : {}),
    };
  });
}

function standardG(breed: Breed, ageDays: number): number {
  return standardWeightG(BREEDS[breed], ageDays) ?? 1800;
}

function standardFeedG(breed: Breed, ageDays: number): number | null {
  return standardDailyFeedG(BREEDS[breed], ageDays);
}

function saleOf(
  flockId: string,
  sale: { readonly sold: MadeFlock['sold']; readonly birdsCount: number; readonly soldG: number },
): Values {
  const { sold, birdsCount, soldG } = sale;
  const weightKg = Math.round((birdsCount * soldG) / 1000) * (sold === 'ten times' ? 10 : 1);
  return {
    ...{ id: `sale_${flockId}`, flockId, date: addDays(TODAY, -2), birdsCount },
    totalWeightKg: sold === 'unweighed' ? null : weightKg,
    totalAmount: Math.round(birdsCount * soldG * 0.006),
  };
}

function deliveryOf(flockId: string, date: string, quantityKg: number): Values {
  const own = { id: `delivery_${flockId}`, flockId, date, feedType: 'grower', quantityKg };
  return { ...own, totalCost: Math.round(quantityKg * 2), pricePerTon: null };
}

/** Ross 308, sold at an age of 42 days ten days ago, weighed and paid. */
function soldFlock(): FlockRows {
  const id = 'flock_sold';
  const first = addDays(TODAY, -52);
  const dates = Array.from({ length: 42 }, (_, day) => addDays(first, day));
  const logs = dates.map((date) => {
    const age = daysBetween(first, date);
    const feedKg = Math.round(10 * (standardFeedG('Ross 308', age) ?? 100));
    return { id: `log_${id}_${age}`, flockId: id, date, mortality: 5, feedKg };
  });
  const soldKg = { sold: 'weighed', birdsCount: 9790, soldG: 2900 } as const;
  const closedAt = `${addDays(TODAY, -10)}T10:00:00.000Z`;
  const eaten = logs.reduce((total, { feedKg }) => total + feedKg, 0);
  return {
    flocks: [
      {
        ...{ id, code: id, barnId: 'barn_1', breed: 'Ross 308', placementDate: first },
        ...{ chicksReceived: 10_000, arrivalAgeDays: 0, pricePerChick: 3.5 },
        ...{ status: 'closed', closedAt },
      },
    ],
    logs,
    sales: [{ ...saleOf(id, soldKg), date: addDays(TODAY, -10) }],
    deliveries: [deliveryOf(id, first, eaten + 1)],
  };
}

const STEP_MINUTES = 5;
const STEPS = 9;

function airRows({ temp, secondSensorC, humidity, co2, nh3 }: MadeBarn, barnId: string): Values[] {
  const at = (minutes: number) => new Date(NOON - minutes * 60_000).toISOString();
  const first = Array.from({ length: STEPS }, (_, step) => ({
    ...{ id: `air_${barnId}_${step}`, barnId, source: 'sensor' },
    ts: at(1 + step * STEP_MINUTES),
    ...{ temp, humidity, co2, nh3 },
  }));
  if (secondSensorC === null) return first;
  const second = { id: `air_${barnId}_b`, barnId, source: 'gateway', ts: at(3) };
  return [...first, { ...second, temp: Math.round((temp + secondSensorC) * 10) / 10 }];
}

import fc from 'fast-check';
import type { FarmSnapshot } from '../../src/farming/core/farm-snapshot.ts';
import { addDays } from '../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, row, TODAY } from './a-snapshot.ts';

const BREEDS = ['Ross 308', 'Cobb 500', 'Hubbard', 'Hy-Line Brown', 'BUT 6', 'Unheard of', null];

/** As stored: with no more decimals than the databases support. */
const number = (min: number, max: number) =>
  fc
    .integer({ min: Math.round(min * 1000), max: max * 1000 })
    .map((thousandths) => thousandths / 1000);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
const birds = (max: number) => maybe(fc.integer({ min: 0, max }));
const amount = (max: number) => maybe(number(0, max));

const log = fc.record({
  mortality: birds(300),
  culls: birds(30),
  eggs: birds(20_000),
  feedKg: amount(4000),
  waterL: amount(9000),
  avgWeightGr: maybe(number(20, 35_000)),
  tempAvg: maybe(number(-20, 55)),
});

const sale = fc.record({
  daysAgo: fc.integer({ min: 0, max: 60 }),
  birdsCount: birds(9000),
  totalWeightKg: amount(30_000),
  condemnedCount: birds(90),
});

/** Generated properties of a flock; the days are counted back from today. */
const flock = fc.record({
  status: fc.constantFrom('planned', 'active', 'selling', 'closed'),
  breed: fc.constantFrom(...BREEDS),
  barn: fc.constantFrom('barn_1', 'barn_2'),
  placedDaysAgo: fc.integer({ min: -3, max: 90 }),
  arrivalAgeDays: fc.constantFrom(0, 0, 112, null),
  chicksReceived: birds(20_000),
  chicksOrdered: birds(20_000),
  targetWeightKg: maybe(number(0.1, 30)),
  marketInDays: maybe(fc.integer({ min: -30, max: 70_000 })),
  leftDaysAgo: fc.integer({ min: 0, max: 30 }),
  logs: fc.array(maybe(log), { maxLength: 40 }),
  sales: fc.array(sale, { maxLength: 2 }),
});

const delivery = fc.record({
  flock: maybe(fc.integer({ min: 0, max: 4 })),
  daysAgo: fc.integer({ min: -2, max: 80 }),
  feedType: fc.constantFrom('starter', 'grower', 'finisher', 'layer1', null),
  quantityKg: number(0.001, 1_000_000),
  pricePerTon: amount(5000),
});

const reading = fc.record({
  minutesAgo: fc.integer({ min: -60, max: 1600 }),
  barn: fc.constantFrom('barn_1', 'barn_2'),
  temp: maybe(number(-30, 60)),
  humidity: maybe(number(0, 100)),
  nh3: amount(200),
  co2: amount(20_000),
});

type MadeUpFlock = typeof flock extends fc.Arbitrary<infer F> ? F : never;

/** Farms with all kinds of flocks, logs, sales, deliveries and readings, plausible or not. */
export const randomFarm: fc.Arbitrary<FarmSnapshot> = fc
  .record({
    flocks: fc.array(flock, { maxLength: 5 }),
    deliveries: fc.array(delivery, { maxLength: 6 }),
    readings: fc.array(reading, { maxLength: 8 }),
    areaSqm: maybe(number(0.01, 5000)),
  })
  .map(({ flocks, deliveries, readings, areaSqm }) => {
    const rows = flocks.map((each, index) => rowsOf(each, `flock_${index}`));
    const live = rows.filter(({ flock }) => flock.status !== 'closed');
    const closed = rows.filter(({ flock }) => flock.status === 'closed');
    return aSnapshot({
      barns: [aBarn({ areaSqm }), aBarn({ id: 'barn_2', name: 'Barn 2', barnType: 'layer' })],
      liveFlocks: live.map(({ flock }) => flock),
      liveLogs: live.flatMap(({ logs }) => logs),
      closedFlocks: closed.map(({ flock }) => flock),
      closedLogs: closed.flatMap(({ logs }) => logs),
      sales: rows.flatMap(({ sales }) => sales),
      feedDeliveries: deliveries
        .toSorted((left, right) => right.daysAgo - left.daysAgo)
        .map(({ flock, daysAgo, ...values }, index) =>
          row('feed-deliveries', {
            id: `delivery_${index}`,
            flockId: flock === null ? null : `flock_${flock}`,
            date: addDays(TODAY, -daysAgo),
            ...values,
          }),
        ),
      readings: readings
        .toSorted((left, right) => right.minutesAgo - left.minutesAgo)
        .map(({ minutesAgo, barn, ...values }, index) =>
          row('env-readings', {
            id: `reading_${index}`,
            barnId: barn,
            ts: new Date(Date.UTC(2026, 10, 21, 10) - minutesAgo * 60_000).toISOString(),
            ...values,
          }),
        ),
    });
  });

function rowsOf(made: MadeUpFlock, id: string) {
  const { barn, placedDaysAgo, leftDaysAgo, marketInDays, logs, sales, status, ...values } = made;
  // Planned flocks are in the future, closed ones in the past.
  const daysAgo = status === 'closed' ? Math.abs(placedDaysAgo) + leftDaysAgo : placedDaysAgo;
  const placementDate = addDays(TODAY, -daysAgo);
  return {
    flock: aFlock({
      id,
      ...values,
      code: id,
      barnId: barn,
      status,
      placementDate,
      plannedMarketDate: marketInDays === null ? null : addDays(TODAY, marketInDays),
      closedAt: status === 'closed' ? `${addDays(TODAY, -leftDaysAgo)}T10:00:00.000Z` : null,
    }),
    logs: logs.flatMap((each, index) => {
      const date = addDays(placementDate, index);
      if (each === null || date > TODAY) return [];
      return [aLog(date, { id: `log_${id}_${index}`, flockId: id, ...each })];
    }),
    sales: sales
      .toSorted((left, right) => right.daysAgo - left.daysAgo)
      .map(({ daysAgo: soldDaysAgo, ...sold }, index) =>
        row('sales', {
          id: `sale_${id}_${index}`,
          flockId: id,
          date: addDays(TODAY, -soldDaysAgo),
          ...sold,
        }),
      ),
  };
}

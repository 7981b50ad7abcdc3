import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SectionDefinition } from '../../../src/farming/core/section.ts';
import { cashflowSection } from '../../../src/farming/insights/cashflow-section.ts';
import { laborSection } from '../../../src/farming/insights/labor-section.ts';
import { leaksSection } from '../../../src/farming/insights/leaks-section.ts';
import { marketSection } from '../../../src/farming/insights/market-section.ts';
import { profitSection } from '../../../src/farming/insights/profit-section.ts';
import { suppliersSection } from '../../../src/farming/insights/suppliers-section.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aSnapshot, row } from '../../support/a-snapshot.ts';
import { expectToBeFinite, expectToFitSchema } from '../../support/fit-section-schema.ts';

const RUNS = Number(process.env['FARMCTL_TEST_ODD_FARMS'] ?? 60);

const sections = {
  profit: profitSection,
  leaks: leaksSection,
  labor: laborSection,
  market: marketSection,
  cashflow: cashflowSection,
  suppliers: suppliersSection,
} as const satisfies Readonly<Record<string, SectionDefinition>>;

/** Nothing, 0, and amounts from tiny to huge. */
const aFigure = fc.constantFrom(null, 0, 0.01, 1, 37.5, 10_000, 1_000_000);
const aCount = fc.constantFrom(null, 0, 1, 9500, 20_000);
const aDay = fc.integer({ min: -60, max: 380 }).map((ago) => addDays('2026-11-21', -ago));
const aFlockId = fc.constantFrom('flock_0', 'flock_1', 'flock_2');
const aName = fc.constantFrom(null, 'contact_1', 'contact_2');
const listOf = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 6 });

const someFlock = fc.record({
  placementDate: aDay,
  plannedMarketDate: fc.option(aDay),
  breed: fc.constantFrom(null, 'Ross 308', 'Lohmann Brown', 'unheard of'),
  targetWeightKg: fc.constantFrom(null, 0.1, 2.4, 30),
  arrivalAgeDays: fc.constantFrom(null, 0, 120),
  chicksOrdered: aCount,
  chicksReceived: aCount,
  orderTotal: aFigure,
  pricePerChick: aFigure,
  supplierId: aName,
});
const someSale = fc.record({
  flockId: aFlockId,
  customerId: aName,
  date: aDay,
  birdsCount: aCount,
  totalWeightKg: aFigure,
  pricePerKg: aFigure,
  totalAmount: aFigure,
  condemnedKg: aFigure,
});
const someDelivery = fc.record({
  flockId: fc.option(aFlockId),
  supplierId: aName,
  date: aDay,
  quantityKg: fc.constantFrom(0.001, 500, 14_000),
  totalCost: aFigure,
  pricePerTon: aFigure,
});
const someExpense = fc.record({
  flockId: fc.option(aFlockId),
  barnId: fc.constantFrom(null, 'barn_1'),
  date: aDay,
  category: fc.constantFrom('feed', 'chicks', 'medicine', 'labor', 'gas', 'toString'),
  amount: fc.constantFrom(-500, 0, 0.01, 8000),
});
const someLog = fc.record({
  flockId: aFlockId,
  date: aDay,
  mortality: aCount,
  culls: fc.constantFrom(null, 0, 30),
  feedKg: aFigure,
  avgWeightGr: fc.constantFrom(null, 20, 900, 35_000),
  eggs: aCount,
  eggsBroken: fc.constantFrom(null, 0, 500),
});
const someOrder = fc.record({
  supplierId: aName,
  quantityKg: fc.constantFrom(1, 14_000),
  pricePerTon: aFigure,
  dueDate: fc.option(aDay),
  deliveredAt: fc.option(aDay),
  status: fc.constantFrom('ordered', 'delivered', 'cancelled'),
});
const someTrade = fc.record({
  direction: fc.constantFrom(null, 'buy', 'sell'),
  quantity: aFigure,
  price: aFigure,
  needByDate: fc.option(aDay),
  status: fc.constantFrom('open', 'confirmed'),
});

const oddFarm = fc.record({
  area: fc.constantFrom(null, 0.5, 1000),
  flocks: fc.tuple(someFlock, someFlock, someFlock),
  sales: listOf(someSale),
  deliveries: listOf(someDelivery),
  expenses: listOf(someExpense),
  logs: listOf(someLog),
  orders: listOf(someOrder),
  trades: listOf(someTrade),
});

const byDate = <R extends { readonly date: string }>(rows: readonly R[]) =>
  rows.toSorted((left, right) => (left.date < right.date ? -1 : 1));

test('for any recorded data, every section is finite and conforms to its schema', () => {
  fc.assert(
    fc.property(oddFarm, (farm) => {
      const [closed, live, planned] = farm.flocks;
      const logs = byDate(farm.logs).map((log, index) =>
        row('daily-logs', { id: `log_${index}`, ...log }),
      );
      const snapshot = aSnapshot({
        barns: [aBarn({ areaSqm: farm.area, capacity: null })],
        closedFlocks: [aFlock({ ...closed, id: 'flock_0', status: 'closed' })],
        liveFlocks: [
          aFlock({ ...live, id: 'flock_1' }),
          aFlock({ ...planned, id: 'flock_2', status: 'planned' }),
        ],
        closedLogs: logs.filter(({ flockId }) => flockId === 'flock_0'),
        liveLogs: logs.filter(({ flockId }) => flockId === 'flock_1'),
        sales: byDate(farm.sales).map((sale, index) =>
          row('sales', { id: `sale_${index}`, ...sale }),
        ),
        feedDeliveries: byDate(farm.deliveries).map((delivery, index) =>
          row('feed-deliveries', { id: `delivery_${index}`, ...delivery }),
        ),
        expenses: byDate(farm.expenses).map((expense, index) =>
          row('expenses', { id: `expense_${index}`, ...expense }),
        ),
        feedOrders: farm.orders.map((order, index) =>
          row('feed-orders', { id: `order_${index}`, ...order }),
        ),
        marketOrders: farm.trades.map((trade, index) =>
          row('market-orders', { id: `market_${index}`, title: 'A trade', ...trade }),
        ),
      });
      for (const [name, { compute }] of Object.entries(sections)) {
        const section = compute(snapshot, {});
        expectToFitSchema(name as keyof typeof sections, section);
        expectToBeFinite(section);
        if (section.status === 'ok') expect(section.missing).toEqual([]);
        else expect(section.missing.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: RUNS },
  );
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { profitSection } from '../../../src/farming/insights/profit-section.ts';
import { aBarn, aFlock, aSnapshot, row } from '../../support/a-snapshot.ts';

const DAY = '2026-11-19';

/** The lines of a published table without its first, which names the source, by their first cell. */
function readTable(name: string): ReadonlyMap<string, readonly number[]> {
  const path = join(import.meta.dirname, '../../data/real', name);
  const [, , ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [first = '', ...cells] = line.split(',');
      return [first, cells.map(Number)];
    }),
  );
}

function profitOf(flock: object, parts: object) {
  const closedFlocks = [aFlock({ status: 'closed', closedAt: `${DAY}T10:00:00.000Z`, ...flock })];
  const snapshot = aSnapshot({ barns: [aBarn()], closedFlocks, ...parts });
  const { flocks } = profitSection.compute(snapshot, {}) as unknown as {
    flocks: Record<string, unknown>[];
  };
  return flocks[0];
}

const sale = (totalWeightKg: number, totalAmount: number) => [
  row('sales', { flockId: 'flock_1', date: DAY, totalWeightKg, totalAmount }),
];
const expense = (category: string, amount: number, flockId: string | null) =>
  row('expenses', { id: `expense_${category}`, flockId, category, amount, date: DAY });

test('a flock of 100 t by the Israeli cost sheet of July 2017 breaks even at the target price', () => {
  const sheet = readTable('israel_broiler_cost_sheet_2017_07.csv');
  /** For 100 t; the fourth cell is ILS per ton, in whole agorot. */
  const ils = (item: string) => Math.round((sheet.get(item)?.[3] ?? Number.NaN) * 100);
  const [, feedKg = 0, feedPrice = 0] = sheet.get('feed') ?? [];
  const treatment = (kind: string, item: string) =>
    row('treatments', { id: item, flockId: 'flock_1', kind, date: DAY, cost: ils(item) });
  const profit = profitOf(
    { orderTotal: ils('day_old_chicks'), chicksReceived: 46_009 },
    {
      sales: sale(100_000, ils('target_price_market_gate')),
      feedDeliveries: [
        row('feed-deliveries', {
          flockId: 'flock_1',
          date: '2026-11-02',
          quantityKg: feedKg * 100,
          pricePerTon: feedPrice * 1000,
        }),
      ],
      treatments: [
        treatment('other', 'medicine_disinfection'),
        treatment('vaccination', 'vaccines_AI_IB'),
      ],
      expenses: [
        expense('gas', ils('heating'), 'flock_1'),
        expense('litter', ils('litter'), 'flock_1'),
        expense('other', ils('misc'), 'flock_1'),
        expense('interest', ils('interest_working_capital'), 'flock_1'),
        expense('depreciation', ils('capital_return'), 'flock_1'),
        expense('transport', ils('transport'), 'flock_1'),
        expense('catching', ils('loading'), 'flock_1'),
        expense('levy', ils('poultry_council_levy'), 'flock_1'),
        expense('commission', ils('marketing_commission_3pct'), 'flock_1'),
        // No other flock shares these.
        expense('labor', ils('labour'), null),
        expense('admin', ils('admin_general'), null),
      ],
    },
  );
  expect(profit).toMatchObject({
    revenue: 741_000,
    chickCost: 140_308,
    // 191,200 kg × 2.05
    feedCost: 391_960,
    feedCostFrom: 'deliveries',
    // 14,894 + 11,807
    medCost: 26_701,
    // 26,302 + 5546 + 34,811 + 956 + 26,885 = 94,500, and to the market 8100 + 9600 + 2500 + 22,200
    directExpenses: 136_900,
    // 31,760 + 13,356
    sharedExpenses: 45_116,
    // At the farm gate 698,585, as in the sheet: 6985.85 a ton; 42,400 for transport to the market.
    totalCost: 740_985,
    profit: 15,
    marginPct: 0,
    // 740,985 / 100,000 kg
    costPerKg: 7.4099,
    // 391,960 / 740,985; of the 698,585 at the farm gate it is the 56.1 % of the sheet.
    feedCostSharePct: 52.9,
    profitPerM2: 0.015,
  });
});

test.each([
  // chicks + feed + labour + housing + other = EUR per kg, and the share of feed
  ['Brazil', 0.633, 69.04],
  ['USA', 0.646, 68.27],
  ['France', 0.859, 56.69],
  ['Poland', 0.786, 64.63],
  ['Spain', 0.823, 65.74],
  ['Italy', 0.856, 64.95],
  // 0.137 + 0.491 + 0.036 + 0.048 + 0.090
  ['Netherlands', 0.802, 61.22],
  ['Germany', 0.819, 60.68],
  ['UK', 0.865, 59.08],
])('100 t in %s of 2017 cost %f EUR a kg', (country, costPerKg, feedCostSharePct) => {
  const cells = readTable('eu_broiler_costs_wageningen_2017.csv').get(country) ?? [];
  const [, , fcr = 0, , , chicks = 0, feed = 0, labour = 0, housing = 0, other = 0] = cells;
  const profit = profitOf(
    { orderTotal: chicks * 100_000, chicksReceived: 40_000 },
    {
      sales: sale(100_000, 90_000),
      feedDeliveries: [
        row('feed-deliveries', {
          flockId: 'flock_1',
          date: '2026-11-02',
          quantityKg: fcr * 100_000,
          totalCost: feed * 100_000,
        }),
      ],
      expenses: [
        expense('labor', labour * 100_000, 'flock_1'),
        expense('depreciation', housing * 100_000, 'flock_1'),
        expense('other', other * 100_000, 'flock_1'),
      ],
    },
  );
  expect(profit).toMatchObject({ costPerKg, breakEvenPricePerKg: costPerKg, feedCostSharePct });
});

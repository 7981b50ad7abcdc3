import { expect, test } from 'vitest';
import { profitSection } from '../../../src/farming/insights/profit-section.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aSnapshot, row, TODAY } from '../../support/a-snapshot.ts';

/** 10,000 birds that cost 20,000, of which so many were sold for 2 each. */
function profitOf(sold: number, status: 'selling' | 'closed') {
  const flock = aFlock({
    ...{ placementDate: addDays(TODAY, -40), status, chicksReceived: 10_000, orderTotal: 20_000 },
    ...(status === 'closed' ? { closedAt: `${TODAY}T06:00:00.000Z` } : {}),
  });
  const sales = [
    row('sales', {
      ...{ id: 'sale_1', flockId: flock.id, date: addDays(TODAY, -1), birdsCount: sold },
      ...{ totalWeightKg: sold * 2.5, totalAmount: sold * 2 },
    }),
  ];
  const feedDeliveries = [
    row('feed-deliveries', {
      ...{ id: 'delivery_1', flockId: flock.id, date: addDays(TODAY, -20) },
      ...{ quantityKg: 30_000, totalCost: 15_000 },
    }),
  ];
  const flocks = status === 'closed' ? { closedFlocks: [flock] } : { liveFlocks: [flock] };
  const { flocks: rows, missing } = profitSection.compute(
    aSnapshot({ barns: [aBarn()], ...flocks, sales, feedDeliveries }),
    {},
  );
  return { row: rows[0], codes: missing.map(({ code }) => code) };
}

test('the profit of a partly sold flock has no margin and is marked as not final', () => {
  const { row: partly, codes } = profitOf(1000, 'selling');
  expect(partly).toMatchObject({ revenue: 2000, marginPct: null });
  expect(codes).toContain('birds_to_sell');
});

test('the profit of a sold flock is final', () => {
  const { row: gone, codes } = profitOf(10_000, 'closed');
  expect(gone).toMatchObject({ revenue: 20_000, profit: -15_000, marginPct: -75 });
  expect(codes).not.toContain('birds_to_sell');
});

import { describe, expect, test } from 'vitest';
import { measures } from '../../../src/ask/measures/measures.ts';
import { alertRules } from '../../../src/farming/alert-rules/alert-rules.ts';
import { digestOf } from '../../../src/farming/digest/digest.ts';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { feedSection } from '../../../src/farming/insights/feed-section.ts';
import { profitSection } from '../../../src/farming/insights/profit-section.ts';
import { riskSection } from '../../../src/farming/insights/risk-section.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aSnapshot, logsFrom, row, TODAY } from '../../support/a-snapshot.ts';
import { aQuestion } from '../../support/asked.ts';
import { inEnglish } from '../../support/in-english.ts';
import { evaluateFarm } from '../../support/in-one-step.ts';

const PLACED = '2026-11-07';

/** 10,000 birds of 14 days that ate 450 kg a day: 6,300 kg. */
function fedFarm(deliveries: readonly (readonly [date: string, quantityKg: number])[]) {
  return aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock({ placementDate: PLACED, chicksReceived: 10_000, orderTotal: 10_000 })],
    liveLogs: logsFrom(
      addDays(PLACED, 1),
      Array.from({ length: 14 }, () => ({ feedKg: 450, mortality: 0 })),
    ),
    feedDeliveries: deliveries.map(([date, quantityKg]) =>
      row('feed-deliveries', {
        ...{ id: `delivery_${date}`, flockId: 'flock_1', date, quantityKg },
        ...{ totalCost: quantityKg * 17, feedType: 'starter' },
      }),
    ),
  });
}

type Deliveries = Parameters<typeof fedFarm>[0];

const gapOf = (deliveries: Deliveries, values: { readonly feedKg?: number | null } = {}) => {
  const farm = fedFarm(deliveries);
  const liveLogs = farm.liveLogs.map((log, index) => (index === 5 ? { ...log, ...values } : log));
  const snapshot = { ...farm, liveLogs };
  const isOfKind = ({ kind }: { readonly kind: string }) => kind === 'deliveries_incomplete';
  return [findGaps(snapshot).find(isOfKind), digestOf(snapshot).gaps.find(isOfKind)] as const;
};

const feedOf = (deliveries: Deliveries) => feedSection.compute(fedFarm(deliveries), {});
const stockKg = (deliveries: Deliveries) => feedOf(deliveries).flocks[0]?.stockKg;

describe('feed eaten before the first recorded delivery', () => {
  const late: Deliveries = [[TODAY, 8000]];

  test('cannot come from it, so the stock is unknown on every page', () => {
    const snapshot = fedFarm(late);
    const feed = feedSection.compute(snapshot, {});
    // Not 8,000 − 6,300 = 1,700 kg: 5,850 kg of these were eaten before the delivery.
    expect(feed.flocks[0]).toMatchObject({
      ...{ deliveredKg: 8000, stockKg: null, daysLeft: null },
      ...{ nextOrderBy: null, suggestedOrderKg: null },
    });
    for (const name of ['feedStock', 'feedDaysLeft'] as const) {
      const { facts } = measures[name].compute(snapshot, aQuestion());
      expect(facts.map(({ label }) => label)).toEqual(['Missing, deliveries_incomplete, day']);
    }
    const risks = riskSection.compute(snapshot, { feed });
    expect(risks.items.find(({ key }) => key === 'feed_out')?.p).toBe(null);
    const { verdicts } = evaluateFarm(alertRules, snapshot);
    expect(verdicts.filter(({ rule }) => rule === 'feed_out')).toEqual([]);
  });

  test('is at the price of the delivery in the cost, and no feed is left over', () => {
    // 6,300 kg × 17.
    expect(profitSection.compute(fedFarm(late), {}).flocks[0]).toMatchObject({
      ...{ feedCost: 107_100, feedCostFrom: 'feed_used', estimated: true },
      ...{ feedInStockKg: 0, feedInStockCost: 0 },
    });
  });

  test.each(['feed', 'profit'] as const)('is explained by %s', (name) => {
    const snapshot = fedFarm(late);
    const { missing } =
      name === 'feed' ? feedSection.compute(snapshot, {}) : profitSection.compute(snapshot, {});
    const missingItem = missing.find(({ code }) => code === 'deliveries_incomplete');
    expect(inEnglish(missingItem?.message)).toBe(
      'Flock B1-2611 ate more feed before the delivery of Nov 21, 2026 than had been delivered by then: an earlier delivery is not recorded, or this one is dated too late.',
    );
    // The missing delivery is not of today.
    expect(missingItem?.fix).toMatchObject({ path: '/feed-deliveries', body: { date: null } });
  });
});

test.each<readonly [string, Deliveries, number | null]>([
  ['before the placement', [['2026-11-05', 8000]], 1700],
  ['three days after the placement, recorded late', [['2026-11-10', 8000]], 1700],
  // 2 × 450 kg were eaten by November 9, more than 2 % of 8,000 kg.
  ['on the sixth day', [['2026-11-13', 8000]], null],
  // At least 9,000 − 6,300 kg: the alert comes early rather than never.
  [
    'after a delivery that did not last until then',
    [
      ['2026-11-07', 1000],
      ['2026-11-20', 8000],
    ],
    2700,
  ],
  // 3,600 kg were eaten by November 15, four days before the second delivery.
  [
    'in time',
    [
      ['2026-11-07', 3600],
      ['2026-11-19', 4000],
    ],
    1300,
  ],
])('a delivery %s', (_, deliveries, kg) => {
  expect(stockKg(deliveries)).toBe(kg);
});

describe('feed eaten beyond the recorded deliveries is a gap', () => {
  test('of the farm and of the digest, with the call that records a delivery', () => {
    // 6,300 kg eaten.
    const [gap, ofDigest] = gapOf([['2026-11-06', 6000]]);
    expect(gap).toMatchObject({
      severity: 'warning',
      ids: { flockId: 'flock_1' },
      fix: { method: 'POST', path: '/feed-deliveries', body: { flockId: 'flock_1' } },
    });
    expect([inEnglish(gap?.title), inEnglish(gap?.message)]).toEqual([
      'Feed deliveries of flock B1-2611 are incomplete',
      'Flock B1-2611 ate more feed than was delivered: a delivery is not recorded.',
    ]);
    expect(ofDigest?.title).toEqual(gap?.title);
  });

  test('since the first delivery, if it was eaten before that', () => {
    expect(gapOf([[TODAY, 8000]])[0]).toMatchObject({ severity: 'warning', since: TODAY });
  });

  test('and only a note if it depends on an estimated day', () => {
    // 13 × 450 = 5,850 kg are logged, and 450 kg are estimated.
    const [gap, ofDigest] = gapOf([['2026-11-06', 6000]], { feedKg: null });
    expect([gap?.severity, ofDigest]).toEqual(['info', undefined]);
  });

  test.each<[string, Deliveries]>([
    ['enough was delivered', [['2026-11-06', 6300]]],
    ['nothing was delivered', []],
  ])('but not if %s', (_, deliveries) => {
    expect(gapOf(deliveries)).toEqual([undefined, undefined]);
  });
});

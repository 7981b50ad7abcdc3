import { describe, expect, test } from 'vitest';
import { type MeasureName, measures } from '../../../src/ask/measures/measures.ts';
import { profitSection } from '../../../src/farming/insights/profit-section.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { renderMessages } from '../../../src/i18n/render-message.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from '../../support/a-snapshot.ts';
import { aQuestion } from '../../support/asked.ts';
import { expectToFitSchema } from '../../support/fit-section-schema.ts';

const PLACED = '2026-10-12';
const SOLD = '2026-11-20';

/** 10,000 chicks of 1 each; 39 days of 500 kg of feed: 19,500 kg; sold at 20,000 kg for 50,000. */
const flock = { placementDate: PLACED, chicksReceived: 10_000, pricePerChick: 1, code: 'N1' };
const logs = (each: number) =>
  Array.from({ length: 39 }, (_, index) => index + 1)
    .filter((day) => day % each === 0)
    .map((day) =>
      aLog(addDays(PLACED, day), { feedKg: 500, avgWeightGr: day === 39 ? 2000 : null }),
    );
const sale = row('sales', {
  ...{ id: 'sale_1', flockId: 'flock_1', date: SOLD, birdsCount: 10_000 },
  ...{ totalWeightKg: 20_000, totalAmount: 50_000 },
});
/** 24 t in all for 12,000: 0.50 a kilogram on average. */
const feedDeliveries = [
  ...[{ id: 'delivery_1', date: PLACED, quantityKg: 10_000, totalCost: 5600 }],
  ...[{ id: 'delivery_2', date: '2026-11-01', quantityKg: 14_000, totalCost: 6400 }],
].map((delivery) => row('feed-deliveries', { ...delivery, flockId: 'flock_1' }));

const soldFarm = aSnapshot({
  barns: [aBarn()],
  closedFlocks: [aFlock({ ...flock, status: 'closed' })],
  closedLogs: logs(1),
  sales: [sale],
  feedDeliveries,
});

function rowOf(snapshot: ReturnType<typeof aSnapshot>) {
  const section = profitSection.compute(snapshot, {});
  expectToFitSchema('profit', section);
  return { section, flock: section.flocks[0] };
}

test('the feed left by a sold flock is shown beside its cost, with the figures without it', () => {
  // 24,000 kg less 19,500 kg at 0.50; 10,000 + 12,000 of costs without 2,250 over 20,000 kg.
  expect(rowOf(soldFarm).flock).toMatchObject({
    ...{ feedCost: 12_000, totalCost: 22_000, profit: 28_000, costPerKg: 1.1 },
    ...{ feedInStockKg: 4500, feedInStockCost: 2250, profitWithoutStock: 30_250 },
    ...{ costPerKgWithoutStock: 0.9875, breakEvenPricePerKgWithoutStock: 0.9875 },
  });
});

test.each([
  [
    'en',
    'N1: the cost holds about 4,500 kg of feed (about ₪2,250) that was left over. Without it a kilogram costs about ₪0.988. Without it the profit is about ₪30,250.',
  ],
  [
    'es',
    'N1: el costo incluye unos 4500 kg de alimento (aprox. 2250 ILS) que sobraron. Sin eso, el kilo cuesta aprox. 0,988 ILS. Sin eso, la ganancia es de aprox. 30.250 ILS.',
  ],
  ['he', /כ-4,500 ק"ג תערובת \(כ-/u],
  ['th', /ค่าอาหาร ประมาณ 4,500 .*\(ประมาณ .* กำไร ประมาณ /u],
  ['zh', /饲料约4,500.*（约.*盈利约/u],
] as const)(
  'the feed left is an estimate in %s where a day is not logged',
  async (language, expected) => {
    // The 20th day is between two days of 500 kg.
    const closedLogs = logs(1).filter(({ date }) => date !== addDays(PLACED, 20));
    const { flock: sold } = rowOf({ ...soldFarm, closedLogs });
    expect(sold).toMatchObject({ feedInStockKg: 4500, feedInStockEstimated: true });
    expect(rowOf(soldFarm).flock).toMatchObject({ feedInStockEstimated: false });
    const notes = renderMessages(await loadLanguage(language), [sold?.feedInStockNote]);
    const text = String(notes).replaceAll('\u00a0', ' ');
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  },
);

test('a sold flock with feed left has a recommendation', () => {
  expect(rowOf(soldFarm).section.missing).toContainEqual(
    expect.objectContaining({
      code: 'feed_left',
      flockId: 'flock_1',
      fix: {
        method: 'PATCH',
        path: '/feed-deliveries/delivery_2',
        body: { quantityKg: null, totalCost: null },
      },
    }),
  );
});

test.each([
  ['all birds sold', 10_000, '2026-11-20', false],
  ['six birds unaccounted for', 9994, '2026-11-20', true],
  ['six birds unaccounted for, long ago', 9994, '2026-10-20', false],
])('a flock closed with %s', (_, birdsCount, date, isSaid) => {
  const sold = { ...soldFarm, sales: [{ ...sale, birdsCount, date }] };
  const closedFlocks = [aFlock({ ...flock, status: 'closed', closedAt: `${date}T08:00:00.000Z` })];
  const text = rowOf({ ...sold, closedFlocks, closedLogs: logs(50) }).section.missing;
  expect(text.some(({ code }) => code === 'birds_unaccounted')).toBe(isSaid);
});

test('a difference within the accuracy of scales is not feed left', () => {
  // 19,500 kg eaten of 19,890: 390 kg are less than 2 % of the delivered feed.
  const [first] = feedDeliveries;
  const { section, flock: sold } = rowOf({
    ...soldFarm,
    feedDeliveries: first ? [{ ...first, quantityKg: 19_890, totalCost: 9945 }] : [],
  });
  expect(sold).toMatchObject({
    ...{ feedInStockKg: 0, feedInStockCost: 0, feedInStockNote: null },
    ...{ costPerKg: 0.9973, costPerKgWithoutStock: 0.9973 },
  });
  expect(section.missing.map(({ code }) => code)).not.toContain('feed_left');
});

test('with feed logged on too few days the feed left is unknown', () => {
  const { section, flock: sold } = rowOf({ ...soldFarm, closedLogs: logs(3) });
  expect(sold).toMatchObject({
    ...{ feedCost: 12_000, feedInStockKg: null, feedInStockCost: null, feedInStockNote: null },
    ...{ profitWithoutStock: null, costPerKgWithoutStock: null },
  });
  expect(section.missing.map(({ code }) => code)).not.toContain('feed_left');
});

test('a flock charged for its consumption has no feed left in its cost', () => {
  const { flock: sold } = rowOf({ ...soldFarm, feedDeliveries: feedDeliveries.slice(0, 1) });
  expect(sold).toMatchObject({ feedCostFrom: 'feed_used', feedInStockKg: 0, feedInStockCost: 0 });
});

const liveFarm = aSnapshot({
  barns: [aBarn()],
  liveFlocks: [aFlock({ ...flock, plannedMarketDate: '2026-11-22' })],
  liveLogs: logs(1),
  sales: [{ ...sale, date: '2026-11-19', birdsCount: 5000, totalWeightKg: 10_000 }],
  feedDeliveries,
});

test('a live flock shows the uneaten feed and the stock expected at its sale', () => {
  const { flock: live } = rowOf(liveFarm);
  expect(live).toMatchObject({ feedInStockKg: 4500, feedInStockCost: 2250 });
  const left = live?.projected?.feedInStockKg ?? 0;
  // It eats on two days more, so that some but not all of it is left.
  expect(left).toBeGreaterThan(2000);
  expect(left).toBeLessThan(4500);
  expect(live?.projected).toMatchObject({ remainingFeedKg: 0, remainingFeedCost: 0 });
  expect(live?.projected?.feedInStockCost).toBeCloseTo(left / 2, 1);
  expect(live?.projected?.profitWithoutStock).toBeCloseTo(
    (live?.projected?.profit ?? 0) + left / 2,
    1,
  );
});

describe('/ask', () => {
  const ask = (name: MeasureName, snapshot = soldFarm, scope = {}) =>
    measures[name].compute(snapshot, aQuestion({ scope: { flockIds: ['flock_1'], ...scope } }));
  const factsOf = (name: MeasureName) => ask(name).facts.map(({ label, value }) => [label, value]);

  test('the cost per kilogram is given with and without uneaten feed', () => {
    expect(factsOf('costPerKg')).toEqual([
      ['Cost per kg, Barn 1 (N1)', 1.1],
      ['Feed not eaten, Barn 1 (N1)', 4500],
      ['Cost of feed not eaten, Barn 1 (N1)', 2250],
      ['Cost per kg without feed not eaten, Barn 1 (N1)', 0.9875],
      ['Profit without feed not eaten, Barn 1 (N1)', 30_250],
    ]);
  });

  test('the earnings of a flock as well', () => {
    expect(factsOf('flockProfit')).toContainEqual([
      'Profit without feed not eaten, Barn 1 (N1)',
      30_250,
    ]);
  });

  test('the feed left by a flock is in the silo of its empty barn', async () => {
    const empty = { ...soldFarm, barns: [aBarn(), aBarn({ id: 'barn_2', name: 'Barn 2' })] };
    for (const scope of [{}, { barnIds: ['barn_1'] }]) {
      const { facts, lines } = measures.feedStock.compute(empty, aQuestion({ scope }));
      expect(facts.map(({ label, value }) => [label, value])).toEqual([
        ['Feed in stock, Barn 1 (N1)', 4500],
      ]);
      expect(renderMessages(await loadLanguage('en'), lines)).toEqual([
        'Barn 1 (N1): the flock is gone; 4,500 kg of its feed is left, by deliveries and logs.',
      ]);
    }
  });

  test('a barn with its next flock has no feed of the previous one in the answer', () => {
    const next = aFlock({ id: 'flock_2', code: 'N2', placementDate: '2026-11-21' });
    const { facts } = measures.feedStock.compute(
      { ...soldFarm, liveFlocks: [next] },
      aQuestion({ scope: {} }),
    );
    expect(facts.map(({ label }) => label)).not.toContain('Feed in stock, Barn 1 (N1)');
  });

  test('the answer states this in words', async () => {
    const translator = await loadLanguage('es');
    const t = (name: MeasureName, snapshot = soldFarm) =>
      [renderMessages(translator, ask(name, snapshot).lines)]
        .flat()
        .map((text) => String(text).replaceAll('\u00a0', ' '));
    expect(t('costPerKg')).toEqual([
      'En Barn 1 (N1) el kilo cuesta 1,10 ILS hasta ahora.',
      'Barn 1 (N1): el costo incluye 4500 kg de alimento (2250 ILS) que sobraron. Sin eso, el kilo cuesta 0,988 ILS. Sin eso, la ganancia es de 30.250 ILS.',
    ]);
    expect(t('flockProfit', liveFarm)).toContainEqual(
      expect.stringMatching(/ que sobrarán al vender\. Sin eso, el kilo tiene que venderse a /u),
    );
  });
});

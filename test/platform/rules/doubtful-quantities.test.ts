import { describe, expect, test } from 'vitest';
import { barns } from '../../../src/model/resources/barns.ts';
import { feedDeliveries } from '../../../src/model/resources/feed-deliveries.ts';
import { feedOrders } from '../../../src/model/resources/feed-orders.ts';
import { flocks } from '../../../src/model/resources/flocks.ts';
import { issuesIn } from '../../support/rule-situation.ts';

const barn = { id: 'barn_1', name: 'B1', status: 'active' };
const flock = { id: 'flock_1', barnId: 'barn_1', breed: 'Ross 308', status: 'active' };
/** 10,000 broilers of 20 days. */
const among = [
  [barns, barn],
  [flocks, { ...flock, chicksReceived: 10_000, placementDate: '2026-11-01', arrivalAgeDays: 0 }],
] as const;
const delivered = [14_000, 16_000, 15_000].map(
  (quantityKg, index) =>
    [
      feedDeliveries,
      { id: `delivery_${index + 2}`, date: '2026-11-10', feedType: 'grower', quantityKg },
    ] as const,
);

describe('a feed delivery', () => {
  test.each([
    ['20 kg beside deliveries of 15 t', 20, [...among, ...delivered], /far less.*15,000/],
    ['20 t beside deliveries of 15 t', 20_000, [...among, ...delivered], null],
    ['200 t beside deliveries of 15 t', 200_000, [...among, ...delivered], /far more/],
    ['20 kg for birds that eat a ton a day', 20, among, /very little/],
    ['20 t for birds that eat a ton a day', 20_000, among, null],
    ['900 t for birds that eat a ton a day', 900_000, among, /very much/],
    ['any amount without birds and deliveries', 20, [], null],
  ])('%s', async (_fact, quantityKg, rows, doubted) => {
    const after = { date: '2026-11-20', feedType: 'grower', quantityKg };
    for (const definition of [feedDeliveries, feedOrders]) {
      const issues = await issuesIn(definition, { after, among: rows, isStrict: true });
      expect(issues).toEqual(
        doubted === null
          ? []
          : [{ path: 'quantityKg', code: 'implausible', message: expect.stringMatching(doubted) }],
      );
      expect(await issuesIn(definition, { after, among: rows })).toEqual([]);
    }
  });
});

describe('feed for chicks', () => {
  // 9,500 chicks eat 13 g each on day 0 and more than 2.1 kg, that is 20 t, before day 30.
  const chicks = { ...flock, chicksReceived: 9500, placementDate: '2026-11-20' };
  const rows = [
    [barns, barn],
    [flocks, { ...chicks, arrivalAgeDays: 0 }],
  ] as const;

  test.each([
    ['20 t for 35 days', 20_000, []],
    [
      '900 t',
      900_000,
      [
        expect.stringMatching(
          /^900,000 kg of feed is very much for birds that eat about [0-9,]+ kg in 90 days\. That is 900 t\.$/,
        ),
      ],
    ],
    [
      '5 kg',
      5,
      [
        expect.stringMatching(
          /^5 kg of feed is very little for birds that eat about [0-9]+ kg a day\. If it is 5 t, write 5,000 kg\.$/,
        ),
      ],
    ],
  ])('%s, delivered at their placement', async (_, quantityKg, texts) => {
    const after = { flockId: 'flock_1', date: '2026-11-20', feedType: 'starter', quantityKg };
    const issues = await issuesIn(feedDeliveries, { after, among: rows, isStrict: true });
    expect(issues.map(({ message }) => message)).toEqual(texts);
  });
});

describe('chicks in a barn', () => {
  test.each([
    ['within its places', { capacity: 20_000 }, { chicksOrdered: 200_000 }, /20,000/],
    ['slightly above its places', { capacity: 20_000 }, { chicksReceived: 20_400 }, null],
    ['within its area', { areaSqm: 1000 }, { chicksReceived: 30_000 }, /density limit/],
    ['that is to be thinned', { areaSqm: 1000 }, { chicksReceived: 20_000 }, null],
    ['of hens by area', { areaSqm: 1000 }, { breed: 'ISA Brown', chicksReceived: 30_000 }, null],
    ['of unknown size', {}, { chicksReceived: 30_000 }, null],
    ['more than any barn holds', {}, { chicksReceived: 900_000 }, /any single barn.*200,000/],
    ['of hens, of unknown size', {}, { breed: 'ISA Brown', chicksReceived: 400_000 }, null],
    [
      'of hens, more than any holds',
      {},
      { breed: 'ISA Brown', chicksReceived: 900_000 },
      /600,000/,
    ],
    [
      'of hens, beside their area',
      { areaSqm: 900 },
      { breed: 'ISA Brown', chicksOrdered: 1e6 },
      /600/,
    ],
  ])('%s', async (_fact, size, chicks, doubted) => {
    const rows = [[barns, { ...barn, ...size }]] as const;
    for (const placementDate of ['2026-11-01', '2026-12-01']) {
      const status = placementDate > '2026-11-21' ? 'planned' : 'active';
      const after = { ...flock, id: 'flock_2', placementDate, status, ...chicks };
      const issues = await issuesIn(flocks, { after, among: rows, isStrict: true });
      expect(issues.map(({ message }) => message)).toEqual(
        doubted === null ? [] : [expect.stringMatching(doubted)],
      );
    }
  });
});

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

describe('feed that arrives', () => {
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

describe('chicks of a barn', () => {
  test.each([
    ['beside its places', { capacity: 20_000 }, { chicksOrdered: 200_000 }, /20,000/],
    ['a few more than its places', { capacity: 20_000 }, { chicksReceived: 20_400 }, null],
    ['beside its area', { areaSqm: 1000 }, { chicksReceived: 30_000 }, /density limit/],
    ['that is to be thinned', { areaSqm: 1000 }, { chicksReceived: 20_000 }, null],
    ['of hens by area', { areaSqm: 1000 }, { breed: 'ISA Brown', chicksReceived: 30_000 }, null],
    ['of unknown size', {}, { chicksReceived: 30_000 }, null],
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

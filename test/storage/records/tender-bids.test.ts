import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { listTenderBids } from '../../../src/storage/records/flock-totals.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

const ALL = { orgId: 'org_1', farmIds: 'all' } as const;

for (const name of DATABASES) {
  describe(`${name}: bids of tenders`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'farms', [{ id: 'farm_1', farmId: 'farm_1', currency: 'ILS' }]);
      await insertRowsOf(database, 'tenders', [
        { id: 'tender_buy', direction: 'buy' },
        { id: 'tender_sell', direction: 'sell' },
        { id: 'tender_none', direction: 'buy' },
        { id: 'tender_bare', direction: 'buy' },
      ]);
      await insertRowsOf(database, 'tender-bids', [
        aBid('bid_1', 'tender_buy', { price: 2310, createdAt: '2026-10-02T06:00:00.000Z' }),
        aBid('bid_2', 'tender_buy', { price: 2290, createdAt: '2026-10-03T06:00:00.000Z' }),
        aBid('bid_3', 'tender_buy', { price: 2290, currency: 'ILS' }),
        aBid('bid_4', 'tender_buy', { price: 600, currency: 'EUR' }),
        aBid('bid_5', 'tender_buy', { price: 100, status: 'rejected' }),
        aBid('bid_6', 'tender_buy', { price: 100, status: 'withdrawn' }),
        aBid('bid_7', 'tender_buy', {}),
        aBid('bid_8', 'tender_sell', { price: 7.2 }),
        aBid('bid_9', 'tender_sell', { price: 7.6, status: 'shortlisted' }),
        aBid('bid_10', 'tender_bare', { status: 'rejected', price: 5 }),
      ]);
    });
    afterAll(() => database.close());

    test.each([
      ['the cheapest when buying, the earlier of two', 'tender_buy', 7, 'bid_3'],
      ['the most expensive when selling', 'tender_sell', 2, 'bid_9'],
      ['none if none is open', 'tender_bare', 1, null],
    ])('the best bid is %s', async (_, id, bids, bestBidId) => {
      expect(await listTenderBids(database, ALL, [id])).toEqual([{ id, bids, bestBidId }]);
    });

    test('a tender without bids is omitted', async () => {
      expect(await listTenderBids(database, ALL, ['tender_none'])).toEqual([]);
    });

    test('a scope of another farm sees nothing', async () => {
      const scope = { orgId: 'org_1', farmIds: ['farm_2'] };
      expect(await listTenderBids(database, scope, ['tender_buy'])).toEqual([]);
    });
  });
}

function aBid(id: string, tenderId: string, values: Readonly<Record<string, unknown>>) {
  return { id, tenderId, ...values };
}

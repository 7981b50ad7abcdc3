import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';
import { computePage } from './compute-page.ts';

const GOOD = { barnId: 'barn_1', temp: 22, humidity: 58, co2: 1850, nh3: 9 };

for (const name of DATABASES) {
  describe(`${name}: environment readings`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'barns', [
        { id: 'barn_1' },
        { id: 'barn_2', barnType: 'layer' },
      ]);
      await insertRowsOf(database, 'flocks', [
        {
          id: 'flock_1',
          barnId: 'barn_1',
          breed: 'Ross 308',
          status: 'closed',
          placementDate: '2026-08-01',
          closedAt: '2026-09-12T10:00:00.000Z',
        },
        { id: 'flock_2', barnId: 'barn_1', status: 'active', placementDate: '2026-10-05' },
        { id: 'flock_3', barnId: 'barn_2', status: 'active', placementDate: '2026-01-05' },
      ]);
    });
    afterAll(() => database.close());

    test.each([
      ['good air at 28 days', GOOD, '2026-11-02T09:00:00.000Z', []],
      // At 0 days 31 to 35 °C and 60 to 70 % are wanted.
      [
        'the same air on the day of placement',
        GOOD,
        '2026-10-05T09:00:00.000Z',
        ['temp', 'humidity'],
      ],
      // In Israel the day of placement has begun.
      ['an hour after midnight', GOOD, '2026-10-04T22:00:00.000Z', ['temp', 'humidity']],
      ['an empty barn', GOOD, '2026-09-20T09:00:00.000Z', null],
      ['the flock before', { ...GOOD, nh3: 21 }, '2026-08-29T09:00:00.000Z', ['nh3']],
      ['after the flock before was closed', GOOD, '2026-09-12T10:00:00.001Z', null],
      [
        'grown layers by the type of the barn',
        { ...GOOD, barnId: 'barn_2', humidity: 68 },
        '2026-11-02T09:00:00.000Z',
        [],
      ],
      ['the weather', { ...GOOD, source: 'weather' }, '2026-11-02T09:00:00.000Z', null],
      ['an unknown barn', { ...GOOD, barnId: 'barn_9' }, '2026-11-02T09:00:00.000Z', null],
    ])('%s', async (_, reading, ts, outOfRange) => {
      const [computed] = await computePage(database, 'env-readings', [{ ...reading, ts }]);
      expect(computed?.['outOfRange']).toEqual(outOfRange);
    });

    test('the index requires temperature and humidity', async () => {
      const rows = [
        { barnId: 'barn_1', temp: 30, humidity: 60 },
        { barnId: 'barn_1', temp: 30 },
        { barnId: 'barn_1', humidity: 60 },
      ];
      const computed = await computePage(database, 'env-readings', rows);
      expect(computed.map((row) => row['thi'])).toEqual([29.1, null, null]);
    });

    test('readings of one page are each evaluated by their own time and barn', async () => {
      const rows = [
        { ...GOOD, ts: '2026-11-02T09:00:00.000Z' },
        { ...GOOD, barnId: 'barn_2', temp: 17.9, ts: '2026-11-02T09:00:00.000Z' },
        { ...GOOD, ts: '2026-10-12T09:00:00.000Z' },
        { ...GOOD, ts: '2026-08-08T09:00:00.000Z' },
        { ...GOOD, ts: '2026-07-01T09:00:00.000Z' },
      ];
      const computed = await computePage(database, 'env-readings', rows);
      expect(computed.map((row) => row['outOfRange'])).toEqual([
        [],
        ['temp'],
        ['temp'],
        ['temp'],
        null,
      ]);
    });
  });
}

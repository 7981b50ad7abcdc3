import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { countFarmBarns, listActiveFlocks } from '../../../src/storage/records/farms.ts';
import { listBarnFlocks, listFlocksInBarn } from '../../../src/storage/records/flocks.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

const ALL = { orgId: 'org_1', farmIds: 'all' } as const;
const FARM_2 = { orgId: 'org_1', farmIds: ['farm_2'] } as const;

for (const name of DATABASES) {
  describe(`${name}: flocks of barns and farms`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'farms', [
        { id: 'farm_1', farmId: 'farm_1' },
        { id: 'farm_2', farmId: 'farm_2' },
      ]);
      await insertRowsOf(database, 'barns', [
        { id: 'barn_1', name: 'Barn 1', barnType: 'layer' },
        { id: 'barn_2', name: 'Barn 2' },
      ]);
      await insertRowsOf(database, 'flocks', [
        aFlock('flock_1', {
          status: 'closed',
          placementDate: '2026-05-01',
          closedAt: '2026-06-12T10:00:00.000Z',
        }),
        aFlock('flock_2', {
          status: 'closed',
          placementDate: '2026-07-01',
          closedAt: '2026-08-12T10:00:00.000Z',
        }),
        aFlock('flock_3', { status: 'active', placementDate: '2026-09-01' }),
        aFlock('flock_4', { status: 'selling', placementDate: '2026-09-02' }),
        aFlock('flock_5', { status: 'planned', placementDate: '2026-12-01' }),
        aFlock('flock_6', { status: 'cancelled', placementDate: '2026-09-03' }),
        aFlock('flock_7', {
          status: 'closed',
          placementDate: '2026-04-01',
          barnId: 'barn_2',
          closedAt: '2026-05-12T10:00:00.000Z',
        }),
      ]);
    });
    afterAll(() => database.close());

    test('barns have their current flocks and the last closed one', async () => {
      const flocks = await listBarnFlocks(database, ALL, ['barn_1', 'barn_2']);
      expect(flocks.map(({ barnId, id }) => `${barnId} ${id}`)).toEqual([
        'barn_1 flock_4',
        'barn_1 flock_3',
        'barn_1 flock_2',
        'barn_2 flock_7',
      ]);
    });

    test.each([
      ['before any flock', '2026-01-01T00:00:00.000Z', '2026-03-30T23:59:59.999Z', []],
      ['during one flock', '2026-05-20T00:00:00.000Z', '2026-05-21T00:00:00.000Z', ['flock_1']],
      [
        'at the moment it was closed',
        '2026-06-12T10:00:00.000Z',
        '2026-06-12T10:00:00.000Z',
        ['flock_1'],
      ],
      ['between two flocks', '2026-06-12T10:00:00.001Z', '2026-06-29T12:00:00.000Z', []],
      // In a zone east of UTC the next day has begun.
      [
        'the evening before a placement',
        '2026-06-30T12:00:00.000Z',
        '2026-06-30T12:00:00.000Z',
        ['flock_2'],
      ],
      [
        'across several flocks',
        '2026-06-01T00:00:00.000Z',
        '2026-10-01T00:00:00.000Z',
        ['flock_4', 'flock_3', 'flock_2', 'flock_1'],
      ],
    ])('flocks in a barn %s', async (_, from, to, expected) => {
      const flocks = await listFlocksInBarn(database, ALL, [{ barnId: 'barn_1', from, to }]);
      expect(flocks.map(({ id }) => id)).toEqual(expected);
    });

    test('a flock in a barn is returned with the type of its barn', async () => {
      const [from, to] = ['2026-05-20T00:00:00.000Z', '2026-05-21T00:00:00.000Z'];
      const [guest] = await listFlocksInBarn(database, ALL, [{ barnId: 'barn_1', from, to }]);
      expect(guest).toMatchObject({
        barnType: 'layer',
        placementDate: '2026-05-01',
        closedAt: '2026-06-12T10:00:00.000Z',
      });
    });

    test('farms count their barns, including 0', async () => {
      const counts = await countFarmBarns(database, ALL, ['farm_1', 'farm_2', 'farm_9']);
      expect(counts.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
        { id: 'farm_1', barns: 2 },
        { id: 'farm_2', barns: 0 },
      ]);
    });

    test('farms have their active and selling flocks', async () => {
      const flocks = await listActiveFlocks(database, ALL, ['farm_1', 'farm_2']);
      expect(flocks.map(({ id }) => id).sort()).toEqual(['flock_3', 'flock_4']);
    });

    test('a scope of another farm sees nothing', async () => {
      const [from, to] = ['2026-01-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'];
      expect(await listBarnFlocks(database, FARM_2, ['barn_1'])).toEqual([]);
      expect(await listFlocksInBarn(database, FARM_2, [{ barnId: 'barn_1', from, to }])).toEqual(
        [],
      );
      expect(await countFarmBarns(database, FARM_2, ['farm_1'])).toEqual([]);
      expect(await listActiveFlocks(database, FARM_2, ['farm_1'])).toEqual([]);
    });

    test('an empty request returns nothing', async () => {
      expect(await listBarnFlocks(database, ALL, [])).toEqual([]);
      expect(await listFlocksInBarn(database, ALL, [])).toEqual([]);
      expect(await countFarmBarns(database, ALL, [])).toEqual([]);
      expect(await listActiveFlocks(database, ALL, [])).toEqual([]);
    });
  });
}

function aFlock(id: string, values: Readonly<Record<string, unknown>>) {
  return { id, barnId: 'barn_1', ...values };
}

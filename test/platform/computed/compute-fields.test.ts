import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computedFields } from '../../../src/model/core/resource.ts';
import {
  getResource,
  type ResourceName,
  resourceNames,
} from '../../../src/model/resources/registry.ts';
import type { Connection, Database } from '../../../src/storage/core/database.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';
import { computePage } from './compute-page.ts';

const MOST_QUERIES = 3;
const ROWS = 200;

for (const name of DATABASES) {
  describe(`${name}: computed fields`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      for (const resource of ['farms', 'barns', 'flocks'] as const) {
        await insertRowsOf(database, resource, neighboursOf(resource, ROWS));
      }
    });
    afterAll(() => database.close());

    test.each(resourceNames)(
      'computed fields of %s are those declared by the model, in its order',
      async (resource) => {
        const declared = computedFields(getResource(resource)).map(([field]) => field);
        const [computed = {}] = await computePage(database, resource, [{}]);
        expect(Object.keys(computed)).toEqual(declared);
        expect(Object.values(computed)).not.toContain(undefined);
      },
    );

    test.each(resourceNames)(
      'computed fields of a page of %s take few queries',
      async (resource) => {
        const one = countQueries(database);
        await computePage(one.connection, resource, neighboursOf(resource, 1));
        const many = countQueries(database);
        const rows = neighboursOf(resource, ROWS);
        expect(await computePage(many.connection, resource, rows)).toHaveLength(ROWS);
        expect(many.queries()).toBe(one.queries());
        expect(many.queries()).toBeLessThanOrEqual(MOST_QUERIES);
      },
    );

    test.each(resourceNames)('computed fields of no rows of %s take no query', async (resource) => {
      const { connection, queries } = countQueries(database);
      expect(await computePage(connection, resource, [])).toEqual([]);
      expect(queries()).toBe(0);
    });
  });
}

/** Rows that share no farm, barn or flock with each other. */
function neighboursOf(resource: ResourceName, count: number): Record<string, unknown>[] {
  const { idPrefix } = getResource(resource);
  return Array.from({ length: count }, (_, index) => ({
    id: `${idPrefix}_${index}`,
    barnId: `barn_${index}`,
    flockId: `flock_${index}`,
    farmId: `farm_${index}`,
    status: 'active',
    category: 'feed',
  }));
}

/** The database with a counter of its queries. */
function countQueries(database: Database): {
  readonly connection: Connection;
  readonly queries: () => number;
} {
  let count = 0;
  const counted = <A extends unknown[], R>(ask: (...args: A) => R) => {
    return (...args: A) => {
      count += 1;
      return ask(...args);
    };
  };
  const { dialect, all, first, run } = database;
  const connection = {
    dialect,
    all: counted(all) as Connection['all'],
    first: counted(first) as Connection['first'],
    run: counted(run),
  };
  return { connection, queries: () => count };
}

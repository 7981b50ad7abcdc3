import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resources } from '../../../src/model/resources/registry.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { rowText } from '../../../src/storage/core/stored-row.ts';
import { findRow } from '../../../src/storage/records/find-rows.ts';
import { insertRow } from '../../../src/storage/records/write-rows.ts';
import { createRandom } from '../../../src/tools/random.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';
import { sampleRow } from '../../support/sample-row.ts';

const ROWS = 8;

describe.each(DATABASES)('the text of a row that was just written, on %s', (name) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(name);
  });
  afterAll(() => database.close());

  test.each(Object.values(resources))('equals the text read back: $name', async (definition) => {
    const random = createRandom(7);
    for (let count = 0; count < ROWS; count++) {
      const id = `${definition.idPrefix}_${count}`;
      const row = sampleRow(definition, random, { id, orgId: 'org_1' });
      await insertRow(database, definition, row);
      const scope = { orgId: 'org_1', farmIds: 'all' } as const;
      const storedRow = await findRow(database, definition, { id, scope });
      expect(JSON.parse(rowText(definition, row))).toEqual(JSON.parse(storedRow ?? 'null'));
    }
  });
});

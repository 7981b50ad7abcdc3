import { expect, test } from 'vitest';
import { envReadings } from '../../../src/model/resources/env-readings.ts';
import { tasks } from '../../../src/model/resources/tasks.ts';
import { postgresDialect } from '../../../src/storage/postgres/dialect.ts';
import { lookupByIdTime } from '../../../src/storage/records/find-rows.ts';
import { sqliteDialect } from '../../../src/storage/sqlite/dialect.ts';
import { createIdFactory, secureRandom } from '../../../src/tools/ids.ts';

const MADE = Date.parse('2026-11-21T08:00:00.000Z');
const ids = createIdFactory(() => MADE, secureRandom);
const NEAR = [['2026-11-18T08:00:00.000Z', '2026-11-29T08:00:00.000Z']];
const EVERYWHERE = [[]];

/** The parameters of each query, if the first ones find nothing. */
async function questions(
  row: Omit<Parameters<typeof lookupByIdTime>[0], 'dialect'>,
  { misses = 0, dialect = postgresDialect } = {},
) {
  const requests: unknown[][] = [];
  await lookupByIdTime({ ...row, dialect }, async (condition) => {
    requests.push(condition.values);
    return requests.length > misses ? 'found' : undefined;
  });
  return requests;
}

test('a reading is looked up around the time in its id', async () => {
  const row = { definition: envReadings, id: ids.create('reading') };
  expect(await questions(row)).toEqual(NEAR);
});

test('a reading that was sent late is looked up everywhere', async () => {
  const row = { definition: envReadings, id: ids.create('reading') };
  expect(await questions(row, { misses: 1 })).toEqual([...NEAR, ...EVERYWHERE]);
});

test.each([
  ['an id without a time', envReadings, 'reading_1', postgresDialect],
  ['an id of an impossible time', envReadings, `reading_${'Z'.repeat(26)}`, postgresDialect],
  ['a table without partitions', tasks, ids.create('task'), postgresDialect],
  ['SQLite', envReadings, ids.create('reading'), sqliteDialect],
])('with %s a row is looked up once', async (_, definition, id, dialect) => {
  expect(await questions({ definition, id }, { dialect })).toEqual(EVERYWHERE);
});

import { expect, test } from 'vitest';
import {
  type BreedTable,
  breedNames,
  breedTableSchema,
  breedTables,
} from '../../../src/farming/standards/breed-tables.ts';

test('there are 20 tables', () => {
  expect(breedNames).toHaveLength(20);
});

test.each(breedNames)('the rows of %s are complete and in ascending order of age', (name) => {
  const table: BreedTable = breedTables[name];
  const ages = table.rows.map(([age]) => age ?? -1);
  expect(ages).toEqual([...new Set(ages)].sort((one, other) => one - other));
  for (const row of table.rows) expect(row).toHaveLength(table.columns.length + 1);
});

test.each(breedNames)('cumulative feed of %s is its daily feed added up', (name) => {
  const table: BreedTable = breedTables[name];
  const [daily, sum] = [
    table.columns.indexOf('dailyFeedG'),
    table.columns.indexOf('cumulativeFeedG'),
  ];
  if (daily < 0 || sum < 0) return;
  table.rows.forEach((row, index) => {
    const [today, yesterday] = [row[sum + 1], table.rows[index - 1]?.[sum + 1]];
    const eaten = row[daily + 1];
    if (today == null || yesterday == null || eaten == null) return;
    // Both columns are published rounded to whole grams.
    expect(Math.abs(today - yesterday - eaten), `day ${row[0]}`).toBeLessThanOrEqual(2);
  });
});

test.each([
  ['a short row', { rows: [[0, 44], [1]] }],
  [
    'a row out of order',
    {
      rows: [
        [1, 44],
        [0, 61],
      ],
    },
  ],
  ['an unknown column', { columns: ['weight'] }],
  ['an unknown member', { colour: 'brown' }],
  ['an invalid confidence', { confidence: 'certain' }],
])('a table with %s is rejected on start', (_, fault) => {
  const fitting = {
    ...breedTables.ross_308,
    columns: ['weightG'],
    rows: [
      [0, 44],
      [1, 61],
    ],
  };
  expect(breedTableSchema.safeParse(fitting).success).toBe(true);
  expect(breedTableSchema.safeParse({ ...fitting, ...fault }).success).toBe(false);
});

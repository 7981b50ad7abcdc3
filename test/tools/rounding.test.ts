import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/storage/core/database.ts';
import { roundForStorage, roundTo } from '../../src/tools/statistics.ts';
import { DATABASES, openTestDatabase } from '../support/databases.ts';

test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [2.675, 2, 2.68],
  [0.125, 2, 0.13],
  [-0.125, 2, -0.13],
  [1.2345, 3, 1.235],
  [2.5, 0, 3],
  [-2.5, 0, -3],
  [1234567.885, 2, 1234567.89],
  [0.004, 2, 0],
  [-0.004, 2, 0],
  [-0, 2, 0],
  [5, 2, 5],
  [1e21, 2, 1e21],
  [-1e300, 2, -1e300],
  [1e-7, 2, 0],
  [4.9e-324, 9, 0],
])('%d to %d decimals is %d', (value, decimals, expected) => {
  expect(roundTo(value, decimals)).toBe(expected);
});

test('a number with digits is rounded half away from zero', () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 13n });
  const places = fc.integer({ min: 0, max: 8 });
  fc.assert(
    fc.property(digits, places, places, (written, decimals, more) => {
      const unit = 10n ** BigInt(more);
      const rounded = (written * 2n + unit) / (unit * 2n);
      const value = Number(`${written}e-${decimals + more}`);
      expect(roundTo(value, decimals)).toBe(Number(`${rounded}e-${decimals}`));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  [0.1 + 0.2, 0.3],
  [26.85, 26.85],
  [1 / 3, 0.333333333],
  [-1 / 3, -0.333333333],
  [123456789.12345679, 123456789.123457],
  [0.000001, 0.000001],
  [0.0000005, 0.0000005],
  [0.0000000004, 0],
  [-0, 0],
])('%d is stored as %d', (value, expected) => {
  expect(roundForStorage(value)).toBe(expected);
});

const measured = fc.double({ min: -1e9, max: 1e9, noNaN: true });

test('rounding twice equals rounding once', () => {
  fc.assert(
    fc.property(measured, (value) => {
      expect(roundForStorage(roundForStorage(value))).toBe(roundForStorage(value));
    }),
  );
});

test('rounding changes a number by less than a unit of the last decimal', () => {
  fc.assert(
    fc.property(measured, (value) => {
      expect(Math.abs(roundTo(value, 2) - value)).toBeLessThanOrEqual(0.005 + 1e-7);
    }),
  );
});

for (const name of DATABASES) {
  describe(name, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
    });
    afterAll(() => database.close());

    test('a stored number is the same after JSON', async () => {
      const column = name === 'sqlite' ? 'real' : 'double precision';
      await database.transaction((transaction) =>
        transaction.runScript(`create table measures (place integer, value ${column})`),
      );
      const numbers = fc
        .sample(measured, 500)
        .concat([0.1 + 0.2, 1e-9, 999_999_999.999999, 1 / 3, 1e9])
        .map(roundForStorage);
      await database.transaction(async (transaction) => {
        for (const [place, value] of numbers.entries()) {
          await transaction.run(sql`insert into measures values (${place}, ${value})`);
        }
      });
      const query =
        name === 'sqlite'
          ? sql`select json_object('value', value) as json from measures order by place`
          : sql`select json_build_object('value', value)::text as json from measures order by place`;
      const rows = await database.all<{ json: string }>(query);
      expect(rows.map(({ json }) => JSON.parse(json).value)).toEqual(numbers);
    });
  });
}

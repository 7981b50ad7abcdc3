import type { BreedColumn, BreedTable } from './breed-table.ts';
import type { CurvePoint } from './monotone-cubic.ts';

const DAYS_OF = { day: 1, week: 7 } as const;

/** The published values of a column by age in days; empty where the table does not hold it. */
export function publishedValues(table: BreedTable, column: BreedColumn): readonly CurvePoint[] {
  const known = cache.get(table)?.get(column);
  if (known) return known;
  const points = readColumn(table, column);
  const columns = cache.get(table) ?? new Map<BreedColumn, readonly CurvePoint[]>();
  cache.set(table, columns.set(column, points));
  return points;
}

// The tables never change, so a column is read out of its rows once.
const cache = new WeakMap<BreedTable, Map<BreedColumn, readonly CurvePoint[]>>();

function readColumn(table: BreedTable, column: BreedColumn): readonly CurvePoint[] {
  const index = table.columns.indexOf(column) + 1;
  if (index === 0) return [];
  return table.rows.flatMap((row) => {
    const [age, value] = [row[0], row[index]];
    return age == null || value == null ? [] : [[age * DAYS_OF[table.every], value] as const];
  });
}

import type { Column, Values } from './output.ts';

/** The properties of rows that nobody described, in the order in which they first appear. */
export function inferColumns(rows: readonly Values[]): readonly Column[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names].map((name) => {
    const values = rows.map((row) => row[name]).filter((value) => value !== null);
    const isNumber = values.length > 0 && values.every((value) => typeof value === 'number');
    return isNumber ? { name, kind: 'number' } : { name };
  });
}

/** Any value as rows: the items of a list, or the value alone; what is no object is a `value`. */
export function toRows(value: unknown): readonly Values[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => (isValues(item) ? item : { value: item }));
}

/** Whether the value is an object with properties of its own. */
export function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { Dialect } from '../dialect.ts';

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  jsonObject: (pairs) => `json_object(${pairs})`,
  positionFunction: 'instr',
  rowPlace: 'rowid',
  lockRows: '',
  holdRows: '',
  // Nulls are the smallest values, so they come last by themselves going down.
  nullsLast: (direction) => (direction === 'asc' ? ' nulls last' : ''),
  jsonValue(column, kind) {
    if (kind === 'boolean')
      return `json(case ${column} when 1 then 'true' when 0 then 'false' end)`;
    return kind === 'json' || kind === 'list' ? `json(${column})` : column;
  },
  listItems: (column) => `json_each(${column})`,
  bind(value, kind) {
    if (value === null || value === undefined) return null;
    if (kind === 'boolean') return value ? 1 : 0;
    if (kind === 'json' || kind === 'list') return JSON.stringify(value);
    return value as string | number;
  },
};

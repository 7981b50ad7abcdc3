import type { Dialect } from '../dialect.ts';

export const postgresDialect: Dialect = {
  name: 'postgres',
  jsonObject: (pairs) => `json_build_object(${pairs})::text`,
  positionFunction: 'strpos',
  lockRows: ' for update',
  holdRows: ' for key share',
  nullsLast: () => ' nulls last',
  jsonValue(column, kind) {
    if (kind !== 'timestamp') return column;
    return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  },
  listItems: (column) => `json_array_elements_text(cast(${column} as json)) as item(value)`,
  bind(value, kind) {
    if (value === null || value === undefined) return null;
    if (kind === 'json' || kind === 'list') return JSON.stringify(value);
    return value as string | number | boolean;
  },
};

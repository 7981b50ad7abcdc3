import sql, { raw, type Sql } from 'sql-template-tag';
import type { Dialect } from '../dialect.ts';

const TYPES = {
  sqlite: { date: 'text', timestamp: 'text' },
  postgres: { date: 'date', timestamp: 'timestamptz' },
} as const;

/** A value of a column that a query makes up, where the database cannot see what it is. */
export function typedValue(dialect: Dialect, value: string, kind: 'date' | 'timestamp'): Sql {
  return sql`cast(${value} as ${raw(TYPES[dialect.name][kind])})`;
}

import type { Dialect } from '../dialect.ts';

/** Expression of a JSON array of the expressions, which are numbers, days or such arrays. */
export function jsonList(dialect: Dialect, expressions: readonly string[]): string {
  const build = { sqlite: 'json_array', postgres: 'json_build_array' }[dialect.name];
  return `${build}(${expressions.join(', ')})`;
}

/** Aggregate of a JSON array with one item for each row. */
export function jsonListOf(dialect: Dialect, item: string): string {
  return `${{ sqlite: 'json_group_array', postgres: 'json_agg' }[dialect.name]}(${item})`;
}

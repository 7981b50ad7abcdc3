import { raw, type Sql } from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { type ObjectColumn, objectOf } from '../records/select-objects.ts';

/** What a query found of a farm, as the JSON text of an object. */
export interface FarmText {
  readonly farmId: string;
  readonly json: string;
}

/** The SELECT list of `selectFarmTexts`: the expression of a farm's id, and what is told of it. */
export function farmTextOf(
  dialect: Dialect,
  farmId: string,
  columns: readonly ObjectColumn[],
): Sql {
  return raw(`${farmId} as "farmId", ${objectOf(dialect, columns).sql}`);
}

/**
 * The texts of a query of `farmTextOf`. They are not parsed: of thousands of farms most are as they
 * were when they were read last, which their texts tell.
 */
export function selectFarmTexts(connection: Connection, query: Sql): Promise<FarmText[]> {
  return connection.all<FarmText>(query);
}

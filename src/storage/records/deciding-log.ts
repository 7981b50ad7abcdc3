import { raw, type Sql } from 'sql-template-tag';

/**
 * The SQL predicate of the daily logs that count, of a table named `alias`: those that are there,
 * and of two logs of a flock for one day the one changed last.
 */
export function decidingLog(alias: string): Sql {
  return raw(`${alias}.deleted_at is null and not exists (
    select 1 from daily_logs other
    where other.flock_id = ${alias}.flock_id and other.date = ${alias}.date
      and other.id <> ${alias}.id and other.deleted_at is null
      and (other.updated_at > ${alias}.updated_at
        or (other.updated_at = ${alias}.updated_at and other.id > ${alias}.id)))`);
}

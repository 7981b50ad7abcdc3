import { raw } from 'sql-template-tag';

/**
 * The condition of flocks planned or inside, of a table named `flock`, in the words of the index
 * `flocks_live`: SQLite uses a partial index only where the query repeats its condition.
 */
export const isLiveFlock = raw(
  "flock.deleted_at is null and flock.status in ('planned', 'active', 'selling')",
);

/** The same of flocks inside alone: active and selling. */
export const isInsideFlock = raw(
  "flock.deleted_at is null and flock.status in ('planned', 'active', 'selling') and flock.status <> 'planned'",
);

/** The same of closed flocks, by the indexes `flocks_closed` and `flocks_closed_by_org`. */
export const isClosedFlock = raw("flock.deleted_at is null and flock.status = 'closed'");

import sql, { join } from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** A gap of a farm that has been told of and is still there. */
export interface KnownGap {
  /** Kind and subject. */
  readonly key: string;
  readonly severity: string;
}

/** A farm and the organisation it is of. */
export interface GapFarm {
  readonly orgId: string;
  readonly farmId: string;
}

/** The gaps of a farm that have been told of. */
export async function listKnownGaps(
  connection: Connection,
  { orgId, farmId }: GapFarm,
): Promise<KnownGap[]> {
  const rows = await connection.all<{ gap_key: string; severity: string }>(sql`
    select gap_key, severity from known_gaps
    where farm_id = ${farmId} and org_id = ${orgId} order by gap_key`);
  return rows.map(({ gap_key: key, severity }) => ({ key, severity }));
}

/** Keeps a gap that was told of, or how bad it is now. */
export async function keepKnownGap(
  connection: Connection,
  { orgId, farmId }: GapFarm,
  gap: KnownGap & { readonly seenAt: string },
): Promise<void> {
  await connection.run(sql`
    insert into known_gaps (farm_id, gap_key, org_id, severity, seen_at)
    values (${farmId}, ${gap.key}, ${orgId}, ${gap.severity}, ${gap.seenAt})
    on conflict (farm_id, gap_key) do update set severity = excluded.severity`);
}

/** Forgets gaps that are closed, so that they are told of again when they come back. */
export async function forgetKnownGaps(
  connection: Connection,
  { orgId, farmId }: GapFarm,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await connection.run(sql`
    delete from known_gaps
    where farm_id = ${farmId} and org_id = ${orgId} and gap_key in (${join([...keys])})`);
}

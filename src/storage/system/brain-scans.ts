import sql, { raw } from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** When a farm was looked through last, by the clock of the service; null: never. */
export interface LastScans {
  /** By all rules. */
  readonly rulesAt: string | null;
  /** By all rules, and for gaps. */
  readonly fullAt: string | null;
}

/** When a farm was looked through last. */
export async function findLastScans(
  connection: Connection,
  { orgId, farmId }: { readonly orgId: string; readonly farmId: string },
): Promise<LastScans> {
  const instant = (column: string) => raw(connection.dialect.jsonValue(column, 'timestamp'));
  const row = await connection.first<{ rules_at: string | null; full_at: string | null }>(sql`
    select ${instant('rules_at')} as rules_at, ${instant('full_at')} as full_at
    from brain_scans where farm_id = ${farmId} and org_id = ${orgId}`);
  return { rulesAt: row?.rules_at ?? null, fullAt: row?.full_at ?? null };
}

/** Keeps when a farm was looked through. */
export async function keepLastScans(
  connection: Connection,
  scans: LastScans & { readonly orgId: string; readonly farmId: string },
): Promise<void> {
  const { farmId, orgId, rulesAt, fullAt } = scans;
  await connection.run(sql`
    insert into brain_scans (farm_id, org_id, rules_at, full_at)
    values (${farmId}, ${orgId}, ${rulesAt}, ${fullAt})
    on conflict (farm_id) do update set rules_at = excluded.rules_at, full_at = excluded.full_at`);
}

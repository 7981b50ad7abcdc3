import sql, { join } from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** The last alert that a rule raised for one key of a farm. */
export interface RuleAlert {
  readonly key: string;
  readonly alertId: string;
  /** How often in a row the rule has found nothing since. */
  readonly quiet: number;
}

interface RuleAlertRow {
  readonly alert_key: string;
  readonly alert_id: string;
  readonly quiet: number | string;
}

/** What is kept of these keys of a farm. */
export async function listRuleAlerts(
  connection: Connection,
  farmId: string,
  keys: readonly string[],
): Promise<RuleAlert[]> {
  if (keys.length === 0) return [];
  const rows = await connection.all<RuleAlertRow>(sql`
    select alert_key, alert_id, quiet from rule_alerts
    where farm_id = ${farmId} and alert_key in (${join([...keys])})`);
  return rows.map((row) => ({
    key: row.alert_key,
    alertId: row.alert_id,
    quiet: Number(row.quiet),
  }));
}

/** Keeps the last alert of a key. */
export async function keepRuleAlert(
  connection: Connection,
  { orgId, farmId, key, alertId, quiet }: RuleAlert & { orgId: string; farmId: string },
): Promise<void> {
  await connection.run(sql`
    insert into rule_alerts (farm_id, alert_key, org_id, alert_id, quiet)
    values (${farmId}, ${key}, ${orgId}, ${alertId}, ${quiet})
    on conflict (farm_id, alert_key)
    do update set alert_id = excluded.alert_id, quiet = excluded.quiet`);
}

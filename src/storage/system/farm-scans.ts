import sql, { join, raw } from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../core/database.ts';
import { type InsertTarget, insertValues } from '../core/insert-values.ts';
import { narrowScope, type Scope, scopePredicate } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** When a farm was last scanned, by the clock of the service; null: never. */
export interface LastScans {
  /** By all rules. */
  readonly rulesAt: string | null;
  /** By all rules, and for gaps. */
  readonly fullAt: string | null;
}

/** Reads the last scans of a farm. */
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

/** Stores the last scans of a farm. */
export async function storeLastScans(
  connection: Connection,
  scans: LastScans & { readonly orgId: string; readonly farmId: string },
): Promise<void> {
  const { farmId, orgId, rulesAt, fullAt } = scans;
  await connection.run(sql`
    insert into brain_scans (farm_id, org_id, rules_at, full_at)
    values (${farmId}, ${orgId}, ${rulesAt}, ${fullAt})
    on conflict (farm_id) do update set rules_at = excluded.rules_at, full_at = excluded.full_at`);
}

/** A reported gap of a farm that still exists. */
export interface KnownGap {
  /** Kind and subject. */
  readonly key: string;
  readonly severity: string;
}

/** A farm with its organisation. */
export interface GapFarm {
  readonly orgId: string;
  readonly farmId: string;
}

/** The reported gaps of a farm. */
export async function listKnownGaps(
  connection: Connection,
  { orgId, farmId }: GapFarm,
): Promise<KnownGap[]> {
  const rows = await connection.all<{ gap_key: string; severity: string }>(sql`
    select gap_key, severity from known_gaps
    where farm_id = ${farmId} and org_id = ${orgId} order by gap_key`);
  return rows.map(({ gap_key: key, severity }) => ({ key, severity }));
}

const KNOWN_GAPS: InsertTarget = {
  table: 'known_gaps',
  columns: ['farm_id', 'gap_key', 'org_id', 'severity', 'seen_at'],
  rest: 'on conflict (farm_id, gap_key) do update set severity = excluded.severity',
};

/** Stores reported gaps, each with its own key, or their current severity. */
export function storeKnownGaps(
  connection: Connection,
  { orgId, farmId }: GapFarm,
  { gaps, seenAt }: { readonly gaps: readonly KnownGap[]; readonly seenAt: string },
): Promise<void> {
  return insertValues(connection, KNOWN_GAPS, {
    rows: gaps,
    valuesOf: ({ key, severity }) => [farmId, key, orgId, severity, seenAt],
  });
}

/** Deletes closed gaps, so that they are reported again if they recur. */
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

/** The last alert that a rule raised for a key of a farm. */
export interface RuleAlert {
  readonly key: string;
  readonly alertId: string;
  /** Consecutive evaluations without a finding since then. */
  readonly quiet: number;
}

interface RuleAlertRow {
  readonly alert_key: string;
  readonly alert_id: string;
  readonly quiet: number | string;
}

/** The stored alerts for these keys of a farm. */
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

/** Stores the last alert of a key. */
export async function storeRuleAlert(
  connection: Connection,
  { orgId, farmId, key, alertId, quiet }: RuleAlert & { orgId: string; farmId: string },
): Promise<void> {
  await connection.run(sql`
    insert into rule_alerts (farm_id, alert_key, org_id, alert_id, quiet)
    values (${farmId}, ${key}, ${orgId}, ${alertId}, ${quiet})
    on conflict (farm_id, alert_key)
    do update set alert_id = excluded.alert_id, quiet = excluded.quiet`);
}

/** The probability of a problem on a farm on a day. */
export interface StoredRisk<Explanation = unknown> {
  readonly day: string;
  /** For example `disease`. */
  readonly item: string;
  /** 0 to 1; null if it could not be determined. */
  readonly p: number | null;
  /** Severity, 0 to 1. */
  readonly impact: number;
  readonly explanation: Explanation;
  /** Time of the evaluation; the last one of the day. */
  readonly recordedAt: string;
}

const RISK: readonly ObjectColumn[] = [
  ['day', 'risk.day', 'date'],
  ['item', 'risk.item', 'text'],
  ['p', 'risk.p', 'number'],
  ['impact', 'risk.impact', 'number'],
  ['explanation', 'risk.explanation', 'json'],
  ['recordedAt', 'risk.recorded_at', 'timestamp'],
];

const RISKS: InsertTarget = {
  table: 'risk_ledger',
  columns: ['org_id', 'farm_id', 'day', 'item', 'p', 'impact', 'explanation', 'recorded_at'],
  rest: `on conflict (farm_id, day, item) do update set
    p = excluded.p, impact = excluded.impact, explanation = excluded.explanation,
    recorded_at = excluded.recorded_at`,
};

/** Stores risks of a farm, one per item and day, replacing earlier ones. */
export function storeRisks(
  connection: Connection,
  { orgId, farmId }: { readonly orgId: string; readonly farmId: string },
  risks: readonly StoredRisk[],
): Promise<void> {
  const { dialect } = connection;
  return insertValues(connection, RISKS, {
    rows: risks,
    valuesOf({ day, item, p, impact, explanation, recordedAt }) {
      const boundExplanation = dialect.bind(explanation, 'json');
      return [orgId, farmId, day, item, p, impact, boundExplanation, recordedAt];
    },
  });
}

/** The stored risks of a farm in a range of days, inclusive, by day and item. */
export function listStoredRisks<Explanation>(
  connection: Connection,
  {
    scope,
    farmId,
    from,
    to,
  }: {
    readonly scope: Scope;
    readonly farmId: string;
    readonly from: string;
    readonly to: string;
  },
): Promise<StoredRisk<Explanation>[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, RISK)}
      from farms farm cross join risk_ledger risk
      where farm.id = ${farmId} and ${scopePredicate(farms, narrowScope(scope, farmId), 'farm')}
        and risk.farm_id = farm.id and risk.day >= ${from} and risk.day <= ${to}
      order by risk.day, risk.item`,
  );
}

/** Since when the risk of an item has been continuously above 0. */
export interface RiskSpell {
  readonly item: string;
  readonly since: string;
}

const SPELL: readonly ObjectColumn[] = [
  ['item', 'spell.item', 'text'],
  ['since', 'spell.since', 'date'],
];

/**
 * Since when the risk of each item has been above 0, as of a day: the first day after the last one
 * with risk 0. Days without an evaluation or a result do not interrupt the spell.
 */
export function listRiskSpells(
  connection: Connection,
  { scope, farmId, to }: { readonly scope: Scope; readonly farmId: string; readonly to: string },
): Promise<RiskSpell[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, SPELL)}
      from (
        select risk.item, min(risk.day) as since
        from farms farm cross join risk_ledger risk
        where farm.id = ${farmId} and ${scopePredicate(farms, narrowScope(scope, farmId), 'farm')}
          and risk.farm_id = farm.id and risk.day <= ${to} and risk.p > 0
          and not exists (
            select 1 from risk_ledger calm
            where calm.farm_id = risk.farm_id and calm.item = risk.item and calm.p = 0
              and calm.day > risk.day and calm.day <= ${to})
        group by risk.item
      ) spell
      order by spell.item`,
  );
}

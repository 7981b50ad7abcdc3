import sql from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../database.ts';
import { narrowScope, type Scope, scopePredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';

/** How likely something was to go wrong on a farm on a day. */
export interface KeptRisk<Explanation = unknown> {
  readonly day: string;
  /** Such as `disease`. */
  readonly item: string;
  /** 0 to 1; null when it could not be told. */
  readonly p: number | null;
  /** How bad it would be, 0 to 1. */
  readonly impact: number;
  readonly explanation: Explanation;
  /** When it was found so; of several times a day, the last. */
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

/** Keeps a risk of a farm for its day, in place of what was kept for it. */
export async function keepRisk(
  connection: Connection,
  place: { readonly orgId: string; readonly farmId: string },
  { day, item, p, impact, explanation, recordedAt }: KeptRisk,
): Promise<void> {
  const told = connection.dialect.bind(explanation, 'json');
  await connection.run(sql`
    insert into risk_ledger (org_id, farm_id, day, item, p, impact, explanation, recorded_at)
    values (${place.orgId}, ${place.farmId}, ${day}, ${item}, ${p}, ${impact}, ${told},
      ${recordedAt})
    on conflict (farm_id, day, item) do update set
      p = excluded.p, impact = excluded.impact, explanation = excluded.explanation,
      recorded_at = excluded.recorded_at`);
}

/** What is kept of the risks of a farm from one day to another, both included, by day and item. */
export function listKeptRisks<Explanation>(
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
): Promise<KeptRisk<Explanation>[]> {
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

/** Since when an item has been above 0 without a break. */
export interface RiskSpell {
  readonly item: string;
  readonly since: string;
}

const SPELL: readonly ObjectColumn[] = [
  ['item', 'spell.item', 'text'],
  ['since', 'spell.since', 'date'],
];

/**
 * Since when each item has been above 0, as of a day: the first day behind the last on which it was
 * 0. Days on which it could not be told, or nobody looked, break nothing.
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

import { farmRiskSteps } from '../../farming/risk-ledger/farm-risks.ts';
import { ledgerRows } from '../../farming/risk-ledger/risk-ledger-of.ts';
import type { FarmSnapshot } from '../../farming/snapshot/farm-snapshot.ts';
import { runInSlices } from '../../storage/in-slices.ts';
import { keepRisk } from '../../storage/system/risk-ledger.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { RuleContext } from '../rules/resource-rules.ts';

/**
 * Keeps what could go wrong on a farm today, in place of what was kept of this day before; returns
 * how many risks these are. Throws where one of the sections that tell them failed: what stands
 * already is worth more than the rest of it.
 */
export async function keepRisks(
  { transaction, actor, farmId, now }: RuleContext & { readonly farmId: string },
  snapshot: FarmSnapshot,
): Promise<number> {
  const { risks, failures } = await runInSlices(farmRiskSteps(snapshot));
  const [failure] = failures;
  if (failure) throw failure.error;
  const when = { day: snapshot.today, recordedAt: formatInstant(now) };
  const rows = ledgerRows(risks ?? [], when);
  for (const row of rows) await keepRisk(transaction, { orgId: actor.orgId, farmId }, row);
  return rows.length;
}

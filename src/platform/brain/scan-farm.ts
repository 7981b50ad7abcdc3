import { AIR_PARTS, RULE_PARTS } from '../../farming/alert-rules/alert-rule.ts';
import { alertRules, quickRules } from '../../farming/alert-rules/alert-rules.ts';
import type { ScanKind } from '../../farming/alert-rules/due-scan.ts';
import { endedVerdicts } from '../../farming/alert-rules/ended-verdicts.ts';
import { type FarmJudgement, judgeSteps } from '../../farming/alert-rules/judge-farm.ts';
import { pertinentVerdicts } from '../../farming/alert-rules/pertinent-verdicts.ts';
import { GAP_PARTS } from '../../farming/gaps/gap-rule.ts';
import { FARM_RISK_PARTS } from '../../farming/risk-ledger/farm-risks.ts';
import type { FarmSnapshot, SnapshotPart } from '../../farming/snapshot/farm-snapshot.ts';
import type { Transaction } from '../../storage/database.ts';
import { runInSlices } from '../../storage/in-slices.ts';
import { oneAtATime } from '../../storage/one-at-a-time.ts';
import { findLastScans, keepLastScans } from '../../storage/system/brain-scans.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { systemActor } from '../access/system-actor.ts';
import { applyRuleVerdicts, lockRules } from '../alerts/rule-alerts.ts';
import { loadFarmSnapshot } from '../intelligence/load-farm-snapshot.ts';
import { writeContext } from '../records/write-context.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { Runtime } from '../runtime.ts';
import type { FarmScan } from './farm-scan.ts';
import { keepRisks } from './keep-risks.ts';
import { noteScan } from './note-scan.ts';
import type { ScanOrder } from './scan-order.ts';
import { tellGaps } from './tell-gaps.ts';
import { tellOverdueTasks } from './tell-overdue-tasks.ts';
import { watchAlerts } from './watch-alerts.ts';

type FarmContext = RuleContext & { readonly farmId: string };

/** What is read: nothing in a scan knows more than its kind needs. */
const PARTS: Readonly<Record<ScanKind, readonly SnapshotPart[]>> = {
  air: AIR_PARTS,
  rules: RULE_PARTS,
  full: [...RULE_PARTS, ...GAP_PARTS, ...FARM_RISK_PARTS, 'tasks'],
};

/**
 * Looks through one farm in one transaction: opens, raises and closes alerts by the rules, tells of
 * gaps and overdue tasks and keeps the risks of the day where the scan is full, and says what it
 * found with `brain.scan` and a row among the agent runs. Scans of the air and of the rules that change nothing leave neither.
 * Of two scans of a farm at the same moment, one waits for the other.
 */
export function scanFarm(runtime: Runtime, order: ScanOrder): Promise<FarmScan> {
  return runtime.database.transaction((transaction) => scanInside(runtime, transaction, order));
}

async function scanInside(
  runtime: Runtime,
  transaction: Transaction,
  order: ScanOrder,
): Promise<FarmScan> {
  const { orgId, farmId, kind, at } = order;
  const alerts = watchAlerts();
  const call = { actor: systemActor(orgId, 'brain'), at };
  const written = await writeContext(runtime, transaction, { call, farmId });
  const context: FarmContext = { ...written, farmId, noteChange: alerts.note };
  await lockRules(context);
  const scope = { orgId, farmIds: 'all' } as const;
  const snapshot = await loadFarmSnapshot(
    oneAtATime(transaction),
    { scope, farmId, now: at },
    PARTS[kind],
  );
  const judgement = await applyRules(context, kind, snapshot as FarmSnapshot);
  const failed = [...judgement.failures.map(({ rule }) => rule as string)];
  for (const { rule, error } of judgement.failures) order.onFailure(rule, error);
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | null> => {
    if (kind !== 'full') return null;
    try {
      return await transaction.savepoint(work);
    } catch (error) {
      failed.push(what);
      order.onFailure(what, error);
      return null;
    }
  };
  const closed = alerts.changes().filter(({ change }) => change === 'closed');
  const closedIds = closed.map(({ id }) => id);
  const gaps = await attempt('gaps', () => tellGaps(context, snapshot as FarmSnapshot, closedIds));
  const tasksOverdue = await attempt('tasks', () =>
    tellOverdueTasks(context, snapshot as FarmSnapshot),
  );
  await attempt('risks', () => keepRisks(context, snapshot as FarmSnapshot));
  await keepTimes(context, kind);
  const scan: FarmScan = {
    farmId,
    kind,
    startedAt: formatInstant(at),
    durationMs: Math.round(order.elapsedMillis()),
    rules: { ...countsOf(kind, judgement), failed },
    alerts: alerts.changes(),
    gaps,
    tasksOverdue,
  };
  await noteScan(context, scan, order);
  return scan;
}

/** The snapshot holds what the rules of its kind look at. */
async function applyRules(
  context: FarmContext,
  kind: ScanKind,
  snapshot: FarmSnapshot,
): Promise<FarmJudgement> {
  const rules = kind === 'air' ? quickRules : alertRules;
  const judgement = await runInSlices(judgeSteps(rules, snapshot));
  const ended = kind === 'air' ? [] : endedVerdicts(snapshot);
  const verdicts = pertinentVerdicts([...ended, ...judgement.verdicts], snapshot);
  await applyRuleVerdicts(context, verdicts);
  return judgement;
}

function countsOf(kind: ScanKind, { verdicts }: FarmJudgement): Omit<FarmScan['rules'], 'failed'> {
  const count = (severity: string | null) =>
    verdicts.filter((verdict) => verdict.severity === severity).length;
  return {
    applied: (kind === 'air' ? quickRules : alertRules).length,
    judged: verdicts.length,
    well: count(null),
    warning: count('warning'),
    critical: count('critical'),
  };
}

async function keepTimes(
  { transaction, actor, farmId, now }: FarmContext,
  kind: ScanKind,
): Promise<void> {
  if (kind === 'air') return;
  const place = { orgId: actor.orgId, farmId };
  const { fullAt } = await findLastScans(transaction, place);
  const at = formatInstant(now);
  await keepLastScans(transaction, {
    ...place,
    rulesAt: at,
    fullAt: kind === 'full' ? at : fullAt,
  });
}

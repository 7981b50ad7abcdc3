import { AIR_PARTS, RULE_PARTS } from '../../farming/alert-rules/alert-rule.ts';
import {
  alertRules,
  endedVerdicts,
  quickRules,
  withCorrections,
} from '../../farming/alert-rules/alert-rules.ts';
import {
  evaluateRules,
  type FarmEvaluation,
  pertinentVerdicts,
  type ScanKind,
} from '../../farming/alert-rules/evaluate-farm.ts';
import type { FarmSnapshot, SnapshotPart } from '../../farming/core/farm-snapshot.ts';
import {
  countSeverities,
  isOpenAlert,
  type SeverityCounts,
  severityRank,
} from '../../farming/core/open-items.ts';
import { alertTitle } from '../../farming/core/stored-texts.ts';
import { GAP_PARTS } from '../../farming/gaps/gap.ts';
import { FARM_RISK_PARTS, farmRiskSteps, ledgerRows } from '../../farming/reports/risk-ledger.ts';
import { loadLanguage } from '../../i18n/load-language.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { runInSlices } from '../../storage/core/slices.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findLastScans, storeLastScans, storeRisks } from '../../storage/system/farm-scans.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { systemActor } from '../core/actor.ts';
import { lockRules } from '../core/lock-order.ts';
import type { FarmContext } from '../core/organisation-setup.ts';
import { type RuleChange, type RuleContext, writeContext } from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';
import { renderAnswerBody } from '../core/typed-fixes.ts';
import { loadFarmSnapshot } from '../intelligence/farm-snapshot.ts';
import { applyRuleVerdicts } from './rule-alerts.ts';
import {
  type AlertChange,
  type FarmScan,
  recordScan,
  reportGaps,
  reportOverdueTasks,
  type ScanOrder,
} from './scan-reports.ts';

/** The snapshot parts read by each kind of scan; each kind reads only those it needs. */
const PARTS: Readonly<Record<ScanKind, readonly SnapshotPart[]>> = {
  air: AIR_PARTS,
  rules: RULE_PARTS,
  full: [...RULE_PARTS, ...GAP_PARTS, ...FARM_RISK_PARTS, 'tasks'],
};

/**
 * Scans one farm in one transaction: opens, escalates and closes alerts by the rules; a full scan
 * also reports gaps and overdue tasks and stores the risks of the day. Emits `brain.scan` and
 * records an agent run, except for climate and rule scans without changes. Concurrent scans of a
 * farm are serialised.
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
  const snapshot = await loadFarmSnapshot(transaction, { scope, farmId, now: at }, PARTS[kind]);
  const evaluation = await applyRules(context, kind, snapshot as FarmSnapshot);
  const failed = [...evaluation.failures.map(({ rule }) => rule as string)];
  for (const { rule, error } of evaluation.failures) order.onFailure(rule, error);
  const attempt = async <T>(task: string, work: () => Promise<T>): Promise<T | null> => {
    if (kind !== 'full') return null;
    try {
      return await transaction.savepoint(work);
    } catch (error) {
      failed.push(task);
      order.onFailure(task, error);
      return null;
    }
  };
  const closed = alerts.changes().filter(({ change }) => change === 'closed');
  const closedIds = closed.map(({ id }) => id);
  const gaps = await attempt('gaps', () =>
    reportGaps(context, snapshot as FarmSnapshot, closedIds),
  );
  const tasksOverdue = await attempt('tasks', () =>
    reportOverdueTasks(context, snapshot as FarmSnapshot),
  );
  await attempt('risks', () => storeRisksOfDay(context, snapshot as FarmSnapshot));
  await storeTimes(context, kind);
  const scan: FarmScan = {
    farmId,
    kind,
    startedAt: formatInstant(at),
    durationMs: Math.round(order.elapsedMillis()),
    rules: { ...countsOf(kind, evaluation), failed },
    alerts: alerts.changes(),
    openAlerts: kind === 'full' ? openAfter(snapshot as FarmSnapshot, alerts.changes()) : null,
    gaps,
    tasksOverdue,
  };
  const { language } = snapshot;
  await recordScan(context, scan, { order, translator: await loadLanguage(language) });
  return renderAnswerBody(await loadLanguage(order.language ?? language), scan) as FarmScan;
}

/** The snapshot contains the parts that the rules of this kind need. */
async function applyRules(
  context: FarmContext,
  kind: ScanKind,
  snapshot: FarmSnapshot,
): Promise<FarmEvaluation> {
  const rules = kind === 'air' ? quickRules : alertRules;
  const evaluation = await runInSlices(evaluateRules(rules, snapshot));
  const evaluatedAutomations =
    kind === 'air'
      ? evaluation.verdicts
      : [...endedVerdicts(snapshot), ...withCorrections(evaluation.verdicts, snapshot)];
  const verdicts = pertinentVerdicts(evaluatedAutomations, snapshot);
  await applyRuleVerdicts(context, verdicts);
  return evaluation;
}

function countsOf(kind: ScanKind, { verdicts }: FarmEvaluation): Omit<FarmScan['rules'], 'failed'> {
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

async function storeTimes(
  { transaction, actor, farmId, now }: FarmContext,
  kind: ScanKind,
): Promise<void> {
  if (kind === 'air') return;
  const place = { orgId: actor.orgId, farmId };
  const { fullAt } = await findLastScans(transaction, place);
  const at = formatInstant(now);
  await storeLastScans(transaction, {
    ...place,
    rulesAt: at,
    fullAt: kind === 'full' ? at : fullAt,
  });
}

/** The open alerts after a scan: those before it, with its changes. */
function openAfter(
  { alerts }: FarmSnapshot<'alerts'>,
  changes: readonly AlertChange[],
): SeverityCounts {
  const open = new Map(alerts.filter(isOpenAlert).map(({ id, severity }) => [id, severity]));
  for (const { id, change, severity } of changes) {
    if (change === 'closed') open.delete(id);
    else open.set(id, severity as (typeof alerts)[number]['severity']);
  }
  return countSeverities([...open.values()].map((severity) => ({ severity })));
}

const SETTLED = ['resolved', 'dismissed'];

/** Listens for alert changes and records them. */
function watchAlerts(): {
  readonly note: (change: RuleChange) => void;
  readonly changes: () => readonly AlertChange[];
} {
  const first = new Map<string, StoredRow | undefined>();
  const last = new Map<string, StoredRow>();
  return {
    note({ definition, before, after }) {
      if (definition.name !== 'alerts') return;
      if (!first.has(after.id)) first.set(after.id, before);
      last.set(after.id, after);
    },
    changes: () =>
      [...last.values()].flatMap((after) => {
        const change = changeOf(first.get(after.id), after);
        return change ? [{ ...toAlertChange(after), change }] : [];
      }),
  };
}

function changeOf(before: StoredRow | undefined, after: StoredRow): AlertChange['change'] | null {
  if (!before) return 'opened';
  const [wasSettled, isSettled] = [before, after].map(({ status }) =>
    SETTLED.includes(String(status)),
  );
  if (!wasSettled && isSettled) return 'closed';
  if (wasSettled && !isSettled) return 'reopened';
  const [from, to] = [before, after].map(({ severity }) => severityRank(String(severity)));
  return (to ?? 0) > (from ?? 0) ? 'raised' : null;
}

type Source = Parameters<typeof alertTitle>[0]['source'];

function toAlertChange(row: StoredRow): Omit<AlertChange, 'change'> {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const { source } = row as { readonly source?: { readonly rule?: unknown } | null };
  return {
    id: row.id,
    rule: text(source?.rule),
    severity: text(row['severity']),
    title: alertTitle({ title: String(row['title'] ?? ''), source: row['source'] as Source }),
    barnId: text(row['barnId']),
    flockId: text(row['flockId']),
  };
}

/**
 * Stores the risks of a farm for today, replacing those stored earlier today; returns their number.
 * Throws when one of the risk sections failed: an older complete list is better than a partial one.
 */
async function storeRisksOfDay(
  { transaction, actor, farmId, now }: RuleContext & { readonly farmId: string },
  snapshot: FarmSnapshot,
): Promise<number> {
  const { risks, failures } = await runInSlices(farmRiskSteps(snapshot));
  const [failure] = failures;
  if (failure) throw failure.error;
  const moment = { day: snapshot.today, recordedAt: formatInstant(now) };
  const rows = ledgerRows(risks ?? [], moment);
  await storeRisks(transaction, { orgId: actor.orgId, farmId }, rows);
  return rows.length;
}

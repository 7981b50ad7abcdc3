import type { ScanKind } from '../../farming/alert-rules/evaluate-farm.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { isOpenTask, type SeverityCounts } from '../../farming/core/open-items.ts';
import { findGaps } from '../../farming/gaps/find-gaps.ts';
import type { Gap, GapSnapshot } from '../../farming/gaps/gap.ts';
import { overdueRule } from '../../farming/reports/activity.ts';
import { loadLanguage } from '../../i18n/load-language.ts';
import type { Translator } from '../../i18n/render-message.ts';
import type { Language, StoredMessage } from '../../model/core/message.ts';
import { agentRuns } from '../../model/resources/agent-runs.ts';
import { tasks as definition } from '../../model/resources/tasks.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { listReportedRows } from '../../storage/system/activity-log.ts';
import { forgetKnownGaps, listKnownGaps, storeKnownGaps } from '../../storage/system/farm-scans.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { describeActivities } from '../activity/record-activity.ts';
import { authorOf } from '../core/actor.ts';
import type { FarmContext } from '../core/organisation-setup.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import { renderAnswerBody } from '../core/typed-fixes.ts';
import { publishEvents } from '../events/publish-events.ts';
import { insertRecord } from '../records/write-record.ts';

/** A change of an alert by a scan. */
export interface AlertChange {
  readonly id: string;
  readonly change: 'opened' | 'reopened' | 'raised' | 'closed';
  readonly rule: string | null;
  readonly severity: string | null;
  readonly title: string | StoredMessage;
  readonly barnId: string | null;
  readonly flockId: string | null;
}

/** The scope and findings of one farm scan. */
export interface FarmScan {
  readonly farmId: string;
  readonly kind: ScanKind;
  readonly startedAt: string;
  readonly durationMs: number;
  /** The number of barns, flocks and stocks evaluated, their results, and failures. */
  readonly rules: {
    readonly applied: number;
    readonly judged: number;
    readonly well: number;
    readonly warning: number;
    readonly critical: number;
    readonly failed: readonly string[];
  };
  readonly alerts: readonly AlertChange[];
  /** Open alerts after the scan, from every source; null when not all were examined. */
  readonly openAlerts: SeverityCounts | null;
  /** Null when gaps were not examined. */
  readonly gaps: {
    /** Reported by `gap.detected`. */
    readonly new: readonly unknown[];
    readonly known: number;
    readonly gone: number;
  } | null;
  /** Tasks newly found overdue; null when not examined. */
  readonly tasksOverdue: number | null;
}

/** The farm to scan, the kind of scan and the requester. */
export interface ScanOrder {
  readonly orgId: string;
  readonly farmId: string;
  readonly kind: ScanKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly trigger: 'api' | 'schedule';
  /** Milliseconds since the scan began, on the monotonic clock. */
  readonly elapsedMillis: () => number;
  readonly requestId?: string;
  readonly keyId?: string;
  /** Language of the answer; defaults to that of the organisation. */
  readonly language?: Language | undefined;
  /** Called for every failed rule with its error. */
  readonly onFailure: (task: string, error: unknown) => void;
}

/** Maximum number of alerts listed; scans with more report only counts. */
const MOST_ALERTS_KEPT = 50;

/**
 * Reports the findings of a scan: `brain.scan` and an agent run. Frequent scans without new
 * findings record nothing, to avoid flooding the log.
 */
export async function recordScan(
  context: FarmContext,
  scan: FarmScan,
  { order, translator }: { readonly order: ScanOrder; readonly translator: Translator },
): Promise<void> {
  const hasNews = scan.alerts.length > 0 || scan.rules.failed.length > 0;
  if (scan.kind !== 'full' && !hasNews) return;
  const { runtime, transaction, actor, farmId } = context;
  await insertRecord(agentRuns, { values: runOf(scan, order), farmId }, context);
  const id = runtime.ids.create('evt');
  const { orgId } = actor;
  const event = 'brain.scan';
  const createdAt = formatInstant(context.now);
  const rendered = renderAnswerBody(translator, scan);
  const body = JSON.stringify({ id, event, orgId, farmId, createdAt, data: { scan: rendered } });
  const row = { id, event, orgId, farmId, resource: null, rowId: null, createdAt, body };
  await publishEvents(runtime, transaction, [row]);
}

function runOf(scan: FarmScan, { trigger, requestId, keyId }: ScanOrder) {
  const { kind, rules, alerts, gaps, tasksOverdue, startedAt, durationMs } = scan;
  const { failed } = rules;
  return {
    kind: 'brain_scan',
    trigger,
    status: 'succeeded',
    input: { kind },
    output: {
      rules,
      alerts: alerts
        .slice(0, MOST_ALERTS_KEPT)
        .map(({ id, change, rule }) => ({ id, change, rule })),
      changed: alerts.length,
      gaps: gaps && { new: gaps.new.length, known: gaps.known, gone: gaps.gone },
      tasksOverdue,
    },
    error: failed.length === 0 ? null : `failed: ${failed.join(', ')}`,
    model: null,
    durationMs,
    requestId: requestId ?? null,
    keyId: keyId ?? null,
    startedAt,
    finishedAt: formatInstant(Date.parse(startedAt) + durationMs),
  };
}

/**
 * Emits one `gap.detected` for each gap that was absent in the previous scan; a gap that closed and
 * reappeared is new. A changed severity alone is not reported. The snapshot was taken before the
 * rules were applied, so alerts that they closed are not gaps.
 */
export async function reportGaps(
  context: RuleContext & { readonly farmId: string },
  snapshot: GapSnapshot,
  closedAlertIds: readonly string[],
): Promise<NonNullable<FarmScan['gaps']>> {
  const { transaction, actor, farmId, now } = context;
  const place = { orgId: actor.orgId, farmId };
  const reportableGaps = findGaps(snapshot).filter(
    ({ ids }) => ids['alertId'] === undefined || !closedAlertIds.includes(ids['alertId']),
  );
  const knownGaps = new Map((await listKnownGaps(transaction, place)).map((gap) => [gap.key, gap]));
  const changed = reportableGaps.filter(
    ({ key, severity }) => knownGaps.get(key)?.severity !== severity,
  );
  const gaps = [...new Map(changed.map((gap) => [gap.key, gap])).values()];
  await storeKnownGaps(transaction, place, { gaps, seenAt: formatInstant(now) });
  const currentKeys = new Set(reportableGaps.map(({ key }) => key));
  const closedKeys = [...knownGaps.keys()].filter((key) => !currentKeys.has(key));
  await forgetKnownGaps(transaction, place, closedKeys);
  const newGaps = reportableGaps.filter(({ key }) => !knownGaps.has(key));
  return {
    new: await publish(context, newGaps, await loadLanguage(snapshot.language)),
    known: reportableGaps.length - newGaps.length,
    gone: closedKeys.length,
  };
}

async function publish(
  { runtime, transaction, actor, farmId, now }: RuleContext & { readonly farmId: string },
  gaps: readonly Gap[],
  translator: Translator,
): Promise<readonly unknown[]> {
  const reported = gaps.map(({ key: _key, ...gap }) => gap);
  const createdAt = formatInstant(now);
  const events = reported.map((reportedGap) => {
    const gap = renderAnswerBody(translator, reportedGap);
    const id = runtime.ids.create('evt');
    const { orgId } = actor;
    const event = 'gap.detected';
    const body = JSON.stringify({ id, event, orgId, farmId, createdAt, data: { gap } });
    return { id, event, orgId, farmId, resource: null, rowId: null, createdAt, body };
  });
  await publishEvents(runtime, transaction, events);
  return reported;
}

/** Records newly overdue tasks in the activity log, each once; returns their number. */
export async function reportOverdueTasks(
  context: RuleContext & { readonly farmId: string },
  { tasks, today }: FarmSnapshot<'tasks'>,
): Promise<number> {
  const { runtime, transaction, actor, farmId, now } = context;
  const { orgId } = actor;
  const overdue = tasks.filter(
    (task) => isOpenTask(task) && task.dueDate !== null && task.dueDate < today,
  );
  const rowIds = overdue.map(({ id }) => id);
  const query = { orgId, farmId, kind: overdueRule.kind, rowIds };
  const reported = new Set(await listReportedRows(transaction, query));
  const unreported = overdue.filter(({ id }) => !reported.has(id));
  const changes = unreported.map((task) => {
    // A snapshot row is the stored row without its organisation.
    const after = { ...task, orgId, farmId } as unknown as StoredRow;
    return { rule: overdueRule, change: { definition, after, now, actor: authorOf(actor) } };
  });
  await describeActivities(runtime, transaction, changes);
  return unreported.length;
}

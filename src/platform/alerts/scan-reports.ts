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

/** What a scan changed of an alert. */
export interface AlertChange {
  readonly id: string;
  readonly change: 'opened' | 'reopened' | 'raised' | 'closed';
  readonly rule: string | null;
  readonly severity: string | null;
  readonly title: string | StoredMessage;
  readonly barnId: string | null;
  readonly flockId: string | null;
}

/** What a scan of one farm looked at and found. */
export interface FarmScan {
  readonly farmId: string;
  readonly kind: ScanKind;
  readonly startedAt: string;
  readonly durationMs: number;
  /** How many barns, flocks and stocks the rules judged, how they found them, and what failed. */
  readonly rules: {
    readonly applied: number;
    readonly judged: number;
    readonly well: number;
    readonly warning: number;
    readonly critical: number;
    readonly failed: readonly string[];
  };
  readonly alerts: readonly AlertChange[];
  /** How many alerts are open after the scan, whoever raised them; null where not all were looked at. */
  readonly openAlerts: SeverityCounts | null;
  /** Null where gaps were not looked for. */
  readonly gaps: {
    /** Told of with `gap.detected`. */
    readonly new: readonly unknown[];
    readonly known: number;
    readonly gone: number;
  } | null;
  /** Tasks found overdue for the first time; null where they were not looked at. */
  readonly tasksOverdue: number | null;
}

/** Which farm is looked through, how far, and on whose behalf. */
export interface ScanOrder {
  readonly orgId: string;
  readonly farmId: string;
  readonly kind: ScanKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly trigger: 'api' | 'schedule';
  /** Milliseconds since the scan began, by the monotonic clock. */
  readonly elapsedMillis: () => number;
  readonly requestId?: string;
  readonly keyId?: string;
  /** Of the answer; that of the organisation where it is left out. */
  readonly language?: Language | undefined;
  /** Told of every rule that failed, with what it threw. */
  readonly onFailure: (what: string, error: unknown) => void;
}

/** A scan with more than that is told in numbers. */
const MOST_ALERTS_KEPT = 50;

/**
 * Says what a scan found: `brain.scan`, and a row among the agent runs. Scans every few minutes
 * that found nothing new would drown everything else, so they leave nothing.
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
  const told = renderAnswerBody(translator, scan);
  const body = JSON.stringify({ id, event, orgId, farmId, createdAt, data: { scan: told } });
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
 * Tells of the gaps that were not there when the farm was looked through last, with one
 * `gap.detected` each; a gap that was closed and is there again is new. A change of its severity
 * alone is not told. The snapshot is of before the rules were applied: alerts that they have closed
 * since are no gaps.
 */
export async function reportGaps(
  context: RuleContext & { readonly farmId: string },
  snapshot: GapSnapshot,
  closedAlertIds: readonly string[],
): Promise<NonNullable<FarmScan['gaps']>> {
  const { transaction, actor, farmId, now } = context;
  const place = { orgId: actor.orgId, farmId };
  const found = findGaps(snapshot).filter(
    ({ ids }) => ids['alertId'] === undefined || !closedAlertIds.includes(ids['alertId']),
  );
  const known = new Map((await listKnownGaps(transaction, place)).map((gap) => [gap.key, gap]));
  const changed = found.filter(({ key, severity }) => known.get(key)?.severity !== severity);
  const gaps = [...new Map(changed.map((gap) => [gap.key, gap])).values()];
  await storeKnownGaps(transaction, place, { gaps, seenAt: formatInstant(now) });
  const there = new Set(found.map(({ key }) => key));
  const gone = [...known.keys()].filter((key) => !there.has(key));
  await forgetKnownGaps(transaction, place, gone);
  const fresh = found.filter(({ key }) => !known.has(key));
  return {
    new: await publish(context, fresh, await loadLanguage(snapshot.language)),
    known: found.length - fresh.length,
    gone: gone.length,
  };
}

async function publish(
  { runtime, transaction, actor, farmId, now }: RuleContext & { readonly farmId: string },
  gaps: readonly Gap[],
  translator: Translator,
): Promise<readonly unknown[]> {
  const found = gaps.map(({ key: _key, ...gap }) => gap);
  const createdAt = formatInstant(now);
  const events = found.map((unspoken) => {
    const gap = renderAnswerBody(translator, unspoken);
    const id = runtime.ids.create('evt');
    const { orgId } = actor;
    const event = 'gap.detected';
    const body = JSON.stringify({ id, event, orgId, farmId, createdAt, data: { gap } });
    return { id, event, orgId, farmId, resource: null, rowId: null, createdAt, body };
  });
  await publishEvents(runtime, transaction, events);
  return found;
}

/** Writes into the activity log which tasks have become overdue, each once; returns how many. */
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
  const asked = { orgId, farmId, kind: overdueRule.kind, rowIds };
  const told = new Set(await listReportedRows(transaction, asked));
  const fresh = overdue.filter(({ id }) => !told.has(id));
  const changes = fresh.map((task) => {
    // A row of a snapshot is the row as it is stored, but for its organisation.
    const after = { ...task, orgId, farmId } as unknown as StoredRow;
    return { rule: overdueRule, change: { definition, after, now, actor: authorOf(actor) } };
  });
  await describeActivities(runtime, transaction, changes);
  return fresh.length;
}

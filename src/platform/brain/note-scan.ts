import { agentRuns } from '../../model/resources/agent-runs.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { publishEvents } from '../events/publish-events.ts';
import { insertRecord } from '../records/write-record.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { FarmScan } from './farm-scan.ts';
import type { ScanOrder } from './scan-order.ts';

type FarmContext = RuleContext & { readonly farmId: string };

/** A scan with more than that is told in numbers. */
const MOST_ALERTS_KEPT = 50;

/**
 * Says what a scan found: `brain.scan`, and a row among the agent runs. Scans every few minutes
 * that found nothing new would drown everything else, so they leave nothing.
 */
export async function noteScan(
  context: FarmContext,
  scan: FarmScan,
  order: ScanOrder,
): Promise<void> {
  const hasNews = scan.alerts.length > 0 || scan.rules.failed.length > 0;
  if (scan.kind !== 'full' && !hasNews) return;
  const { runtime, transaction, actor, farmId } = context;
  await insertRecord(agentRuns, { values: runOf(scan, order), farmId }, context);
  const id = runtime.ids.create('evt');
  const { orgId } = actor;
  const event = 'brain.scan';
  const createdAt = formatInstant(context.now);
  const body = JSON.stringify({ id, event, orgId, farmId, createdAt, data: { scan } });
  const told = { id, event, orgId, farmId, resource: null, rowId: null, createdAt, body };
  await publishEvents(runtime, transaction, [told]);
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

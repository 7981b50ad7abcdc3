import { agentRuns } from '../../model/resources/agent-runs.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { systemActor } from '../access/system-actor.ts';
import { writeContext } from '../records/write-context.ts';
import { insertRecord } from '../records/write-record.ts';
import type { Runtime } from '../runtime.ts';
import type { ScanOrder } from './scan-order.ts';

/** Leaves a scan that failed as a whole among the agent runs; what was thrown stays in the log. */
export function noteFailedScan(runtime: Runtime, order: ScanOrder, error: unknown): Promise<void> {
  const { orgId, farmId, kind, at, trigger, requestId, keyId } = order;
  const durationMs = Math.round(order.elapsedMillis());
  return runtime.database.transaction(async (transaction) => {
    const call = { actor: systemActor(orgId, 'brain'), at };
    const context = await writeContext(runtime, transaction, { call, farmId });
    const values = {
      kind: 'brain_scan',
      trigger,
      status: 'failed',
      input: { kind },
      error: error instanceof Error ? error.name : 'unknown',
      durationMs,
      requestId: requestId ?? null,
      keyId: keyId ?? null,
      startedAt: formatInstant(at),
      finishedAt: formatInstant(at + durationMs),
    };
    await insertRecord(agentRuns, { values, farmId }, context);
  });
}

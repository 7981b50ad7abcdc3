import { agentRuns } from '../../model/resources/agent-runs.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { wasAsked } from '../ask/model/model-desk.ts';
import type { ModelFailed } from '../ask/model/model-failed.ts';
import { writeContext } from '../records/write-context.ts';
import { insertRecord } from '../records/write-record.ts';
import type { Call } from '../requests/call.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { Runtime } from '../runtime.ts';
import type { ImageFinding } from './parse-finding.ts';

/** What it took to have an image looked at. */
export interface ImageRun {
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

interface Looked {
  readonly call: Call;
  readonly row: StoredRow;
  readonly run: ImageRun;
}

/** Leaves what a model saw among the agent runs, in the transaction of the change; returns its id. */
export async function noteImageRun(
  context: RuleContext,
  looked: Looked & { readonly finding: ImageFinding },
): Promise<string> {
  const { finding, run } = looked;
  const { summary, severity } = finding;
  const values = {
    ...valuesOf(looked),
    ...run,
    status: 'succeeded',
    answer: summary,
    output: { severity },
  };
  return (await insertRecord(agentRuns, { values, farmId: farmOf(looked) }, context)).id;
}

/** Leaves that a model did not answer among the agent runs. */
export async function noteFailedImageRun(
  runtime: Runtime,
  looked: Looked & { readonly failed: ModelFailed },
): Promise<void> {
  const { call, failed, run } = looked;
  const asked = wasAsked(failed) ? run : { model: null };
  const values = { ...valuesOf(looked), ...asked, status: 'failed', error: failed.failure };
  const farmId = farmOf(looked);
  await runtime.database.transaction(async (transaction) => {
    const context = await writeContext(runtime, transaction, { call, farmId });
    await insertRecord(agentRuns, { values, farmId }, context);
  });
}

function farmOf({ row }: Looked): string | undefined {
  return row.farmId ?? undefined;
}

function valuesOf({ call, row }: Looked) {
  const durationMs = Math.round(call.elapsedMillis());
  const isOwn = call.actor.author?.type === 'system';
  return {
    kind: 'vision',
    trigger: isOwn ? 'schedule' : 'api',
    actionStatus: 'none',
    input: { mediaId: row.id },
    durationMs,
    requestId: call.requestId,
    keyId: call.actor.keyId,
    startedAt: formatInstant(call.at),
    finishedAt: formatInstant(call.at + durationMs),
  };
}

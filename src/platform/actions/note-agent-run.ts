import type { FarmError } from '../../model/errors.ts';
import { agentRuns } from '../../model/resources/agent-runs.ts';
import type { Transaction } from '../../storage/database.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { writeContext } from '../records/write-context.ts';
import { insertRecord } from '../records/write-record.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

const LONGEST_ERROR = 2000;

/** How an action, or taking one back, ended. */
export interface ActionOutcome {
  readonly type: string;
  readonly farmId: string | null | undefined;
  readonly status: 'executed' | 'refused' | 'undone';
  readonly input: Readonly<Record<string, unknown>>;
  /** What came of it; of a refusal, nothing. */
  readonly output?: Readonly<Record<string, unknown>>;
  readonly error?: FarmError;
}

/** Leaves a row among the agent runs, in the transaction of the action. */
export async function noteAgentRun(
  runtime: Runtime,
  transaction: Transaction,
  { call, outcome }: { readonly call: Call; readonly outcome: ActionOutcome },
): Promise<void> {
  const { type, status, input, output = null, error } = outcome;
  const farmId = outcome.farmId ?? undefined;
  const durationMs = Math.round(call.elapsedMillis());
  const values = {
    kind: 'action',
    trigger: 'api',
    status: error ? 'failed' : 'succeeded',
    actionType: type,
    actionStatus: status,
    input,
    output,
    error: error ? error.message.slice(0, LONGEST_ERROR) : null,
    durationMs,
    requestId: call.requestId,
    keyId: call.actor.keyId,
    startedAt: formatInstant(call.at),
    finishedAt: formatInstant(call.at + durationMs),
  };
  const context = await writeContext(runtime, transaction, { call, farmId });
  await insertRecord(agentRuns, { values, farmId }, context);
}

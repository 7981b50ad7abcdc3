import { isTimed, readTrigger } from '../../farming/automations/read-trigger.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import { listTriggers, listWatchingAutomations } from '../../storage/system/automation-states.ts';
import { systemActor } from '../access/system-actor.ts';
import { writeContext } from '../records/write-context.ts';
import type { Runtime } from '../runtime.ts';
import { runAutomations } from './run-automations.ts';

/** What a round over the farms is made with. */
export interface AutomationRound {
  readonly signal?: AbortSignal;
  /** Told of every farm that failed. */
  readonly onFailure: (farmId: string, error: unknown) => void;
}

/**
 * Runs the automations that time alone can set off: those that wait for silence, and those whose
 * condition must hold for a while. Each farm is a transaction of its own, and one that fails does
 * not stop the others. Returns how many conditions were acted on.
 */
export async function goAutomationRound(
  runtime: Runtime,
  { signal, onFailure }: AutomationRound,
): Promise<number> {
  let acted = 0;
  for (const { orgId, farmId } of await timedFarms(runtime)) {
    if (signal?.aborted) break;
    try {
      acted += await visit(runtime, { orgId, farmId });
    } catch (error) {
      onFailure(farmId, error);
    }
  }
  return acted;
}

interface Farm {
  readonly orgId: string;
  readonly farmId: string;
}

async function timedFarms({ database }: Runtime): Promise<readonly Farm[]> {
  const timed = (await listTriggers(database)).filter(({ trigger }) => isTimedJson(trigger));
  return [...new Map(timed.map((farm) => [farm.farmId, farm])).values()];
}

function visit(runtime: Runtime, { orgId, farmId }: Farm): Promise<number> {
  return runtime.database.transaction(async (transaction) => {
    const call = { actor: systemActor(orgId, 'automations'), at: runtime.clock.now() };
    const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
    const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
    const watching = await listWatchingAutomations(transaction, scope);
    const automations = watching.filter(({ trigger }) => isTimedJson(trigger));
    if (automations.length === 0) return 0;
    const order = { automations, barnIds: 'all', trigger: 'schedule' } as const;
    const runs = await runAutomations(context, order);
    return runs.filter(({ outcome }) => outcome !== null).length;
  });
}

function isTimedJson(json: unknown): boolean {
  const trigger = readTrigger(json);
  return trigger !== undefined && isTimed(trigger);
}

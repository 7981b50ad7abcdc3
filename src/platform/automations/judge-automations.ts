import { type Judgement, judgeTrigger } from '../../farming/automations/judge-trigger.ts';
import { type EarlierCommand, loopDepth } from '../../farming/automations/loop-depth.ts';
import { readTrigger, type Trigger } from '../../farming/automations/read-trigger.ts';
import {
  type AutomationStateWithCommand,
  listAutomationStates,
  type WatchingAutomation,
} from '../../storage/system/automation-states.ts';
import { groupBy } from '../../tools/collections.ts';
import type { AutomationFarm } from './automation-farm.ts';
import { loadBarns, type WatchedBarn } from './load-barns.ts';
import { type BarnValues, loadValues } from './load-values.ts';

/** An automation judged for one barn. */
export interface JudgedAutomation {
  readonly automation: WatchingAutomation;
  readonly trigger: Trigger | undefined;
  readonly barn: WatchedBarn;
  readonly judgement: Judgement;
  /** What the automation has done in the barn before. */
  readonly state: AutomationStateWithCommand | undefined;
  /** How deep in a chain of automations a command of now would be. */
  readonly depth: number;
  readonly values: BarnValues;
}

/** Commands that have gone, or will go, to a controller. */
const CARRIED_OUT: readonly string[] = ['approved', 'sent', 'executed', 'failed'];

/**
 * Judges automations for the barns that they are about, or those of them that are asked for.
 * Those of a farm as a whole are about every barn.
 */
export async function judgeAutomations(
  farm: AutomationFarm,
  automations: readonly WatchingAutomation[],
  asked: readonly string[] | 'all',
): Promise<readonly JudgedAutomation[]> {
  const barns = await loadBarns(farm, neededBarns(automations, asked));
  const barnIds = barns.map(({ id }) => id);
  const states = groupBy(
    await listAutomationStates(farm.connection, farm.scope, barnIds),
    ({ barnId }) => barnId,
  );
  const judged: JudgedAutomation[] = [];
  for (const barn of barns) {
    const own = automations.filter(({ barnId }) => barnId === null || barnId === barn.id);
    judged.push(...(await judgeBarn(farm, { barn, own, states: states.get(barn.id) ?? [] })));
  }
  return judged;
}

function neededBarns(
  automations: readonly WatchingAutomation[],
  asked: readonly string[] | 'all',
): readonly string[] | 'all' {
  if (asked !== 'all') return asked;
  const named = automations.map(({ barnId }) => barnId);
  return named.includes(null) ? 'all' : [...new Set(named.filter((id) => id !== null))];
}

async function judgeBarn(
  farm: AutomationFarm,
  given: {
    readonly barn: WatchedBarn;
    readonly own: readonly WatchingAutomation[];
    readonly states: readonly AutomationStateWithCommand[];
  },
): Promise<readonly JudgedAutomation[]> {
  const { barn, own, states } = given;
  const read = own.map((automation) => ({ automation, trigger: readTrigger(automation.trigger) }));
  const triggers = read.flatMap(({ trigger }) => trigger ?? []);
  const values = loadValues(farm, barn.id, triggers);
  const earlier = earlierCommands(states);
  const { now, thresholds } = farm;
  const judged: JudgedAutomation[] = [];
  for (const { automation, trigger } of read) {
    const state = states.find(({ automationId }) => automationId === automation.id);
    const isFired = state?.isFired ?? false;
    const facts = { now, ageDays: barn.ageDays, isFired, thresholds };
    const judgement = judgeTrigger(trigger, {
      ...facts,
      values: trigger ? await values.of(trigger) : [],
    });
    const depth = loopDepth(judgement.since ?? now, earlier, thresholds.automationLoopMinutes);
    judged.push({ automation, trigger, barn, judgement, state, depth, values });
  }
  return judged;
}

function earlierCommands(states: readonly AutomationStateWithCommand[]): EarlierCommand[] {
  return states.flatMap(({ firedAt, depth, commandStatus }) => {
    const isDone = commandStatus !== null && CARRIED_OUT.includes(commandStatus);
    return isDone && firedAt !== null ? [{ at: Date.parse(firedAt), depth }] : [];
  });
}

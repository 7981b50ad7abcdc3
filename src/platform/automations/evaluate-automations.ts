import {
  commandWords,
  doubtWords,
  evaluationWords,
} from '../../farming/automations/automation-words.ts';
import {
  automationMetrics,
  type EarlierCommand,
  type Evaluation,
  evaluateTrigger,
  heatDoubt,
  loopDepth,
  MOST_DEPTH,
  readTrigger,
  type Trigger,
  takesHeat,
} from '../../farming/automations/trigger.ts';
import { type Message, message } from '../../model/core/message.ts';
import {
  type AutomationStateWithCommand,
  listAutomationStates,
  type WatchingAutomation,
} from '../../storage/system/automations.ts';
import { groupBy } from '../../tools/collections.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import {
  type AutomationFarm,
  type BarnValues,
  loadBarns,
  loadValues,
  type WatchedBarn,
} from './automation-inputs.ts';

/** The evaluation of an automation for one barn. */
export interface EvaluatedAutomation {
  readonly automation: WatchingAutomation;
  readonly trigger: Trigger | undefined;
  readonly barn: WatchedBarn;
  readonly evaluation: Evaluation;
  /** Previous activity of the automation in the barn. */
  readonly state: AutomationStateWithCommand | undefined;
  /** The chain depth that a command issued now would have. */
  readonly depth: number;
  readonly values: BarnValues;
}

/** Statuses of commands sent, or to be sent, to a controller. */
const CARRIED_OUT: readonly string[] = ['approved', 'sent', 'executed', 'failed'];

/**
 * Evaluates automations for their barns, or for the requested ones among them. Automations of a
 * whole farm apply to every barn.
 */
export async function evaluateAutomations(
  farm: AutomationFarm,
  automations: readonly WatchingAutomation[],
  requested: readonly string[] | 'all',
): Promise<readonly EvaluatedAutomation[]> {
  const barns = await loadBarns(farm, neededBarns(automations, requested));
  const barnIds = barns.map(({ id }) => id);
  const states = groupBy(
    await listAutomationStates(farm.connection, farm.scope, barnIds),
    ({ barnId }) => barnId,
  );
  const evaluated: EvaluatedAutomation[] = [];
  for (const barn of barns) {
    const ownAutomations = automations.filter(
      ({ barnId }) => barnId === null || barnId === barn.id,
    );
    evaluated.push(
      ...(await evaluateBarn(farm, {
        barn,
        own: ownAutomations,
        states: states.get(barn.id) ?? [],
      })),
    );
  }
  return evaluated;
}

function neededBarns(
  automations: readonly WatchingAutomation[],
  requested: readonly string[] | 'all',
): readonly string[] | 'all' {
  if (requested !== 'all') return requested;
  const barnIds = automations.map(({ barnId }) => barnId);
  return barnIds.includes(null) ? 'all' : [...new Set(barnIds.filter((id) => id !== null))];
}

async function evaluateBarn(
  farm: AutomationFarm,
  input: {
    readonly barn: WatchedBarn;
    readonly own: readonly WatchingAutomation[];
    readonly states: readonly AutomationStateWithCommand[];
  },
): Promise<readonly EvaluatedAutomation[]> {
  const { barn, own, states } = input;
  const read = own.map((automation) => ({ automation, trigger: readTrigger(automation.trigger) }));
  const triggers = read.flatMap(({ trigger }) => trigger ?? []);
  const values = loadValues(farm, barn.id, triggers);
  const earlier = earlierCommands(states);
  const { now, thresholds } = farm;
  const evaluated: EvaluatedAutomation[] = [];
  for (const { automation, trigger } of read) {
    const state = states.find(({ automationId }) => automationId === automation.id);
    const isFired = state?.isFired ?? false;
    const facts = { now, ageDays: barn.ageDays, isFired, thresholds };
    const evaluation = evaluateTrigger(trigger, {
      ...facts,
      values: trigger ? await values.of(trigger) : [],
    });
    const depth = loopDepth(evaluation.since ?? now, earlier, thresholds.automationLoopMinutes);
    evaluated.push({ automation, trigger, barn, evaluation, state, depth, values });
  }
  return evaluated;
}

function earlierCommands(states: readonly AutomationStateWithCommand[]): EarlierCommand[] {
  return states.flatMap(({ firedAt, depth, commandStatus }) => {
    const isDone = commandStatus !== null && CARRIED_OUT.includes(commandStatus);
    return isDone && firedAt !== null ? [{ at: Date.parse(firedAt), depth }] : [];
  });
}

type Values = Readonly<Record<string, unknown>>;

/** The planned response to a met condition, before anything is written. */
export type AutomationPlan =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly params: unknown;
      /** The mode of the command; `auto` needs no approval. */
      readonly mode: 'suggest' | 'approve' | 'auto';
      readonly reasons: readonly Message[];
    }
  | {
      readonly kind: 'alert';
      readonly severity: 'info' | 'warning' | 'critical';
      readonly category: string;
      readonly title: Message;
      /** The configured note of the automation. */
      readonly note: string | null;
      readonly reasons: readonly Message[];
    }
  | { readonly kind: 'task'; readonly values: Values; readonly reasons: readonly Message[] }
  | { readonly kind: 'cut'; readonly reasons: readonly Message[] };

const SEVERITIES = ['info', 'warning', 'critical'] as const;

/**
 * Plans the response of an automation to a met condition: an alert if its mode allows nothing else
 * or no other action is configured, else its task or command. A command too deep in a chain is
 * suppressed; one that lowers heating for chicks based on doubtful readings requires approval.
 */
export async function planOutcome(
  farm: AutomationFarm,
  evaluated: EvaluatedAutomation,
): Promise<AutomationPlan> {
  const { automation, trigger, evaluation, depth } = evaluated;
  const action = isRecord(automation.action) ? automation.action : {};
  const reasons = [evaluationWords(trigger, evaluation, farm.zone)];
  const { command, task } = action;
  if (automation.mode !== 'alert_only') {
    if (isRecord(task)) return { kind: 'task', values: task, reasons };
    if (typeof command === 'string') {
      if (depth >= MOST_DEPTH) return { kind: 'cut', reasons };
      return planCommand(farm, evaluated, { command, params: action['params'] ?? null, reasons });
    }
  }
  return planAlert(evaluated, action, reasons);
}

async function planCommand(
  farm: AutomationFarm,
  { automation, trigger, barn, values }: EvaluatedAutomation,
  order: {
    readonly command: string;
    readonly params: unknown;
    readonly reasons: readonly Message[];
  },
): Promise<AutomationPlan> {
  const mode =
    automation.mode === 'auto' || automation.mode === 'approve' ? automation.mode : 'suggest';
  const plan = { kind: 'command', mode, ...order } as const;
  if (!trigger || !takesHeat(order, barn.targetC)) return plan;
  const { now, thresholds } = farm;
  const { ageDays, targetC } = barn;
  const doubtReason = heatDoubt(trigger, {
    ...{ now, ageDays, targetC, thresholds },
    temps: await values.temps(),
    brokenSensors: await values.brokenSensors(),
  });
  if (doubtReason === undefined) return plan;
  const reasons = [...order.reasons, doubtWords(doubtReason)];
  return { ...plan, mode: mode === 'auto' ? 'approve' : mode, reasons };
}

function planAlert(
  { automation, trigger }: EvaluatedAutomation,
  action: Values,
  reasons: readonly Message[],
): AutomationPlan {
  const alert = isRecord(action['alert']) ? action['alert'] : {};
  const { severity, category, title, message: note } = alert;
  return {
    kind: 'alert',
    severity: SEVERITIES.find((name) => name === severity) ?? 'warning',
    category: typeof category === 'string' ? category : usualCategory(trigger),
    title: titleOf(title, action, automation.name),
    note: typeof note === 'string' ? note : null,
    reasons,
  };
}

function titleOf(title: unknown, { command, params, task }: Values, name: string): Message {
  if (typeof title === 'string') return message('automation.named', { name: title });
  if (typeof command === 'string') return commandWords(command, params);
  const todo = isRecord(task) ? task['title'] : undefined;
  return message('automation.named', { name: typeof todo === 'string' ? todo : name });
}

function usualCategory(trigger: EvaluatedAutomation['trigger']): string {
  if (!trigger) return 'other';
  return trigger.op === 'stale' ? 'equipment' : automationMetrics[trigger.metric].category;
}

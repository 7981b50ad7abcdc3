import { automationMetrics } from '../../farming/automations/automation-metrics.ts';
import {
  commandWords,
  doubtWords,
  judgementWords,
} from '../../farming/automations/automation-words.ts';
import { heatDoubt, takesHeat } from '../../farming/automations/heat-doubt.ts';
import { MOST_DEPTH } from '../../farming/automations/loop-depth.ts';
import { type Message, message } from '../../model/message.ts';
import { countBrokenSensors } from '../../storage/records/broken-sensors.ts';
import { isJsonObject } from '../rules/is-json-object.ts';
import type { AutomationFarm } from './automation-farm.ts';
import type { JudgedAutomation } from './judge-automations.ts';

type Values = Readonly<Record<string, unknown>>;

/** What is to be done about a condition that is due, before anything is written. */
export type AutomationPlan =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly params: unknown;
      /** The mode of the command; `auto` needs nobody. */
      readonly mode: 'suggest' | 'approve' | 'auto';
      readonly reasons: readonly Message[];
    }
  | {
      readonly kind: 'alert';
      readonly severity: 'info' | 'warning' | 'critical';
      readonly category: string;
      readonly title: Message;
      /** What the automation says of it. */
      readonly note: string | null;
      readonly reasons: readonly Message[];
    }
  | { readonly kind: 'task'; readonly values: Values; readonly reasons: readonly Message[] }
  | { readonly kind: 'cut'; readonly reasons: readonly Message[] };

const SEVERITIES = ['info', 'warning', 'critical'] as const;

/**
 * Plans what an automation does about a condition: an alert where its mode says no more or it has
 * no other action, else its task or command. A command too deep in a chain is cut; one that takes
 * heat from chicks by readings that are in doubt waits for a person.
 */
export async function planOutcome(
  farm: AutomationFarm,
  judged: JudgedAutomation,
): Promise<AutomationPlan> {
  const { automation, trigger, judgement, depth } = judged;
  const action = isJsonObject(automation.action) ? automation.action : {};
  const reasons = [judgementWords(trigger, judgement, farm.zone)];
  const { command, task } = action;
  if (automation.mode !== 'alert_only') {
    if (isJsonObject(task)) return { kind: 'task', values: task, reasons };
    if (typeof command === 'string') {
      if (depth >= MOST_DEPTH) return { kind: 'cut', reasons };
      return planCommand(farm, judged, { command, params: action['params'] ?? null, reasons });
    }
  }
  return planAlert(judged, action, reasons);
}

async function planCommand(
  farm: AutomationFarm,
  { automation, trigger, barn, values }: JudgedAutomation,
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
  const { connection, scope, now, thresholds } = farm;
  const { ageDays, targetC } = barn;
  const doubt = heatDoubt(trigger, {
    ...{ now, ageDays, targetC, thresholds },
    temps: await values.temps(),
    brokenSensors: await countBrokenSensors(connection, scope, barn.id),
  });
  if (doubt === undefined) return plan;
  const reasons = [...order.reasons, doubtWords(doubt)];
  return { ...plan, mode: mode === 'auto' ? 'approve' : mode, reasons };
}

function planAlert(
  { automation, trigger }: JudgedAutomation,
  action: Values,
  reasons: readonly Message[],
): AutomationPlan {
  const alert = isJsonObject(action['alert']) ? action['alert'] : {};
  const { severity, category, title, message: note } = alert;
  return {
    kind: 'alert',
    severity: SEVERITIES.find((one) => one === severity) ?? 'warning',
    category: typeof category === 'string' ? category : usualCategory(trigger),
    title: titleOf(title, action, automation.name),
    note: typeof note === 'string' ? note : null,
    reasons,
  };
}

function titleOf(title: unknown, { command, params, task }: Values, name: string): Message {
  if (typeof title === 'string') return message('automation.named', { name: title });
  if (typeof command === 'string') return commandWords(command, params);
  const todo = isJsonObject(task) ? task['title'] : undefined;
  return message('automation.named', { name: typeof todo === 'string' ? todo : name });
}

function usualCategory(trigger: JudgedAutomation['trigger']): string {
  if (!trigger) return 'other';
  return trigger.op === 'stale' ? 'equipment' : automationMetrics[trigger.metric].category;
}

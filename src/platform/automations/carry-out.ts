import { commandWords } from '../../farming/automations/automation-words.ts';
import {
  type AutomationEditor,
  type EditorRefusal,
  editorName,
  editorRefusal,
  neededScopes,
} from '../../farming/automations/editor-rights.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { type Message, type MessageValue, message } from '../../model/core/message.ts';
import { controllerCommands } from '../../model/resources/controller-commands.ts';
import { tasks } from '../../model/resources/tasks.ts';
import { parseCreate } from '../../model/validation/validation.ts';
import { findAutomationEditor } from '../../storage/system/automations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { closeDirections } from '../../tools/text.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import {
  type AutomationAlertRule,
  applyRuleVerdicts,
  automationAlertKey,
  type RuleVerdict,
} from '../alerts/rule-alerts.ts';
import type { Author } from '../core/actor.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import { insertRecord } from '../records/write-record.ts';
import type { AutomationFarm } from './automation-inputs.ts';
import type { AutomationPlan, EvaluatedAutomation } from './evaluate-automations.ts';

/** A farm where automations act. */
export interface AutomationContext {
  readonly context: RuleContext & { readonly farmId: string };
  readonly translator: Translator;
}

/** The same for one automation: what it writes is written in its name. */
export interface ActingContext extends AutomationContext {
  readonly role: AutomationRole;
}

type PlanOf<Kind extends AutomationPlan['kind']> = Extract<AutomationPlan, { kind: Kind }>;

const NO_ROW = { resource: null, id: null, command: null, params: null } as const;
const { max: LONGEST_NAME } = controllerCommands.fields.requestedBy;
const { maxLength: LONGEST_REASON } = controllerCommands.fields.reason;
const { max: LONGEST_DETAILS } = tasks.fields.details;
/** One verdict that it is over closes an alert of an automation. */
const CLOSES_AFTER = 1;

/** What a plan would do; nothing is written. */
export function describePlan(plan: AutomationPlan): AutomationOutcome {
  switch (plan.kind) {
    case 'command': {
      const { command, params, mode } = plan;
      const what = commandWords(command, params);
      return mode === 'auto'
        ? { ...NO_ROW, kind: 'command', status: 'executed', command, params, text: what }
        : {
            ...{ ...NO_ROW, kind: 'command', status: 'proposed', command, params },
            text: message('automation.proposed', { what }),
          };
    }
    case 'task': {
      const what = String(plan.values['title']);
      const text = message('automation.task', { what });
      return { ...NO_ROW, kind: 'task', status: 'executed', text };
    }
    case 'cut':
      return { ...NO_ROW, kind: 'cut', status: 'suppressed', text: message('automation.cut') };
    default: {
      const text = message('automation.alerted', { what: plan.title });
      return { ...NO_ROW, kind: 'alert', status: 'executed', text };
    }
  }
}

/** Does what was planned for an automation in a barn, in the transaction of the desk. */
export async function carryOut(
  desk: ActingContext,
  judged: EvaluatedAutomation,
  plan: AutomationPlan,
): Promise<AutomationOutcome> {
  const outcome = describePlan(plan);
  switch (plan.kind) {
    case 'command': {
      const id = await giveCommand(desk, judged, plan);
      return { ...outcome, resource: 'controller-commands', id };
    }
    case 'task': {
      const id = await giveTask(desk, judged, plan);
      return { ...outcome, resource: 'tasks', id };
    }
    case 'cut':
      await raise(desk, judged, cutAlert(judged, plan));
      return outcome;
    default: {
      const { severity, category, title, note, reasons } = plan;
      const reason = joined(reasons);
      const text =
        note === null ? reason : message('automation.joined', { before: reason, next: note });
      const key = conditionKey(judged);
      await raise(desk, judged, { rule: 'automation', key, severity, category, title, text });
      return outcome;
    }
  }
}

/** Says that the condition of an automation is over: its alert is closed. */
export async function closeAlert(desk: ActingContext, judged: EvaluatedAutomation): Promise<void> {
  const text = message('automation.alert.over');
  await raise(desk, judged, {
    rule: 'automation',
    key: conditionKey(judged),
    severity: null,
    category: 'other',
    title: text,
    text,
  });
}

async function giveCommand(
  desk: ActingContext,
  judged: EvaluatedAutomation,
  { command, params, mode, reasons }: PlanOf<'command'>,
): Promise<string> {
  const { context, translator, role } = desk;
  const { barn } = judged;
  const said = reasons.map((reason) => renderMessage(translator, reason).slice(0, LONGEST_REASON));
  const values = {
    ...parseCreate(controllerCommands, { command, params }, { zone: context.zone }),
    barnId: barn.id,
    mode,
    requestedBy: role.name.slice(0, LONGEST_NAME),
    reason: said,
  };
  const { id } = await insertRecord(
    controllerCommands,
    { values, farmId: context.farmId },
    context,
  );
  if (mode !== 'approve') return id;
  await raise(desk, judged, {
    rule: 'automation_approval',
    key: automationAlertKey('automation_approval', id),
    severity: 'warning',
    category: 'equipment',
    title: message('automation.approval.title', { what: commandWords(command, params) }),
    text: message('automation.approval.message', { reason: joined(reasons), id }),
  });
  return id;
}

async function giveTask(
  { context, translator }: ActingContext,
  { barn }: EvaluatedAutomation,
  { values, reasons }: PlanOf<'task'>,
): Promise<string> {
  const details = renderMessage(translator, joined(reasons)).slice(0, LONGEST_DETAILS);
  const task = {
    details,
    ...parseCreate(tasks, values, { zone: context.zone }),
    barnId: barn.id,
  };
  const { id } = await insertRecord(tasks, { values: task, farmId: context.farmId }, context);
  return id;
}

interface AutomationAlert {
  readonly rule: AutomationAlertRule;
  readonly key: string;
  readonly severity: RuleVerdict['severity'];
  readonly category: string;
  readonly title: Message;
  readonly text: Message;
}

function conditionKey({ automation, barn }: EvaluatedAutomation): string {
  return automationAlertKey('automation', automation.id, barn.id);
}

function cutAlert(
  { automation, barn }: EvaluatedAutomation,
  { reasons }: PlanOf<'cut'>,
): AutomationAlert {
  return {
    rule: 'automation_loop',
    key: automationAlertKey('automation_loop', barn.id),
    severity: 'warning',
    category: 'equipment',
    title: message('automation.loop.title'),
    text: message('automation.loop.message', { name: automation.name, reason: joined(reasons) }),
  };
}

function raise(
  { context }: ActingContext,
  { automation, barn, judgement, depth }: EvaluatedAutomation,
  { rule, key, severity, category, title, text }: AutomationAlert,
): Promise<void> {
  const verdict: RuleVerdict = {
    rule,
    key,
    barnId: barn.id,
    // Alerts of a flock would stay open when it has left.
    flockId: null,
    at: formatInstant(context.now),
    severity,
    category,
    title: message('automation.alert.title', { barn: barn.name, title }),
    message: text,
    closesAfter: CLOSES_AFTER,
    evidence: {
      automationId: automation.id,
      value: judgement.newest?.value ?? null,
      depth,
    },
  };
  return applyRuleVerdicts(context, [verdict]);
}

function joined(reasons: readonly Message[]): Message {
  const [first = message('automation.not_usable'), ...others] = reasons;
  return others.reduce((before, next) => message('automation.joined', { before, next }), first);
}

/** What an automation did, or would do, about a condition. */
export interface AutomationOutcome {
  readonly kind: 'command' | 'alert' | 'task' | 'cut';
  /** Whether it was done, waits for a yes, or was held back. */
  readonly status: 'executed' | 'proposed' | 'suppressed';
  /** The row that was written; null: there is none, or not yet. */
  readonly resource: 'controller-commands' | 'tasks' | 'alerts' | null;
  readonly id: string | null;
  readonly command: string | null;
  readonly params: unknown;
  /** What is done, in words. */
  readonly text: Message;
}

/** An automation that was judged for a barn, and what came of it. */
export interface AutomationRun extends EvaluatedAutomation {
  /** Null where nothing was to be done, or it went wrong. */
  readonly outcome: AutomationOutcome | null;
  /** What went wrong, or what forbids it. */
  readonly failure: AutomationFailure | null;
}

/** In whose name an automation acts. */
interface AutomationRole {
  /** The author of all that it writes: itself, with its last editor. */
  readonly author: Author;
  /** Both by their names, as commands say who asked for them. */
  readonly name: string;
  readonly editor: AutomationEditor | undefined;
}

/** In whose name an automation of a farm acts. */
export async function roleOf(
  { connection, orgId }: Pick<AutomationFarm, 'connection' | 'orgId'>,
  { automation: { id, name } }: EvaluatedAutomation,
): Promise<AutomationRole> {
  const editor = await findAutomationEditor(connection, { id, orgId });
  const author = { type: 'automation', id } as const;
  if (!editor) return { author, name, editor };
  return {
    author: { ...author, editor: editor.author },
    name: `${closeDirections(name)} (${closeDirections(editorName(editor))})`,
    editor,
  };
}

/** What is to be done, and why. */
interface PlannedRun {
  readonly judged: EvaluatedAutomation;
  readonly plan: AutomationPlan;
}

/** Why the last editor may not do all of the plan on this farm now; undefined where it may. */
export function refusalOf(
  { editor }: Pick<AutomationRole, 'editor'>,
  { farmId, now }: Pick<AutomationFarm, 'farmId' | 'now'>,
  { judged, plan }: PlannedRun,
): EditorRefusal | undefined {
  const needs = neededScopes(judged.trigger, plan);
  return editorRefusal(editor, { farmId, now, needs });
}

/** Throws `AutomationRefused` where `refusalOf` finds a reason. */
export function requireRights(
  role: AutomationRole,
  farm: Pick<AutomationFarm, 'farmId' | 'now'>,
  planned: PlannedRun,
): void {
  const refusal = refusalOf(role, farm, planned);
  if (refusal) throw new AutomationRefused(refusal);
}

/** Why an automation did not do what was due. */
interface AutomationFailure {
  readonly code: EditorRefusal['code'] | 'failed';
  /** In words; of what was not foreseen the text of the error. */
  readonly text: MessageValue;
}

/** An automation that may not do what it is to do. */
class AutomationRefused extends Error {
  readonly refusal: EditorRefusal;

  constructor(refusal: EditorRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** A failure in words. */
export function failureWords({ text }: AutomationFailure): Message {
  return message('automation.named', { name: text });
}

/** What is told of an error that ended a run. */
export function failureOf(error: unknown): AutomationFailure {
  if (error instanceof AutomationRefused) return error.refusal;
  return { code: 'failed', text: messageOf(error) };
}

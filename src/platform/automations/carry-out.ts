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

/** The context in which the automations of a farm act. */
export interface AutomationContext {
  readonly context: RuleContext & { readonly farmId: string };
  readonly translator: Translator;
}

/** The same for one automation, which is the author of what it writes. */
export interface ActingContext extends AutomationContext {
  readonly role: AutomationRole;
}

type PlanOf<Kind extends AutomationPlan['kind']> = Extract<AutomationPlan, { kind: Kind }>;

const NO_ROW = { resource: null, id: null, command: null, params: null } as const;
const { max: LONGEST_NAME } = controllerCommands.fields.requestedBy;
const { maxLength: LONGEST_REASON } = controllerCommands.fields.reason;
const { max: LONGEST_DETAILS } = tasks.fields.details;
/** Number of evaluations without the condition that close an automation's alert. */
const CLOSES_AFTER = 1;

/** Describes the effect of a plan without writing anything. */
export function describePlan(plan: AutomationPlan): AutomationOutcome {
  switch (plan.kind) {
    case 'command': {
      const { command, params, mode } = plan;
      const commandText = commandWords(command, params);
      return mode === 'auto'
        ? { ...NO_ROW, kind: 'command', status: 'executed', command, params, text: commandText }
        : {
            ...{ ...NO_ROW, kind: 'command', status: 'proposed', command, params },
            text: message('automation.proposed', { what: commandText }),
          };
    }
    case 'task': {
      const title = String(plan.values['title']);
      const text = message('automation.task', { what: title });
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

/** Executes the plan of an automation for a barn, in the transaction of the context. */
export async function carryOut(
  context: ActingContext,
  evaluated: EvaluatedAutomation,
  plan: AutomationPlan,
): Promise<AutomationOutcome> {
  const outcome = describePlan(plan);
  switch (plan.kind) {
    case 'command': {
      const id = await giveCommand(context, evaluated, plan);
      return { ...outcome, resource: 'controller-commands', id };
    }
    case 'task': {
      const id = await giveTask(context, evaluated, plan);
      return { ...outcome, resource: 'tasks', id };
    }
    case 'cut':
      await raise(context, evaluated, cutAlert(evaluated, plan));
      return outcome;
    default: {
      const { severity, category, title, note, reasons } = plan;
      const reason = joinMessages(reasons);
      const text =
        note === null ? reason : message('automation.joined', { before: reason, next: note });
      const key = conditionKey(evaluated);
      await raise(context, evaluated, { rule: 'automation', key, severity, category, title, text });
      return outcome;
    }
  }
}

/** Closes the alert of an automation whose condition has ended. */
export async function closeAlert(
  context: ActingContext,
  evaluated: EvaluatedAutomation,
): Promise<void> {
  const text = message('automation.alert.over');
  await raise(context, evaluated, {
    rule: 'automation',
    key: conditionKey(evaluated),
    severity: null,
    category: 'other',
    title: text,
    text,
  });
}

async function giveCommand(
  actingContext: ActingContext,
  evaluated: EvaluatedAutomation,
  { command, params, mode, reasons }: PlanOf<'command'>,
): Promise<string> {
  const { context, translator, role } = actingContext;
  const { barn } = evaluated;
  const text = reasons.map((reason) => renderMessage(translator, reason).slice(0, LONGEST_REASON));
  const values = {
    ...parseCreate(controllerCommands, { command, params }, { zone: context.zone }),
    barnId: barn.id,
    mode,
    requestedBy: role.name.slice(0, LONGEST_NAME),
    reason: text,
  };
  const { id } = await insertRecord(
    controllerCommands,
    { values, farmId: context.farmId },
    context,
  );
  if (mode !== 'approve') return id;
  await raise(actingContext, evaluated, {
    rule: 'automation_approval',
    key: automationAlertKey('automation_approval', id),
    severity: 'warning',
    category: 'equipment',
    title: message('automation.approval.title', { what: commandWords(command, params) }),
    text: message('automation.approval.message', { reason: joinMessages(reasons), id }),
  });
  return id;
}

async function giveTask(
  { context, translator }: ActingContext,
  { barn }: EvaluatedAutomation,
  { values, reasons }: PlanOf<'task'>,
): Promise<string> {
  const details = renderMessage(translator, joinMessages(reasons)).slice(0, LONGEST_DETAILS);
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
    text: message('automation.loop.message', {
      name: automation.name,
      reason: joinMessages(reasons),
    }),
  };
}

function raise(
  { context }: ActingContext,
  { automation, barn, evaluation, depth }: EvaluatedAutomation,
  { rule, key, severity, category, title, text }: AutomationAlert,
): Promise<void> {
  const verdict: RuleVerdict = {
    rule,
    key,
    barnId: barn.id,
    // No flock: alerts of a flock would remain open after it has left.
    flockId: null,
    at: formatInstant(context.now),
    severity,
    category,
    title: message('automation.alert.title', { barn: barn.name, title }),
    message: text,
    closesAfter: CLOSES_AFTER,
    evidence: {
      automationId: automation.id,
      value: evaluation.newest?.value ?? null,
      depth,
    },
  };
  return applyRuleVerdicts(context, [verdict]);
}

function joinMessages(reasons: readonly Message[]): Message {
  const [first = message('automation.not_usable'), ...otherReasons] = reasons;
  return otherReasons.reduce(
    (before, next) => message('automation.joined', { before, next }),
    first,
  );
}

/** What an automation did, or would do, when its condition was met. */
export interface AutomationOutcome {
  readonly kind: 'command' | 'alert' | 'task' | 'cut';
  /** Executed, waiting for approval, or suppressed. */
  readonly status: 'executed' | 'proposed' | 'suppressed';
  /** The resource of the written row; null when there is none, or not yet. */
  readonly resource: 'controller-commands' | 'tasks' | 'alerts' | null;
  readonly id: string | null;
  readonly command: string | null;
  readonly params: unknown;
  /** Description of the action. */
  readonly text: Message;
}

/** An evaluated automation for a barn, and its outcome. */
export interface AutomationRun extends EvaluatedAutomation {
  /** Null when nothing was due, or on failure. */
  readonly outcome: AutomationOutcome | null;
  /** The failure, or the reason why the action is not allowed. */
  readonly failure: AutomationFailure | null;
}

/** The identity under which an automation acts. */
interface AutomationRole {
  /** Author of everything it writes: the automation, with its last editor. */
  readonly author: Author;
  /** Both names, used by commands as the requester. */
  readonly name: string;
  readonly editor: AutomationEditor | undefined;
}

/** The identity of an automation of a farm. */
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

interface PlannedRun {
  readonly evaluated: EvaluatedAutomation;
  readonly plan: AutomationPlan;
}

/** Why the last editor lacks the rights for the plan on this farm now; undefined when permitted. */
export function refusalOf(
  { editor }: Pick<AutomationRole, 'editor'>,
  { farmId, now }: Pick<AutomationFarm, 'farmId' | 'now'>,
  { evaluated, plan }: PlannedRun,
): EditorRefusal | undefined {
  const requiredScopes = neededScopes(evaluated.trigger, plan);
  return editorRefusal(editor, { farmId, now, needs: requiredScopes });
}

/** Throws `AutomationRefused` when `refusalOf` returns a reason. */
export function requireRights(
  role: AutomationRole,
  farm: Pick<AutomationFarm, 'farmId' | 'now'>,
  planned: PlannedRun,
): void {
  const refusal = refusalOf(role, farm, planned);
  if (refusal) throw new AutomationRefused(refusal);
}

/** Why an automation did not perform a due action. */
interface AutomationFailure {
  readonly code: EditorRefusal['code'] | 'failed';
  /** Message; for unexpected errors, the text of the error. */
  readonly text: MessageValue;
}

/** An automation without permission for its action. */
class AutomationRefused extends Error {
  readonly refusal: EditorRefusal;

  constructor(refusal: EditorRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

export function failureWords({ text }: AutomationFailure): Message {
  return message('automation.named', { name: text });
}

/** The failure to report for an error that ended a run. */
export function failureOf(error: unknown): AutomationFailure {
  if (error instanceof AutomationRefused) return error.refusal;
  return { code: 'failed', text: messageOf(error) };
}

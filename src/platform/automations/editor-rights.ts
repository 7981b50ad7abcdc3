import {
  type AutomationEditor,
  type EditorRefusal,
  editorName,
  editorRefusal,
  neededScopes,
} from '../../farming/automations/editor-rights.ts';
import { type Message, type MessageValue, message } from '../../model/core/message.ts';
import { findAutomationEditor } from '../../storage/system/automations.ts';
import { closeDirections } from '../../tools/directions.ts';
import type { Author } from '../core/actor.ts';
import type { AutomationFarm } from './automation-inputs.ts';
import type { AutomationPlan, JudgedAutomation } from './evaluate-automations.ts';

/** In whose name an automation acts. */
export interface AutomationRole {
  /** The author of all that it writes: itself, with its last editor. */
  readonly author: Author;
  /** Both by their names, as commands say who asked for them. */
  readonly name: string;
  readonly editor: AutomationEditor | undefined;
}

/** In whose name an automation of a farm acts. */
export async function roleOf(
  { connection, orgId }: Pick<AutomationFarm, 'connection' | 'orgId'>,
  { automation: { id, name } }: JudgedAutomation,
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
  readonly judged: JudgedAutomation;
  readonly plan: AutomationPlan;
}

/** Why the last editor may not do all of the plan on this farm now; undefined where it may. */
export function refusalOf(
  { editor }: AutomationRole,
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
export interface AutomationFailure {
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
  return { code: 'failed', text: error instanceof Error ? error.message : String(error) };
}

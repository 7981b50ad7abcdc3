import {
  type AutomationEditor,
  type EditorRefusal,
  editorName,
  editorRefusal,
  neededScopes,
} from '../../farming/automations/editor-rights.ts';
import { findAutomationEditor } from '../../storage/system/automation-editors.ts';
import type { Author } from '../access/actor.ts';
import { AutomationRefused } from './automation-failure.ts';
import type { AutomationFarm } from './automation-farm.ts';
import type { JudgedAutomation } from './judge-automations.ts';
import type { AutomationPlan } from './plan-outcome.ts';

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
    name: `${name} (${editorName(editor)})`,
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

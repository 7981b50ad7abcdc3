import { automationMetrics } from '../../farming/automations/automation-metrics.ts';
import { coversScope } from '../../model/scopes.ts';
import {
  type AutomationEditor,
  findAutomationEditor,
} from '../../storage/system/automation-editors.ts';
import type { Author } from '../access/actor.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { JudgedAutomation } from './judge-automations.ts';
import type { AutomationPlan } from './plan-outcome.ts';

type FarmContext = RuleContext & { readonly farmId: string };

/** An automation that may not do what it is to do; its message names the reason. */
class EditorRefused extends Error {}

/**
 * The author of what an automation does: itself, with its last editor. Throws `EditorRefused` unless
 * the editor may do all of the plan on this farm now.
 */
export async function authorOfRun(
  { transaction, actor, farmId, now }: FarmContext,
  judged: JudgedAutomation,
  plan: AutomationPlan,
): Promise<Author> {
  const { id } = judged.automation;
  const editor = await findAutomationEditor(transaction, { id, orgId: actor.orgId });
  const refusal = refusalOf(editor, { farmId, now, needs: needsOf(judged, plan) });
  if (refusal !== undefined) throw new EditorRefused(refusal);
  const author = { type: 'automation', id } as const;
  return editor ? { ...author, editor: editor.author } : author;
}

function refusalOf(
  editor: AutomationEditor | undefined,
  wanted: { readonly farmId: string; readonly now: number; readonly needs: readonly string[] },
): string | undefined {
  if (!editor) return 'its last editor is unknown; save it again with a key that may do this.';
  const { author, key } = editor;
  // What the service itself has set up, such as a demo farm, is bound to no key.
  if (author.type !== 'key') return undefined;
  const named = `its last editor, the key ${key ? `${key.name} (${author.id})` : author.id},`;
  const remedy = 'Save the automation again with a key that may do this.';
  if (!key || key.revokedAt !== null) return `${named} was revoked. ${remedy}`;
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= wanted.now) {
    return `${named} has expired. ${remedy}`;
  }
  if (key.farmIds !== null && !key.farmIds.includes(wanted.farmId)) {
    return `${named} may not touch this farm. ${remedy}`;
  }
  const missing = wanted.needs.filter((scope) => !coversScope(key.scopes, scope));
  return missing.length === 0
    ? undefined
    : `${named} does not hold ${missing.join(', ')}. ${remedy}`;
}

/** The scopes that a key would need to do the same: to see the measure, and to write the rows. */
function needsOf({ trigger }: JudgedAutomation, plan: AutomationPlan): readonly string[] {
  const source = trigger && automationMetrics[trigger.metric].source;
  const read = source === 'readings' ? 'read:env-readings' : 'read:vision-events';
  return ['write:automations', ...(trigger ? [read] : []), ...writesOf(plan)];
}

function writesOf(plan: AutomationPlan): readonly string[] {
  switch (plan.kind) {
    case 'command':
      return plan.mode === 'approve'
        ? ['write:controller-commands', 'write:alerts']
        : ['write:controller-commands'];
    case 'task':
      return ['write:tasks'];
    case 'alert':
      return ['write:alerts'];
    default:
      // That a loop was cut is reported by the service itself.
      return [];
  }
}

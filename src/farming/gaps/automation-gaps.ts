import { editorRefusal, neededScopes, type PlannedWork } from '../automations/editor-rights.ts';
import { readTrigger } from '../automations/read-trigger.ts';
import type { EditedAutomation } from '../snapshot/edited-automation.ts';
import type { FoundGap, GapSnapshot } from './gap-rule.ts';
import { idsOf } from './ids-of.ts';

/** Automations that are on, and may not act with the rights of the key that saved them last. */
export function findBlockedAutomations({ editedAutomations, farm, now }: GapSnapshot): FoundGap[] {
  return editedAutomations.flatMap((automation) => {
    const { id, name, barnId, editor, updatedAt, trigger } = automation;
    const needs = neededScopes(readTrigger(trigger), usualWork(automation));
    const refusal = editorRefusal(editor, { farmId: farm.id, now, needs });
    if (!refusal) return [];
    return [
      {
        subject: id,
        severity: 'critical',
        why: 'message',
        params: { automation: name, reason: refusal.text },
        ids: idsOf({ automationId: id, barnId }),
        count: 1,
        since: sinceOf(automation) ?? updatedAt,
        // Saved as it is, it runs with the rights of the key that saves it.
        fix: { method: 'PATCH', path: `/automations/${id}`, body: { enabled: true } },
      } satisfies FoundGap,
    ];
  });
}

function sinceOf({ editor }: EditedAutomation): string | null {
  return editor?.key?.revokedAt ?? editor?.key?.expiresAt ?? null;
}

/** What it does where nothing speaks against it. */
function usualWork({ mode, action }: EditedAutomation): PlannedWork {
  const { task, command } = (action ?? {}) as Readonly<Record<string, unknown>>;
  if (mode === 'alert_only') return { kind: 'alert' };
  if (typeof task === 'object' && task !== null) return { kind: 'task' };
  return typeof command === 'string' ? { kind: 'command', mode } : { kind: 'alert' };
}

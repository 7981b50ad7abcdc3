import { type Message, message } from '../../model/core/message.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import {
  effectiveGrants,
  type GrantedUser,
  rightsOf,
  scopesOnFarm,
  uncoveredScopes,
} from '../../model/resources/roles.ts';
import { automationMetrics, type Trigger } from './trigger.ts';

/** Who edited an automation last; `key` is undefined where there is no such key any more. */
export interface AutomationEditor {
  readonly author: { readonly type: string; readonly id: string };
  readonly key: EditorKey | undefined;
  /** The user of an editor who was signed in, or who made the key, unless the user was deleted. */
  readonly user?: EditorUser | undefined;
}

/** The user of an editor with the present grants. */
interface EditorUser extends GrantedUser {
  readonly name: string | null;
}

/** The key of an editor as it is now. */
export interface EditorKey {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null: all farms. */
  readonly farmIds: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** The user who made the key; null: an operator did. */
  readonly userId: string | null;
}

/** Why an automation may not act with the rights of its last editor. */
type EditorRefusalCode =
  | 'editor_unknown'
  | 'editor_revoked'
  | 'editor_expired'
  | 'editor_other_farm'
  | 'editor_lacks_scope'
  | 'editor_user_lacks_rights';

export interface EditorRefusal {
  readonly code: EditorRefusalCode;
  readonly text: Message;
}

/** What an automation does, as far as it decides which rights that takes. */
export interface PlannedWork {
  readonly kind: 'command' | 'task' | 'alert' | 'cut';
  readonly mode?: string | null;
}

/** Why an editor may not do something on a farm now; undefined where it may. */
export function editorRefusal(
  editor: AutomationEditor | undefined,
  wanted: { readonly farmId: string; readonly now: number; readonly needs: readonly string[] },
): EditorRefusal | undefined {
  if (!editor) return refusal('editor_unknown');
  if (editor.author.type === 'user') return userRefusal(editor, wanted);
  // What the service itself has set up, such as a demo farm, is bound to no key.
  if (editor.author.type !== 'key') return undefined;
  const { key } = editor;
  const params = { key: editorName(editor) };
  if (!key || key.revokedAt !== null) return refusal('editor_revoked', params);
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= wanted.now) {
    return refusal('editor_expired', params);
  }
  if (key.farmIds !== null && !key.farmIds.includes(wanted.farmId)) {
    return refusal('editor_other_farm', params);
  }
  const missing = wanted.needs.filter((scope) => !coversScope(key.scopes, scope));
  if (missing.length > 0) {
    return refusal('editor_lacks_scope', { ...params, scopes: missing.join(', ') });
  }
  return key.userId === null ? undefined : userRefusal(editor, wanted);
}

function userRefusal(
  editor: AutomationEditor,
  wanted: { readonly farmId: string; readonly now: number; readonly needs: readonly string[] },
): EditorRefusal | undefined {
  const { user } = editor;
  const held = user ? scopesOnFarm(rightsOf(effectiveGrants(user, wanted.now)), wanted.farmId) : [];
  if (uncoveredScopes(held, wanted.needs).length === 0) return undefined;
  return refusal('editor_user_lacks_rights', { user: editorName(editor) });
}

/** The name of the editor's key or user, or its id where that is gone. */
export function editorName({ author, key, user }: AutomationEditor): string {
  const name = key?.name ?? user?.name;
  return name ? `${name}, ${author.id}` : author.id;
}

/** The scopes that a key would need to do the same: to see the measure, and to write the rows. */
export function neededScopes(trigger: Trigger | undefined, work: PlannedWork): readonly string[] {
  const source = trigger && automationMetrics[trigger.metric].source;
  const read = source === 'readings' ? 'read:env-readings' : 'read:vision-events';
  return ['write:automations', ...(trigger ? [read] : []), ...writesOf(work)];
}

function writesOf({ kind, mode }: PlannedWork): readonly string[] {
  switch (kind) {
    case 'command':
      return mode === 'approve'
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

function refusal(
  code: EditorRefusal['code'],
  params: Readonly<Record<string, string>> = {},
): EditorRefusal {
  return { code, text: message(`automation.${code}`, params) };
}

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

/** The last editor of an automation; `key` is undefined when the key no longer exists. */
export interface AutomationEditor {
  readonly author: { readonly type: string; readonly id: string };
  readonly key: EditorKey | undefined;
  /** The signed-in user, or the user who created the key; absent when deleted. */
  readonly user?: EditorUser | undefined;
}

/** The editor's user with their current grants. */
interface EditorUser extends GrantedUser {
  readonly name: string | null;
}

/** The editor's key in its current state. */
export interface EditorKey {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null: all farms. */
  readonly farmIds: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** The user who created the key; null when an operator did. */
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

/** The parts of an automation that determine which rights it needs. */
export interface PlannedWork {
  readonly kind: 'command' | 'task' | 'alert' | 'cut';
  readonly mode?: string | null;
}

/** Why an editor may not do this work on a farm now; undefined when permitted. */
export function editorRefusal(
  editor: AutomationEditor | undefined,
  request: { readonly farmId: string; readonly now: number; readonly needs: readonly string[] },
): EditorRefusal | undefined {
  if (!editor) return refusal('editor_unknown');
  if (editor.author.type === 'user') return userRefusal(editor, request);
  // Automations created by the service itself, such as in a demo farm, are not bound to a key.
  if (editor.author.type !== 'key') return undefined;
  const { key } = editor;
  const params = { key: editorName(editor) };
  if (!key || key.revokedAt !== null) return refusal('editor_revoked', params);
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= request.now) {
    return refusal('editor_expired', params);
  }
  if (key.farmIds !== null && !key.farmIds.includes(request.farmId)) {
    return refusal('editor_other_farm', params);
  }
  const missing = request.needs.filter((scope) => !coversScope(key.scopes, scope));
  if (missing.length > 0) {
    return refusal('editor_lacks_scope', { ...params, scopes: missing.join(', ') });
  }
  return key.userId === null ? undefined : userRefusal(editor, request);
}

function userRefusal(
  editor: AutomationEditor,
  request: { readonly farmId: string; readonly now: number; readonly needs: readonly string[] },
): EditorRefusal | undefined {
  const { user } = editor;
  const granted = user
    ? scopesOnFarm(rightsOf(effectiveGrants(user, request.now)), request.farmId)
    : [];
  if (uncoveredScopes(granted, request.needs).length === 0) return undefined;
  return refusal('editor_user_lacks_rights', { user: editorName(editor) });
}

/** The name of the editor's key or user with the ID; only the ID when neither exists any more. */
export function editorName({ author, key, user }: AutomationEditor): string {
  const name = key?.name ?? user?.name;
  return name ? `${name}, ${author.id}` : author.id;
}

/** The scopes a key needs for the same work: reading the measure and writing the rows. */
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
      // The service itself reports a cut loop, so no scope is needed.
      return [];
  }
}

function refusal(
  code: EditorRefusal['code'],
  params: Readonly<Record<string, string>> = {},
): EditorRefusal {
  return { code, text: message(`automation.${code}`, params) };
}

/** What a key may do, as its scopes say it. */
export const scopes = {
  'read:*': 'Read every module',
  'write:*': 'Create, update and delete',
  'ai:ask': 'Ask questions in plain language',
  'actions:execute': 'Run actions and brain scans',
  'admin:*': 'Webhooks, the audit log, keys, settings',
} as const;

export type FullScope = keyof typeof scopes;

/** One of the five scopes, or reading or writing narrowed to one module: `read:tasks`. */
export type Scope = FullScope | `read:${string}` | `write:${string}`;

export const fullScopes = Object.keys(scopes) as readonly FullScope[];

/** Whether scopes that are held cover the scope that is needed. */
export function coversScope(held: readonly string[], needed: string): boolean {
  if (held.includes(needed)) return true;
  if (needed.startsWith('read:')) return held.includes('read:*');
  return needed.startsWith('write:') && held.includes('write:*');
}

import { fullScopes } from '../../model/core/vocabulary.ts';
import type { Scope } from '../../storage/core/scope.ts';

/** The creator of a row, as stored in the row. */
export interface Author {
  readonly type: 'key' | 'user' | 'camera' | 'integration' | 'automation' | 'system';
  /**
   * The ID of the key, user, camera connection, integration or automation; for the service itself,
   * the name of the task.
   */
  readonly id: string;
  /** For an automation: its last editor, whose rights it uses. */
  readonly editor?: { readonly type: string; readonly id: string };
}

/** A caller, by an API key or as a signed-in user. */
export interface Actor {
  /** The ID of the key; for a signed-in user, that of the user. */
  readonly keyId: string;
  readonly name: string;
  readonly orgId: string;
  readonly scopes: readonly string[];
  /** The farms that the key is restricted to, or all of the organisation. */
  readonly farmIds: readonly string[] | 'all';
  /** Requests per minute; null: no limit. */
  readonly rateLimitPerMinute: number | null;
  /** The author of created rows, if it is not the key. */
  readonly author?: Author;
  /**
   * The scopes that the user of a session or key has on all these farms; they determine whether
   * amounts of money are shown. Absent: a key of the organisation.
   */
  readonly userScopes?: readonly string[];
  /** Set for a signed-in user. */
  readonly user?: SignedInUser;
  /** Set for a key created by a user: it is limited to the user's current rights. */
  readonly maker?: { readonly userId: string; readonly need: Need };
}

/** The needs of a request that are known before its body is read. */
export interface Need {
  readonly scope?: string | undefined;
  /** The farm in the query. */
  readonly farmId?: string | undefined;
}

/** The session of a signed-in user. */
export interface SignedInUser {
  readonly id: string;
  readonly sessionId: string;
  /** The need that the scopes and farms of the actor were selected for. */
  readonly need: Need;
  /** Whether the user owns the whole organisation. */
  readonly isOwner: boolean;
  /** When the first of the user's roles expires; null: none does. */
  readonly rightsExpireAt: string | null;
}

/** The author of rows created by an actor. */
export function authorOf({ author, keyId }: Actor): Author {
  return author ?? { type: 'key', id: keyId };
}

/** The scope visible to an actor. */
export function scopeOf(actor: Actor): Scope {
  return { orgId: actor.orgId, farmIds: actor.farmIds };
}

/** The service itself working for an organisation, by the name of the task: `webhooks`, `brain`. */
export function systemActor(orgId: string, name: string): Actor {
  return {
    keyId: `system:${name}`,
    name,
    orgId,
    scopes: fullScopes,
    farmIds: 'all',
    rateLimitPerMinute: null,
    author: { type: 'system', id: name },
  };
}

/** The service itself working for an integration, which is the author of the stored rows. */
export function integrationActor(orgId: string, integrationId: string): Actor {
  const author = { type: 'integration', id: integrationId } as const;
  return { ...systemActor(orgId, 'integrations'), author };
}

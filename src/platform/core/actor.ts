import { fullScopes } from '../../model/core/vocabulary.ts';
import type { Scope } from '../../storage/core/scope.ts';

/** Who made a row, as the row says it. */
export interface Author {
  readonly type: 'key' | 'user' | 'camera' | 'integration' | 'automation' | 'system';
  /** Of the key, the user, the camera connection, integration or automation; of the service's own work, its name. */
  readonly id: string;
  /** Of an automation: its last editor, with whose rights it runs. */
  readonly editor?: { readonly type: string; readonly id: string };
}

/** Who calls, by an API key or as a signed-in user. */
export interface Actor {
  /** The id of the key; of a signed-in user, the id of the user. */
  readonly keyId: string;
  readonly name: string;
  readonly orgId: string;
  readonly scopes: readonly string[];
  /** The farms the key is pinned to, or all of the organisation. */
  readonly farmIds: readonly string[] | 'all';
  /** Requests per minute; null: no limit. */
  readonly rateLimitPerMinute: number | null;
  /** Who makes the rows, where that is not the key. */
  readonly author?: Author;
  /**
   * The scopes that the user behind a session or key has on all these farms; they decide whether
   * amounts of money are shown. Absent: a key of the organisation.
   */
  readonly userScopes?: readonly string[];
  /** Set for a signed-in user. */
  readonly user?: SignedInUser;
  /** Set for a key that a user made: it does no more than the user may do now. */
  readonly maker?: { readonly userId: string; readonly need: Need };
}

/** What a request needs, as far as it is known before the request is read. */
export interface Need {
  readonly scope?: string | undefined;
  /** The farm in the query. */
  readonly farmId?: string | undefined;
}

/** The session by which a user calls. */
export interface SignedInUser {
  readonly id: string;
  readonly sessionId: string;
  /** What the scopes and farms of the actor were chosen for. */
  readonly need: Need;
  /** Whether the user owns the whole organisation. */
  readonly isOwner: boolean;
  /** When the first of the user's roles expires; null: none does. */
  readonly rightsExpireAt: string | null;
}

/** Who made what an actor makes. */
export function authorOf({ author, keyId }: Actor): Author {
  return author ?? { type: 'key', id: keyId };
}

/** The rows an actor sees. */
export function scopeOf(actor: Actor): Scope {
  return { orgId: actor.orgId, farmIds: actor.farmIds };
}

/** The service itself at work for an organisation, by the name of the work: `webhooks`, `brain`. */
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

/** The service itself at work for an integration: what it stores is said to come from there. */
export function integrationActor(orgId: string, integrationId: string): Actor {
  const author = { type: 'integration', id: integrationId } as const;
  return { ...systemActor(orgId, 'integrations'), author };
}

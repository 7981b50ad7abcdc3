import { fullScopes } from '../../model/scopes.ts';
import type { Actor } from './actor.ts';

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

import type { Actor } from '../access/actor.ts';
import { systemActor } from '../access/system-actor.ts';

/** The service itself at work for an integration: what it stores is said to come from there. */
export function integrationActor(orgId: string, integrationId: string): Actor {
  const author = { type: 'integration', id: integrationId } as const;
  return { ...systemActor(orgId, 'integrations'), author };
}

import { eventNames } from '../../model/events.ts';
import { resources } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { coversScope } from '../../model/scopes.ts';
import type { OwnedWebhook, StoredWebhook } from '../../storage/system/webhooks.ts';

/** What stands for all events in a subscription. */
export const ALL_EVENTS = '*';

/** An event as far as it decides who is told. */
export interface ToldEvent {
  readonly event: string;
  readonly farmId: string | null;
  /** The module it tells of; null for one that is about the farm as a whole. */
  readonly resource: string | null;
}

/** What is told: events, farms, and what the key behind it may see. */
export type Subscription = Pick<StoredWebhook, 'events' | 'farmIds' | 'keyFarmIds' | 'keyScopes'>;

/**
 * Whether a webhook or a stream is told of an event: it has subscribed to it, the farm is one of
 * its own and of those of the key that made it, and that key may read the module.
 */
export function isSubscribed(
  { events, farmIds, keyFarmIds, keyScopes }: Subscription,
  { event, farmId, resource }: ToldEvent,
): boolean {
  return (
    (events.includes(ALL_EVENTS) || events.includes(event)) &&
    isAmong(farmIds, farmId) &&
    isAmong(keyFarmIds, farmId) &&
    coversScope(keyScopes, `read:${resource ?? '*'}`)
  );
}

/**
 * A webhook's subscription with the rights of its owner now: what its maker could see when it was
 * made, as far as the owner still sees it.
 */
export function currentSubscription(webhook: OwnedWebhook): Subscription {
  const { events, farmIds, keyFarmIds, keyScopes, owner } = webhook;
  if (!owner) return { events, farmIds, keyFarmIds, keyScopes };
  return {
    events,
    farmIds,
    keyFarmIds: commonFarms(keyFarmIds, owner.farmIds),
    keyScopes: commonScopes(keyScopes, owner.scopes),
  };
}

/** The events of a subscription that are never told, since the key may not read their module. */
export function unreadableEvents({
  events,
  keyScopes,
}: Pick<StoredWebhook, 'events' | 'keyScopes'>): string[] {
  const asked = events.includes(ALL_EVENTS) ? eventNames : events;
  return asked.filter(
    (event) => !modulesOf(event).some((module) => coversScope(keyScopes, `read:${module}`)),
  );
}

function modulesOf(event: string): readonly string[] {
  const emitters = (Object.values(resources) as readonly ResourceDefinition[]).filter(({ emits }) =>
    emits?.some((emission) => emission.event === event),
  );
  return emitters.length === 0 ? ['*'] : emitters.map(({ name }) => name);
}

function isAmong(farmIds: readonly string[] | null, farmId: string | null): boolean {
  return farmIds === null || (farmId !== null && farmIds.includes(farmId));
}

/** What both lists of scopes cover. */
function commonScopes(left: readonly string[], right: readonly string[]): readonly string[] {
  return [...new Set([...left, ...right])].filter(
    (scope) => coversScope(left, scope) && coversScope(right, scope),
  );
}

/** The farms of both lists; null stands for all farms. */
export function commonFarms(
  left: readonly string[] | null,
  right: readonly string[] | null,
): readonly string[] | null {
  if (left === null || right === null) return left ?? right;
  return left.filter((farmId) => right.includes(farmId));
}

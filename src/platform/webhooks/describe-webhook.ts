import { maskAddress } from '../../model/mask-address.ts';
import type { StoredAttempt } from '../../storage/system/webhook-attempts.ts';
import type { StoredDelivery } from '../../storage/system/webhook-deliveries.ts';
import type { OwnedWebhook } from '../../storage/system/webhooks.ts';
import { currentSubscription, unreadableEvents } from './subscription.ts';
import { previousSecretAt } from './webhook-secrets.ts';

/** How much waits at a webhook. */
export interface Waiting {
  readonly pending: number;
  readonly held: number;
}

/** A webhook as it is shown: without its secrets, also those in its address. */
export function describeWebhook(webhook: OwnedWebhook, waiting: Waiting, now: number) {
  const isRotating = previousSecretAt(webhook, now) !== null;
  return {
    id: webhook.id,
    url: maskAddress(webhook.url),
    events: webhook.events,
    farmIds: webhook.farmIds,
    description: webhook.description,
    ordered: webhook.ordered,
    enabled: webhook.enabled,
    consecutiveFailures: webhook.consecutiveFailures,
    disabledReason: webhook.disabledReason,
    disabledAt: webhook.disabledAt,
    pending: waiting.pending,
    held: waiting.held,
    dropped: webhook.dropped,
    unreadableEvents: unreadableEvents(currentSubscription(webhook)),
    previousSecretUntil: isRotating ? webhook.previousSecretUntil : null,
    createdBy: webhook.createdBy,
    ownerKeyId: webhook.ownerKeyId,
    createdAt: webhook.createdAt,
    updatedAt: webhook.updatedAt,
  };
}

/** A delivery as it is shown. */
export function describeDelivery(delivery: StoredDelivery) {
  const { id, webhookId, eventId, event, farmId, state, attempts, createdAt, updatedAt } = delivery;
  // One that is on its way has no next attempt yet.
  const nextAttemptAt = state === 'pending' ? delivery.nextAttemptAt : null;
  const head = { id, webhookId, eventId, event, farmId, state, attempts, nextAttemptAt };
  return { ...head, createdAt, updatedAt };
}

/** A delivery with all its attempts. */
export function describeDeliveryLog(delivery: StoredDelivery, attempts: readonly StoredAttempt[]) {
  const log = attempts.map(({ id: _, deliveryId: __, ...attempt }) => attempt);
  return { ...describeDelivery(delivery), log };
}

import { FarmError, refused } from '../../model/core/errors.ts';
import { maskAddress } from '../../model/core/secrets.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { StoredAttempt } from '../../storage/webhooks/webhook-claims.ts';
import { findDelivery, type StoredDelivery } from '../../storage/webhooks/webhook-deliveries.ts';
import {
  findWebhook,
  lockWebhook,
  type OwnedWebhook,
  type StoredWebhook,
} from '../../storage/webhooks/webhooks.ts';
import type { Actor } from '../core/actor.ts';
import type { RequestContext } from '../core/request-context.ts';
import { currentSubscription, unreadableEvents } from '../events/publish-events.ts';
import { previousSecretAt } from './webhook-secrets.ts';

type Find = (connection: Connection, id: string) => Promise<OwnedWebhook | undefined>;

/** The webhook with that ID, if the caller may manage it; throws `not_found` otherwise. */
export async function findOwnWebhook(
  connection: Connection,
  call: RequestContext,
  id: string,
  find: Find = findWebhook,
): Promise<OwnedWebhook> {
  call.subject.rowId = id;
  const webhook = id.includes('\0') ? undefined : await find(connection, id);
  if (webhook && isWithinReach(webhook, call.actor)) return webhook;
  throw new FarmError('not_found', { message: 'There is no such webhook, or it may not be seen.' });
}

/** Like `findOwnWebhook`, with a lock until the end of the transaction. */
export function lockOwnWebhook(
  transaction: Parameters<typeof lockWebhook>[0],
  call: RequestContext,
  id: string,
): Promise<OwnedWebhook> {
  return findOwnWebhook(transaction, call, id, () => lockWebhook(transaction, id));
}

/** A delivery and its webhook, if the caller may manage it; throws `not_found` otherwise. */
export async function findOwnDelivery(
  connection: Connection,
  call: RequestContext,
  id: string,
): Promise<{ readonly delivery: StoredDelivery; readonly webhook: OwnedWebhook }> {
  call.subject.rowId = id;
  const delivery = id.includes('\0') ? undefined : await findDelivery(connection, id);
  const webhook = delivery && (await findWebhook(connection, delivery.webhookId));
  if (webhook && isWithinReach(webhook, call.actor)) return { delivery, webhook };
  throw new FarmError('not_found', {
    message: 'There is no such delivery, or it may not be seen.',
  });
}

/** A key restricted to farms manages only webhooks restricted to a subset of them. */
export function isWithinReach(webhook: StoredWebhook, { orgId, farmIds: own }: Actor): boolean {
  if (webhook.orgId !== orgId) return false;
  if (own === 'all') return true;
  const farmIds = webhook.farmIds ?? webhook.keyFarmIds;
  return farmIds?.every((farmId) => own.includes(farmId)) ?? false;
}

/** Throws `insufficient_scope` unless the key may read all modules of the webhook. */
export function requireReaderOf(
  { keyScopes }: StoredWebhook,
  { scopes }: Actor,
  wish: string,
): void {
  const missing = keyScopes.find(
    (scope) => scope.startsWith('read:') && !coversScope(scopes, scope),
  );
  if (missing === undefined) return;
  throw new FarmError('insufficient_scope', {
    code: 'insufficient_scope',
    message: `Only a key that may read what the webhook is told can ${wish}; it lacks ${missing}.`,
  });
}

/** Throws when a webhook is disabled. */
export function requireEnabled({ enabled }: StoredWebhook): void {
  if (enabled) return;
  throw refused(
    'webhook_off',
    'The webhook is off; switch it on with PATCH {"enabled": true}, which sends what was held.',
  );
}

/** The number of waiting deliveries of a webhook. */
export interface Waiting {
  readonly pending: number;
  readonly held: number;
}

/** A webhook in answers, without secrets, including those in its URL. */
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
    unreadableEvents: unreadableEvents(currentSubscription(webhook, now)),
    previousSecretUntil: isRotating ? webhook.previousSecretUntil : null,
    createdBy: webhook.createdBy,
    ownerKeyId: webhook.ownerKeyId,
    createdAt: webhook.createdAt,
    updatedAt: webhook.updatedAt,
  };
}

/** A delivery in answers. */
export function describeDelivery(delivery: StoredDelivery) {
  const { id, webhookId, eventId, event, farmId, state, attempts, createdAt, updatedAt } = delivery;
  // A delivery in flight has no next attempt yet.
  const nextAttemptAt = state === 'pending' ? delivery.nextAttemptAt : null;
  const head = { id, webhookId, eventId, event, farmId, state, attempts, nextAttemptAt };
  return { ...head, createdAt, updatedAt };
}

export function describeDeliveryLog(delivery: StoredDelivery, attempts: readonly StoredAttempt[]) {
  const log = attempts.map(({ id: _, deliveryId: __, ...attempt }) => attempt);
  return { ...describeDelivery(delivery), log };
}

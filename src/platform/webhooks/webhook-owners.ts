import { coversScope } from '../../model/core/vocabulary.ts';
import { scopeOfRoute } from '../../model/routes/route-table.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  type ClaimedDelivery,
  cancelDeliveries,
  returnDeliveries,
} from '../../storage/webhooks/webhook-claims.ts';
import { moveDeliveries } from '../../storage/webhooks/webhook-deliveries.ts';
import {
  type DisabledReason,
  listOwnedWebhooks,
  listWebhooksOfOwner,
  lockWebhook,
  type OwnedWebhook,
  updateWebhook,
} from '../../storage/webhooks/webhooks.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import type { Runtime } from '../core/runtime.ts';
import {
  commonFarms,
  currentSubscription,
  dropOldestExcess,
  isSubscribed,
  presentReach,
  type Subscription,
  unreadableEvents,
} from '../events/publish-events.ts';
import { raiseWebhookAlert } from './webhook-alerts.ts';

/** Why a webhook's owner has lost its delivery rights. */
export type OwnerLoss = 'owner_revoked' | 'owner_expired' | 'owner_narrowed';

/** Why a webhook's owner has no rights at `now`; undefined while it has. */
export function ownerLoss(webhook: OwnedWebhook, now: number): OwnerLoss | undefined {
  const { owner } = webhook;
  if (!owner || owner.revokedAt !== null) return 'owner_revoked';
  if (owner.expiresAt !== null && Date.parse(owner.expiresAt) <= now) return 'owner_expired';
  return seesNothing(webhook, presentReach(owner, now).scopes, now) ? 'owner_narrowed' : undefined;
}

/** Disables the webhooks of a key, in the transaction that revokes it. */
export async function releaseWebhooksOf(
  runtime: Runtime,
  transaction: Transaction,
  { keyId, now }: { readonly keyId: string; readonly now: number },
): Promise<void> {
  for (const { id } of await listWebhooksOfOwner(transaction, keyId)) {
    await switchOffUnowned(runtime, transaction, id, now);
  }
}

/**
 * Disables the webhooks whose owner has expired, was revoked or deleted, or may see none of their
 * events, even when nothing is due. Returns their number.
 */
export async function sweepUnownedWebhooks(runtime: Runtime): Promise<number> {
  const { database, clock } = runtime;
  const now = clock.now();
  const owned = await listOwnedWebhooks(database);
  const lostWebhooks = owned.filter((webhook) => ownerLoss(webhook, now) !== undefined);
  for (const { id } of lostWebhooks) {
    await database.transaction((transaction) => switchOffUnowned(runtime, transaction, id, now));
  }
  return lostWebhooks.length;
}

/**
 * The claimed deliveries that the owners of their webhooks may currently see. Others are held and
 * their webhook disabled if the owner has lost all rights, else cancelled.
 */
export async function filterPermitted(
  runtime: Runtime,
  transaction: Transaction,
  { claimed, now }: { readonly claimed: readonly ClaimedDelivery[]; readonly now: number },
): Promise<readonly ClaimedDelivery[]> {
  const permitted: ClaimedDelivery[] = [];
  for (const deliveries of groupBy(claimed, ({ webhook }) => webhook.id).values()) {
    const webhook = deliveries[0]?.webhook;
    if (!webhook) continue;
    const reason = ownerLoss(webhook, now);
    if (reason) {
      await returnDeliveries(transaction, deliveries);
      await switchOffFor(runtime, transaction, { webhook, reason, now });
      continue;
    }
    const subscription = currentSubscription(webhook, now);
    const isPermitted = (delivery: ClaimedDelivery) =>
      delivery.event === TEST_EVENT || isSubscribed({ ...subscription, events: ['*'] }, delivery);
    permitted.push(...deliveries.filter(isPermitted));
    const hidden = deliveries.filter((delivery) => !isPermitted(delivery));
    await cancelDeliveries(transaction, hidden, formatInstant(now));
  }
  return permitted;
}

/** Locked and read again: another key may have adopted it meanwhile. */
async function switchOffUnowned(
  runtime: Runtime,
  transaction: Transaction,
  id: string,
  now: number,
): Promise<void> {
  const webhook = await lockWebhook(transaction, id);
  const needsOwner = webhook && (webhook.enabled || isOffByService(webhook));
  const reason = needsOwner ? ownerLoss(webhook, now) : undefined;
  if (webhook && reason) await switchOffFor(runtime, transaction, { webhook, reason, now });
}

/** Disabled because of its receiver: re-enabling it requires an owner with rights anyway. */
function isOffByService({ disabledReason }: OwnedWebhook): boolean {
  return disabledReason === 'failures' || disabledReason === 'gone';
}

/** Disables a webhook and raises a critical alert. */
async function switchOffFor(
  runtime: Runtime,
  transaction: Transaction,
  disabling: { readonly webhook: OwnedWebhook; readonly reason: OwnerLoss; readonly now: number },
): Promise<void> {
  await switchOff(transaction, disabling.webhook.id, disabling);
  // The webhook stays disabled even if the alert cannot be written; `/gaps` reports it too.
  await transaction
    .savepoint(() => raiseWebhookAlert(runtime, transaction, { ...disabling, farmId: null }))
    .catch(() => undefined);
}

/** An administrator's key may subscribe to events that it cannot read: that alone is not a loss. */
function seesNothing(webhook: OwnedWebhook, scopes: readonly string[], at: number): boolean {
  if (!coversScope(scopes, scopeOfRoute('createWebhook'))) return true;
  const now = currentSubscription(webhook, at);
  const farms = commonFarms(now.farmIds, now.keyFarmIds);
  if (farms?.length === 0) return true;
  const requested = webhook.events.includes('*')
    ? unreadableEvents({ ...now, keyScopes: [] })
    : webhook.events;
  const readsNone = (subscription: Subscription) =>
    unreadableEvents(subscription).length === requested.length;
  return readsNone(now) && !readsNone(webhook);
}

/** Disables a webhook: nothing more is sent, and waiting deliveries are held. */
export async function switchOff(
  transaction: Transaction,
  id: string,
  { reason, now }: { readonly reason: DisabledReason; readonly now: number },
): Promise<void> {
  const at = formatInstant(now);
  await updateWebhook(transaction, id, {
    enabled: false,
    disabledReason: reason,
    disabledAt: at,
    updatedAt: at,
  });
  await moveDeliveries(transaction, id, { from: 'pending', to: 'held', now: at });
  await dropOldestExcess(transaction, id);
}

/** The name of the test event, which is not one of the 17 events and has no content. */
export const TEST_EVENT = 'webhook.test';

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

/** Why a webhook may not deliver anything for its owner any more. */
export type OwnerLoss = 'owner_revoked' | 'owner_expired' | 'owner_narrowed';

/** Why the owner of a webhook has lost the right to it at `now`; undefined while it has it. */
export function ownerLoss(webhook: OwnedWebhook, now: number): OwnerLoss | undefined {
  const { owner } = webhook;
  if (!owner || owner.revokedAt !== null) return 'owner_revoked';
  if (owner.expiresAt !== null && Date.parse(owner.expiresAt) <= now) return 'owner_expired';
  return seesNothing(webhook, presentReach(owner, now).scopes, now) ? 'owner_narrowed' : undefined;
}

/** Switches off what a key owns, in the transaction that revokes it. */
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
 * Switches off the webhooks whose owner has expired, is revoked or gone, or may see none of their
 * events, whether anything is due or not. Returns how many.
 */
export async function sweepUnownedWebhooks(runtime: Runtime): Promise<number> {
  const { database, clock } = runtime;
  const now = clock.now();
  const owned = await listOwnedWebhooks(database);
  const lost = owned.filter((webhook) => ownerLoss(webhook, now) !== undefined);
  for (const { id } of lost) {
    await database.transaction((transaction) => switchOffUnowned(runtime, transaction, id, now));
  }
  return lost.length;
}

/**
 * Which of the claimed deliveries the owners of their webhooks may see now. The others are held,
 * with their webhook switched off, where the owner has lost all rights, and cancelled otherwise.
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

/** Off for its receiver: whoever switches it on needs an owner with the rights all the same. */
function isOffByService({ disabledReason }: OwnedWebhook): boolean {
  return disabledReason === 'failures' || disabledReason === 'gone';
}

/** Switches a webhook off and says so with a critical alert. */
async function switchOffFor(
  runtime: Runtime,
  transaction: Transaction,
  off: { readonly webhook: OwnedWebhook; readonly reason: OwnerLoss; readonly now: number },
): Promise<void> {
  await switchOff(transaction, off.webhook.id, off);
  // It is off, whatever becomes of the alert; `/gaps` tells of it as well.
  await transaction
    .savepoint(() => raiseWebhookAlert(runtime, transaction, { ...off, farmId: null }))
    .catch(() => undefined);
}

/** An administrator's key may subscribe to what it cannot read: that alone is no loss. */
function seesNothing(webhook: OwnedWebhook, scopes: readonly string[], at: number): boolean {
  if (!coversScope(scopes, scopeOfRoute('createWebhook'))) return true;
  const now = currentSubscription(webhook, at);
  const farms = commonFarms(now.farmIds, now.keyFarmIds);
  if (farms?.length === 0) return true;
  const asked = webhook.events.includes('*')
    ? unreadableEvents({ ...now, keyScopes: [] })
    : webhook.events;
  const readsNone = (subscription: Subscription) =>
    unreadableEvents(subscription).length === asked.length;
  return readsNone(now) && !readsNone(webhook);
}

/** Switches a webhook off: nothing more is sent, and what waits for it is held. */
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

/** The name of the event that is sent on demand; it is none of the 17, and tells of nothing. */
export const TEST_EVENT = 'webhook.test';

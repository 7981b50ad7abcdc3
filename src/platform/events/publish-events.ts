import { limits } from '../../model/limits.ts';
import type { Transaction } from '../../storage/database.ts';
import { insertEvent, type OutboxEvent } from '../../storage/system/outbox.ts';
import {
  dropExcess,
  insertDeliveries,
  newDelivery,
  type StoredDelivery,
} from '../../storage/system/webhook-deliveries.ts';
import { addDropped, listWebhooks, type StoredWebhook } from '../../storage/system/webhooks.ts';
import type { Runtime } from '../runtime.ts';
import { currentSubscription, isSubscribed } from '../webhooks/subscription.ts';

/**
 * Writes events of one organisation into the outbox, in the transaction of what they tell of, with
 * a delivery for every webhook that is told. Webhooks that are off have theirs held.
 */
export async function publishEvents(
  runtime: Pick<Runtime, 'ids' | 'deliveryBell' | 'eventBell'>,
  transaction: Transaction,
  events: readonly OutboxEvent[],
): Promise<void> {
  const [first] = events;
  if (!first) return;
  const webhooks = await listWebhooks(transaction, first.orgId);
  const told: StoredWebhook[] = [];
  for (const event of events) {
    const sequence = await insertEvent(transaction, event);
    const subscribed = webhooks.filter((webhook) =>
      isSubscribed(currentSubscription(webhook), event),
    );
    await insertDeliveries(
      transaction,
      subscribed.map((webhook) => deliveryOf(runtime, webhook, { ...event, sequence })),
    );
    told.push(...subscribed);
  }
  const off = new Set(told.filter(({ enabled }) => !enabled).map(({ id }) => id));
  for (const id of [...off].sort()) await keepWithinBounds(transaction, id);
  const isDue = told.some(({ enabled }) => enabled);
  transaction.afterCommit(() => {
    runtime.eventBell?.ring();
    if (isDue) runtime.deliveryBell?.ring();
  });
}

/** Drops the oldest of what a webhook holds, and counts it, above the most it may hold. */
export async function keepWithinBounds(transaction: Transaction, webhookId: string): Promise<void> {
  const dropped = await dropExcess(transaction, webhookId, limits.deliveriesHeld);
  if (dropped > 0) await addDropped(transaction, webhookId, dropped);
}

function deliveryOf(
  { ids }: Pick<Runtime, 'ids'>,
  { id: webhookId, enabled }: StoredWebhook,
  {
    id: eventId,
    event,
    sequence,
    farmId,
    rowId,
    createdAt,
  }: OutboxEvent & { readonly sequence: number },
): StoredDelivery {
  return newDelivery({
    id: ids.create('delivery'),
    webhookId,
    eventId,
    event,
    sequence,
    farmId,
    rowKey: rowId,
    createdAt,
    state: enabled ? 'pending' : 'held',
  });
}

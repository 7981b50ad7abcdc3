import { limits } from '../../model/core/limits.ts';
import { eventNames, type ResourceDefinition } from '../../model/core/resource.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { resources } from '../../model/resources/registry.ts';
import {
  commonScopes,
  effectiveGrants,
  rightsOf,
  sharedRights,
} from '../../model/resources/roles.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  insertEvents,
  type OutboxEvent,
  postEvents,
  type SequencedEvent,
} from '../../storage/webhooks/outbox.ts';
import {
  dropExcess,
  insertDeliveries,
  newDelivery,
  type StoredDelivery,
} from '../../storage/webhooks/webhook-deliveries.ts';
import {
  addDropped,
  listWebhooks,
  type OwnedWebhook,
  type StoredWebhook,
  type WebhookOwner,
} from '../../storage/webhooks/webhooks.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { reachOf } from '../access/grants.ts';
import { emissionsOf, previousValues } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';

/**
 * Writes events of one organisation to the outbox, in the transaction of the reported changes, with
 * a delivery for every subscribed webhook. Deliveries of disabled webhooks are held.
 */
export async function publishEvents(
  runtime: Pick<Runtime, 'clock' | 'ids' | 'deliveryNotifier' | 'eventNotifier'>,
  transaction: Transaction,
  events: readonly OutboxEvent[],
): Promise<void> {
  const [first] = events;
  if (!first) return;
  const webhooks = await listWebhooks(transaction, first.orgId);
  const now = runtime.clock.now();
  const subscriptions = webhooks.map((webhook) => ({
    webhook,
    ...currentSubscription(webhook, now),
  }));
  const isReported = events.some((event) =>
    subscriptions.some((subscription) => isSubscribed(subscription, event)),
  );
  // Only deliveries need the sequence numbers.
  const inserted = isReported ? await insertEvents(transaction, events) : [];
  if (!isReported) await postEvents(transaction, events);
  const matches = inserted.flatMap((event) =>
    subscriptions
      .filter((subscription) => isSubscribed(subscription, event))
      .map(({ webhook }) => ({ webhook, event })),
  );
  await insertDeliveries(
    transaction,
    matches.map(({ webhook, event }) => deliveryOf(runtime, webhook, event)),
  );
  const disabledIds = new Set(
    matches.flatMap(({ webhook }) => (webhook.enabled ? [] : [webhook.id])),
  );
  for (const id of [...disabledIds].sort()) await dropOldestExcess(transaction, id);
  const isDue = matches.some(({ webhook }) => webhook.enabled);
  transaction.afterCommit(() => {
    runtime.eventNotifier?.notify();
    if (isDue) runtime.deliveryNotifier?.notify();
  });
}

/** Drops and counts the oldest deliveries held for a webhook above the limit. */
export async function dropOldestExcess(transaction: Transaction, webhookId: string): Promise<void> {
  const droppedCount = await dropExcess(transaction, webhookId, limits.deliveriesHeld);
  if (droppedCount > 0) await addDropped(transaction, webhookId, droppedCount);
}

function deliveryOf(
  { ids }: Pick<Runtime, 'ids'>,
  { id: webhookId, enabled }: StoredWebhook,
  { id: eventId, event, sequence, farmId, rowId, createdAt }: SequencedEvent,
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

type Row = Readonly<Record<string, unknown>>;

/** A row change as reported by its events. */
export interface RowChange {
  readonly definition: ResourceDefinition;
  readonly orgId: string;
  readonly before?: Row;
  /** The row as the API returns it, including computed fields. */
  readonly after: Row;
  readonly at: number;
}

/**
 * Reports changes in rows of one organisation: writes their events and deliveries in the
 * transaction of the changes.
 */
export async function emitEvents(
  runtime: Runtime,
  transaction: Transaction,
  changes: readonly RowChange[],
): Promise<void> {
  await publishEvents(
    runtime,
    transaction,
    changes.flatMap((change) => eventsOf(runtime, change)),
  );
}

function eventsOf(
  { ids }: Pick<Runtime, 'ids'>,
  { definition, before, after, orgId, at }: RowChange,
): readonly OutboxEvent[] {
  const createdAt = formatInstant(at);
  const farmId = typeof after['farmId'] === 'string' ? after['farmId'] : null;
  const data = before
    ? { record: after, previous: previousValues(before, after) }
    : { record: after };
  return emissionsOf(definition, before, after).map((event) => {
    const id = ids.create('evt');
    const body = JSON.stringify({ id, event, orgId, farmId, createdAt, data });
    const subject = { resource: definition.name, rowId: String(after['id']) };
    return { id, event, orgId, farmId, ...subject, createdAt, body };
  });
}

/** Subscription wildcard for all events. */
export const ALL_EVENTS = '*';

/** The properties of an event that determine its recipients. */
export interface ReportedEvent {
  readonly event: string;
  readonly farmId: string | null;
  /** The module of the event; null for events about a whole farm. */
  readonly resource: string | null;
}

/** The events and farms subscribed to, and the visibility of the subscription's key. */
export type Subscription = Pick<StoredWebhook, 'events' | 'farmIds' | 'keyFarmIds' | 'keyScopes'>;

/**
 * Whether a webhook or stream receives an event: it subscribes to it, includes the farm, its
 * creator's key sees the farm, and that key may read the module.
 */
export function isSubscribed(
  { events, farmIds, keyFarmIds, keyScopes }: Subscription,
  { event, farmId, resource }: ReportedEvent,
): boolean {
  return (
    (events.includes(ALL_EVENTS) || events.includes(event)) &&
    isAmong(farmIds, farmId) &&
    isAmong(keyFarmIds, farmId) &&
    coversScope(keyScopes, `read:${resource ?? '*'}`)
  );
}

/**
 * A webhook's subscription, limited to its creator's rights at creation and the owner's current
 * rights.
 */
export function currentSubscription(webhook: OwnedWebhook, now: number): Subscription {
  const { events, farmIds, keyFarmIds, keyScopes, owner } = webhook;
  if (!owner) return { events, farmIds, keyFarmIds, keyScopes };
  const present = presentReach(owner, now);
  return {
    events,
    farmIds,
    keyFarmIds: commonFarms(keyFarmIds, present.farmIds),
    keyScopes: commonScopes(keyScopes, present.scopes),
  };
}

/** The current rights of a webhook's key: at most those of the user who created it, if any. */
export function presentReach(
  owner: WebhookOwner,
  now: number,
): Pick<WebhookOwner, 'scopes' | 'farmIds'> {
  if (!owner.maker) return owner;
  const { scopes, farmIds } = reachOf(
    sharedRights(owner, rightsOf(effectiveGrants(owner.maker, now))),
    {},
  );
  return { scopes, farmIds: farmIds === 'all' ? null : farmIds };
}

/**
 * The events of a subscription that are never delivered, because the key may not read their module.
 */
export function unreadableEvents({
  events,
  keyScopes,
}: Pick<StoredWebhook, 'events' | 'keyScopes'>): string[] {
  const requested = events.includes(ALL_EVENTS) ? eventNames : events;
  return requested.filter(
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

/** The farms in both lists; null means all farms. */
export function commonFarms(
  left: readonly string[] | null,
  right: readonly string[] | null,
): readonly string[] | null {
  if (left === null || right === null) return left ?? right;
  return left.filter((farmId) => right.includes(farmId));
}

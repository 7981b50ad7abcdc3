import { FarmError, type Issue, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { eventNames } from '../../model/core/resource.ts';
import { type DeliveryState, deliveryStates } from '../../model/core/vocabulary.ts';
import { objectOf } from '../../model/validation/parse-body.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { forgetEvents } from '../../storage/webhooks/outbox.ts';
import { listAttempts } from '../../storage/webhooks/webhook-claims.ts';
import {
  type DeliveryFilter,
  forgetAttempts,
  forgetDeliveries,
  forgetHeld,
  forgetOrphans,
  insertDeliveries,
  listDeliveries,
  listOverdueHeld,
  newDelivery,
  restartDeliveries,
  restartDelivery,
} from '../../storage/webhooks/webhook-deliveries.ts';
import { addDropped, lockWebhook } from '../../storage/webhooks/webhooks.ts';
import { DAY_MILLIS, formatInstant } from '../../tools/calendar.ts';
import { instantEdge, organisationZone } from '../core/farm-zone.ts';
import { readPage } from '../core/list-query.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { ALL_EVENTS } from '../events/publish-events.ts';
import {
  describeDelivery,
  describeDeliveryLog,
  findOwnDelivery,
  findOwnWebhook,
  lockOwnWebhook,
  requireEnabled,
} from './webhook-access.ts';
import { TEST_EVENT } from './webhook-owners.ts';
import { readEvents } from './webhook-requests.ts';

const FILTERS = ['state', 'event', 'from', 'to'] as const;

/** `GET /os/webhooks/{id}/deliveries`: past and future deliveries, newest first. */
export async function listOwnDeliveries(
  { database }: Runtime,
  call: RequestContext,
  id: string,
): Promise<Result> {
  await findOwnWebhook(database, call, id);
  const page = readPage(call.query.parameters, FILTERS);
  const zone = await organisationZone(database, call.actor.orgId);
  const filter = { webhookId: id, ...readFilter(new Map(call.query.parameters), zone) };
  const { deliveries, total } = await listDeliveries(database, { ...filter, ...page });
  const { limit, offset } = page;
  const meta = { total, limit, offset, hasMore: offset + deliveries.length < total };
  return jsonResult({ data: deliveries.map(describeDelivery), meta });
}

/** `GET /os/webhooks/deliveries/{id}`: a delivery with all its attempts. */
export async function getDelivery(
  { database }: Runtime,
  call: RequestContext,
  id: string,
): Promise<Result> {
  const { delivery } = await findOwnDelivery(database, call, id);
  return jsonResult(describeDeliveryLog(delivery, await listAttempts(database, id)));
}

/** `POST /os/webhooks/deliveries/{id}/resend`: resends a delivery immediately. */
export async function resendDelivery(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: RequestContext; readonly id: string },
): Promise<Result> {
  const ownDelivery = await findOwnDelivery(transaction, call, id);
  requireEnabled(await lockOwnWebhook(transaction, call, ownDelivery.webhook.id));
  call.subject.rowId = id;
  if ((await restartDelivery(transaction, id, formatInstant(call.at))) === 0) {
    throw new FarmError('conflict', {
      code: 'delivery_under_way',
      message: 'The delivery is on its way at this moment; see how it ends.',
    });
  }
  transaction.afterCommit(() => runtime.deliveryNotifier?.notify());
  const { delivery } = await findOwnDelivery(transaction, call, id);
  return jsonResult(describeDelivery(delivery));
}

/** `POST /os/webhooks/{id}/replay`: resends undelivered events, or all of them. */
export async function replayDeliveries(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly id: string; readonly body: () => unknown },
): Promise<Result> {
  const { call, id } = input;
  requireEnabled(await lockOwnWebhook(transaction, call, id));
  const zone = await organisationZone(transaction, call.actor.orgId);
  const { missing, ...range } = parseReplay(input.body(), zone);
  const states: DeliveryState[] = [
    'exhausted',
    'cancelled',
    // Failed, and waiting for its next attempt.
    'pending',
    ...(missing ? [] : ['delivered' as const]),
  ];
  const replayed = await restartDeliveries(
    transaction,
    { webhookId: id, states, ...range },
    { now: formatInstant(call.at), limit: limits.deliveriesReplayed },
  );
  transaction.afterCommit(() => runtime.deliveryNotifier?.notify());
  return jsonResult({ id, replayed });
}

/** `POST /os/webhooks/{id}/test`: sends an event without content. */
export async function testWebhook(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: RequestContext; readonly id: string },
): Promise<Result> {
  requireEnabled(await lockOwnWebhook(transaction, call, id));
  const eventId = runtime.ids.create('evt');
  const createdAt = formatInstant(call.at);
  const { orgId } = call.actor;
  const data = { webhookId: id };
  const delivery = newDelivery({
    id: runtime.ids.create('delivery'),
    webhookId: id,
    eventId,
    event: TEST_EVENT,
    sequence: 0,
    farmId: null,
    rowKey: null,
    createdAt,
    state: 'pending',
    body: JSON.stringify({ id: eventId, event: TEST_EVENT, orgId, farmId: null, createdAt, data }),
  });
  await insertDeliveries(transaction, [delivery]);
  transaction.afterCommit(() => runtime.deliveryNotifier?.notify());
  const location = `/v1/platform/os/webhooks/deliveries/${delivery.id}`;
  return jsonResult(describeDelivery(delivery), { status: 201, headers: { location } });
}

function readFilter(
  values: ReadonlyMap<string, string>,
  zone: string,
): Omit<DeliveryFilter, 'webhookId'> {
  const issues: Issue[] = [];
  const state = wordOf('state', values.get('state'), { words: deliveryStates, issues });
  const event = wordOf('event', values.get('event'), {
    words: [...eventNames, TEST_EVENT],
    issues,
  });
  const from = instantEdge('from', values.get('from'), { zone, issues });
  const to = instantEdge('to', values.get('to'), { zone, issues });
  if (issues.length > 0) throw validationFailed(issues);
  return {
    ...(state === undefined ? {} : { states: [state] }),
    ...(event === undefined ? {} : { events: [event] }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function wordOf<Word extends string>(
  name: string,
  value: string | undefined,
  { words, issues }: { readonly words: readonly Word[]; readonly issues: Issue[] },
): Word | undefined {
  const state = words.find((word) => word === value);
  if (value === undefined || state) return state;
  const message = `${name} must be one of ${words.join(', ')}.`;
  issues.push({ path: name, code: 'not_allowed', message, allowed: words });
  return undefined;
}

/** The deliveries to resend. */
export interface ReplayRequest extends Pick<DeliveryFilter, 'events' | 'from' | 'to'> {
  /** Only undelivered ones. */
  readonly missing: boolean;
}

/** Parses the body of a replay; the default is all undelivered events. */
function parseReplay(body: unknown, zone: string): ReplayRequest {
  const input = body === undefined ? {} : objectOf(body);
  const issues: Issue[] = [];
  const { missing = true } = input;
  if (typeof missing !== 'boolean') {
    issues.push({ path: 'missing', code: 'wrong_type', message: 'missing must be true or false.' });
  }
  const events =
    input['events'] === undefined ? undefined : readEvents(input['events'], 'events', issues);
  const [from, to] = (['from', 'to'] as const).map((name) =>
    edgeOf(name, input[name], { zone, issues }),
  );
  if (issues.length > 0) throw validationFailed(issues);
  return {
    missing: missing !== false,
    ...(events === undefined || events.includes(ALL_EVENTS) ? {} : { events }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function edgeOf(
  name: 'from' | 'to',
  value: unknown,
  options: { readonly zone: string; readonly issues: Issue[] },
): string | undefined {
  // Only texts are accepted as instants, so numbers are converted and refused.
  return instantEdge(name, value === undefined ? undefined : String(value), options);
}
const AT_ONCE = 2000;

/**
 * Deletes and counts deliveries held for 7 days, deletes the delivery log after 30 days, and events
 * of that age that no delivery needs.
 */
export async function cleanUpWebhooks(
  { database, clock }: Runtime,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number) => formatInstant(now - days * DAY_MILLIS);
  const heldSince = daysAgo(limits.deliveryHeldDays);
  for (const { webhookId } of await listOverdueHeld(database, heldSince)) {
    await database.transaction(async (transaction) => {
      await lockWebhook(transaction, webhookId);
      const droppedCount = await forgetHeld(transaction, webhookId, heldSince);
      await addDropped(transaction, webhookId, droppedCount);
    });
  }
  const before = daysAgo(limits.deliveryLogDays);
  const steps = [
    () => forgetAttempts(database, before, AT_ONCE),
    () => forgetDeliveries(database, before, AT_ONCE),
    () => forgetOrphans(database, AT_ONCE),
    () => forgetEvents(database, daysAgo(limits.eventDays), AT_ONCE),
  ];
  // In small batches, so that the single writer is not blocked for long.
  for (const step of steps) while (!signal.aborted && (await step()) === AT_ONCE);
}

import { type DeliveryState, deliveryStates } from '../../model/delivery-states.ts';
import { FarmError, type Issue, validationFailed } from '../../model/errors.ts';
import { eventNames } from '../../model/events.ts';
import { limits } from '../../model/limits.ts';
import type { Transaction } from '../../storage/database.ts';
import { listAttempts } from '../../storage/system/webhook-attempts.ts';
import {
  type DeliveryFilter,
  insertDeliveries,
  listDeliveries,
  newDelivery,
  restartDeliveries,
  restartDelivery,
} from '../../storage/system/webhook-deliveries.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { organisationZone } from '../farms/farm-zone.ts';
import { instantEdge } from '../records/instant-edge.ts';
import { readPage } from '../records/page.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { describeDelivery, describeDeliveryLog } from './describe-webhook.ts';
import {
  findOwnDelivery,
  findOwnWebhook,
  lockOwnWebhook,
  requireEnabled,
  requireWebhookAdmin,
} from './find-own-webhook.ts';
import { parseReplay } from './replay-request.ts';
import { TEST_EVENT } from './test-event.ts';

const FILTERS = ['state', 'event', 'from', 'to'] as const;

/** `GET /os/webhooks/{id}/deliveries`: what was and will be sent, the newest first. */
export async function listOwnDeliveries(
  { database }: Runtime,
  call: Call,
  id: string,
): Promise<Answer> {
  requireWebhookAdmin(call);
  await findOwnWebhook(database, call, id);
  const page = readPage(call.query.parameters, FILTERS);
  const zone = await organisationZone(database, call.actor.orgId);
  const filter = { webhookId: id, ...readFilter(new Map(call.query.parameters), zone) };
  const { deliveries, total } = await listDeliveries(database, { ...filter, ...page });
  const { limit, offset } = page;
  const meta = { total, limit, offset, hasMore: offset + deliveries.length < total };
  return jsonAnswer({ data: deliveries.map(describeDelivery), meta });
}

/** `GET /os/webhooks/deliveries/{id}`: a delivery with all its attempts. */
export async function getDelivery({ database }: Runtime, call: Call, id: string): Promise<Answer> {
  requireWebhookAdmin(call);
  const { delivery } = await findOwnDelivery(database, call, id);
  return jsonAnswer(describeDeliveryLog(delivery, await listAttempts(database, id)));
}

/** `POST /os/webhooks/deliveries/{id}/resend`: sends one again, now. */
export async function resendDelivery(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: Call; readonly id: string },
): Promise<Answer> {
  requireWebhookAdmin(call);
  const found = await findOwnDelivery(transaction, call, id);
  requireEnabled(await lockOwnWebhook(transaction, call, found.webhook.id));
  call.subject.rowId = id;
  if ((await restartDelivery(transaction, id, formatInstant(call.at))) === 0) {
    throw new FarmError('conflict', {
      code: 'delivery_under_way',
      message: 'The delivery is on its way at this moment; see how it ends.',
    });
  }
  transaction.afterCommit(() => runtime.deliveryBell?.ring());
  const { delivery } = await findOwnDelivery(transaction, call, id);
  return jsonAnswer(describeDelivery(delivery));
}

/** `POST /os/webhooks/{id}/replay`: sends what has not arrived again, or all of it. */
export async function replayDeliveries(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: Call; readonly id: string; readonly body: () => unknown },
): Promise<Answer> {
  const { call, id } = input;
  requireWebhookAdmin(call);
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
    { now: formatInstant(call.at), most: limits.deliveriesReplayed },
  );
  transaction.afterCommit(() => runtime.deliveryBell?.ring());
  return jsonAnswer({ id, replayed });
}

/** `POST /os/webhooks/{id}/test`: sends an event that tells of nothing. */
export async function testWebhook(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: Call; readonly id: string },
): Promise<Answer> {
  requireWebhookAdmin(call);
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
  transaction.afterCommit(() => runtime.deliveryBell?.ring());
  const location = `/v1/platform/os/webhooks/deliveries/${delivery.id}`;
  return jsonAnswer(describeDelivery(delivery), { status: 201, headers: { location } });
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
  const found = words.find((word) => word === value);
  if (value === undefined || found) return found;
  const message = `${name} must be one of ${words.join(', ')}.`;
  issues.push({ path: name, code: 'not_allowed', message, allowed: words });
  return undefined;
}

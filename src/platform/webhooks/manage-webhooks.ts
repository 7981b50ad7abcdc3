import { FarmError, refused, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { containsMask, maskAddress } from '../../model/core/secrets.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import { releaseHeld } from '../../storage/webhooks/webhook-claims.ts';
import { countWaiting, moveDeliveries } from '../../storage/webhooks/webhook-deliveries.ts';
import {
  deleteWebhook,
  insertWebhook,
  listWebhooks,
  type OwnedWebhook,
  type StoredWebhook,
  updateWebhook,
} from '../../storage/webhooks/webhooks.ts';
import { formatInstant, HOUR_MILLIS } from '../../tools/calendar.ts';
import { newWebhookSecret } from '../../tools/ids.ts';
import { requireFarms } from '../access/key-requests.ts';
import type { Actor } from '../core/actor.ts';
import { readPage } from '../core/list-query.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import {
  describeWebhook,
  findOwnWebhook,
  isWithinReach,
  lockOwnWebhook,
  requireReaderOf,
} from './webhook-access.ts';
import { resolveWebhookAlerts } from './webhook-alerts.ts';
import { ownerLoss, switchOff } from './webhook-owners.ts';
import {
  parseAdoption,
  parseRotation,
  parseWebhookChange,
  parseWebhookRequest,
  type WebhookChangeRequest,
  type WebhookRequest,
} from './webhook-requests.ts';
import { previousSecretAt, type WebhookSettings } from './webhook-secrets.ts';

/** Dependencies of webhook changes. */
export interface WebhookWrite {
  readonly call: RequestContext;
  readonly settings: WebhookSettings;
  readonly body: () => unknown;
}

const NOTHING_WAITS = { pending: 0, held: 0 } as const;

/** `POST /webhooks`: subscribes to events; shows the signing secret once. */
export async function createWebhook(
  runtime: Runtime,
  transaction: Transaction,
  { call, settings, body }: WebhookWrite,
): Promise<Result> {
  requireKey(call);
  const request = parseWebhookRequest(body(), settings.policy);
  await requireFarms(transaction, call.actor, request.farmIds);
  const { orgId } = call.actor;
  // The limit is checked by one create at a time, on all instances.
  await transaction.lock(`webhooks ${orgId}`);
  if ((await listWebhooks(transaction, orgId)).length >= limits.webhooksPerOrganisation) {
    throw refused(
      'too_many_webhooks',
      `There are ${limits.webhooksPerOrganisation} webhooks already; delete one that is not used.`,
    );
  }
  const id = runtime.ids.create('webhook');
  const secret = newWebhookSecret(runtime.fillRandom);
  const webhook = newWebhook(call, { id, sealed: settings.secrets.seal(secret, id), request });
  await insertWebhook(transaction, webhook);
  const stored = await findOwnWebhook(transaction, call, id);
  const description = describeWebhook(stored, NOTHING_WAITS, call.at);
  const headers = { location: `/v1/platform/os/webhooks/${id}` };
  return {
    ...jsonResult({ ...description, url: webhook.url, secret }, { status: 201, headers }),
    replayBody: JSON.stringify(description),
  };
}

/** `GET /webhooks`: the webhooks managed by the caller, oldest first, without secrets. */
export async function listOwnWebhooks(
  { database }: Runtime,
  call: RequestContext,
): Promise<Result> {
  const { limit, offset } = readPage(call.query.parameters);
  const all = await listWebhooks(database, call.actor.orgId);
  const ownWebhooks = all.filter((webhook) => isWithinReach(webhook, call.actor));
  const pageWebhooks = ownWebhooks.slice(offset, offset + limit);
  const data = await Promise.all(
    pageWebhooks.map((webhook) => describeNow(database, webhook, call.at)),
  );
  const hasMore = offset + pageWebhooks.length < ownWebhooks.length;
  return jsonResult({ data, meta: { total: ownWebhooks.length, limit, offset, hasMore } });
}

/** `GET /os/webhooks/{id}`. */
export async function getWebhook(
  { database }: Runtime,
  call: RequestContext,
  id: string,
): Promise<Result> {
  const webhook = await findOwnWebhook(database, call, id);
  return jsonResult(await describeNow(database, webhook, call.at));
}

/**
 * `PATCH /os/webhooks/{id}`: changes the subscription, disables it, or enables it and sends held
 * events.
 */
export async function changeWebhook(
  runtime: Runtime,
  transaction: Transaction,
  { call, settings, body, id }: WebhookWrite & { readonly id: string },
): Promise<Result> {
  const webhook = await lockOwnWebhook(transaction, call, id);
  const request = parseWebhookChange(body(), settings.policy);
  const { enabled, replay, ...changes } = request;
  const subscription = withoutMask(changes, webhook);
  if (subscription.url !== undefined && subscription.url !== webhook.url) {
    requireReaderOf(webhook, call.actor, 'change its url');
  }
  await requireFarms(transaction, call.actor, subscription.farmIds ?? null);
  requireReach(webhook, subscription, call.actor);
  if (enabled === true) requireOwner(webhook, call.at);
  const updatedAt = formatInstant(call.at);
  await updateWebhook(transaction, id, { ...subscription, updatedAt });
  if (enabled === true) await switchOn(runtime, transaction, { webhook, replay, at: updatedAt });
  if (enabled === false && webhook.enabled) {
    await switchOff(transaction, id, { reason: 'by_hand', now: call.at });
  }
  const after = await findOwnWebhook(transaction, call, id);
  return jsonResult(await describeNow(transaction, after, call.at));
}

/** A masked URL that is sent back unchanged is not a change. */
function withoutMask(
  changes: Partial<WebhookRequest>,
  { url }: StoredWebhook,
): Partial<WebhookRequest> {
  const { url: requested, ...otherChanges } = changes;
  if (requested === undefined || requested === maskAddress(url)) return otherChanges;
  if (!containsMask(requested)) return changes;
  throw validationFailed([
    {
      path: 'url',
      code: 'not_allowed',
      message: 'holds *** in place of a credential; send the whole address.',
    },
  ]);
}

/** `DELETE /os/webhooks/{id}`: deletes a webhook; nothing more is sent. */
export async function removeWebhook(
  runtime: Runtime,
  transaction: Transaction,
  { call, id }: { readonly call: RequestContext; readonly id: string },
): Promise<Result> {
  const webhook = await lockOwnWebhook(transaction, call, id);
  await resolveWebhookAlerts(runtime, transaction, { webhook, over: 'removed', now: call.at });
  await deleteWebhook(transaction, id);
  return jsonResult({ id, deleted: true });
}

/**
 * `POST /os/webhooks/{id}/adopt`: makes the caller's key the owner, with whose rights it delivers.
 * A webhook without an owner is enabled.
 */
export async function adoptWebhook(
  runtime: Runtime,
  transaction: Transaction,
  { call, body, id }: Omit<WebhookWrite, 'settings'> & { readonly id: string },
): Promise<Result> {
  requireKey(call);
  const webhook = await lockOwnWebhook(transaction, call, id);
  const { replay } = parseAdoption(body());
  requireReaderOf(webhook, call.actor, 'adopt it');
  const at = formatInstant(call.at);
  await updateWebhook(transaction, id, { ownerKeyId: call.actor.keyId, updatedAt: at });
  if (webhook.disabledReason?.startsWith('owner_')) {
    await switchOn(runtime, transaction, { webhook, replay, at });
  }
  const after = await findOwnWebhook(transaction, call, id);
  return jsonResult(await describeNow(transaction, after, call.at));
}

/** A webhook delivers with the rights of a key, which outlives user sessions. */
function requireKey({ actor }: RequestContext): void {
  if (!actor.user) return;
  throw refused(
    'key_required',
    'A webhook belongs to an API key and delivers with its rights: create a key, and call with it.',
  );
}

/** A webhook in answers, with the number of its waiting deliveries. */
async function describeNow(connection: Connection, webhook: OwnedWebhook, now: number) {
  return describeWebhook(webhook, await countWaiting(connection, webhook.id), now);
}

function newWebhook(
  { actor, at }: RequestContext,
  input: { readonly id: string; readonly sealed: string; readonly request: WebhookRequest },
): StoredWebhook {
  const createdAt = formatInstant(at);
  return {
    ...input.request,
    id: input.id,
    orgId: actor.orgId,
    enabled: true,
    secret: input.sealed,
    previousSecret: null,
    previousSecretUntil: null,
    consecutiveFailures: 0,
    disabledReason: null,
    disabledAt: null,
    dropped: 0,
    createdBy: actor.keyId,
    ownerKeyId: actor.keyId,
    keyFarmIds: actor.farmIds === 'all' ? null : actor.farmIds,
    keyScopes: actor.scopes,
    createdAt,
    updatedAt: createdAt,
  };
}

async function switchOn(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly webhook: StoredWebhook;
    readonly replay: WebhookChangeRequest['replay'];
    readonly at: string;
  },
): Promise<void> {
  const { webhook, replay = 'all', at } = input;
  await updateWebhook(transaction, webhook.id, {
    enabled: true,
    consecutiveFailures: 0,
    disabledReason: null,
    disabledAt: null,
  });
  if (replay === 'all') await releaseHeld(transaction, [webhook.id], at);
  else await moveDeliveries(transaction, webhook.id, { from: 'held', to: 'cancelled', now: at });
  await resolveWebhookAlerts(runtime, transaction, { webhook, over: 'on', now: Date.parse(at) });
  transaction.afterCommit(() => runtime.deliveryNotifier?.notify());
}

/** Events that the key has no right to see are not delivered. */
function requireOwner(webhook: OwnedWebhook, now: number): void {
  const loss = ownerLoss(webhook, now);
  if (!loss) return;
  throw refused(
    'webhook_owner_lost',
    `The key ${webhook.ownerKeyId} that the webhook delivers for may no longer receive its events ` +
      `(${loss}); adopt webhook ${webhook.id} with another key.`,
  );
}

/** A key restricted to farms must not extend a webhook beyond them. */
function requireReach(
  webhook: StoredWebhook,
  subscription: Partial<WebhookRequest>,
  actor: Actor,
): void {
  if (isWithinReach({ ...webhook, ...subscription }, actor)) return;
  throw new FarmError('farm_forbidden', {
    message: 'The webhook would be told of farms that the key may not touch; name its farmIds.',
  });
}

/**
 * `POST /os/webhooks/{id}/rotate-secret`: starts a rotation, during which the new and the previous
 * secret both sign, or finishes it early. The new secret is shown once.
 */
export async function rotateSecret(
  runtime: Runtime,
  transaction: Transaction,
  { call, settings, body, id }: WebhookWrite & { readonly id: string },
): Promise<Result> {
  const webhook = await lockOwnWebhook(transaction, call, id);
  const { phase, graceHours } = parseRotation(body());
  const isRotating = previousSecretAt(webhook, call.at) !== null;
  const updatedAt = formatInstant(call.at);
  const describe = async () =>
    describeNow(transaction, await findOwnWebhook(transaction, call, id), call.at);
  if (phase === 'finish') {
    const change = { previousSecret: null, previousSecretUntil: null, updatedAt };
    await updateWebhook(transaction, id, change);
    return jsonResult(await describe());
  }
  // A second rotation would invalidate a secret that receivers may already use.
  if (isRotating) {
    throw refused(
      'rotation_under_way',
      `The secret before signs until ${webhook.previousSecretUntil}; finish that rotation first.`,
    );
  }
  const secret = newWebhookSecret(runtime.fillRandom);
  await updateWebhook(transaction, id, {
    secret: settings.secrets.seal(secret, id),
    previousSecret: graceHours === 0 ? null : webhook.secret,
    previousSecretUntil:
      graceHours === 0 ? null : formatInstant(call.at + graceHours * HOUR_MILLIS),
    updatedAt,
  });
  const description = await describe();
  return { ...jsonResult({ ...description, secret }), replayBody: JSON.stringify(description) };
}

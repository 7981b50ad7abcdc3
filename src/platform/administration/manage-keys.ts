import { FarmError } from '../../model/core/errors.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import {
  findKey,
  insertKey,
  listKeys,
  type StoredKey,
  updateKey,
} from '../../storage/system/api-keys.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { createCredential, hashSecret } from '../access/credentials.ts';
import {
  type Minter,
  parseKeyChange,
  parseKeyRequest,
  requireFarms,
} from '../access/key-requests.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import { readPage } from '../core/list-query.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { releaseWebhooksOf } from '../webhooks/webhook-owners.ts';

/**
 * `POST /os/keys`: creates a key with at most the rights of its creator; its text is shown once.
 */
export async function createKey(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly body: () => unknown },
): Promise<Result> {
  const { call } = input;
  const request = parseKeyRequest(input.body(), await minterOf(transaction, call));
  await requireFarms(transaction, call.actor, request.farmIds);
  const { key, text } = newKey(runtime, {
    ...request,
    orgId: call.actor.orgId,
    createdAt: formatInstant(call.at),
    createdBy: call.actor.keyId,
  });
  await insertKey(transaction, key);
  call.subject.rowId = key.id;
  const description = describeKey(key);
  const headers = { location: `/v1/platform/os/keys/${key.id}` };
  return {
    ...jsonResult({ ...description, key: text }, { status: 201, headers }),
    replayBody: JSON.stringify(description),
  };
}

/** A new key with its text, not yet stored. */
export function newKey(
  runtime: Pick<Runtime, 'fillRandom'>,
  properties: Omit<StoredKey, 'id' | 'secretHash' | 'last4' | 'revokedAt'>,
): { readonly key: StoredKey; readonly text: string } {
  const { id, secret, text } = createCredential('apiKey', runtime.fillRandom);
  const key = {
    ...properties,
    id,
    secretHash: hashSecret(secret),
    last4: text.slice(-4),
    revokedAt: null,
  };
  return { key, text };
}

/** `GET /os/keys`: the keys managed by the caller, without their secrets. */
export async function listAllKeys(runtime: Runtime, call: RequestContext): Promise<Result> {
  const { limit, offset } = readPage(call.query.parameters);
  const { keys, total } = await listKeys(runtime.database, {
    scope: scopeOf(call.actor),
    limit,
    offset,
  });
  const meta = { total, limit, offset, hasMore: offset + keys.length < total };
  return jsonResult({ data: keys.map(describeKey), meta });
}

/** `GET /os/keys/{id}`. */
export async function getKey(runtime: Runtime, call: RequestContext, id: string): Promise<Result> {
  return jsonResult(describeKey(await findOwnKey(runtime.database, call, id)));
}

/** `PATCH /os/keys/{id}`: changes name, rate limit or expiry, effective from the next request. */
export async function changeKey(
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly id: string; readonly body: () => unknown },
): Promise<Result> {
  const { call, id } = input;
  const key = await findOwnKey(transaction, call, id);
  const change = parseKeyChange(input.body(), await minterOf(transaction, call), key);
  await updateKey(transaction, id, change);
  return jsonResult(describeKey(await findOwnKey(transaction, call, id)));
}

/** `DELETE /os/keys/{id}`: revokes a key, effective from the next request. */
export async function revokeKey(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: RequestContext; readonly id: string },
): Promise<Result> {
  const { call, id } = input;
  const key = await findOwnKey(transaction, call, id);
  const revokedAt = key.revokedAt ?? formatInstant(call.at);
  await updateKey(transaction, id, { revokedAt });
  await releaseWebhooksOf(runtime, transaction, { keyId: id, now: call.at });
  return jsonResult({ id, revoked: true, revokedAt });
}

async function minterOf(connection: Connection, call: RequestContext): Promise<Minter> {
  const { actor, at: now } = call;
  if (actor.user) return { actor, expiresAt: actor.user.rightsExpireAt, now };
  const key = await findKey(connection, actor.keyId);
  return { actor, expiresAt: key?.expiresAt ?? null, now };
}

async function findOwnKey(
  connection: Connection,
  call: RequestContext,
  id: string,
): Promise<StoredKey> {
  call.subject.rowId = id;
  const key = id.includes('\0') ? undefined : await findKey(connection, id);
  if (!key || key.orgId !== call.actor.orgId || !isWithinReach(key, call.actor)) {
    throw new FarmError('not_found', { message: 'There is no such key, or it may not be seen.' });
  }
  return key;
}

/** An administrator restricted to farms manages only keys restricted to a subset of them. */
function isWithinReach(key: StoredKey, actor: Actor): boolean {
  if (actor.farmIds === 'all') return true;
  const ownFarmIds = actor.farmIds;
  return key.farmIds?.every((farmId) => ownFarmIds.includes(farmId)) ?? false;
}

function describeKey(key: StoredKey) {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    farmIds: key.farmIds ?? [],
    allFarms: key.farmIds === null,
    rateLimitPerMinute: key.rateLimitPerMinute,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
    last4: key.last4,
  };
}

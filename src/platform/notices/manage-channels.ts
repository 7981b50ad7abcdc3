import * as z from 'zod';
import { FarmError, refused, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { maskAddress } from '../../model/core/secrets.ts';
import { parseBody } from '../../model/validation/parse-body.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  deleteChannel,
  deleteSameSubscriptions,
  findChannels,
  insertChannel,
  listChannels,
  lockChannel,
  type StoredChannel,
  updateChannel,
} from '../../storage/system/notice-channels.ts';
import {
  insertNotices,
  listNotices,
  newNotice,
  type StoredNotice,
} from '../../storage/system/notices.ts';
import { findUserRights } from '../../storage/system/sign-in.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { refusalOf } from '../audit/audited-requests.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import type { WebhookSettings } from '../webhooks/webhook-secrets.ts';
import { hashCode } from './acknowledge.ts';
import { type ChannelBody, parseChannel } from './channel-body.ts';
import { isUsable } from './incidents.ts';
import { administers, describeChannel, describeNotice, requireManager } from './read-notices.ts';
import { DEFAULT_BODY } from './send-notice.ts';
import { pushKeysOf, shownEndpoint } from './web-push.ts';

/** A request about a channel. */
export interface ChannelRequest {
  readonly call: RequestContext;
  readonly id: string;
}

const codeSchema = z.strictObject({ code: z.string().min(1).max(40) });
const testSchema = z.strictObject({ channelId: z.string().min(1).max(80) });

/** `POST /os/notices/channels`: adds a channel and sends a code through it. */
export async function createChannel(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly call: RequestContext;
    readonly settings: WebhookSettings;
    readonly body: () => unknown;
  },
): Promise<Result> {
  const { call, settings } = input;
  const request = parseChannel(input.body(), settings.policy);
  const { orgId } = call.actor;
  const userId = request.userId ?? call.actor.user?.id;
  if (userId === undefined) {
    throw validationFailed([
      { path: 'userId', code: 'required', message: 'userId is required: an API key is nobody.' },
    ]);
  }
  requireManager(call.actor, userId);
  // A custom body and secret could be used to send anything to anybody.
  if (request.kind === 'http' || request.authRef !== undefined) requireManager(call.actor, '');
  await requireUser(transaction, { orgId, userId });
  await lockChannels(transaction, userId);
  const listed = await listChannels(transaction, { orgId, userIds: [userId] });
  const otherChannels = await withoutEnded(transaction, listed, request);
  if (otherChannels.length >= limits.noticeChannelsPerUser) {
    const maximum = limits.noticeChannelsPerUser;
    throw refused(
      'too_many_channels',
      `The user has ${maximum} channels already; delete one first.`,
    );
  }
  const id = runtime.ids.create('channel');
  const channel = newChannel(call, { id, userId, request, settings });
  await insertChannel(transaction, channel);
  call.subject.rowId = id;
  await sendCode(runtime, transaction, call, channel);
  return jsonResult(withCode(channel, settings), { status: 201 });
}

/**
 * The channels that remain when another one is added: a new browser subscription replaces ended
 * ones and earlier ones of the same browser.
 */
async function withoutEnded(
  transaction: Transaction,
  channels: readonly StoredChannel[],
  { kind, address }: ChannelBody,
): Promise<readonly StoredChannel[]> {
  if (kind !== 'push') return channels;
  const maskedAddress = shownEndpoint(address);
  const isOver = (channel: StoredChannel) =>
    channel.kind === 'push' && (channel.address === maskedAddress || channel.sealed === null);
  for (const { id } of channels.filter(isOver)) await deleteChannel(transaction, id);
  return channels.filter((channel) => !isOver(channel));
}

/** `GET /os/notices/push-key`: the public key for browser subscriptions. */
export function readPushKey({ secrets }: WebhookSettings): Result {
  return jsonResult({ publicKey: pushKeysOf(secrets).publicKey });
}

async function requireUser(
  transaction: Transaction,
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
): Promise<void> {
  const [user] = await findUserRights(transaction, [userId]);
  if (user?.orgId === orgId) return;
  throw validationFailed([
    { path: 'userId', code: 'not_found', message: 'userId names no user of the organisation.' },
  ]);
}

function newChannel(
  { actor, at }: RequestContext,
  input: {
    readonly id: string;
    readonly userId: string;
    readonly request: ChannelBody;
    readonly settings: WebhookSettings;
  },
): StoredChannel {
  const { id, userId, request, settings } = input;
  const { kind } = request;
  const createdAt = formatInstant(at);
  const hidden = hiddenSettings(request);
  return {
    id,
    orgId: actor.orgId,
    userId,
    kind,
    address: shownAddress(request),
    sealed: hidden === undefined ? null : settings.secrets.seal(JSON.stringify(hidden), id),
    authRef: request.authRef ?? null,
    verifiedAt: null,
    codeHash: null,
    codeExpiresAt: null,
    codeTries: 0,
    consecutiveFailures: 0,
    disabledAt: null,
    disabledReason: null,
    createdAt,
    updatedAt: createdAt,
  };
}

/** The settings that may contain secrets. */
function hiddenSettings(request: ChannelBody): object | undefined {
  const { kind, address, keys, body = DEFAULT_BODY, contentType = 'application/json' } = request;
  if (kind === 'http') return { url: address, body, contentType };
  return kind === 'push' ? { endpoint: address, keys } : undefined;
}

function shownAddress({ kind, address }: ChannelBody): string {
  if (kind === 'push') return shownEndpoint(address);
  return kind === 'http' ? maskAddress(address) : address;
}

/** `POST /os/notices/channels/{id}/send-code`: sends a new code and voids the previous one. */
export async function resendCode(
  runtime: Runtime,
  transaction: Transaction,
  { call, id, settings }: ChannelRequest & { readonly settings: WebhookSettings },
): Promise<Result> {
  const channel = await lockOwnChannel(transaction, { call, id });
  if (channel.kind === 'push' && channel.sealed === null) {
    throw refused('subscription_ended', 'The subscription has ended; turn notifications on again.');
  }
  await sendCode(runtime, transaction, call, channel);
  return jsonResult(withCode(channel, settings));
}

/** A channel awaiting a code, with the reason if it cannot be sent. */
function withCode(channel: StoredChannel, { hasMailServer }: WebhookSettings) {
  const cannotSend = channel.kind === 'email' && hasMailServer === false;
  return { ...describeChannel(channel), ...(cannotSend ? { codeFailure: 'no_mail_server' } : {}) };
}

async function sendCode(
  runtime: Runtime,
  transaction: Transaction,
  { at }: RequestContext,
  channel: StoredChannel,
): Promise<void> {
  const maximum = limits.noticeCodesPerHour;
  if (await wereSent(transaction, channel, { kind: 'verification', limit: maximum, at })) {
    throw refused(
      'too_many_codes',
      `At most ${maximum} codes are sent in an hour; try again later.`,
    );
  }
  await queueOwn(runtime, transaction, { channel, kind: 'verification', at });
}

/** Messages that users send to themselves. */
type OwnKind = 'verification' | 'test';

/** Whether the limit of a kind of message was reached for a channel's user within the last hour. */
async function wereSent(
  transaction: Transaction,
  { orgId, userId }: StoredChannel,
  { kind, limit, at }: { readonly kind: OwnKind; readonly limit: number; readonly at: number },
): Promise<boolean> {
  const sent = await listNotices(transaction, {
    scope: { orgId, farmIds: 'all' },
    ownUserId: userId,
    // Counted over all channels, so that re-adding one does not reset the limit.
    userId,
    kind,
    limit,
    offset: 0,
  });
  const oldest = sent.notices[limit - 1];
  return oldest !== undefined && Date.parse(oldest.createdAt) > at - 3_600_000;
}

async function queueOwn(
  { ids, noticeNotifier }: Runtime,
  transaction: Transaction,
  {
    channel,
    kind,
    at,
  }: {
    readonly channel: StoredChannel;
    readonly kind: OwnKind;
    readonly at: number;
  },
): Promise<StoredNotice> {
  const { orgId, userId, id: channelId } = channel;
  const notice = newNotice({
    id: ids.create('notice'),
    orgId,
    farmId: null,
    userId,
    channelId,
    kind,
    at: formatInstant(at),
  });
  await insertNotices(transaction, [notice]);
  transaction.afterCommit(() => noticeNotifier?.notify());
  return notice;
}

/** `POST /os/notices/channels/{id}/verify`: verifies a channel by its code. */
export async function verifyChannel(
  transaction: Transaction,
  { call, id, body }: ChannelRequest & { readonly body: () => unknown },
): Promise<Result> {
  const channel = await lockOwnChannel(transaction, { call, id });
  const { code } = parseBody(codeSchema, body());
  const { codeHash, codeExpiresAt, codeTries } = channel;
  const isOpen =
    codeHash !== null &&
    codeTries < limits.noticeCodeTries &&
    Date.parse(codeExpiresAt ?? '') > call.at;
  const updatedAt = formatInstant(call.at);
  if (!isOpen) throw wrongCode('The code is used, expired or was entered wrongly too often.');
  if (codeHash !== hashCode(id, code)) {
    // The attempt is committed although the request is refused.
    await updateChannel(transaction, id, { codeTries: codeTries + 1, updatedAt });
    return refusalOf(wrongCode('The code is wrong.'), call);
  }
  await updateChannel(transaction, id, {
    verifiedAt: channel.verifiedAt ?? updatedAt,
    codeHash: null,
    codeExpiresAt: null,
    codeTries: 0,
    consecutiveFailures: 0,
    disabledAt: null,
    disabledReason: null,
    updatedAt,
  });
  // The browser now belongs to this user: alerts of others must not appear on it.
  if (channel.kind === 'push') await deleteSameSubscriptions(transaction, channel);
  const [after] = await findChannels(transaction, [id]);
  return jsonResult(describeChannel(after ?? channel));
}

function wrongCode(message: string): FarmError {
  return refused('wrong_code', `${message} Send a new code if needed.`);
}

/** `DELETE /os/notices/channels/{id}`. */
export async function removeChannel(
  transaction: Transaction,
  { call, id }: ChannelRequest,
): Promise<Result> {
  await lockOwnChannel(transaction, { call, id });
  await deleteChannel(transaction, id);
  return jsonResult({ id, deleted: true });
}

/** `POST /os/notices/test`: sends a test message through a verified channel. */
export async function sendTest(
  runtime: Runtime,
  transaction: Transaction,
  { call, body }: { readonly call: RequestContext; readonly body: () => unknown },
): Promise<Result> {
  const { channelId } = parseBody(testSchema, body());
  const channel = await lockOwnChannel(transaction, { call, id: channelId });
  if (!isUsable(channel)) {
    throw refused('channel_not_verified', 'The channel is not verified, or it is disabled.');
  }
  const maximum = limits.noticeTestsPerHour;
  const { at } = call;
  // Provider messages may cost money.
  if (await wereSent(transaction, channel, { kind: 'test', limit: maximum, at })) {
    throw refused(
      'too_many_tests',
      `At most ${maximum} tests are sent in an hour; try again later.`,
    );
  }
  const notice = await queueOwn(runtime, transaction, { channel, kind: 'test', at });
  call.subject.rowId = notice.id;
  return jsonResult(describeNotice(notice), { status: 201 });
}

/** Requests about a user's channels are serialised, because they share limits. */
function lockChannels(transaction: Transaction, userId: string): Promise<void> {
  return transaction.lock(`notice channels ${userId}`);
}

async function lockOwnChannel(
  transaction: Transaction,
  { call, id }: ChannelRequest,
): Promise<StoredChannel> {
  const [found] = id.includes('\0') ? [] : await findChannels(transaction, [id]);
  if (found) await lockChannels(transaction, found.userId);
  const channel = found && (await lockChannel(transaction, id));
  const isVisible =
    channel?.orgId === call.actor.orgId &&
    (channel.userId === call.actor.user?.id || administers(call.actor));
  if (channel && isVisible) return channel;
  throw new FarmError('not_found', { message: 'There is no such channel.' });
}

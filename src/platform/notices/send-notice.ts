import { limits } from '../../model/core/limits.ts';
import type { NoticeFailure } from '../../model/core/vocabulary.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  listChannels,
  lockChannel,
  type StoredChannel,
  updateChannel,
} from '../../storage/system/notice-channels.ts';
import { insertNotices, newNotice } from '../../storage/system/notices.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { nextAttemptAt } from '../../tools/retry.ts';
import type { Runtime } from '../core/runtime.ts';
import type { Connections } from '../integrations/poll-feeds.ts';
import { resolveSecret, secretHeaders } from '../integrations/secret-references.ts';
import type { SecretBox } from '../webhooks/webhook-secrets.ts';
import type { ComposedNotice, FailedOutcome, SendOutcome } from './compose-notice.ts';
import { isUsable } from './incidents.ts';
import {
  answered,
  hiddenParts,
  secretForms,
  TRY_AGAIN,
  unanswered,
  withoutSecrets,
} from './provider-answers.ts';
import { type SendTools, sendPush } from './web-push.ts';

const ATTEMPT_MILLIS = 15_000;
const MOST_READ_BYTES = 4096;
const MOST_KEPT = 500;

/** Sends a message through a channel once. */
export async function sendNotice(
  channel: StoredChannel,
  notice: ComposedNotice,
  tools: SendTools,
): Promise<SendOutcome> {
  const outcome = await send(channel, notice, tools);
  const { response } = outcome;
  return { ...outcome, response: response === null ? null : storedResponse(response, notice) };
}

/** Providers may repeat the message. PostgreSQL cannot store a NUL character. */
function storedResponse(response: string, { secret }: ComposedNotice): string {
  const masked = secret === undefined ? response : withoutSecrets(response, [secret]);
  return masked.slice(0, MOST_KEPT).replaceAll('\0', '\ufffd');
}

async function send(
  channel: StoredChannel,
  notice: ComposedNotice,
  tools: SendTools,
): Promise<SendOutcome> {
  if (channel.kind === 'email') {
    if (!tools.mailer) return notConfigured('no_mail_server');
    return tools.mailer.send(channel.address, notice);
  }
  if (channel.kind === 'telegram') return sendTelegram(channel, notice, tools);
  if (channel.kind === 'push') return sendPush(channel, notice, tools);
  return sendHttp(channel, notice, tools);
}

function notConfigured(failure: NoticeFailure): SendOutcome {
  return {
    isSent: false,
    status: null,
    response: null,
    failure,
    isPermanent: false,
    isOfChannel: false,
  };
}

/** The encrypted settings of an HTTP channel. */
export interface HttpChannel {
  readonly url: string;
  readonly body: string;
  readonly contentType: HttpContentType;
}

/** Content types of HTTP channels. */
export const httpContentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
] as const;

export type HttpContentType = (typeof httpContentTypes)[number];

async function sendHttp(
  channel: StoredChannel,
  notice: ComposedNotice,
  { connections, secrets, signal }: SendTools,
): Promise<SendOutcome> {
  try {
    const settings = openHttp(channel, secrets);
    const { url, body, contentType } = settings;
    const secret = channel.authRef ? await secretFor(url, channel.authRef, connections) : undefined;
    const hidden = [
      ...hiddenParts(url),
      ...hiddenParts(`${url.split('?')[0]}?${parametersOf(settings)}`),
      ...(secret === undefined ? [] : secretForms(secret)),
    ];
    const answer = await connections.client.send({
      method: 'POST',
      url,
      headers: {
        'content-type': contentType,
        'idempotency-key': notice.id,
        ...(secret === undefined ? {} : secretHeaders(secret)),
      },
      body: fillTemplate(body, contentType, notice),
      timeoutMs: ATTEMPT_MILLIS,
      maxBytes: MOST_READ_BYTES,
      signal,
    });
    return answered(answer, hidden);
  } catch (error) {
    return unanswered(error);
  }
}

/** The named values of a body, as parameters: credentials are recognised by their names. */
function parametersOf({ body, contentType }: HttpChannel): URLSearchParams {
  if (contentType === 'text/plain') return new URLSearchParams();
  if (contentType !== 'application/json') return new URLSearchParams(body);
  const parameters = new URLSearchParams();
  JSON.parse(body, (name, value: unknown) => {
    if (typeof value === 'string') parameters.append(name, value);
    return value;
  });
  return parameters;
}

/** The server's bot, for channels that name none. */
const TELEGRAM_SECRET = 'env:FARMCTL_SECRET_TELEGRAM';
const TELEGRAM_URL = 'https://api.telegram.org';
const LONGEST_TELEGRAM = 4000;
const TOKEN_REFUSED = [401, 404];
const BLOCKED_BY_USER = 403;

async function sendTelegram(
  channel: StoredChannel,
  notice: ComposedNotice,
  { connections, signal, telegramUrl = TELEGRAM_URL }: SendTools,
): Promise<SendOutcome> {
  try {
    const token = await secretFor(telegramUrl, channel.authRef ?? TELEGRAM_SECRET, connections);
    const text = telegramText(notice);
    const answer = await connections.client.send({
      method: 'POST',
      url: `${telegramUrl}/bot${encodeURIComponent(token).replaceAll('%3A', ':')}/sendMessage`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        chat_id: channel.address,
        text,
        link_preview_options: { is_disabled: true },
      }),
      timeoutMs: ATTEMPT_MILLIS,
      maxBytes: MOST_READ_BYTES,
      signal,
    });
    const outcome = answered(answer, [token]);
    if (outcome.isSent) return outcome;
    // A refused token is a configuration error of the operator.
    const isOfChannel =
      !TOKEN_REFUSED.includes(answer.status) && !TRY_AGAIN.includes(answer.status);
    const isPermanent = outcome.isPermanent && isOfChannel;
    return { ...outcome, isOfChannel, isPermanent, isGone: answer.status === BLOCKED_BY_USER };
  } catch (error) {
    return { ...unanswered(error), isOfChannel: false };
  }
}

/** Title and text; a long text is truncated before its links. */
function telegramText({ title, text, brief }: ComposedNotice): string {
  const links = text.slice(brief.length);
  const fullText = `${title}\n\n${brief}`;
  const maximumLength = LONGEST_TELEGRAM - links.length;
  if (fullText.length <= maximumLength) return fullText + links;
  // An unpaired surrogate is not a valid character.
  return `${fullText.slice(0, maximumLength - 1).replace(/[\ud800-\udbff]$/, '')}…${links}`;
}

async function secretFor(url: string, reference: string, { secrets }: Connections) {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return resolveSecret(reference, { places: secrets, host, port: Number(port || defaultPort) });
}

function openHttp({ id, sealed }: StoredChannel, secrets: SecretBox): HttpChannel {
  return JSON.parse(secrets.open(sealed ?? '', id)) as HttpChannel;
}

const PLACEHOLDER = /\{(title|text|link|severity|id)\}/g;

/** The default body of HTTP channels. */
export const DEFAULT_BODY =
  '{"id":"{id}","title":"{title}","text":"{text}","link":"{link}","severity":"{severity}"}';

type TemplateValues = Pick<ComposedNotice, 'title' | 'text' | 'link' | 'severity' | 'id'>;

/** Fills the placeholders of a request body with values escaped to preserve its structure. */
export function fillTemplate(
  body: string,
  contentType: HttpContentType,
  notice: TemplateValues,
): string {
  return body.replaceAll(PLACEHOLDER, (_, name: 'title' | 'text' | 'link' | 'severity' | 'id') =>
    encodeFor(contentType, notice[name]),
  );
}

function encodeFor(contentType: HttpContentType, value: string): string {
  if (contentType === 'application/json') return JSON.stringify(value).slice(1, -1);
  return contentType === 'text/plain' ? value : encodeURIComponent(value);
}

/** After about 40 minutes, later escalation steps have superseded the message. */
const MOST_ATTEMPTS = 6;

export function retryAt(
  outcome: FailedOutcome,
  failed: {
    readonly attempts: number;
    readonly firstAttemptAt: string;
    readonly now: number;
    readonly random: number;
  },
): number | undefined {
  if (outcome.isPermanent || failed.attempts >= MOST_ATTEMPTS) return undefined;
  return nextAttemptAt({
    ...failed,
    firstAttemptAt: Date.parse(failed.firstAttemptAt),
    retryAfter: outcome.retryAfter,
  });
}

/**
 * Counts a failure of a channel, or resets the count; the last allowed one disables the channel.
 */
export async function countFailure(
  { ids }: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  {
    channel,
    outcome,
    now,
  }: {
    readonly channel: StoredChannel;
    readonly outcome: SendOutcome;
    readonly now: number;
  },
): Promise<void> {
  if (!outcome.isSent && !outcome.isOfChannel) return;
  const before = await lockChannel(transaction, channel.id);
  if (!before) return;
  const consecutiveFailures = outcome.isSent ? 0 : before.consecutiveFailures + 1;
  if (consecutiveFailures === before.consecutiveFailures) return;
  const at = formatInstant(now);
  await updateChannel(transaction, channel.id, { consecutiveFailures, updatedAt: at });
  const isGone = !outcome.isSent && outcome.isGone === true;
  const isOver = isGone || consecutiveFailures >= limits.noticeFailures;
  if (!isOver || !isUsable(before)) return;
  const disabledReason = isGone ? 'gone' : 'failures';
  await updateChannel(transaction, channel.id, {
    disabledAt: at,
    disabledReason,
    // An ended subscription never works again: its address and keys are deleted.
    ...(isGone && channel.kind === 'push' ? { sealed: null } : {}),
  });
  const { orgId, userId } = channel;
  const otherChannels = await listChannels(transaction, { orgId, userIds: [userId] });
  const usable = otherChannels.filter((other) => other.id !== channel.id && isUsable(other));
  await insertNotices(
    transaction,
    usable.map(({ id: channelId }) =>
      newNotice({
        id: ids.create('notice'),
        orgId,
        farmId: null,
        userId,
        channelId,
        kind: 'channel_disabled',
        at,
      }),
    ),
  );
}

import { limits } from '../../model/core/limits.ts';
import type { PushPayload } from '../../model/push-payload.ts';
import type { StoredChannel } from '../../storage/system/notice-channels.ts';
import { sha256Hex } from '../../tools/hash.ts';
import type { Connections } from '../integrations/poll-feeds.ts';
import type { SecretBox } from '../webhooks/webhook-secrets.ts';
import type { ComposedNotice, SendOutcome } from './compose-notice.ts';
import type { Mailer } from './mail.ts';
import { answered, hiddenParts, unanswered } from './provider-answers.ts';
import { pushKeysOf, type Subscription } from './push-subscriptions.ts';

/** Everything that messages are sent with. */
export interface SendTools {
  readonly mailer: Mailer | undefined;
  readonly connections: Connections;
  readonly secrets: SecretBox;
  /** The address of the Telegram API where it is not the public one. */
  readonly telegramUrl?: string | undefined;
  /** The address of the service for browsers, without a slash at the end. */
  readonly publicUrl: string | undefined;
  readonly signal: AbortSignal;
}

const ATTEMPT_MILLIS = 15_000;
const MOST_READ_BYTES = 4096;
/** Push services take bodies of 4096 bytes, encryption included. */
const MOST_PAYLOAD_BYTES = 3500;
const LONGEST_TITLE = 200;
const TOPIC_CHARACTERS = 32;
const NOT_FOUND = 404;
const GONE = 410;
/** Shorter parts of endpoints are words such as `send`. */
const SHORTEST_TOKEN = 16;
/** Push services want to know whom to ask; without a public address there is nobody to name. */
const UNKNOWN_SENDER = 'mailto:operator@farmctl.invalid';

/** Sends a message to a browser, encrypted for its subscription. */
export async function sendPush(
  { id, sealed, address }: Pick<StoredChannel, 'id' | 'sealed' | 'address'>,
  notice: ComposedNotice,
  { connections, secrets, publicUrl, signal }: SendTools,
): Promise<SendOutcome> {
  try {
    const { endpoint, keys } = JSON.parse(secrets.open(sealed ?? '', id)) as Subscription;
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys },
      payloadOf(notice, id),
      {
        vapidDetails: { subject: subjectOf(publicUrl), ...pushKeysOf(secrets) },
        contentEncoding: 'aes128gcm',
        TTL: lifeOf(notice),
        urgency: isUrgent(notice) ? 'high' : 'normal',
        ...(notice.cause === null ? {} : { topic: topicOf(notice.cause) }),
      },
    );
    const answer = await connections.client.send({
      method: 'POST',
      url: endpoint,
      headers: headersOf(headers),
      bytes: body,
      timeoutMs: ATTEMPT_MILLIS,
      maxBytes: MOST_READ_BYTES,
      signal,
    });
    const hidden = hiddenParts(endpoint, address).filter(({ length }) => length >= SHORTEST_TOKEN);
    const outcome = answered(answer, hidden);
    return outcome.isSent
      ? outcome
      : { ...outcome, isGone: [NOT_FOUND, GONE].includes(answer.status) };
  } catch (error) {
    return unanswered(error);
  }
}

function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function subjectOf(publicUrl: string | undefined): string {
  return publicUrl?.startsWith('https://') ? publicUrl : UNKNOWN_SENDER;
}

/** Messages that wait for a device replace each other by cause. */
function topicOf(cause: string): string {
  return sha256Hex(cause).slice(0, TOPIC_CHARACTERS);
}

function isUrgent({ severity, kind }: ComposedNotice): boolean {
  return severity === 'critical' || kind === 'verification';
}

const HOUR_SECONDS = 3600;
const WARNING_HOURS = 12;

/** How long the push service holds a message for a device that is off, in seconds. */
function lifeOf({ severity, kind }: ComposedNotice): number {
  if (kind === 'verification') return limits.noticeCodeMinutes * 60;
  // A critical message is repeated until somebody acknowledges; an old one would only mislead.
  return severity === 'critical' ? HOUR_SECONDS : WARNING_HOURS * HOUR_SECONDS;
}

function payloadOf(notice: ComposedNotice, channelId: string): string {
  const { kind, title, brief, path, severity, language, secret, cause } = notice;
  const payload: PushPayload = {
    kind,
    title: title.slice(0, LONGEST_TITLE),
    text: '',
    path,
    severity,
    language,
    tag: topicOf(cause ?? kind),
    channelId,
    ...(kind === 'verification' && secret !== undefined ? { code: secret } : {}),
  };
  const rest = MOST_PAYLOAD_BYTES - Buffer.byteLength(JSON.stringify(payload));
  return JSON.stringify({ ...payload, text: shortened(brief, rest) });
}

/** The beginning of a text that takes at most so many bytes within JSON. */
function shortened(text: string, bytes: number): string {
  const sizeOf = (part: string) => Buffer.byteLength(JSON.stringify(part)) - 2;
  if (sizeOf(text) <= bytes) return text;
  const characters = [...text];
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeOf(`${characters.slice(0, middle).join('')}…`) <= bytes) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join('')}…`;
}

import { createECDH, ECDH } from 'node:crypto';
import { limits } from '../../model/core/limits.ts';
import type { PushPayload } from '../../model/push-payload.ts';
import type { StoredChannel } from '../../storage/system/notice-channels.ts';
import { sha256Hex } from '../../tools/hash.ts';
import type { Connections } from '../integrations/poll-feeds.ts';
import type { SecretBox } from '../webhooks/webhook-secrets.ts';
import type { ComposedNotice, SendOutcome } from './compose-notice.ts';
import type { Mailer } from './mail.ts';
import { answered, hiddenParts, unanswered } from './provider-answers.ts';

/** The keys of a subscription, as in `PushSubscription.toJSON()`. */
export interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** The endpoint of a browser, and the keys for encrypting messages to it. */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: SubscriptionKeys;
}

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SHOWN_HASH = 16;

/** Whether the keys of a subscription are valid: a P-256 point and 16 bytes. */
export function areSubscriptionKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  if (Buffer.from(p256dh, 'base64url').length !== POINT_BYTES) return false;
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    ECDH.convertKey(p256dh, CURVE, 'base64url');
    return true;
  } catch {
    return false;
  }
}

/**
 * The displayed form of an endpoint: its host and a hash, since anyone who knows an endpoint could
 * send to it. A device recognises its own subscription by the hash.
 */
export function shownEndpoint(endpoint: string): string {
  return `${new URL(endpoint).host} ${sha256Hex(endpoint).slice(0, SHOWN_HASH)}`;
}

/** The VAPID keys of the service, as base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The VAPID keys, derived from the key of the service: identical on all instances, and the private
 * key is never stored. Throws when the service has no key.
 */
export function pushKeysOf(secrets: SecretBox): PushKeys {
  for (let attempt = 1; ; attempt++) {
    const ecdh = createECDH(CURVE);
    const scalar = secrets.derive(`web push ${attempt}`);
    try {
      ecdh.setPrivateKey(scalar);
    } catch {
      // About one scalar in 2^32 is outside the order of the curve.
      continue;
    }
    return {
      publicKey: ecdh.getPublicKey('base64url'),
      privateKey: Buffer.from(scalar).toString('base64url'),
    };
  }
}

/** Dependencies for sending messages. */
export interface SendTools {
  readonly mailer: Mailer | undefined;
  readonly connections: Connections;
  readonly secrets: SecretBox;
  /** The Telegram API URL, if it is not the public one. */
  readonly telegramUrl?: string | undefined;
  /** Public URL of the service, without a trailing slash. */
  readonly publicUrl: string | undefined;
  readonly signal: AbortSignal;
}

const ATTEMPT_MILLIS = 15_000;
const MOST_READ_BYTES = 4096;
/** Push services accept bodies of 4096 bytes, encryption included. */
const MOST_PAYLOAD_BYTES = 3500;
const LONGEST_TITLE = 200;
const TOPIC_CHARACTERS = 32;
const NOT_FOUND = 404;
const GONE = 410;
/** Shorter path segments of endpoints are words such as `send`. */
const SHORTEST_TOKEN = 16;
/** Push services require a contact; without a public URL there is none to name. */
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
        vapidDetails: {
          subject: publicUrl?.startsWith('https://') ? publicUrl : UNKNOWN_SENDER,
          ...pushKeysOf(secrets),
        },
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

/** The push topic: undelivered messages with the same cause replace each other. */
function topicOf(cause: string): string {
  return sha256Hex(cause).slice(0, TOPIC_CHARACTERS);
}

function isUrgent({ severity, kind }: ComposedNotice): boolean {
  return severity === 'critical' || kind === 'verification';
}

const HOUR_SECONDS = 3600;
const WARNING_HOURS = 12;

/** Time for which the push service stores a message for an offline device, in seconds. */
function lifeOf({ severity, kind }: ComposedNotice): number {
  if (kind === 'verification') return limits.noticeCodeMinutes * 60;
  // Critical messages are repeated until acknowledged; an outdated one would be misleading.
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
  const remainingBytes = MOST_PAYLOAD_BYTES - Buffer.byteLength(JSON.stringify(payload));
  return JSON.stringify({ ...payload, text: shortened(brief, remainingBytes) });
}

/** The longest prefix of a text that takes at most `bytes` bytes within JSON. */
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

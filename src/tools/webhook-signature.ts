import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/**
 * Signs a delivery for `x-service-signature`: `sha256=` and the lowercase hex HMAC-SHA256 of
 * `<timestamp>.<body>`. The key is the secret as it was shown, the UTF-8 bytes of the whole
 * `whsec_…` text.
 */
export function serviceSignature(
  secret: string,
  timestamp: string,
  body: string | Uint8Array,
): string {
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(body);
  return `sha256=${hmac.digest('hex')}`;
}

/**
 * Signs a delivery for `webhook-signature` (Standard Webhooks): `v1,` and the base64 HMAC-SHA256 of
 * `<id>.<timestamp>.<body>`. The key is the decoded base64 after `whsec_`; throws a RangeError if
 * it is empty or invalid.
 */
export function standardSignature(
  secret: string,
  { id, timestamp }: { readonly id: string; readonly timestamp: string },
  body: string | Uint8Array,
): string {
  const key = decodeSecret(secret);
  if (!key) throw new RangeError('The secret is not whsec_ and base64.');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}

/** The bytes of a secret `whsec_<base64>`, with or without its prefix; undefined for other text. */
export function decodeSecret(secret: string): Uint8Array | undefined {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return text !== '' && BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** The signed content: event id, request body and time. */
export interface SignedContent {
  readonly id: string;
  /** The exact text that is sent; it must not be re-serialised. */
  readonly body: string;
  /** Milliseconds since 1970 of this attempt. */
  readonly at: number;
}

/** The secrets of a webhook as they were shown, `whsec_…`. */
export interface SigningSecrets {
  readonly secret: string;
  /** The previous secret during a rotation. */
  readonly previous?: string | undefined;
}

/**
 * The signature headers of a delivery. During a rotation `webhook-signature` carries both
 * signatures, the new one first; `x-service-signature`, which has room for one, uses the previous
 * secret until the rotation is over.
 */
export function signDelivery(
  { id, body, at }: SignedContent,
  { secret, previous }: SigningSecrets,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const secrets = previous === undefined ? [secret] : [secret, previous];
  const signatures = secrets.map((secret) => standardSignature(secret, { id, timestamp }, body));
  return {
    'x-service-timestamp': timestamp,
    'x-service-signature': serviceSignature(previous ?? secret, timestamp, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

const PREFIX = 'whsec_';

/**
 * The headers that authenticate a command to a controller, as for webhooks. A secret that is not
 * `whsec_` and base64, such as a controller's password, is used as raw bytes.
 */
export function signCommand(
  { id, body, at }: SignedContent,
  secret: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const isEncoded = secret.startsWith(PREFIX) && decodeSecret(secret) !== undefined;
  const standard = isEncoded ? secret : PREFIX + Buffer.from(secret).toString('base64');
  return {
    'x-service-timestamp': timestamp,
    'x-service-signature': serviceSignature(secret, timestamp, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardSignature(standard, { id, timestamp }, body),
  };
}

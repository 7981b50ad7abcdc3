import { timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../tools/clock.ts';
import { trimEndOf } from '../tools/text.ts';
import { decodeSecret, serviceSignature, standardSignature } from '../tools/webhook-signature.ts';

/** Headers from Node (`request.headers`), the web (`Headers`), or any record; case is ignored. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A received delivery. */
export interface WebhookDelivery {
  readonly headers: WebhookHeaders;
  /** The bytes of the request, or their text; not an object parsed from them. */
  readonly body: string | Uint8Array;
}

export interface VerifyOptions {
  /** The `whsec_…` text as it was shown, or the old and the new one during a rotation. */
  readonly secret: string | readonly string[];
  /** Maximum difference between the clocks of sender and receiver, in seconds; default 300. */
  readonly toleranceSeconds?: number;
  readonly clock?: Clock;
}

/** `service` is `x-service-signature`, `standard` is `webhook-signature`. */
export type WebhookCheck = 'service' | 'standard';

/** Why a check failed. */
export type WebhookFault =
  | 'headers_missing'
  | 'headers_malformed'
  | 'secret_malformed'
  | 'secret_differs'
  | 'body_not_raw'
  | 'body_rewritten'
  | 'signature_differs'
  | 'clock';

export interface WebhookCheckResult {
  readonly check: WebhookCheck;
  /** Undefined if the check passed. */
  readonly fault: WebhookFault | undefined;
  /** For the log of the receiver; not for the response to the sender. */
  readonly message: string;
}

/** Whether a delivery is genuine, and if not, why. */
export interface WebhookVerdict {
  readonly isValid: boolean;
  /** The check that passed, or the first problem to look at. */
  readonly message: string;
  readonly checks: readonly WebhookCheckResult[];
}

const DEFAULT_TOLERANCE_SECONDS = 300;
const MOST_SIGNATURES = 16;
const TIMESTAMP = /^\d{1,12}$/;

/**
 * Verifies that a delivery comes from the holder of the secret and is not replayed: it is genuine
 * if one of its two signatures is valid and was made within the tolerance. Throws no error for any
 * received delivery. An empty secret never matches.
 *
 * `x-service-signature` is `sha256=` and the hex HMAC-SHA256 of `<x-service-timestamp>.<body>`,
 * keyed with the secret as it was shown: the UTF-8 bytes of the whole `whsec_…` text.
 * `webhook-signature` (Standard Webhooks) is `v1,` and the base64 HMAC-SHA256 of
 * `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded base64 after `whsec_`. Example
 * with OpenSSL for the id `evt_1`:
 *
 * ```sh
 * secret=whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=
 * body='{"id":"evt_1","data":{"he":"שאלה","en":"question","th":"คำถาม","es":"¿pregunta?","zh":"问题"}}'
 * printf '%s' "1795251600.$body" | openssl dgst -sha256 -hmac "$secret"
 * # a532364a67e07292389f2fd8ec82e84aafaf2b8c9bebb5b685354ca44a5fb3e1
 * key=$(printf '%s' "${secret#whsec_}" | base64 -d | xxd -p -c 64)
 * printf '%s' "evt_1.1795251600.$body" |
 *   openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64
 * # uDeYlAGBeel3cdqoFcopvRN6uSFa+vSNA//l/uTgfZo=
 * ```
 */
export function verifyWebhook(delivery: WebhookDelivery, options: VerifyOptions): WebhookVerdict {
  const { secret, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, clock = systemClock } = options;
  const read = readerOf(delivery.headers);
  const expected = {
    secrets: typeof secret === 'string' ? [secret] : secret,
    toleranceSeconds,
    nowSeconds: clock.now() / 1000,
  };
  const checks = [serviceClaim(read), standardClaim(read)].map((claim) =>
    checkClaim(claim, delivery.body, expected),
  );
  const valid = checks.find(({ fault }) => fault === undefined);
  const informative = checks.find(({ fault }) => fault !== 'headers_missing');
  const message =
    (valid ?? informative)?.message ?? 'The request carries no signature of a webhook.';
  return { isValid: valid !== undefined, message, checks };
}

/** The signature headers of one kind. */
interface Claim {
  readonly check: WebhookCheck;
  readonly names: readonly string[];
  /** Undefined if one of the headers is missing. */
  readonly claimed:
    | { readonly timestamp: string; readonly signatures: readonly string[] }
    | undefined;
  readonly form: RegExp;
  /** Undefined for a secret that cannot be used for this kind of signature. */
  readonly sign: (secret: string, body: string | Uint8Array) => string | undefined;
}

interface Against {
  readonly secrets: readonly string[];
  readonly toleranceSeconds: number;
  readonly nowSeconds: number;
}

type ReadHeader = (name: string) => string | undefined;

function readerOf(headers: WebhookHeaders): ReadHeader {
  const { get } = headers;
  if (typeof get === 'function') return (name) => get.call(headers, name)?.trim() || undefined;
  const entries = Object.entries(headers as Readonly<Record<string, unknown>>);
  return (name) => {
    const value = entries.find(([key]) => key.toLowerCase() === name)?.[1];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? first.trim() || undefined : undefined;
  };
}

function serviceClaim(read: ReadHeader): Claim {
  const timestamp = read('x-service-timestamp');
  const signature = read('x-service-signature');
  return {
    check: 'service',
    names: ['x-service-timestamp', 'x-service-signature'],
    claimed: timestamp && signature ? { timestamp, signatures: [signature] } : undefined,
    form: /^sha256=[0-9a-f]{64}$/,
    sign: (secret, body) =>
      secret === '' ? undefined : serviceSignature(secret, timestamp ?? '', body),
  };
}

function standardClaim(read: ReadHeader): Claim {
  const id = read('webhook-id');
  const timestamp = read('webhook-timestamp');
  const signatures = read('webhook-signature')?.split(' ', MOST_SIGNATURES);
  return {
    check: 'standard',
    names: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    claimed:
      id && timestamp && signatures
        ? { timestamp, signatures: signatures.filter((signature) => signature.startsWith('v1,')) }
        : undefined,
    form: /^v1,[A-Za-z0-9+/]{43}=$/,
    sign: (secret, body) =>
      decodeSecret(secret) &&
      standardSignature(secret, { id: id ?? '', timestamp: timestamp ?? '' }, body),
  };
}

function checkClaim(
  claim: Claim,
  body: string | Uint8Array,
  expected: Against,
): WebhookCheckResult {
  const fault = findFault(claim, body, expected);
  const [last = ''] = claim.names.slice(-1);
  if (!fault) return { check: claim.check, fault: undefined, message: `${last} holds.` };
  return { check: claim.check, fault: fault[0], message: `${last}: ${fault[1]}` };
}

type Fault = readonly [WebhookFault, message: string];

function findFault(
  claim: Claim,
  body: string | Uint8Array,
  { secrets, toleranceSeconds, nowSeconds }: Against,
): Fault | undefined {
  const { claimed, names, form } = claim;
  if (!claimed) return ['headers_missing', `the request must carry ${names.join(' and ')}.`];
  const { timestamp, signatures } = claimed;
  const isWellFormed = signatures.some((text) => form.test(text));
  if (!TIMESTAMP.test(timestamp) || !isWellFormed) {
    return ['headers_malformed', 'the headers are not of the form that the service sends.'];
  }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    return [
      'body_not_raw',
      'the body must be the text or bytes that came in, before it is parsed.',
    ];
  }
  if (!isSignedBy(claim, secrets, body)) return explainMismatch(claim, secrets, body);
  const ageSeconds = Math.round(nowSeconds - Number(timestamp));
  return Math.abs(ageSeconds) > toleranceSeconds
    ? clockFault(ageSeconds, toleranceSeconds)
    : undefined;
}

// Compares every signature with every secret, without early exit, so that timing reveals nothing.
function isSignedBy(
  { claimed, sign }: Claim,
  secrets: readonly string[],
  body: string | Uint8Array,
): boolean {
  const expected = secrets.map((secret) => sign(secret, body));
  const matches = expected.flatMap((right) =>
    (claimed?.signatures ?? []).filter(
      (signature) => right !== undefined && isSame(signature, right),
    ),
  );
  return matches.length > 0;
}

function isSame(signature: string, right: string): boolean {
  const bytes = Buffer.from(signature);
  const expected = Buffer.from(right);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

function explainMismatch(
  claim: Claim,
  secrets: readonly string[],
  body: string | Uint8Array,
): Fault {
  const usable = secrets.filter((secret) => claim.sign(secret, '') !== undefined);
  const alternatives = secrets.map(normaliseSecret).filter((secret) => !secrets.includes(secret));
  if (isSignedBy(claim, alternatives, body)) {
    return [
      'secret_differs',
      'the secret is right but for its prefix whsec_, quotes or spaces around it; use the text that was shown.',
    ];
  }
  if (usable.length === 0) {
    return ['secret_malformed', 'the secret is not the whsec_… text that was shown.'];
  }
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  for (const rewriting of rewritingsOf(text)) {
    if (!isSignedBy(claim, usable, rewriting.text)) continue;
    return [
      'body_rewritten',
      `the body was parsed and written again or changed on the way: ${rewriting.how} it is the one that was signed. Give the raw body of the request.`,
    ];
  }
  return [
    'signature_differs',
    'it was made with another secret, for another body, or not by the service.',
  ];
}

function normaliseSecret(secret: string): string {
  const trimmed = trimEndOf(secret.replace(/^[\s"']+/, ''), ' \t\r\n"\'');
  if (trimmed === '') return '';
  return trimmed.startsWith('whsec_') ? trimmed : `whsec_${trimmed}`;
}

function clockFault(ageSeconds: number, toleranceSeconds: number): Fault {
  const isAhead = ageSeconds < 0;
  const distance = `${Math.abs(ageSeconds)} s ${isAhead ? 'in the future' : 'ago'}`;
  const cause = isAhead
    ? 'the clock of this machine is behind'
    : 'the clock of this machine is ahead, or an old delivery was sent again by somebody else';
  return ['clock', `signed ${distance}, more than ${toleranceSeconds} s off: ${cause}.`];
}

/** A possible original of a body that was parsed and re-serialised. */
export interface Rewriting {
  /** The format of the original body that would have been accepted: `as compact JSON`. */
  readonly how: string;
  readonly text: string;
}

/** Maximum length of a body that is re-serialised for a diagnosis, in characters. */
const LONGEST_BODY = 64 * 1024;
/**
 * Maximum depth of re-serialised JSON: indentation grows with the square of the length for deeper
 * nesting.
 */
const DEEPEST_JSON = 12;

const BYTE_ORDER_MARK = '\uFEFF';

const TEXT_REWRITINGS: readonly (readonly [how: string, write: (text: string) => string])[] = [
  ['without the byte order mark', (text) => text.replace(BYTE_ORDER_MARK, '')],
  ['without spaces and line ends around it', (text) => text.trim()],
  ['with a line end behind it', (text) => `${text}\n`],
  ['with line ends of one character', (text) => text.replaceAll('\r\n', '\n')],
];

const JSON_REWRITINGS: readonly (readonly [how: string, write: (value: unknown) => string])[] = [
  ['as compact JSON', (value) => JSON.stringify(value)],
  ['as JSON indented by two spaces', (value) => JSON.stringify(value, null, 2)],
  ['as JSON indented by four spaces', (value) => JSON.stringify(value, null, 4)],
  ['as JSON indented by tabs', (value) => JSON.stringify(value, null, '\t')],
  ['as JSON in one line with spaces', writeSpaced],
  ['as compact JSON in ASCII', (value) => escapeBeyondAscii(JSON.stringify(value))],
  ['as JSON in ASCII with spaces', (value) => escapeBeyondAscii(writeSpaced(value))],
  [
    'as compact JSON in ASCII with slashes escaped',
    (value) => escapeBeyondAscii(JSON.stringify(value)).replaceAll('/', '\\/'),
  ],
];

/**
 * Candidate originals of this body: JSON as serialised by JavaScript, Python or PHP, a byte order
 * mark, line endings. None for a body of more than 65,536 characters, so that invalid requests stay
 * cheap.
 */
function* rewritingsOf(body: string): Generator<Rewriting> {
  if (body.length > LONGEST_BODY) return;
  for (const [how, write] of TEXT_REWRITINGS) yield { how, text: write(body) };
  const parsed = parse(body);
  if (!parsed || isDeeperThan(DEEPEST_JSON, parsed.value)) return;
  for (const [how, write] of JSON_REWRITINGS) {
    const text = attempt(() => write(parsed.value));
    if (text !== undefined) yield { how, text };
  }
}

function parse(body: string): { readonly value: unknown } | undefined {
  return attempt(() => ({ value: JSON.parse(body.replace(BYTE_ORDER_MARK, '')) as unknown }));
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** JSON as Python serialises it by default: a space after every comma and colon. */
function writeSpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSpaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${writeSpaced(member)}`,
  );
  return `{${members.join(', ')}}`;
}

function escapeBeyondAscii(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

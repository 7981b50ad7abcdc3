import { serviceSignature, standardSignature } from './webhook-signature.ts';

/** What is signed: the id of the event, the text that is sent, and when. */
export interface SignedContent {
  readonly id: string;
  /** The exact text; not a character of it may change on the way. */
  readonly body: string;
  /** Milliseconds since 1970 of this attempt. */
  readonly at: number;
}

/** The secrets of a webhook as they were shown, `whsec_…`. */
export interface SigningSecrets {
  readonly secret: string;
  /** During a rotation: the one before. */
  readonly previous?: string | undefined;
}

/**
 * The headers that prove a delivery. During a rotation `webhook-signature` carries both signatures,
 * the new one first; `x-service-signature`, which has room for one, stays with the previous secret
 * until the rotation is over.
 */
export function signDelivery(
  { id, body, at }: SignedContent,
  { secret, previous }: SigningSecrets,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const secrets = previous === undefined ? [secret] : [secret, previous];
  const signatures = secrets.map((one) => standardSignature(one, { id, timestamp }, body));
  return {
    'x-service-timestamp': timestamp,
    'x-service-signature': serviceSignature(previous ?? secret, timestamp, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

import type { SignedContent } from '../../tools/sign-delivery.ts';
import {
  decodeSecret,
  serviceSignature,
  standardSignature,
} from '../../tools/webhook-signature.ts';

const PREFIX = 'whsec_';

/**
 * The headers that prove an order to a controller, those of a webhook. A secret that is not
 * `whsec_` and base64, such as the password of a controller, signs by its bytes as they are written.
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

import { SecretRefused } from './resolve-secret.ts';

const NAMED_HEADER = /^([A-Za-z][A-Za-z0-9-]{0,63}):\s+(\S.*)$/;
const BASIC = /^Basic\s+((?=\S)[^:]*:.*)$/i;
const SCHEME = /^(?:Bearer|Basic|Token|Digest|ApiKey)\s+\S/i;
/** What would change the call itself instead of proving who calls. */
const RESERVED =
  /^(?:host|connection|content-.*|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*|x-service-.*|webhook-.*)$/i;
/** What a header may carry. */
const PLAIN = /^[\x20-\x7e]+$/;

/**
 * The header that a secret is sent in: `X-Api-Key: abc` is that header, `Basic user:password` is
 * encoded as HTTP has it, `Bearer abc` goes as written, and any other text is a bearer token.
 * Throws `SecretRefused` for a secret that no header can carry.
 */
export function secretHeaders(secret: string): Readonly<Record<string, string>> {
  const [, user] = BASIC.exec(secret) ?? [];
  if (user !== undefined) return { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  if (!PLAIN.test(secret)) throw refused('it holds more than plain ASCII');
  const [, name, value] = NAMED_HEADER.exec(secret) ?? [];
  if (name !== undefined && value !== undefined) {
    if (RESERVED.test(name)) throw refused(`the header ${name} is not for secrets`);
    return { [name.toLowerCase()]: value };
  }
  return { authorization: SCHEME.test(secret) ? secret : `Bearer ${secret}` };
}

function refused(why: string): SecretRefused {
  return new SecretRefused(`The secret cannot be sent: ${why}.`);
}

import { looksLikeToken } from './secret-reference.ts';

/** What stands in place of a secret that is not shown. */
export const MASK = '***';

const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;
/** Names of parameters that hold credentials, without case, `-`, `_`, `.` and `[]`. */
const CREDENTIAL =
  /token|secret|pass|pwd|auth|credential|signature|session|jwt|bearer|apikey|accesskey|privatekey|^(?:key|sig|sid|pw|pin|user|username|usr|login|account|code|hash|k|p|u)$/;
const INNER_USER_INFO = /:\/\/[^/]*@/;
const INNER_NAME = /token|secret|passw|pwd|api[-_]?key|auth/i;
const SEPARATOR = /([?&;#])/;

/** An address without credentials: in user info, query and fragment they are masked. */
export function maskAddress(address: string): string {
  const shown = address.replace(USER_INFO, `$1${MASK}:${MASK}@`);
  const start = shown.search(/[?#]/);
  return start < 0 ? shown : shown.slice(0, start) + maskParameters(shown.slice(start));
}

/** Whether an address holds a mask where a credential belongs: it was shown, not typed. */
export function holdsMask(address: string): boolean {
  return address.includes(`${MASK}:${MASK}@`) || /[=?&;#]\*{3}(?:[?&;#]|$)/.test(address);
}

function maskParameters(text: string): string {
  let isInCredential = false;
  const parts = text.split(SEPARATOR).map((part, index) => {
    const isSeparator = index % 2 === 1;
    if (isSeparator || part === '') return part;
    const equals = part.indexOf('=');
    if (equals < 0) {
      // Behind a credential it may be the rest of its value.
      return isInCredential || looksLikeToken(decoded(part)) ? MASK : part;
    }
    const name = part.slice(0, equals);
    const value = part.slice(equals + 1);
    isInCredential = isCredential(name, value);
    return isInCredential && value !== '' ? `${name}=${MASK}` : part;
  });
  return parts.join('');
}

function isCredential(name: string, value: string): boolean {
  const plain = decoded(name)
    .toLowerCase()
    .replace(/[-_.[\]\s]/g, '');
  if (CREDENTIAL.test(plain)) return true;
  const text = decoded(decoded(value));
  return looksLikeToken(text) || INNER_USER_INFO.test(text) || namesCredential(text);
}

function namesCredential(text: string): boolean {
  const at = text.search(INNER_NAME);
  return at >= 0 && text.includes('=', at);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

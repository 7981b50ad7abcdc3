/**
 * Prefix of a stored secret: the hosts that it may be sent to, as in `host=a,b:8443`. White space
 * after a comma belongs to the list.
 */
const HOST_BINDING = /^host=((?:[^\s,]*,\s*)*[^\s,]*)(?:\s+|$)/i;
const UNBOUND = 'is bound to no host';
const MISBOUND = 'is bound to other hosts';

/** Splits a stored secret into its hosts and its value; without hosts it is unbound. */
export function readBinding(text: string): {
  readonly hosts: readonly string[];
  readonly secret: string;
} {
  const [binding = '', hosts = ''] = HOST_BINDING.exec(text) ?? [];
  const nameList = hosts
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  return { hosts: nameList, secret: text.slice(binding.length) };
}

/** The destination of a secret; the host without brackets. */
export interface SecretTarget {
  readonly host: string;
  readonly port: number;
}

/** Whether the target is one of the bound hosts; a host bound without a port matches any port. */
export function isBoundTo(hosts: readonly string[], { host, port }: SecretTarget): boolean {
  const name = host.toLowerCase();
  const variants = [name, `${name}:${port}`, `[${name}]:${port}`];
  return hosts.some((bound) => variants.includes(bound));
}

/** Explains why a secret without bound hosts is not sent, and how to bind it. */
export function unboundMessage(reference: string, host: string): string {
  return (
    `The secret ${reference} ${UNBOUND} and is not sent to ${host}. ` +
    `Write host=${host} and a space in front of it where it is kept.`
  );
}

/** Explains why a secret bound to other hosts is not sent to this one, and how to fix it. */
export function misboundMessage(reference: string, { host, port }: SecretTarget): string {
  return (
    `The secret ${reference} ${MISBOUND} and is not sent to ${host}. ` +
    `If ${host}, port ${port}, is where it belongs, add the host behind host= where it is kept; otherwise correct the address.`
  );
}

const NOT_SENT = new RegExp(
  `^The secret (?:env|file):.{1,250} (${UNBOUND}|${MISBOUND}) and is not`,
);

/**
 * Why an integration's secret was not sent, if its error says so; errors may also be foreign texts.
 */
export function whyNotSent(error: string | null): 'unbound' | 'misbound' | undefined {
  const [, why] = NOT_SENT.exec(error ?? '') ?? [];
  if (why === undefined) return undefined;
  return why === UNBOUND ? 'unbound' : 'misbound';
}

const NAMED_PLACE = /^(?:env:[A-Za-z_][A-Za-z0-9_]{0,99}|file:\S.*)$/;
const KNOWN_TOKEN =
  /^(?:bearer|basic|token)\s|^(?:sk|pk|rk)[-_](?:live|test|proj|ant)|^(?:gh[opsur]|glpat|github_pat|xox[abeoprs]|fk_live|whsec)[-_]|^(?:AKIA|ASIA|AIza|eyJ|ya29\.)/i;
const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/i;
const SHORTEST_TOKEN = 20;
const LONGEST_WORD = 32;

/** Whether the text is a reference to a secret, `env:NAME` or `file:PATH`. */
export function isSecretReference(text: string): boolean {
  return NAMED_PLACE.test(text);
}

/** Whether a text is, or contains, something that looks like a token or key. */
function looksLikeToken(text: string): boolean {
  if (KNOWN_TOKEN.test(text) || UUID.test(text)) return true;
  return text.split(/[ ._/-]/).some(isRandomLooking);
}

function isRandomLooking(part: string): boolean {
  if (part.length < SHORTEST_TOKEN) return false;
  return (
    part.length > LONGEST_WORD || (/\d/.test(part) && /\p{L}/u.test(part)) || /^\d+$/.test(part)
  );
}

/** Replaces a hidden secret. */
export const MASK = '***';

const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;
/** Names of credential parameters, ignoring case, `-`, `_`, `.`, `?` and `[]`. */
const CREDENTIAL =
  /token|secret|pass|pwd|psw|auth|credential|signature|session|jwt|bearer|(?:key|pas|cred|otp)$|^(?:sig|sid|st|pw|pin|pincode|user|username|usr|login|account|appid|code|hash|k|p|u)$/;
const INNER_USER_INFO = /:\/\/[^/]*@/;
const INNER_NAME = /token|secret|passw|pwd|api[-_]?key|auth/i;
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const SEPARATOR = /([?&;#])/;
/** Separates parameters in a path: `/live;token=abc`, `/user=admin_password=abc_channel=1.sdp`. */
const PATH_SEPARATOR = /([/;&,]|_(?=[a-z]+=))/i;

/**
 * Path segments that are followed by tokens, as in `/hooks/<token>` and `/services/T1/B2/<token>`.
 */
const TOKEN_FOLLOWS = /^(?:hooks?|webhooks?|services|tokens?|secrets?|keys?|api-?keys?)$/i;
const SHORTEST_SEGMENT = 6;
/** A valueless parameter that is a switch; any other may be a credential. */
const SWITCH = /^[a-z][a-z_-]{0,15}$/i;

/** Masks the credentials of an address in its user info, path, query and fragment. */
export function maskAddress(address: string): string {
  const masked = address.replace(USER_INFO, `$1${MASK}:${MASK}@`);
  const [origin = ''] = ORIGIN.exec(masked) ?? [];
  const pathAndQuery = masked.slice(origin.length);
  const query = pathAndQuery.search(/[?#]/);
  const path = query < 0 ? pathAndQuery : pathAndQuery.slice(0, query);
  return origin + maskPath(path) + (query < 0 ? '' : maskParameters(pathAndQuery.slice(query)));
}

/** Whether an address contains a mask in place of a credential: it was copied from a response. */
export function containsMask(address: string): boolean {
  return address.includes(`${MASK}:${MASK}@`) || /[=/?&;#]\*{3}(?:[?&;#/,_]|$)/.test(address);
}

function maskPath(path: string): string {
  let before = '';
  let isBehindHook = false;
  const parts = path.split(PATH_SEPARATOR).map((part, index) => {
    if (index % 2 === 1) return part;
    const equals = part.indexOf('=');
    if (equals < 0) {
      isBehindHook = TOKEN_FOLLOWS.test(before) || (isBehindHook && before === MASK);
      before = isSecretSegment(part, isBehindHook && before) ? MASK : part;
      return before;
    }
    if (equals === part.length - 1) return part;
    const name = part.slice(0, equals);
    return isCredential(name, part.slice(equals + 1)) ? `${name}=${MASK}` : part;
  });
  return parts.join('');
}

/** Whether a path segment is a token, by its form or because it follows a hook segment. */
function isSecretSegment(segment: string, hook: string | false): boolean {
  const decodedSegment = decoded(decoded(segment));
  if (looksLikeToken(decodedSegment)) return true;
  if (hook === false || decodedSegment.length < SHORTEST_SEGMENT) return false;
  return hook === MASK || /\d/.test(decodedSegment);
}

function maskParameters(text: string): string {
  let isInCredential = false;
  const parts = text.split(SEPARATOR).map((part, index) => {
    const isSeparator = index % 2 === 1;
    if (isSeparator || part === '') return part;
    const equals = part.indexOf('=');
    if (equals < 0) {
      // After a credential, it may be the rest of its value.
      const decodedPart = decoded(decoded(part));
      return isInCredential || looksLikeToken(decodedPart) || !SWITCH.test(decodedPart)
        ? MASK
        : part;
    }
    const name = part.slice(0, equals);
    const value = part.slice(equals + 1);
    isInCredential = isCredential(name, value);
    return isInCredential && value !== '' ? `${name}=${MASK}` : part;
  });
  return parts.join('');
}

function isCredential(name: string, value: string): boolean {
  const decodedName = decoded(name)
    .toLowerCase()
    .replace(/[-_.?[\]\s]/g, '');
  if (CREDENTIAL.test(decodedName)) return true;
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

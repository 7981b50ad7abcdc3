import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../tools/unknown-values.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Names of this machine or its network, regardless of name resolution. */
const INSIDE_NAME =
  /(?:^|\.)(?:localhost6?|local|internal|intranet|private|lan|home|corp|localdomain6?|svc|home\.arpa)$/;

/** Maximum length of a URL, in characters. */
const LONGEST_ADDRESS = 2000;

/**
 * URLs on whose host all parsers agree: no space, control character or backslash, which some remove
 * or convert, two slashes, and no escape in the host.
 */
const PLAIN_ADDRESS = /^https?:\/\/(?![/?#])[^\s\p{C}\\]+$/iu;
/** Characters of host names in ASCII; underscores are non-standard, but in use. */
const PLAIN_NAME = /^[a-z0-9._-]+$/;
const ESCAPED_HOST = /^[^/]*\/\/[^/?#]*%/;

/**
 * Parses a URL supplied by a user; throws `BlockedAddress` when it must not be called. The resolved
 * addresses are checked on connecting: see `guardedConnector`.
 */
export function checkTarget(address: string, policy: OutboundPolicy): URL {
  const url = parse(address);
  if (isNamedHost(url, policy)) return url;
  const host = bareHost(url);
  const isOwn = policy.allowLoopback && (isLoopbackAddress(host) || host === 'localhost');
  if (isOwn) return url;
  if (url.protocol !== 'https:') {
    throw new BlockedAddress(
      'scheme_not_allowed',
      'The address must begin with https://, or its host must be allowed in the configuration.',
    );
  }
  if (INTERNAL_PORTS.has(portOf(url))) {
    throw new BlockedAddress('port_not_allowed', `Port ${portOf(url)} must not be called.`);
  }
  const isInside = isIP(host) === 0 ? isInsideName(host) : !isPublicAddress(host);
  if (isInside) throw notPublic();
  return url;
}

/** Whether the operator has allowed the host, so that it may be called at any address. */
export function isNamedHost(url: URL, { allowedHosts }: OutboundPolicy): boolean {
  const host = bareHost(url);
  const port = String(portOf(url));
  return allowedHosts.some((allowed) => {
    const namedHost = readNamedHost(allowed);
    return namedHost.host === host && (namedHost.port === undefined || namedHost.port === port);
  });
}

/** The host and port of an HTTP or HTTPS URL. */
export function targetOf(url: URL): { readonly host: string; readonly port: number } {
  return { host: bareHost(url), port: portOf(url) };
}

/** The host of a URL without brackets and without the trailing dot. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** The same error for every non-public address. */
export function notPublic(): BlockedAddress {
  return new BlockedAddress(
    'address_not_public',
    'The address is not one of the internet; its host may be allowed in the configuration.',
  );
}

function parse(address: string): URL {
  const isPlain = address.length <= LONGEST_ADDRESS && PLAIN_ADDRESS.test(address);
  const url = isPlain ? parseUrl(address) : undefined;
  if (!url) {
    throw new BlockedAddress('invalid_url', 'The address must be a URL that begins with https://.');
  }
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(address)) {
    throw new BlockedAddress('user_info', 'The address must not hold a user name or password.');
  }
  const host = bareHost(url);
  if (ESCAPED_HOST.test(address) || (isIP(host) === 0 && !PLAIN_NAME.test(host))) {
    throw new BlockedAddress('invalid_url', 'The host must be a plain name or address.');
  }
  return url;
}

/** `name`, `name:8080`, a bare IPv6 address, or `[address]:8080`. */
function readNamedHost(allowed: string): { readonly host: string; readonly port?: string } {
  if (isIP(allowed) === 6) return { host: bareHost(new URL(`http://[${allowed}]`)) };
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(allowed.trim()) ?? [];
  const url = parseUrl(`http://${name}`);
  const host = url ? bareHost(url) : name.toLowerCase();
  return port === undefined ? { host } : { host, port };
}

function portOf({ protocol, port }: URL): number {
  return port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port);
}

// A name without a dot resolves within the server's network.
function isInsideName(host: string): boolean {
  return !host.includes('.') || host.endsWith('.') || INSIDE_NAME.test(host);
}

/**
 * Ports that user-supplied URLs must not reach: those that browsers block (WHATWG Fetch, "port
 * blocking"), and those of remote control, databases, caches, queues and clusters.
 */
const INTERNAL_PORTS: ReadonlySet<number> = new Set([
  // Browser port blocking.
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
  // Directories, printing, file sharing, remote control.
  88, 445, 464, 623, 631, 873, 1099, 3268, 3269, 3389, 5555, 5900, 5985, 5986, 9100, 9418,
  // Databases.
  1433, 1434, 1521, 3306, 5432, 5984, 6984, 7000, 7001, 7199, 7474, 7687, 8086, 9042, 9200, 9300,
  27017, 27018, 27019, 28017, 33060, 50000, 50070,
  // Caches and queues.
  1883, 4369, 5671, 5672, 6379, 9092, 11211, 15672, 16379, 25672, 26379,
  // Clusters and containers.
  2181, 2375, 2376, 2377, 2379, 2380, 4001, 4646, 6443, 8009, 8300, 8301, 8302, 8500, 8501, 8600,
  10248, 10249, 10250, 10255, 10256, 10257, 10259,
]);

/** All routed IPv6 addresses; special-purpose blocks within are recognised by their range. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Public by number, but served by the cloud around the machine: Azure's agent. */
const CLOUD_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an IP address is public; false for addresses that are or may be internal (private,
 * loopback, link-local and metadata addresses, IPv6 that embeds IPv4: mapped, NAT64, 6to4, Teredo),
 * for all other blocks of the IANA special-purpose registries, and for text that is not an address
 * in its plain notation.
 */
export function isPublicAddress(address: string): boolean {
  // A zone ID names a network interface of this machine.
  if (isIP(address) === 0 || address.includes('%') || CLOUD_ADDRESSES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** Whether an IP address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}

/** The targets that the service may call on behalf of its users. */
export interface OutboundPolicy {
  /**
   * Hosts allowed by the operator, `controller.lan` or `10.0.0.8:8080`: they may be internal and
   * may be called without TLS. A name without a port applies to all ports.
   */
  readonly allowedHosts: readonly string[];
  /** Whether loopback addresses may be called; for mock servers. */
  readonly allowLoopback: boolean;
}

/** Public addresses over HTTPS only. */
export const strictPolicy: OutboundPolicy = { allowedHosts: [], allowLoopback: false };

/** Why an address is blocked. */
export type BlockReason =
  | 'invalid_url'
  | 'scheme_not_allowed'
  | 'user_info'
  | 'port_not_allowed'
  | 'address_not_public';

/** An address that must not be called. The message does not reveal what is there. */
export class BlockedAddress extends Error {
  readonly reason: BlockReason;

  constructor(reason: BlockReason, message: string) {
    super(message);
    this.name = 'BlockedAddress';
    this.reason = reason;
  }
}

/** A URL configured by the operator. */
interface OperatorTarget {
  readonly url: URL;
  /** The hosts that may be called for it at any address. */
  readonly allowedHosts: readonly string[];
}

/**
 * Validates a URL in the operator's configuration: with HTTPS its host may have any address; with
 * HTTP only this machine, or a host that the operator has also allowed. Throws a plain error that
 * names the setting and does not repeat possible secrets.
 */
export function operatorTarget(
  text: string,
  options: {
    readonly setting: string;
    /** Such as `https://…/v1`. */
    readonly form: string;
    readonly allowedHosts: readonly string[];
  },
): OperatorTarget {
  const { setting, form } = options;
  const url = parseUrl(text);
  if (!url) throw new Error(`${setting} must be an address: ${form}.`);
  const isOwnToName = url.protocol === 'https:' || isOwnMachine(url);
  const allowedHosts = isOwnToName
    ? [`${url.hostname}:${url.port || defaultPort(url)}`]
    : options.allowedHosts;
  try {
    checkTarget(text, { allowedHosts, allowLoopback: false });
  } catch (error) {
    if (!(error instanceof BlockedAddress)) throw error;
    throw new Error(`${setting}: ${error.message}`, { cause: error });
  }
  return { url, allowedHosts };
}

function isOwnMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
}

function defaultPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80';
}

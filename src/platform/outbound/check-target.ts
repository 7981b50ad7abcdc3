import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../tools/parse-url.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Names that mean this machine or the network around it, whatever a resolver says. */
const INSIDE_NAME =
  /(?:^|\.)(?:localhost6?|local|internal|intranet|private|lan|home|corp|localdomain6?|svc|home\.arpa)$/;

/** How long the address may be, in characters. */
const LONGEST_ADDRESS = 2000;

/**
 * How an address is written when all that read it agree on its host: no space, control character
 * or backslash, which some drop or turn, two slashes, and no escape in the host.
 */
const PLAIN_ADDRESS = /^https?:\/\/(?![/?#])[^\s\p{C}\\]+$/iu;
/** What names are made of, once they are written in ASCII; underscores are no rule, but in use. */
const PLAIN_NAME = /^[a-z0-9._-]+$/;
const ESCAPED_HOST = /^[^/]*\/\/[^/?#]*%/;

/**
 * Reads an address that somebody wants called; throws `BlockedAddress` when it must not be. What a
 * name resolves to is checked when it is called: see `guardedConnector`.
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

/** Whether the operator has named the host, so that it may be called wherever it is. */
export function isNamedHost(url: URL, { allowedHosts }: OutboundPolicy): boolean {
  const host = bareHost(url);
  const port = String(portOf(url));
  return allowedHosts.some((allowed) => {
    const named = readNamedHost(allowed);
    return named.host === host && (named.port === undefined || named.port === port);
  });
}

/** The host and port of an address of http or https. */
export function targetOf(url: URL): { readonly host: string; readonly port: number } {
  return { host: bareHost(url), port: portOf(url) };
}

/** The host of a URL without brackets and without the dot of the root. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Refused, alike for every address that is not of the internet. */
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

/** `name`, `name:8080`, an IPv6 address by itself, or `[address]:8080`. */
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

// A name without a dot is looked up in the network around the server.
function isInsideName(host: string): boolean {
  return !host.includes('.') || host.endsWith('.') || INSIDE_NAME.test(host);
}

/**
 * Ports of services that never await a call of ours: those that browsers refuse (WHATWG Fetch,
 * "port blocking"), and remote control, databases, caches, queues and clusters.
 */
const INTERNAL_PORTS: ReadonlySet<number> = new Set([
  // Port blocking of browsers.
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

/** All of IPv6 that is routed on the internet; what only looks like it is told by its range. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Of the internet by their number, but answered by the cloud around the machine: Azure's agent. */
const CLOUD_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an IP address is one of the internet; false for whatever leads or could lead inside
 * (private, loopback, link-local and metadata addresses, IPv6 that carries IPv4: mapped, NAT64,
 * 6to4, Teredo), for all other blocks of the IANA special-purpose registries, where no receiver
 * lives, and for text that is not an address in its plain notation.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%') || CLOUD_ADDRESSES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** Whether an IP address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}

/** Where the service may call on behalf of those who use it. */
export interface OutboundPolicy {
  /**
   * Hosts that the operator has named, `controller.lan` or `10.0.0.8:8080`: they may be inside and
   * may be called without TLS. A name without a port holds for all ports.
   */
  readonly allowedHosts: readonly string[];
  /** Whether this machine itself may be called; for mock servers. */
  readonly allowLoopback: boolean;
}

/** Nothing but the internet, by https. */
export const strictPolicy: OutboundPolicy = { allowedHosts: [], allowLoopback: false };

/** Why an address is not called. */
export type BlockReason =
  | 'invalid_url'
  | 'scheme_not_allowed'
  | 'user_info'
  | 'port_not_allowed'
  | 'address_not_public';

/** An address that must not be called. The message does not say what answers there. */
export class BlockedAddress extends Error {
  readonly reason: BlockReason;

  constructor(reason: BlockReason, message: string) {
    super(message);
    this.name = 'BlockedAddress';
    this.reason = reason;
  }
}

/** An address that the operator has configured. */
interface OperatorTarget {
  readonly url: URL;
  /** The hosts that may be called for it, wherever they are. */
  readonly allowedHosts: readonly string[];
}

/**
 * An address in the configuration of the operator: with https its host may be called wherever it
 * is; with http this machine only, or a host that the operator has named besides. Throws a plain
 * error that names the setting and does not repeat what may hold a secret.
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

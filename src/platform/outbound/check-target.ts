import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts';
import { BlockedAddress, type OutboundPolicy } from './outbound-policy.ts';

/** Ports of services that never await a call of ours: mail, shells, databases, caches, clusters. */
const INTERNAL_PORTS: ReadonlySet<number> = new Set([
  7, 9, 11, 13, 19, 20, 21, 22, 23, 25, 53, 69, 79, 110, 111, 119, 123, 135, 137, 139, 143, 161,
  179, 389, 445, 465, 512, 513, 514, 515, 548, 554, 587, 631, 636, 873, 993, 995, 1433, 1521, 1883,
  2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5672, 5900, 5984, 6000, 6379, 6443,
  6667, 7000, 7001, 8086, 8500, 9042, 9092, 9200, 9300, 10250, 10255, 11211, 15672, 25672, 27017,
  28017, 50070,
]);

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Names that mean this machine or the network around it, whatever a resolver says. */
const INSIDE_NAME =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/;

/**
 * Reads an address that somebody wants called; throws `BlockedAddress` when it must not be. What a
 * name resolves to is checked when it is called: see `guardedConnector`.
 */
export function checkTarget(address: string, policy: OutboundPolicy): URL {
  const url = parse(address);
  if (url.username !== '' || url.password !== '') {
    throw new BlockedAddress('user_info', 'The address must not hold a user name or password.');
  }
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
  return allowedHosts.some((allowed) => {
    const name = allowed.toLowerCase();
    return name === host || name === `${host}:${portOf(url)}`;
  });
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
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && url.protocol in DEFAULT_PORTS && url.hostname !== '') return url;
  throw new BlockedAddress('invalid_url', 'The address must be a URL that begins with https://.');
}

function portOf({ protocol, port }: URL): number {
  return port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port);
}

// A name without a dot is looked up in the network around the server.
function isInsideName(host: string): boolean {
  return !host.includes('.') || INSIDE_NAME.test(host);
}

import { isIP } from 'node:net';
import { INTERNAL_PORTS } from './internal-ports.ts';
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts';
import { BlockedAddress, type OutboundPolicy } from './outbound-policy.ts';

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
  const url = isPlain && URL.canParse(address) ? new URL(address) : undefined;
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
  const url = URL.canParse(`http://${name}`) ? new URL(`http://${name}`) : undefined;
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

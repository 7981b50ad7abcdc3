import { lookup as resolveHost } from 'node:dns/promises';
import { connect as connectPlain, isIP, type LookupFunction, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import {
  BlockedAddress,
  bareHost,
  checkTarget,
  isLoopbackAddress,
  isNamedHost,
  isPublicAddress,
  notPublic,
  type OutboundPolicy,
} from './check-target.ts';

/** An address of a resolved host. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves all addresses of a host. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** The system resolver. */
export const systemResolve: Resolve = (host) => resolveHost(host, { all: true, verbatim: true });

/** Whether an address may be called. */
export type IsOpen = (address: string) => boolean;

/**
 * Connects to checked addresses only: a host is refused when any of its addresses is not public,
 * the connection uses the checked addresses, and the remote address of the connected socket is
 * checked again. Certificates are always verified, regardless of the environment.
 */
export function guardedConnector(
  policy: OutboundPolicy,
  {
    buildConnector: connectorOf,
    resolve,
    timeoutMs,
  }: {
    readonly buildConnector: typeof buildConnector;
    readonly resolve: Resolve;
    readonly timeoutMs: number;
  },
): buildConnector.connector {
  const isOpen: IsOpen = (address) =>
    isPublicAddress(address) || (policy.allowLoopback && isLoopbackAddress(address));
  const verified = { timeout: timeoutMs, rejectUnauthorized: true };
  const guarded = withAddressCheck(
    connectorOf({ ...verified, lookup: guardedLookup(resolve, isOpen) }),
    isOpen,
  );
  const namedConnector = connectorOf({ ...verified, lookup: guardedLookup(resolve, () => true) });
  return (target, callback) => {
    const url = urlOf(target);
    if (isNamedHost(url, policy)) return namedConnector(target, callback);
    const host = bareHost(url);
    if (isIP(host) !== 0 && !isOpen(host)) return callback(notPublic(), null);
    guarded(target, callback);
  };
}

/**
 * Checks the remote address of a connected socket, and destroys the socket if it is not allowed.
 */
export function withAddressCheck(
  connect: buildConnector.connector,
  isOpen: IsOpen,
): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (isOpen(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(notPublic(), null);
    });
}

/** The connector options contain IPv6 addresses without brackets. */
function urlOf({ protocol, hostname, port }: buildConnector.Options): URL {
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return new URL(`${protocol}//${host}${port === '' ? '' : `:${port}`}`);
}

/** Resolves hosts for sockets; refuses those with any address that is not allowed. */
function guardedLookup(resolve: Resolve, isOpen: IsOpen): LookupFunction {
  return (host, options, callback) => {
    resolveChecked(host, { resolve, isOpen }).then(
      ([first, ...others]) => {
        if (options.all) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}

/** The addresses of a host, resolved once; throws when there are none or one is not allowed. */
async function resolveChecked(
  host: string,
  { resolve, isOpen }: { readonly resolve: Resolve; readonly isOpen: IsOpen },
): Promise<[ResolvedAddress, ...ResolvedAddress[]]> {
  // Copied as strings: any other type would crash the process in Node's connect.
  const addresses = [...(await resolve(host))].map(({ address }) => String(address));
  const [first, ...otherAddresses] = addresses.map((address) => ({
    address,
    family: isIP(address),
  }));
  if (!first) throw Object.assign(new Error(`${host} has no address.`), { code: 'ENODATA' });
  const all: [ResolvedAddress, ...ResolvedAddress[]] = [first, ...otherAddresses];
  if (!all.every(({ address, family }) => family !== 0 && isOpen(address))) throw notPublic();
  return all;
}

/**
 * Opens a socket to checked addresses only, by the rules of `guardedConnector`; a refusal destroys
 * it with an error. Certificates are always verified, regardless of the environment.
 */
export function openGuardedSocket(
  { host, port, isTls, isNamed }: BrokerTarget,
  policy: OutboundPolicy,
  resolve: Resolve = systemResolve,
): Socket {
  const isOpen: IsOpen = (address) =>
    isNamed || isPublicAddress(address) || (policy.allowLoopback && isLoopbackAddress(address));
  if (isIP(host) !== 0 && !isOpen(host)) return new Socket().destroy(notPublic());
  const lookup = guardedLookup(resolve, isOpen);
  const socket = isTls
    ? connectTls({
        host,
        port,
        lookup,
        rejectUnauthorized: true,
        ...(isIP(host) === 0 ? { servername: host } : {}),
      })
    : connectPlain({ host, port, lookup });
  // The remote address is checked again before buffered data is sent.
  socket.once('connect', () => {
    if (!isOpen(socket.remoteAddress ?? '')) socket.destroy(notPublic());
  });
  return socket.setNoDelay(true);
}

/** A parsed broker URL. */
export interface BrokerTarget {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** Whether the operator has allowed it, so that it may be called at any address. */
  readonly isNamed: boolean;
  /** The path after the host; undefined when empty. */
  readonly topic: string | undefined;
}

const ADDRESS = /^(mqtts?):(\/\/[^/?#]+)(?:\/([^?#]*))?$/i;
const PORTS: Readonly<Record<string, number>> = { mqtt: 1883, mqtts: 8883 };

/**
 * Parses a broker URL, `mqtts://host:port/topic`; throws `BlockedAddress` when it must not be
 * called: by the rules of HTTPS URLs or, without TLS, of HTTP URLs.
 */
export function brokerTarget(address: string, policy: OutboundPolicy): BrokerTarget {
  const [, scheme = '', authority = '', path = ''] = ADDRESS.exec(address) ?? [];
  const kind = scheme.toLowerCase();
  const usual = PORTS[kind];
  if (usual === undefined) {
    throw new BlockedAddress('invalid_url', 'The address of a broker begins with mqtts://.');
  }
  const port = /:\d+$/.test(authority) ? Number(authority.replace(/^.*:/, '')) : usual;
  const place = authority.replace(/:\d+$/, '');
  const url = checkLike(`${kind === 'mqtts' ? 'https' : 'http'}:${place}:${port}`, policy);
  return {
    host: bareHost(url),
    port,
    isTls: kind === 'mqtts',
    isNamed: isNamedHost(url, policy),
    topic: path === '' ? undefined : topicOf(path),
  };
}

function checkLike(address: string, policy: OutboundPolicy): URL {
  try {
    return checkTarget(address, policy);
  } catch (error) {
    if (!(error instanceof BlockedAddress) || error.reason !== 'scheme_not_allowed') throw error;
    throw new BlockedAddress(
      'scheme_not_allowed',
      'The address of a broker must begin with mqtts://, or its host must be allowed in the configuration.',
    );
  }
}

function topicOf(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

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

/** An address that a name leads to. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Looks all addresses of a host up. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** The resolver of the system. */
export const systemResolve: Resolve = (host) => resolveHost(host, { all: true, verbatim: true });

/** Whether an address may be called. */
export type IsOpen = (address: string) => boolean;

/**
 * Connects to checked addresses only: a name is refused when any of its addresses is not public,
 * the addresses that were checked are those that are called, and the connected socket is asked
 * once more whom it reached. Certificates are verified, whatever the environment says.
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
  const guarded = askingAgain(
    connectorOf({ ...verified, lookup: guardedLookup(resolve, isOpen) }),
    isOpen,
  );
  const named = connectorOf({ ...verified, lookup: guardedLookup(resolve, () => true) });
  return (target, callback) => {
    const url = urlOf(target);
    if (isNamedHost(url, policy)) return named(target, callback);
    const host = bareHost(url);
    if (isIP(host) !== 0 && !isOpen(host)) return callback(notPublic(), null);
    guarded(target, callback);
  };
}

/** Asks a socket that was connected whom it reached, and ends it when that is not open. */
export function askingAgain(
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

/** What is to be connected to comes with IPv6 addresses out of their brackets. */
function urlOf({ protocol, hostname, port }: buildConnector.Options): URL {
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return new URL(`${protocol}//${host}${port === '' ? '' : `:${port}`}`);
}

/** Looks names up for sockets; refuses those of which any address is not open. */
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

/** The addresses of a host, read once; throws when there is none or one that must not be called. */
async function resolveChecked(
  host: string,
  { resolve, isOpen }: { readonly resolve: Resolve; readonly isOpen: IsOpen },
): Promise<[ResolvedAddress, ...ResolvedAddress[]]> {
  // Copied as text: what is no string would end the process in Node's own connect.
  const found = [...(await resolve(host))].map(({ address }) => String(address));
  const [first, ...others] = found.map((address) => ({ address, family: isIP(address) }));
  if (!first) throw Object.assign(new Error(`${host} has no address.`), { code: 'ENODATA' });
  const all: [ResolvedAddress, ...ResolvedAddress[]] = [first, ...others];
  if (!all.every(({ address, family }) => family !== 0 && isOpen(address))) throw notPublic();
  return all;
}

/**
 * Opens a socket to checked addresses only, by the rules of `guardedConnector`; what is refused ends
 * it with an error. Certificates are verified, whatever the environment says.
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
  // Asked once more whom it reached, before anything that was written is sent.
  socket.once('connect', () => {
    if (!isOpen(socket.remoteAddress ?? '')) socket.destroy(notPublic());
  });
  return socket.setNoDelay(true);
}

/** A broker of messages as it is called. */
export interface BrokerTarget {
  /** A name or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** Whether the operator has named it, so that it may be called wherever it is. */
  readonly isNamed: boolean;
  /** What stands behind the host; undefined for nothing. */
  readonly topic: string | undefined;
}

const ADDRESS = /^(mqtts?):(\/\/[^/?#]+)(?:\/([^?#]*))?$/i;
const PORTS: Readonly<Record<string, number>> = { mqtt: 1883, mqtts: 8883 };

/**
 * Reads the address of a broker, `mqtts://host:port/topic`; throws `BlockedAddress` when it must not
 * be called: by the rules for addresses of https, those without TLS like those of http.
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

import { lookup as resolveHost } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import connectorOf from 'undici/lib/core/connect.js';
import { bareHost, isNamedHost, notPublic } from './check-target.ts';
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts';
import type { OutboundPolicy } from './outbound-policy.ts';

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
  options: { readonly resolve: Resolve; readonly timeoutMs: number },
): buildConnector.connector {
  const { resolve, timeoutMs } = options;
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
export function guardedLookup(resolve: Resolve, isOpen: IsOpen): LookupFunction {
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

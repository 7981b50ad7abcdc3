import { lookup as resolveHost } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
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

/**
 * Connects to checked addresses only: a name is refused when any of its addresses is not public,
 * the addresses that were checked are those that are called, and the connected socket is asked
 * once more whom it reached.
 */
export function guardedConnector(
  policy: OutboundPolicy,
  options: { readonly resolve: Resolve; readonly timeoutMs: number },
): buildConnector.connector {
  const { resolve, timeoutMs } = options;
  const isOpen = (address: string) =>
    isPublicAddress(address) || (policy.allowLoopback && isLoopbackAddress(address));
  const guarded = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(resolve, isOpen) });
  const named = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(resolve, () => true) });
  return (target, callback) => {
    const url = new URL(`${target.protocol}//${target.hostname}:${target.port}`);
    if (isNamedHost(url, policy)) return named(target, callback);
    const host = bareHost(url);
    if (isIP(host) !== 0 && !isOpen(host)) return callback(notPublic(), null);
    guarded(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (isOpen(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(notPublic(), null);
    });
  };
}

function guardedLookup(resolve: Resolve, isOpen: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first) return callback(new Error(`${host} has no address`), '');
        if (!found.every(({ address }) => isOpen(address))) return callback(notPublic(), '');
        if (options.all) return callback(null, [...found]);
        callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}

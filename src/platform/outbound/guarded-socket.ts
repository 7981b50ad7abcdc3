import { connect as connectPlain, isIP, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { BrokerTarget } from './broker-target.ts';
import { notPublic } from './check-target.ts';
import { guardedLookup, type IsOpen, type Resolve, systemResolve } from './guarded-connector.ts';
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts';
import type { OutboundPolicy } from './outbound-policy.ts';

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

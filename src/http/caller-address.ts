import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Recorded for a caller whose connection was reset before its address could be read. */
const UNKNOWN_ADDRESS = 'unknown';

// The longest form, with an embedded IPv4 address and the name of a network interface.
const LONGEST_ADDRESS = 64;

/** Reads the address of every connection as it opens: once a connection is reset it has none. */
export function rememberAddresses(app: FastifyInstance): void {
  // Node keeps the address that was read first, also when the socket is closed.
  app.server.on('connection', (socket) => void socket.remoteAddress);
}

/**
 * The address of a caller, or `unknown`. A trusted proxy may forward any text in its place, so
 * only an IP address is accepted.
 */
export function addressOf(request: FastifyRequest): string {
  const address: string | undefined = request.ip;
  const isAddress =
    address !== undefined && address.length <= LONGEST_ADDRESS && isIP(address) !== 0;
  return isAddress ? address : UNKNOWN_ADDRESS;
}

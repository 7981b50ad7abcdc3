import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarmError } from '../model/errors.ts';
import { limits } from '../model/limits.ts';
import type { Edge } from './edge.ts';

const LOG_MILLIS = 10_000;

/** What is answered under any load: the probes, and keys, so that one that floods can be revoked. */
const ALWAYS_ANSWERED = ['/livez', '/metrics', '/v1/platform/os/keys'];

/**
 * Refuses requests with 503 while more come than can be answered in time: too many are under way,
 * or this turn of the event loop takes too long already. What is taken in is answered soon, and
 * memory stays bounded.
 */
export function shedLoad(app: FastifyInstance, edge: Edge): void {
  const refuse = createRefusal(edge);
  const turnMillis = createTurnWatch();
  const places = createPlaces();
  app.addHook('onRequest', (request, _, done) => {
    const isCrowded = places.taken() >= limits.requestsUnderWay;
    const isLate = turnMillis() > limits.eventLoopTurnMillis;
    const isRefused = (isCrowded || isLate) && isSheddable(app, request);
    done(isRefused ? refuse() : undefined);
  });
  // Counted once the body is there: one that trickles in must not take a place.
  app.addHook('preHandler', (request, reply, done) => {
    // A stream is under way for hours and costs nothing meanwhile; it has a limit of its own.
    const { isStream, isTransfer } = request.routeOptions.config;
    if (!isStream && !isTransfer) places.take(request, reply);
    done();
  });
}

/**
 * Counts the requests under way. Each gives its place back when it is answered, or with all others
 * of its connection when that ends: answers that wait behind another one are never told of it.
 */
function createPlaces() {
  let underWay = 0;
  const ofConnection = new WeakMap<Socket, { taken: number }>();
  const watch = (socket: Socket) => {
    const places = { taken: 0 };
    ofConnection.set(socket, places);
    socket.once('close', () => {
      underWay -= places.taken;
      places.taken = 0;
    });
    return places;
  };
  return {
    taken: () => underWay,
    take({ raw: { socket } }: FastifyRequest, reply: FastifyReply) {
      // The caller may have gone while it was let in.
      if (socket.destroyed) return;
      const places = ofConnection.get(socket) ?? watch(socket);
      places.taken += 1;
      underWay += 1;
      reply.raw.once('close', () => {
        if (places.taken === 0) return;
        places.taken -= 1;
        underWay -= 1;
      });
    },
  };
}

/**
 * Tells how long the requests of this turn of the event loop have been taking. A crowd that comes
 * at once is handled in one turn: what stands at its end has waited for all before it. The mean
 * delay of the last second would be known too late for that crowd, and would refuse calls after a
 * single long task though nobody waits any more.
 */
function createTurnWatch(): () => number {
  let start: number | undefined;
  return () => {
    if (start === undefined) {
      start = performance.now();
      setImmediate(() => {
        start = undefined;
      });
    }
    return performance.now() - start;
  };
}

/** A service inside a command has one caller, who waits for it. */
function isSheddable(app: FastifyInstance, request: FastifyRequest): boolean {
  if (!app.server.listening) return false;
  const { url = '' } = request.routeOptions;
  return !ALWAYS_ANSWERED.some((path) => url.startsWith(path));
}

/** Makes the error of a refused request; the log hears of them together, not one by one. */
function createRefusal(edge: Edge): () => FarmError {
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    refused += 1;
    if (performance.now() - loggedAt >= LOG_MILLIS) {
      loggedAt = performance.now();
      edge.log.warn({ refused }, 'overloaded: requests are refused');
      refused = 0;
    }
    return new FarmError('unavailable', {
      code: 'overloaded',
      message: 'More requests come than can be answered in time; try again.',
      headers: { 'retry-after': '1' },
    });
  };
}

import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarmError } from '../model/errors.ts';
import { limits } from '../model/limits.ts';
import { bearerOf } from '../platform/access/authenticate.ts';
import { createAdmission } from './admission.ts';
import type { Edge } from './edge.ts';
import { createSlots, type Slots } from './slots.ts';

const LOG_MILLIS = 10_000;

/** What is answered under any load: the probes, and keys, so that one that floods can be revoked. */
const ALWAYS_ANSWERED = ['/livez', '/metrics', '/v1/platform/os/keys'];

/**
 * Refuses requests while more come than can be answered in time: 429 when one caller has too many
 * under way or waiting, 503 when all callers together have. Memory stays bounded, and what is taken
 * in is answered soon.
 */
export function shedLoad(app: FastifyInstance, edge: Edge): void {
  const slots = createSlots({
    what: 'requests',
    total: limits.requestsUnderWay,
    perKey: limits.requestsUnderWayPerKey,
    retrySeconds: 1,
  });
  const admission = createAdmission(app.server);
  const note = createNote(edge);
  const places = createPlaces(slots);
  const { onBehalfOf } = edge.runtime.database;
  app.addHook('onRequest', (request, _, done) => {
    if (!isSheddable(app, request)) return done();
    const caller = callerOf(request);
    admission.enter({
      caller,
      socket: request.raw.socket,
      begin: (refusal) => done(note(refusal ? REFUSALS[refusal]() : refusalOf(slots, caller))),
    });
  });
  // Counted once the body is there: one that trickles in must not take a place.
  app.addHook('preHandler', (request, reply, done) => {
    // A stream is under way for hours and costs nothing meanwhile; it has a limit of its own.
    const { isStream, isTransfer } = request.routeOptions.config;
    const isCounted = !isStream && !isTransfer && isSheddable(app, request);
    const refusal = isCounted ? note(places.take(request, reply)) : undefined;
    if (refusal || !onBehalfOf) done(refusal);
    else {
      const caller = { id: callerOf(request), isPresent: true };
      reply.raw.once('close', () => {
        caller.isPresent = false;
      });
      onBehalfOf(caller, done);
    }
  });
}

/**
 * Who asks, as the request says it; whether it is true is not known yet. The token as a whole: a
 * caller who knows only the id of a key takes nothing from the owner of the key.
 */
function callerOf({ headers, raw }: FastifyRequest): string {
  return bearerOf(headers.authorization) ?? `address ${raw.socket.remoteAddress}`;
}

function refusalOf(slots: Slots, caller: string): FarmError | undefined {
  try {
    slots.require(caller);
    return undefined;
  } catch (error) {
    if (error instanceof FarmError) return error;
    throw error;
  }
}

const headers = { 'retry-after': '1' };

const overloaded = () =>
  new FarmError('unavailable', {
    code: 'overloaded',
    message: 'More requests come than can be answered in time; try again.',
    headers,
  });

const REFUSALS = {
  late: overloaded,
  all: overloaded,
  caller: () =>
    new FarmError('rate_limited', {
      code: 'too_many_at_once',
      message: `More than ${limits.requestsWaitingPerKey} requests of the key wait; try again.`,
      headers,
    }),
} as const;

/**
 * The places of the requests under way. Each is given back when its request is answered, or with all
 * others of its connection when that ends: answers that wait behind another one are never told of it.
 */
function createPlaces(slots: Slots) {
  const ofConnection = new WeakMap<Socket, Set<() => void>>();
  const watch = (socket: Socket) => {
    const releases = new Set<() => void>();
    ofConnection.set(socket, releases);
    socket.once('close', () => {
      for (const release of releases) release();
      releases.clear();
    });
    return releases;
  };
  return {
    take(request: FastifyRequest, reply: FastifyReply): FarmError | undefined {
      const { socket } = request.raw;
      // The caller may have gone while it was let in.
      if (socket.destroyed) return undefined;
      const caller = callerOf(request);
      const refusal = refusalOf(slots, caller);
      if (refusal) return refusal;
      const release = slots.take(caller);
      const releases = ofConnection.get(socket) ?? watch(socket);
      releases.add(release);
      reply.raw.once('close', () => {
        releases.delete(release);
        release();
      });
      return undefined;
    },
  };
}

/** A service inside a command has one caller, who waits for it. */
function isSheddable(app: FastifyInstance, request: FastifyRequest): boolean {
  if (!app.server.listening) return false;
  const { url = '' } = request.routeOptions;
  return !ALWAYS_ANSWERED.some((path) => url.startsWith(path));
}

/** Writes refused requests to the log together, not one by one. */
function createNote(edge: Edge) {
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (refusal: FarmError | undefined) => {
    if (!refusal) return undefined;
    refused += 1;
    if (performance.now() - loggedAt >= LOG_MILLIS) {
      loggedAt = performance.now();
      edge.log.warn({ refused }, 'overloaded: requests are refused');
      refused = 0;
    }
    return refusal;
  };
}

import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarmError } from '../model/core/errors.ts';
import { limits } from '../model/core/limits.ts';
import { bearerOf } from '../platform/access/authenticate.ts';
import { networkOf } from '../platform/access/rate-limiter.ts';
import { createRotation, type Rotation } from '../tools/concurrency.ts';
import type { AppDependencies } from './core/app-dependencies.ts';
import { sessionTokenOf } from './core/authenticate-call.ts';
import { createSlots, overloaded, type Slots } from './core/request-limits.ts';

const LOG_MILLIS = 10_000;

/** Served under any load: the probes, and keys, so that a flooding key can be revoked. */
const ALWAYS_ANSWERED = ['/livez', '/metrics', '/v1/platform/os/keys'];

/**
 * Sheds requests beyond the capacity of the service: 429 if one caller has too many in flight or
 * waiting, 503 if all callers together have. Memory stays bounded, and admitted requests are
 * answered soon.
 */
export function shedLoad(app: FastifyInstance, deps: AppDependencies): void {
  const slotsFor = createSlotsByMethod();
  const admission = createAdmission(app.server);
  const note = createNote(deps);
  const places = createPlaces(slotsFor);
  const { onBehalfOf } = deps.runtime.database;
  app.addHook('onRequest', (request, _, done) => {
    if (!isSheddable(app, request)) return done();
    const caller = callerOf(request);
    admission.enter({
      caller,
      socket: request.raw.socket,
      begin: (refusal) =>
        done(note(refusal ? REFUSALS[refusal]() : refusalOf(slotsFor(request), caller))),
    });
  });
  // Counted once the body has arrived: a slow upload must not occupy a slot.
  app.addHook('preHandler', (request, reply, done) => {
    // A stream is open for hours at almost no cost; streams have their own limit.
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
 * The caller as claimed by the request, not yet verified. Uses the whole token: knowing only the id
 * of a key must not allow using up the slots of its owner.
 */
function callerOf(request: FastifyRequest): string {
  const token = bearerOf(request.headers.authorization) ?? sessionTokenOf(request);
  return token ?? `network ${networkOf(request.raw.socket.remoteAddress ?? 'unknown')}`;
}

/** The slots of reads, and those of requests that may have a body. */
function createSlotsByMethod(): (request: FastifyRequest) => Slots {
  const perKey = limits.requestsUnderWayPerKey;
  const [reads, writes] = [limits.readsUnderWay, limits.requestsUnderWay].map((total) =>
    createSlots({ what: 'requests', total, perKey, retrySeconds: 1 }),
  ) as [Slots, Slots];
  return ({ method }) => (method === 'GET' ? reads : writes);
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

/** The slots of requests in flight; each is released when its response is closed. */
function createPlaces(slotsFor: (request: FastifyRequest) => Slots) {
  return {
    take(request: FastifyRequest, reply: FastifyReply): FarmError | undefined {
      // The caller may have disconnected during admission.
      if (request.raw.socket.destroyed) return undefined;
      const caller = callerOf(request);
      const slots = slotsFor(request);
      const refusal = refusalOf(slots, caller);
      if (!refusal) reply.raw.once('close', slots.take(caller));
      return refusal;
    },
  };
}

/** A service inside a command has a single caller. */
function isSheddable(app: FastifyInstance, request: FastifyRequest): boolean {
  if (!app.server.listening) return false;
  const { url = '' } = request.routeOptions;
  return !ALWAYS_ANSWERED.some((path) => url.startsWith(path));
}

/** Logs refused requests in batches. */
function createNote(deps: AppDependencies) {
  let refusedCount = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (refusal: FarmError | undefined) => {
    if (!refusal) return undefined;
    refusedCount += 1;
    if (performance.now() - loggedAt >= LOG_MILLIS) {
      loggedAt = performance.now();
      deps.log.warn({ refused: refusedCount }, 'overloaded: requests are refused');
      refusedCount = 0;
    }
    return refusal;
  };
}

/**
 * Why a request is refused: too many requests of its caller wait, too many wait in total, or it
 * waited too long.
 */
type Refusal = 'caller' | 'all' | 'late';

/** A newly arrived request. */
interface Arrival {
  readonly caller: string;
  readonly socket: Pick<Socket, 'destroyed'>;
  /** Called once, immediately or in a later turn; never if the connection has ended by then. */
  begin(refusal: Refusal | undefined): void;
}

interface Waiting extends Arrival {
  readonly since: number;
}

interface Listener {
  on(event: 'connection', listener: () => void): unknown;
}

/**
 * Maximum number of requests started in one turn of the event loop, within `limits.sliceMillis`.
 */
const MOST_PER_TURN = 16;
/** Number of consecutive turns with a new connection that count as a crowd. */
const CROWD = 8;
/** Connections of a crowd accepted between two turns that start requests. */
const ACCEPTED_BETWEEN = 64;

/**
 * Spreads the requests of a crowd over turns of the event loop, so that probes are answered in
 * between; callers are served in rotation, so that a caller with many requests delays mostly
 * itself. Node accepts one new connection per turn. While a crowd connects, most turns start no
 * requests: the crowd is accepted within moments, instead of each connection waiting for the
 * requests of all before it. Connections are counted rather than time, because commits take time as
 * well.
 */
export function createAdmission(
  server: Listener,
  waitMillis: number = limits.requestWaitMillis,
): { enter(arrival: Arrival): void } {
  const waiting = createRotation<Waiting>();
  const turnMillis = createTurnWatch();
  const isCrowdConnecting = watchConnections(server);
  let isScheduled = false;
  let isWorking = false;
  let turnStart = 0;
  let toAccept = ACCEPTED_BETWEEN;
  const beginTurn = () => {
    turnStart = performance.now();
    isWorking = toAccept === 0 || !isCrowdConnecting();
    toAccept = isWorking ? ACCEPTED_BETWEEN : toAccept - 1;
  };
  const step = () => {
    const now = performance.now();
    if (!isWorking || now - turnStart > limits.sliceMillis) return;
    const next = nextPresent(waiting);
    next?.begin(now - next.since > waitMillis ? 'late' : undefined);
  };
  const endTurn = () => {
    isScheduled = false;
    if (waiting.total() > 0) schedule();
  };
  // One step per request: the promises of one request are settled when the next one reads the
  // clock.
  const schedule = () => {
    isScheduled = true;
    setImmediate(beginTurn);
    for (let count = 0; count < MOST_PER_TURN; count++) setImmediate(step);
    setImmediate(endTurn);
  };
  return {
    enter(arrival) {
      const isFree = waiting.total() === 0 && turnMillis() < limits.eventLoopTurnMillis;
      if (isFree && !isCrowdConnecting()) return arrival.begin(undefined);
      if (waiting.of(arrival.caller) >= limits.requestsWaitingPerKey)
        return arrival.begin('caller');
      if (waiting.total() >= limits.requestsWaiting) return arrival.begin('all');
      waiting.add(arrival.caller, { ...arrival, since: performance.now() });
      if (!isScheduled) schedule();
    },
  };
}

/** Takes the first request whose caller is still connected. */
function nextPresent(waiting: Rotation<Waiting>): Waiting | undefined {
  for (let next = waiting.next(); next; next = waiting.next()) {
    if (!next.socket.destroyed) return next;
  }
  return undefined;
}

/** Returns a check whether each of the last turns accepted a connection. */
function watchConnections(server: Listener): () => boolean {
  let inARow = 0;
  let lastSeen = 0;
  const sample = () => {
    if (inARow === lastSeen) inARow = 0;
    else setImmediate(sample);
    lastSeen = inARow;
  };
  server.on('connection', () => {
    if (inARow === 0) setImmediate(sample);
    inARow += 1;
  });
  return () => inARow >= CROWD;
}

/** Returns a function that measures how long the requests of the current turn have taken. */
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

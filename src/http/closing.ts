import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FarmError } from '../model/core/errors.ts';
import type { Exchange } from './core/app-dependencies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** How the service ends. */
    readonly closing: Closing;
  }
}

/** The end of a service, as its callers see it. */
export interface Closing {
  /**
   * From now on requests are refused with 503 and `Retry-After`, `/readyz` among them, and every
   * answer closes its connection.
   */
  begin(): void;
  /** Calls the listener when the end begins. */
  onBegin(listener: () => void): void;
  /** Resolves once callers have heard of the end. */
  callersInformed(): Promise<void>;
  /** Resolves once what is under way is answered. */
  drained(): Promise<void>;
  /** Stops listening, at a moment when no connection waits to be accepted. */
  stopListening(): Promise<void>;
  /**
   * Ends what is still under way: long work stops where it can, and what is not answered soon after
   * is answered with 503.
   */
  cutOff(): Promise<void>;
  /** Aborted when long work has to stop. */
  readonly deadline: AbortSignal;
}

const READINESS = '/readyz';
/** These tell that the process lives, which it does until its end. */
const ALWAYS_ANSWERED = ['/livez', '/metrics'];

/** Without a request for so long, nobody is left who needs to be told. */
const QUIET_MILLIS = 500;
/** The longest that a service without requests under way keeps accepting connections. */
const LONGEST_LISTENING_MILLIS = 3000;
/** A service whose readiness was asked for in this time is behind a balancer. */
const PROBE_MEMORY_MILLIS = 15_000;
/** Balancers usually take an instance out after this many failed probes. */
const PROBES_ANSWERED = 2;
const LOOK_MILLIS = 50;
/** How long answers are held back at most while connections are accepted that still wait. */
const LONGEST_HOLD_MILLIS = 1000;
/**
 * Without a new connection for so long, callers that connect again have done so and wait for their
 * answers. Long enough for callers that pause a tenth of a second first, in a process that has to
 * wait for a core.
 */
const QUIET_GATE_MILLIS = 250;
const LOOK_AT_GATE_MILLIS = 5;
/** What long work has to come to a point where it can stop. */
const STOP_MILLIS = 3000;
/** What answers have to leave. */
const LEAVE_MILLIS = 300;

const headers = { 'retry-after': '1' };
const shuttingDown = () =>
  new FarmError('unavailable', { message: 'The service is shutting down; try again.', headers });
const cutShort = () =>
  new FarmError('unavailable', {
    message: 'The service is shutting down before the request is done; part of it may be done.',
    headers,
  });

/** When requests arrived, by the monotonic clock. */
interface Traffic {
  askedAt: number;
  probedAt: number;
  /** Probes answered since the end began. */
  probes: number;
}

/**
 * Adds the end of the service: requests under way are answered, new ones are refused. `answer`
 * answers a request with an error.
 */
export function addClosing(
  app: FastifyInstance,
  answer: (error: FarmError, exchange: Exchange) => void,
): void {
  const listeners: (() => void)[] = [];
  const seen: Traffic = {
    askedAt: Number.NEGATIVE_INFINITY,
    probedAt: Number.NEGATIVE_INFINITY,
    probes: 0,
  };
  const underWay = createUnderWay();
  const gate = createGate(app.server);
  const deadline = new AbortController();
  let isClosing = false;
  const begin = () => {
    if (isClosing) return;
    isClosing = true;
    for (const listener of listeners) listener();
  };
  app.decorate('closing', {
    begin,
    onBegin: (listener) => listeners.push(listener),
    callersInformed: () => callersInformed(seen),
    async drained() {
      while (!underWay.isEmpty()) await pause(LOOK_MILLIS);
    },
    stopListening: gate.close,
    async cutOff() {
      deadline.abort();
      await pause(STOP_MILLIS, underWay.isEmpty);
      for (const exchange of underWay.unanswered()) answer(cutShort(), exchange);
      await pause(LEAVE_MILLIS, underWay.isEmpty);
    },
    deadline: deadline.signal,
  } satisfies Closing);
  app.addHook('preClose', async () => begin());
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    note(seen, path, isClosing);
    if (!isClosing || ALWAYS_ANSWERED.includes(path)) {
      if (app.server.listening) underWay.add({ request, reply });
      return done();
    }
    prepare(request);
    reply.header('x-request-id', request.id);
    gate.pass(() => done(shuttingDown()));
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** The requests that are not answered yet, and whose callers have not gone. */
function createUnderWay() {
  const exchanges = new Set<Exchange>();
  return {
    add(exchange: Exchange) {
      exchanges.add(exchange);
      exchange.reply.raw.once('close', () => exchanges.delete(exchange));
    },
    isEmpty: () => exchanges.size === 0,
    unanswered: () => [...exchanges].filter(({ reply }) => !reply.raw.headersSent),
  };
}

/**
 * The listening socket. Closing it resets the connections that the system has accepted and node has
 * not. Callers that connect again as soon as they are refused would always be among them: their
 * answers are held back until no new connection has come for a while, and in the very turn of the
 * event loop that found none the socket is closed.
 */
function createGate(server: FastifyInstance['server']) {
  const held: (() => void)[] = [];
  let isHolding = false;
  return {
    pass(answer: () => void) {
      if (isHolding) held.push(answer);
      else answer();
    },
    async close() {
      isHolding = true;
      const start = performance.now();
      let connectedAt = start;
      const note = () => {
        connectedAt = performance.now();
      };
      server.on('connection', note);
      const isOver = () => {
        const now = performance.now();
        return now - connectedAt >= QUIET_GATE_MILLIS || now - start >= LONGEST_HOLD_MILLIS;
      };
      while (!isOver()) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AT_GATE_MILLIS));
        // What waited is accepted between a timer and what is immediately behind it.
        await new Promise(setImmediate);
      }
      server.off('connection', note);
      server.close();
      isHolding = false;
      for (const answer of held.splice(0)) answer();
    },
  };
}

function note(seen: Traffic, path: string, isClosing: boolean): void {
  seen.askedAt = performance.now();
  if (path !== READINESS) return;
  seen.probedAt = seen.askedAt;
  if (isClosing) seen.probes += 1;
}

async function callersInformed(seen: Traffic): Promise<void> {
  const start = performance.now();
  const isProbed = start - seen.probedAt < PROBE_MEMORY_MILLIS;
  const isInformed = () => {
    const now = performance.now();
    if (now - start >= LONGEST_LISTENING_MILLIS) return true;
    return now - seen.askedAt >= QUIET_MILLIS && (!isProbed || seen.probes >= PROBES_ANSWERED);
  };
  while (!isInformed()) await pause(LOOK_MILLIS);
}

/** Waits so long, or until the condition holds. */
async function pause(millis: number, isOver: () => boolean = () => false): Promise<void> {
  const end = performance.now() + millis;
  while (performance.now() < end && !isOver()) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
  }
}

/** Sets what every request starts with. */
export function prepare(request: FastifyRequest): void {
  request.startedAt = performance.now();
  request.isAudited = false;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FarmError } from '../model/core/errors.ts';
import type { Exchange } from './core/app-dependencies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The shutdown of the service. */
    readonly closing: Closing;
  }
}

/** The shutdown of the service as seen by callers. */
export interface Closing {
  /**
   * Starts the shutdown: new requests are refused with 503 and `Retry-After`, `/readyz` included,
   * and every response closes its connection.
   */
  begin(): void;
  /** Registers a listener for the start of the shutdown. */
  onBegin(listener: () => void): void;
  /** Resolves once callers have been informed of the shutdown. */
  callersInformed(): Promise<void>;
  /** Resolves once all requests in flight are answered. */
  drained(): Promise<void>;
  /** Stops listening while no connection waits to be accepted. */
  stopListening(): Promise<void>;
  /**
   * Ends requests still in flight: long work is aborted where possible, and requests still
   * unanswered soon after get a 503.
   */
  cutOff(): Promise<void>;
  /** Aborted when long work must stop. */
  readonly deadline: AbortSignal;
}

const READINESS = '/readyz';
/** Liveness routes: the process is alive until it exits. */
const ALWAYS_ANSWERED = ['/livez', '/metrics'];

/** Without a request for this long, no caller needs to be informed any more. */
const QUIET_MILLIS = 500;
/** Maximum time that an idle service keeps accepting connections. */
const LONGEST_LISTENING_MILLIS = 3000;
/** A service probed for readiness within this time is behind a load balancer. */
const PROBE_MEMORY_MILLIS = 15_000;
/** Load balancers usually remove an instance after this many failed probes. */
const PROBES_ANSWERED = 2;
const LOOK_MILLIS = 50;
/** Maximum time that responses are held back while pending connections are accepted. */
const LONGEST_HOLD_MILLIS = 1000;
/**
 * Without a new connection for this long, all reconnecting callers are connected and wait for their
 * responses. Allows for callers that pause 100 ms before reconnecting, and for a process that waits
 * for a core.
 */
const QUIET_GATE_MILLIS = 250;
const LOOK_AT_GATE_MILLIS = 5;
/** Time for long work to reach a point where it can stop. */
const STOP_MILLIS = 3000;
/** Time for responses to be sent. */
const LEAVE_MILLIS = 300;

const headers = { 'retry-after': '1' };
const shuttingDown = () =>
  new FarmError('unavailable', { message: 'The service is shutting down; try again.', headers });
const cutShort = () =>
  new FarmError('unavailable', {
    message: 'The service is shutting down before the request is done; part of it may be done.',
    headers,
  });

/** Arrival times of requests, by the monotonic clock. */
interface Traffic {
  askedAt: number;
  probedAt: number;
  /** Probes answered since the shutdown began. */
  probes: number;
}

/**
 * Adds graceful shutdown: requests in flight are answered, new ones are refused. `answer` sends an
 * error response.
 */
export function addClosing(
  app: FastifyInstance,
  answer: (error: FarmError, exchange: Exchange) => void,
): void {
  const listeners: (() => void)[] = [];
  const traffic: Traffic = {
    askedAt: Number.NEGATIVE_INFINITY,
    probedAt: Number.NEGATIVE_INFINITY,
    probes: 0,
  };
  const underWay = createUnderWay();
  const gate = createGate(app.server);
  const deadline = new AbortController();
  let isClosing = false;
  const startClosing = () => {
    if (isClosing) return;
    isClosing = true;
    for (const listener of listeners) listener();
  };
  app.decorate('closing', {
    begin: startClosing,
    onBegin: (listener) => listeners.push(listener),
    callersInformed: () => callersInformed(traffic),
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
  app.addHook('preClose', async () => startClosing());
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    note(traffic, path, isClosing);
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

/** Tracks unanswered requests whose callers are still connected. */
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
 * The listening socket. Closing it resets connections that the system has accepted and Node has
 * not. Callers that reconnect as soon as they are refused would always be among them. Their
 * responses are therefore held back until no new connection has arrived for a while; the socket is
 * then closed in the same turn of the event loop.
 */
function createGate(server: FastifyInstance['server']) {
  const paused: (() => void)[] = [];
  let isHolding = false;
  return {
    pass(answer: () => void) {
      if (isHolding) paused.push(answer);
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
        // Pending connections are accepted between a timer and the following immediate.
        await new Promise(setImmediate);
      }
      server.off('connection', note);
      server.close();
      isHolding = false;
      for (const answer of paused.splice(0)) answer();
    },
  };
}

function note(traffic: Traffic, path: string, isClosing: boolean): void {
  traffic.askedAt = performance.now();
  if (path !== READINESS) return;
  traffic.probedAt = traffic.askedAt;
  if (isClosing) traffic.probes += 1;
}

async function callersInformed(traffic: Traffic): Promise<void> {
  const start = performance.now();
  const isProbed = start - traffic.probedAt < PROBE_MEMORY_MILLIS;
  const isInformed = () => {
    const now = performance.now();
    if (now - start >= LONGEST_LISTENING_MILLIS) return true;
    return (
      now - traffic.askedAt >= QUIET_MILLIS && (!isProbed || traffic.probes >= PROBES_ANSWERED)
    );
  };
  while (!isInformed()) await pause(LOOK_MILLIS);
}

/** Waits for the given time, or until the condition is met. */
async function pause(millis: number, isOver: () => boolean = () => false): Promise<void> {
  const end = performance.now() + millis;
  while (performance.now() < end && !isOver()) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
  }
}

/** Prepares the common state of a request. */
export function prepare(request: FastifyRequest): void {
  request.startedAt = performance.now();
  request.isAudited = false;
}

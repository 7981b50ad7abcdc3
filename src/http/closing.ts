import type { FastifyInstance } from 'fastify';
import { FarmError } from '../model/errors.ts';
import { prepare } from './prepare.ts';

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
  /** Resolves once callers have heard of the end, so that the service can stop listening. */
  callersInformed(): Promise<void>;
}

const READINESS = '/readyz';
/** These tell that the process lives, which it does until its end. */
const ALWAYS_ANSWERED = ['/livez', '/metrics'];

/** Without a request for so long, nobody is left who needs to be told. */
const QUIET_MILLIS = 500;
/** The longest that a service which ends keeps accepting connections. */
const LONGEST_LISTENING_MILLIS = 3000;
/** A service whose readiness was asked for in this time is behind a balancer. */
const PROBE_MEMORY_MILLIS = 15_000;
/** Balancers usually take an instance out after this many failed probes. */
const PROBES_ANSWERED = 2;
const LOOK_MILLIS = 50;

const shuttingDown = {
  message: 'The service is shutting down; try again.',
  headers: { 'retry-after': '1' },
} as const;

/** When requests arrived, by the monotonic clock. */
interface Traffic {
  askedAt: number;
  probedAt: number;
  /** Probes answered since the end began. */
  probes: number;
}

/** Adds the end of the service: requests under way are answered, new ones are refused. */
export function addClosing(app: FastifyInstance): void {
  const listeners: (() => void)[] = [];
  const traffic = { askedAt: Number.NEGATIVE_INFINITY, probedAt: Number.NEGATIVE_INFINITY };
  const seen: Traffic = { ...traffic, probes: 0 };
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
  } satisfies Closing);
  app.addHook('preClose', async () => begin());
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? '';
    note(seen, path, isClosing);
    if (!isClosing || ALWAYS_ANSWERED.includes(path)) return done();
    prepare(request);
    reply.header('x-request-id', request.id);
    done(new FarmError('unavailable', shuttingDown));
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
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
  const isDone = () => {
    const now = performance.now();
    if (now - start >= LONGEST_LISTENING_MILLIS) return true;
    return now - seen.askedAt >= QUIET_MILLIS && (!isProbed || seen.probes >= PROBES_ANSWERED);
  };
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
}

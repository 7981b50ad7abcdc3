import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { answerBrokenRequest } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the handler requests the body itself (`sendContinue`), after its own checks. */
    readonly readsBodyLate?: boolean;
  }
}

/**
 * Maximum time to read from a connection that is closed with an unread body, so that its response
 * arrives.
 */
const LINGER_MILLIS = 10_000;
/** The same limit without any bytes arriving. */
const LINGER_SILENCE_MILLIS = 2000;

/** Requests with `Expect: 100-continue` that have not been told to continue. */
const awaitingContinue = new WeakSet<IncomingMessage>();
/** Connections that have received their last response. */
const lingering = new WeakSet<Socket>();

/**
 * Handles bodies that are still arriving when their request is answered: a short remainder is read
 * and discarded, so that the connection can be reused; for a longer one, or one of unknown length,
 * the response has `Connection: close` and the connection lingers before it is closed.
 */
export function handleUnreadBodies(app: FastifyInstance): void {
  const { server } = app;
  server.on('checkContinue', (request, response) => {
    awaitingContinue.add(request);
    server.emit('request', request, response);
  });
  app.addHook('onRequest', (request, reply, done) => {
    // Pipelined after the last response of the connection: it cannot be answered any more.
    if (lingering.has(request.raw.socket)) reply.hijack();
    else done();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.routeOptions.config.readsBodyLate) sendContinue(request, reply);
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    finishBody(request, reply);
    done(null, payload);
  });
}

/** Requests the body from a caller that sent `Expect: 100-continue`. */
export function sendContinue({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (awaitingContinue.delete(raw)) reply.raw.writeContinue();
}

/** Prepares for the remaining body of a request that is about to be answered. */
export function finishBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  // A request inside a command has no socket.
  if (!(raw.socket instanceof Socket) || !hasBody(raw) || raw.complete) return;
  if (mustClose(raw, reply)) {
    reply.header('connection', 'close');
    // Node calls this after the last response of a connection.
    raw.socket.destroySoon = () => linger(raw.socket, raw);
  }
  // Node discards a body only if none of it was read.
  reply.raw.once('finish', () => raw.resume());
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function mustClose(raw: IncomingMessage, reply: FastifyReply): boolean {
  const length = Number(raw.headers['content-length'] ?? Number.NaN);
  const isShort = length <= limits.discardedBodyBytes;
  const isLast = [raw.headers.connection, reply.getHeader('connection')].some((value) =>
    /\bclose\b/i.test(String(value ?? '')),
  );
  return isLast || !isShort || awaitingContinue.has(raw);
}

/** Whether the connection has received its last response, so that further data is irrelevant. */
export function isLeaving(socket: Socket): boolean {
  return lingering.has(socket);
}

/**
 * Closes a connection after its last response. Closing it while bytes arrive would reset it, and
 * the caller could lose the response: it is read from until the body or the connection ends, for a
 * limited time.
 */
export function linger(socket: Socket, request?: IncomingMessage): void {
  if (lingering.has(socket) || socket.destroyed) return;
  lingering.add(socket);
  socket.end();
  const close = () => socket.destroy();
  const total = setTimeout(close, LINGER_MILLIS);
  let { bytesRead } = socket;
  const silence = setInterval(() => {
    if (socket.bytesRead === bytesRead) close();
    ({ bytesRead } = socket);
  }, LINGER_SILENCE_MILLIS);
  socket.once('close', () => {
    clearTimeout(total);
    clearInterval(silence);
  });
  socket.once('end', close);
  request?.once('end', close);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the route transfers a file, which may take long; such routes have their own limits.
     */
    readonly isTransfer?: boolean;
  }
}

/**
 * Ends requests whose body does not arrive in time; Node itself has a single limit for all
 * requests.
 */
export function limitBodyTime(app: FastifyInstance, millis: number = limits.requestMillis): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (app.server.listening && hasBody(request.raw)) watchRequest(request, reply);
    done();
  });
  function watchRequest(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    // Unref: Node emits no end for a body that was not requested, so the timer must not keep the
    // process alive.
    let timer = setTimeout(check, millis).unref();
    raw.once('close', () => clearTimeout(timer));
    function check() {
      if (raw.complete || raw.destroyed) return;
      if (isBeingTaken(request, reply)) {
        timer = setTimeout(check, millis).unref();
        return;
      }
      const timeout = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      // An answered request is not answered again: the remaining body is not awaited.
      if (reply.raw.headersSent) raw.destroy();
      else {
        answerBrokenRequest(timeout, raw.socket);
        linger(raw.socket);
      }
    }
  }
}

/** Whether the route is still reading the body. */
function isBeingTaken(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.routeOptions.config.isTransfer === true && !reply.raw.headersSent;
}

/** Time limits for a body. */
export interface Patience {
  /** Until the end of the body. */
  readonly totalMillis: number;
  /** Without any bytes arriving. */
  readonly silenceMillis: number;
}

const PATIENCE: Patience = {
  totalMillis: limits.uploadMillis,
  silenceMillis: limits.uploadSilenceMillis,
};

/**
 * The bytes of a body as they arrive. Throws `request_timeout` if no bytes arrive for too long, the
 * whole body takes too long, or the caller disconnects. Ending the iteration early keeps the
 * connection open, so that the refusal can be sent.
 */
export async function* arrivingChunks(
  body: Readable,
  { totalMillis, silenceMillis }: Patience = PATIENCE,
): AsyncGenerator<Uint8Array> {
  const iterator = body.iterator({ destroyOnReturn: false });
  const end = performance.now() + totalMillis;
  try {
    for (;;) {
      const remainingMillis = Math.min(silenceMillis, end - performance.now());
      const next = await withTimeout(remainingMillis, iterator.next());
      if (next.done) return;
      yield next.value as Uint8Array;
    }
  } finally {
    // Releases the body so that the rest can be discarded; not awaited, because no more bytes may
    // arrive.
    void iterator.return?.();
  }
}

async function withTimeout<T>(millis: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, millis));
  });
  try {
    return await Promise.race([work.catch(cut), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function cut(): never {
  throw new FarmError('request_timeout', {
    message: 'The connection ended before the whole file had arrived.',
  });
}

function tooSlow(): FarmError {
  return new FarmError('request_timeout', {
    message: 'The file did not arrive in time.',
    headers: { connection: 'close' },
  });
}

/** The error for a request beyond the capacity of the service. */
export function overloaded(): FarmError {
  return new FarmError('unavailable', {
    code: 'overloaded',
    message: 'More requests come than can be answered in time; try again.',
    headers: { 'retry-after': '1' },
  });
}

/** A limited number of concurrent slots. */
export interface Slots {
  /** Throws if no slot is free for the key, or none at all. */
  require(keyId: string): void;
  /** Takes a slot under the same limits as `require`; returns a function that releases it. */
  take(keyId: string): () => void;
}

/** The number of slots and their purpose, such as "4 uploads". */
export interface SlotLimits {
  readonly what: string;
  readonly total: number;
  /** Below the total, so that one key cannot block all others. */
  readonly perKey: number;
  /** Retry-After of a refusal, in seconds; default 5. */
  readonly retrySeconds?: number;
}

/** Creates slots; a key at its own limit is refused before the total is reached. */
export function createSlots({ what, total, perKey, retrySeconds = 5 }: SlotLimits): Slots {
  const headers = { 'retry-after': `${retrySeconds}` };
  const ofKeys = new Map<string, number>();
  let inUse = 0;
  const check = (keyId: string) => {
    if ((ofKeys.get(keyId) ?? 0) >= perKey) {
      throw new FarmError('rate_limited', {
        code: 'too_many_at_once',
        message: `The key has ${perKey} ${what} under way; wait for one of them to end.`,
        headers,
      });
    }
    if (inUse < total) return;
    throw new FarmError('unavailable', {
      code: 'overloaded',
      message: `More than ${total} ${what} are under way; try again later.`,
      headers,
    });
  };
  return {
    require: check,
    take(keyId) {
      check(keyId);
      inUse += 1;
      ofKeys.set(keyId, (ofKeys.get(keyId) ?? 0) + 1);
      let isGivenBack = false;
      return () => {
        if (isGivenBack) return;
        isGivenBack = true;
        inUse -= 1;
        const remaining = (ofKeys.get(keyId) ?? 1) - 1;
        if (remaining > 0) ofKeys.set(keyId, remaining);
        else ofKeys.delete(keyId);
      };
    },
  };
}

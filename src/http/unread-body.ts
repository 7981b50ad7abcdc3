import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../model/limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the handler itself asks for the body (`sendContinue`), after its own checks. */
    readonly readsBodyLate?: boolean;
  }
}

/** How long a connection that is closed with an unread body is read from, so that its answer arrives. */
const LINGER_MILLIS = 10_000;
/** The same without any bytes arriving. */
const LINGER_SILENCE_MILLIS = 2000;

/** Requests that sent `Expect: 100-continue` and have not been told to continue. */
const awaitingContinue = new WeakSet<IncomingMessage>();
/** Connections that have got their last answer. */
const leaving = new WeakSet<Socket>();

/**
 * Handles bodies that are still arriving when their request is answered: a short remainder is read
 * and discarded, so that the connection can be used again; for a longer one, or one of unknown
 * length, the answer carries `Connection: close` and the connection lingers before it is closed.
 */
export function handleUnreadBodies(app: FastifyInstance): void {
  const { server } = app;
  server.on('checkContinue', (request, response) => {
    awaitingContinue.add(request);
    server.emit('request', request, response);
  });
  app.addHook('onRequest', (request, reply, done) => {
    // Pipelined behind the last answer of the connection: it could not be answered any more.
    if (leaving.has(request.raw.socket)) reply.hijack();
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

/** Asks a caller that sent `Expect: 100-continue` for the body. */
export function sendContinue({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (awaitingContinue.delete(raw)) reply.raw.writeContinue();
}

/** Prepares for the rest of the body of a request that is about to be answered. */
export function finishBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  // A call inside a command has no socket.
  if (!(raw.socket instanceof Socket) || !hasBody(raw) || raw.complete) return;
  if (mustClose(raw, reply)) {
    reply.header('connection', 'close');
    // Node calls this behind the last answer of a connection.
    raw.socket.destroySoon = () => linger(raw.socket, raw);
  }
  // Node discards only bodies of which nothing was read.
  reply.raw.once('finish', () => raw.resume());
}

/** Whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
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

/** Whether the connection has got its last answer, so that nothing it sends matters any more. */
export function isLeaving(socket: Socket): boolean {
  return leaving.has(socket);
}

/**
 * Ends a connection behind what was sent to it. Closing it while bytes arrive would make the system
 * reset it, and the caller could lose the answer: it is read from until the body or the caller ends,
 * for a bounded time.
 */
export function linger(socket: Socket, request?: IncomingMessage): void {
  if (leaving.has(socket) || socket.destroyed) return;
  leaving.add(socket);
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

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../model/core/limits.ts';
import type { Service } from '../core/compose-service.ts';
import { releaseDatabase } from '../core/server-file.ts';
import type { MockAccess } from '../mock/load-mock.ts';

/** Printed once, when the server listens. */
export interface ReadyLine extends MockAccess {
  readonly event: 'ready';
  readonly baseUrl: string;
  readonly pid: number;
}

/** A listening server. */
export interface RunningServer {
  readonly ready: ReadyLine;
  /**
   * Refuses new requests, and stops listening once callers have been informed and requests in
   * flight are answered.
   */
  refuse(): void;
  /**
   * Answers requests in flight and shuts down, within 25 s in total. Throws if requests could not
   * be written to the audit log.
   */
  close(): Promise<void>;
  /** Settles when the server has shut down. */
  readonly closed: Promise<void>;
}

/** How long a closing server waits for the first request of a connection. */
const SILENCE_MILLIS = 1000;

/** The rest of the shutdown time is for aborting long work, the audit log and the database. */
const LONGEST_ANSWER_MILLIS = limits.drainMillis - 5000;

/**
 * Tracks connections without a request, which nothing else would close. The returned function
 * closes those that have been silent for a second, and idle ones.
 */
function watchSilentSockets(server: Server): () => void {
  const silent = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    silent.set(socket, performance.now());
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return () => {
    server.closeIdleConnections();
    const now = performance.now();
    for (const [socket, since] of silent) if (now - since >= SILENCE_MILLIS) socket.destroy();
  };
}

/**
 * Wraps a listening server with its orderly shutdown; requests in flight may take `answerMillis`.
 */
export function runningServer(
  service: Service,
  ready: ReadyLine,
  dataDir: string | undefined,
  answerMillis = LONGEST_ANSWER_MILLIS,
): RunningServer {
  let resolveClosed: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  let closing: Promise<void> | undefined;
  let closingListener: Promise<void> | undefined;
  const { server } = service.app;
  const hangUp = watchSilentSockets(server);
  let hangingUp: NodeJS.Timeout | undefined;
  const stopListening = async () => {
    const { closing } = service.app;
    service.log.info('farmctl stops; requests under way are answered');
    closing.begin();
    await closing.callersInformed();
    hangUp();
    hangingUp = setInterval(hangUp, SILENCE_MILLIS);
    await closing.drained();
    await closing.stopListening();
  };
  const cutOff = async () => {
    await service.app.closing.cutOff();
    server.closeAllConnections();
  };
  const refuseRequests = () => {
    closingListener ??= stopListening();
    return closingListener;
  };
  const end = async () => {
    const timer = setTimeout(() => void cutOff(), answerMillis);
    await refuseRequests();
    try {
      await service.close();
    } finally {
      clearTimeout(timer);
      clearInterval(hangingUp);
      if (dataDir !== undefined) releaseDatabase(dataDir);
      service.log.info('farmctl has stopped');
      resolveClosed();
    }
  };
  return {
    ready,
    closed,
    refuse: () => void refuseRequests(),
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/**
 * Adds a companion to a server: on close, the server stops accepting connections and then ends it.
 */
export function closedWith(server: RunningServer, end: () => Promise<unknown>): RunningServer {
  let closing: Promise<void> | undefined;
  const close = async () => {
    server.refuse();
    await end();
    await server.close();
  };
  return {
    ...server,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

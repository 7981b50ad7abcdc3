import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../model/core/limits.ts';
import type { Service } from '../core/compose-service.ts';
import { releaseDatabase } from '../core/server-file.ts';
import type { MockAccess } from '../mock/load-mock.ts';

/** What is said once, when the server listens. */
export interface ReadyLine extends MockAccess {
  readonly event: 'ready';
  readonly baseUrl: string;
  readonly pid: number;
}

/** A server that listens. */
export interface RunningServer {
  readonly ready: ReadyLine;
  /**
   * Refuses requests from now on, and stops listening once callers have heard of it and what is
   * under way is answered.
   */
  refuse(): void;
  /**
   * Answers what is under way and ends, all of it within 25 s. Throws when calls could not be
   * written to the audit log.
   */
  close(): Promise<void>;
  /** Settles when the server has ended. */
  readonly closed: Promise<void>;
}

/** How long a closing server waits for a connection to ask its first question. */
const SILENCE_MILLIS = 1000;

/** What is left of the time to close is for stopping long work, the audit log and the database. */
const LONGEST_ANSWER_MILLIS = limits.drainMillis - 5000;

/**
 * Watches connections that have not asked anything yet: nothing would ever close them. The function
 * that is returned closes those that have been silent for a second, and those that idle.
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

/** A server that listens, with what ends it in order; requests under way may take `answerMillis`. */
export function runningServer(
  service: Service,
  ready: ReadyLine,
  dataDir: string | undefined,
  answerMillis = LONGEST_ANSWER_MILLIS,
): RunningServer {
  let settle: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    settle = resolve;
  });
  let closing: Promise<void> | undefined;
  let refusing: Promise<void> | undefined;
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
  const refuse = () => {
    refusing ??= stopListening();
    return refusing;
  };
  const end = async () => {
    const timer = setTimeout(() => void cutOff(), answerMillis);
    await refuse();
    try {
      await service.close();
    } finally {
      clearTimeout(timer);
      clearInterval(hangingUp);
      if (dataDir !== undefined) releaseDatabase(dataDir);
      service.log.info('farmctl has stopped');
      settle();
    }
  };
  return {
    ready,
    closed,
    refuse: () => void refuse(),
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/** The server with what works beside it: once it closes it takes no new connection, then ends that. */
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

import { connect, type Socket } from 'node:net';
import type { ChildServer } from './child-server.ts';

/** A response, with the monotonic times of its request and its arrival. */
interface HeardAnswer {
  readonly status: number;
  readonly head: string;
  /** Whether it has `Connection: close`. */
  readonly isLast: boolean;
  readonly sentAt: number;
  readonly heardAt: number;
}

/** Writers that keep their connections as long as the server allows. */
interface KeepAliveWriters {
  answers(): readonly HeardAnswer[];
  /** Errors of requests that were sent but not answered. */
  resets(): readonly string[];
  /** Resolves when the server accepts no more connections. */
  readonly ended: Promise<unknown>;
}

const BODY = JSON.stringify({ name: 'Emek' });

/**
 * Starts writers that follow the server's instructions: they close, retry later, and stop when
 * refused.
 */
export function startKeepAliveWriters(server: ChildServer, count: number): KeepAliveWriters {
  const answers: HeardAnswer[] = [];
  const resets: string[] = [];
  const write = async () => {
    for (;;) {
      const socket = await open(server);
      if (!socket) return;
      const status = await writeUntilLast(socket, { server, answers, resets });
      socket.destroy();
      if (status === undefined) return;
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  return {
    answers: () => answers,
    resets: () => resets,
    ended: Promise.all(Array.from({ length: count }, write)),
  };
}

/** Opens a connection; undefined when it is refused. */
function open(server: ChildServer): Promise<Socket | undefined> {
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

/** Writes on one connection until its last response; returns the status of that, if any. */
async function writeUntilLast(
  socket: Socket,
  { server, answers, resets }: { server: ChildServer; answers: HeardAnswer[]; resets: string[] },
): Promise<number | undefined> {
  let fault = 'closed without an answer';
  socket.on('error', ({ message }) => {
    fault = message;
  });
  for (;;) {
    const sentAt = performance.now();
    const head = await exchange(socket, server);
    if (head === undefined) {
      resets.push(fault);
      return undefined;
    }
    const status = Number(head.split(' ')[1]);
    const isLast = /^connection: close$/im.test(head);
    answers.push({ status, head, isLast, sentAt, heardAt: performance.now() });
    if (isLast) return status;
  }
}

/**
 * Sends a write and reads its response; undefined when the connection ends before it is complete.
 */
function exchange(socket: Socket, server: ChildServer): Promise<string | undefined> {
  const lines = [
    'POST /v1/platform/farms HTTP/1.1',
    'host: x',
    `authorization: Bearer ${server.key}`,
    'content-type: application/json',
    `content-length: ${BODY.length}`,
    '',
    BODY,
  ];
  return new Promise((resolve) => {
    let received = '';
    const settle = (head: string | undefined) => {
      socket.off('data', listen);
      socket.off('close', leave);
      resolve(head);
    };
    const leave = () => settle(undefined);
    const listen = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      const head = received.slice(0, end).replaceAll('\r', '');
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
      if (end !== -1 && received.length >= end + 4 + length) settle(head);
    };
    socket.on('data', listen);
    socket.once('close', leave);
    socket.write(lines.join('\r\n'));
  });
}

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Closes answers that wait behind another one of their connection when that ends. Node closes only the
 * answer that is being sent: what the others hold (places, streams, files) would never be given back.
 */
export function closeQueuedAnswers({ server }: Pick<FastifyInstance, 'server'>): void {
  const ofConnection = new WeakMap<Socket, Set<ServerResponse>>();
  const watch = (socket: Socket) => {
    const answers = new Set<ServerResponse>();
    ofConnection.set(socket, answers);
    socket.once('close', () => {
      for (const answer of answers) if (answer.socket === null) close(answer);
    });
    return answers;
  };
  // Before the request is handled: its connection may end in the same turn.
  server.prependListener('request', ({ socket }, answer) => {
    const answers = ofConnection.get(socket) ?? watch(socket);
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
  });
}

/** What node does to the answer that is being sent. */
function close(answer: ServerResponse & { _closed?: boolean }): void {
  answer.destroyed = true;
  answer._closed = true;
  answer.emit('close');
}

/** Does this once the answer is closed, also where its caller has gone before. */
export function whenClosed({ raw }: FastifyReply, action: () => void): void {
  if (raw.closed) action();
  else raw.once('close', action);
}

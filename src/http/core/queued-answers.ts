import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Closes queued responses when their connection ends. Node closes only the response that is being
 * sent: resources of the others (slots, streams, files) would never be released.
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
  // Must run before the request handler: its connection may end in the same turn.
  server.prependListener('request', ({ socket }, answer) => {
    const answers = ofConnection.get(socket) ?? watch(socket);
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
  });
}

/** As Node does for the response that is being sent. */
function close(answer: ServerResponse & { _closed?: boolean }): void {
  answer.destroyed = true;
  answer._closed = true;
  answer.emit('close');
}

/** Runs an action once the response is closed, even if the caller has already disconnected. */
export function whenClosed({ raw }: FastifyReply, action: () => void): void {
  if (raw.closed) action();
  else raw.once('close', action);
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarmError } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import { requireScope } from '../../platform/access/actor.ts';
import { EventStreams } from '../../platform/events/event-streams.ts';
import { readStreamRequest } from '../../platform/events/stream-request.ts';
import type { Edge } from '../edge.ts';
import { createStreamSink } from '../stream-sink.ts';
import { callOf, letIn } from './run-call.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer has no end of its own. */
    readonly isStream?: boolean;
  }
}

const PATH = '/v1/platform/os/events/stream';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // What stands between would else collect messages until it has enough of them.
  'x-accel-buffering': 'no',
  // The connection ends with the stream, so that a service that closes waits for none.
  connection: 'close',
} as const;

/** Registers the live stream of events. */
export function addEventStreamRoute(app: FastifyInstance, edge: Edge): void {
  const { runtime, log, audit, metrics } = edge;
  const streams = new EventStreams({
    runtime,
    onError: (error) => {
      log.warn({ err: error }, 'events could not be read; it will be tried again');
    },
  });
  app.closing.onBegin(() => streams.close());
  app.route({
    method: 'GET',
    url: PATH,
    exposeHeadRoute: false,
    config: { isStream: true },
    onRequest: letIn(edge),
    handler: async (request, reply) => {
      const call = callOf(request);
      requireScope(call.actor, 'read:any');
      const subscription = await readStreamRequest(runtime, call);
      requireServer(app);
      const sink = createStreamSink(limits.eventStreamBytes);
      reply.raw.once('close', () => sink.readable.destroy());
      const { actor } = call;
      await streams.open({ actor, subscription, lastEventId: lastEventIdOf(request) }, sink);
      audit.note(call, { status: 200 });
      metrics.observe({
        method: 'GET',
        route: PATH,
        status: 200,
        seconds: call.elapsedMillis() / 1000,
      });
      return sendStream(reply, sink.readable);
    },
  });
}

function sendStream(reply: FastifyReply, readable: NodeJS.ReadableStream): FastifyReply {
  return reply.headers(STREAM_HEADERS).send(readable);
}

function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const value = headers['last-event-id'];
  return Array.isArray(value) ? value[0] : value;
}

/** Inside a command an answer is read to its end, which a stream does not have. */
function requireServer({ server }: FastifyInstance): void {
  if (server.listening) return;
  throw new FarmError('not_implemented', {
    code: 'no_streams',
    message: 'Events are streamed by a running server only; start one with farmctl serve.',
  });
}

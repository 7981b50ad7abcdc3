import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { EventStreams, type StreamSink } from '../../platform/events/event-streams.ts';
import {
  getDelivery,
  listOwnDeliveries,
  replayDeliveries,
  resendDelivery,
  testWebhook,
} from '../../platform/webhooks/manage-deliveries.ts';
import {
  adoptWebhook,
  changeWebhook,
  createWebhook,
  getWebhook,
  listOwnWebhooks,
  removeWebhook,
  rotateSecret,
} from '../../platform/webhooks/manage-webhooks.ts';
import { readStreamRequest } from '../../platform/webhooks/webhook-requests.ts';
import type { AppDependencies } from '../core/app-dependencies.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { callOf, idOf, optionalBody, readRoute, whenClosed, writeRoute } from '../core/run-call.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Disables buffering in proxies.
  'x-accel-buffering': 'no',
  // The connection ends with the stream, so that shutdown does not wait for idle connections.
  connection: 'close',
} as const;

/** Handlers of the live event stream. */
export function eventStreamHandlers(deps: AppDependencies, app: FastifyInstance) {
  const { runtime, log, audit, metrics } = deps;
  const streams = new EventStreams({
    runtime,
    onError: (error) => {
      log.warn({ err: error }, 'events could not be read; it will be tried again');
    },
  });
  app.closing.onBegin(() => streams.close());
  const streamEvents: RouteHandler = {
    exposeHeadRoute: false,
    config: { isStream: true },
    handler: async (request, reply) => {
      const call = callOf(request);
      const subscription = await readStreamRequest(runtime, call);
      requireServer(app);
      const sink = createStreamSink(limits.eventStreamBytes);
      whenClosed(reply, () => sink.readable.destroy());
      const { actor } = call;
      await streams.open({ actor, subscription, lastEventId: lastEventIdOf(request) }, sink);
      audit.note(call, { status: 200 });
      metrics.observe({
        method: 'GET',
        route: call.route,
        status: 200,
        seconds: call.elapsedMillis() / 1000,
      });
      return reply.headers(STREAM_HEADERS).send(sink.readable);
    },
  };
  return { streamEvents } satisfies Partial<Record<RouteId, RouteHandler>>;
}

function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const value = headers['last-event-id'];
  return Array.isArray(value) ? value[0] : value;
}

/** Inside a command a response is read to its end, and a stream has none. */
function requireServer({ server }: FastifyInstance): void {
  if (server.listening) return;
  throw new FarmError('not_implemented', {
    code: 'no_streams',
    message: 'Events are streamed by a running server only; start one with farmctl serve.',
  });
}

/** A sink and its pending data. */
export interface ReadableSink extends StreamSink {
  readonly readable: Readable;
}

/** High-water mark of a stream: above it only data that cannot wait is added. */
const COMFORTABLE_BYTES = 64 * 1024;

/** Creates the sink of a stream; it is full when more than `mostBytes` are pending. */
function createStreamSink(mostBytes: number): ReadableSink {
  const waiting: (() => void)[] = [];
  const release = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  let isEnded = false;
  const readable = new Readable({
    highWaterMark: COMFORTABLE_BYTES,
    read: release,
    destroy(error, done) {
      release();
      done(error);
    },
  });
  return {
    readable,
    get isFull() {
      return readable.readableLength > mostBytes;
    },
    send(text) {
      return isEnded || readable.destroyed || readable.push(text);
    },
    drained() {
      if (readable.destroyed) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    onClose(listener) {
      if (readable.closed) listener();
      else readable.once('close', listener);
    },
    end() {
      isEnded = true;
      if (!readable.destroyed) readable.push(null);
    },
    cut: () => readable.destroy(),
  };
}

/** Handlers of the routes of webhooks and their deliveries. */
export function webhookHandlers(deps: AppDependencies) {
  const { runtime, webhooks: settings } = deps;
  return {
    listWebhooks: readRoute(deps, (call) => listOwnWebhooks(runtime, call)),
    createWebhook: writeRoute(deps, (transaction, call, request) =>
      createWebhook(runtime, transaction, { call, settings, body: () => bodyOf(request) }),
    ),
    getWebhook: readRoute(deps, (call, request) => getWebhook(runtime, call, idOf(request))),
    updateWebhook: writeRoute(deps, (transaction, call, request) => {
      const input = { call, settings, id: idOf(request), body: () => bodyOf(request) };
      return changeWebhook(runtime, transaction, input);
    }),
    deleteWebhook: writeRoute(deps, (transaction, call, request) =>
      removeWebhook(runtime, transaction, { call, id: idOf(request) }),
    ),
    adoptWebhook: writeRoute(deps, (transaction, call, request) => {
      const input = { call, id: idOf(request), body: optionalBody(request) };
      return adoptWebhook(runtime, transaction, input);
    }),
    rotateWebhookSecret: writeRoute(deps, (transaction, call, request) => {
      const input = { call, settings, id: idOf(request), body: optionalBody(request) };
      return rotateSecret(runtime, transaction, input);
    }),
    testWebhook: writeRoute(deps, (transaction, call, request) =>
      testWebhook(runtime, transaction, { call, id: idOf(request) }),
    ),
    replayWebhook: writeRoute(deps, (transaction, call, request) => {
      const input = { call, id: idOf(request), body: optionalBody(request) };
      return replayDeliveries(runtime, transaction, input);
    }),
    listWebhookDeliveries: readRoute(deps, (call, request) =>
      listOwnDeliveries(runtime, call, idOf(request)),
    ),
    getWebhookDelivery: readRoute(deps, (call, request) =>
      getDelivery(runtime, call, idOf(request)),
    ),
    resendWebhookDelivery: writeRoute(deps, (transaction, call, request) =>
      resendDelivery(runtime, transaction, { call, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
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
} from '../../platform/webhooks/manage-webhooks.ts';
import { rotateSecret } from '../../platform/webhooks/rotate-secret.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { idOf } from './path-id.ts';
import { readRoute, writeRoute } from './run-call.ts';

const PLATFORM = '/v1/platform/webhooks';
const HOOK = '/v1/platform/os/webhooks/:id';
const DELIVERY = '/v1/platform/os/webhooks/deliveries/:id';

/** Registers the routes of webhooks: two of the platform API, the others of the application. */
export function addWebhookRoutes(app: FastifyInstance, edge: Edge): void {
  addSubscriptionRoutes(app, edge);
  addDeliveryRoutes(app, edge);
}

function addSubscriptionRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime, webhooks: settings } = edge;
  app.get(
    PLATFORM,
    readRoute(edge, (call) => listOwnWebhooks(runtime, call)),
  );
  app.post(
    PLATFORM,
    writeRoute(edge, (transaction, call, request) =>
      createWebhook(runtime, transaction, { call, settings, body: () => bodyOf(request) }),
    ),
  );
  app.get(
    HOOK,
    readRoute(edge, (call, request) => getWebhook(runtime, call, idOf(request))),
  );
  app.patch(
    HOOK,
    writeRoute(edge, (transaction, call, request) => {
      const input = { call, settings, id: idOf(request), body: () => bodyOf(request) };
      return changeWebhook(runtime, transaction, input);
    }),
  );
  app.delete(
    HOOK,
    writeRoute(edge, (transaction, call, request) =>
      removeWebhook(transaction, { call, id: idOf(request) }),
    ),
  );
  app.post(
    `${HOOK}/adopt`,
    writeRoute(edge, (transaction, call, request) => {
      const input = { call, id: idOf(request), body: optionalBody(request) };
      return adoptWebhook(runtime, transaction, input);
    }),
  );
  app.post(
    `${HOOK}/rotate-secret`,
    writeRoute(edge, (transaction, call, request) => {
      const input = { call, settings, id: idOf(request), body: optionalBody(request) };
      return rotateSecret(runtime, transaction, input);
    }),
  );
}

function addDeliveryRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.post(
    `${HOOK}/test`,
    writeRoute(edge, (transaction, call, request) =>
      testWebhook(runtime, transaction, { call, id: idOf(request) }),
    ),
  );
  app.post(
    `${HOOK}/replay`,
    writeRoute(edge, (transaction, call, request) => {
      const input = { call, id: idOf(request), body: optionalBody(request) };
      return replayDeliveries(runtime, transaction, input);
    }),
  );
  app.get(
    `${HOOK}/deliveries`,
    readRoute(edge, (call, request) => listOwnDeliveries(runtime, call, idOf(request))),
  );
  app.get(
    DELIVERY,
    readRoute(edge, (call, request) => getDelivery(runtime, call, idOf(request))),
  );
  app.post(
    `${DELIVERY}/resend`,
    writeRoute(edge, (transaction, call, request) =>
      resendDelivery(runtime, transaction, { call, id: idOf(request) }),
    ),
  );
}

/** The body of a request that need not have one. */
function optionalBody(request: FastifyRequest): () => unknown {
  return () => (request.rawBody ? bodyOf(request) : undefined);
}

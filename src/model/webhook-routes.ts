import {
  adoptionBody,
  deliveryAnswer,
  deliveryListAnswer,
  deliveryLogAnswer,
  replayAnswer,
  replayBody,
  rotationAnswer,
  rotationBody,
  testAnswer,
  webhookAnswer,
  webhookChangeBody,
  webhookDeletedAnswer,
} from './answers/webhooks.ts';
import { date, integer, text } from './fields.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';

const base = { kind: 'route', scope: 'admin:*', tag: 'Webhooks' } as const;

/** The routes of the application that manage webhooks and what is delivered to them. */
export const webhookRoutes = [
  {
    ...base,
    operationId: 'getWebhook',
    method: 'GET',
    path: '/os/webhooks/{id}',
    summary: 'Read a webhook',
    description: 'Returns the webhook without its secret.',
    answer: webhookAnswer,
  },
  {
    ...base,
    operationId: 'updateWebhook',
    method: 'PATCH',
    path: '/os/webhooks/{id}',
    summary: 'Change a webhook, switch it off or on',
    description: 'Switched on, it is sent what was held while it was off, the oldest first.',
    body: webhookChangeBody,
    answer: { ...webhookAnswer, description: 'The webhook as it is now.' },
  },
  {
    ...base,
    operationId: 'deleteWebhook',
    method: 'DELETE',
    path: '/os/webhooks/{id}',
    summary: 'Delete a webhook',
    description: 'Pending deliveries of the webhook are deleted with it.',
    answer: webhookDeletedAnswer,
  },
  {
    ...base,
    operationId: 'testWebhook',
    method: 'POST',
    path: '/os/webhooks/{id}/test',
    summary: 'Send an event that tells of nothing',
    description: 'Its name is webhook.test. How it went is read from the delivery.',
    answer: testAnswer,
  },
  {
    ...base,
    operationId: 'adoptWebhook',
    method: 'POST',
    path: '/os/webhooks/{id}/adopt',
    summary: 'Deliver with the rights of this key from now on',
    description:
      'A webhook delivers what its owner may see at that moment, and never more than its maker saw. ' +
      'When the owner is revoked, has expired or may see none of it, the webhook is switched off; ' +
      'another key that reads as much adopts it and switches it on. What was held is sent.',
    body: adoptionBody,
    answer: { ...webhookAnswer, description: 'The webhook with its new owner.' },
  },
  {
    ...base,
    operationId: 'rotateWebhookSecret',
    method: 'POST',
    path: '/os/webhooks/{id}/rotate-secret',
    summary: 'Exchange the secret of a webhook',
    description:
      'During the grace webhook-signature carries the signatures of both secrets, and ' +
      'x-service-signature that of the one before.',
    body: rotationBody,
    answer: rotationAnswer,
  },
  {
    ...base,
    operationId: 'replayWebhook',
    method: 'POST',
    path: '/os/webhooks/{id}/replay',
    summary: 'Send again what has not arrived',
    description:
      'Queues the stored events of the given period for delivery to this webhook, by default ' +
      'only those it has not received.',
    body: replayBody,
    answer: replayAnswer,
  },
  {
    ...base,
    operationId: 'listWebhookDeliveries',
    method: 'GET',
    path: '/os/webhooks/{id}/deliveries',
    summary: 'List the deliveries of a webhook',
    description: 'Returns one page of deliveries, newest first.',
    query: {
      state: text(20, { note: 'Such as exhausted' }),
      event: text(80, { note: 'Only deliveries of this event' }),
      from: date({ note: 'The first day or instant' }),
      to: date({ note: 'The last day or instant, included' }),
      limit: integer(1, limits.maxPageSize, { default: limits.pageSize }),
      offset: integer(0, limits.maxOffset, { default: 0 }),
    },
    exampleQuery: { state: 'exhausted', from: '2026-11-21', limit: 1 },
    answer: deliveryListAnswer,
  },
  {
    ...base,
    operationId: 'getWebhookDelivery',
    method: 'GET',
    path: '/os/webhooks/deliveries/{id}',
    summary: 'Read a delivery with all its attempts',
    description: 'Returns the delivery with the time, status and duration of each attempt.',
    answer: deliveryLogAnswer,
  },
  {
    ...base,
    operationId: 'resendWebhookDelivery',
    method: 'POST',
    path: '/os/webhooks/deliveries/{id}/resend',
    summary: 'Send a delivery again, now',
    description: 'Queues the delivery again. Answers 409 while an attempt is in progress.',
    answer: deliveryAnswer,
  },
] as const satisfies readonly RouteOperation[];

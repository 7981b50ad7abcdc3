import { eventNames } from '../events.ts';
import { exampleId } from '../example-id.ts';
import { array, boolean, object, oneOf, ref, string } from '../json-schema/json-schema.ts';
import { limits } from '../limits.ts';
import type { OperationAnswer, OperationBody } from '../operation.ts';

const exampleWebhook = {
  id: exampleId('webhook'),
  url: 'https://brain.example.com/hooks/farm',
  events: ['alert.critical', 'field_report.question'],
  farmIds: null,
  description: 'The brain of the group',
  ordered: false,
  enabled: true,
  consecutiveFailures: 0,
  createdAt: '2026-11-21T09:00:00.000Z',
};

/** The body of `POST /webhooks`. */
export const webhookBody: OperationBody = {
  schema: object({
    url: {
      type: 'string',
      format: 'uri',
      maxLength: 2000,
      description: 'Where events are posted to; https, and reachable from the internet.',
    },
    events: {
      type: 'array',
      items: oneOf(['*', ...eventNames]),
      minItems: 1,
      description: 'Names of events, or * for all of them.',
    },
    'farmIds?': {
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Only events of these farms. Default: the farms of the key.',
    },
    'description?': { type: ['string', 'null'], maxLength: 200 },
    'ordered?': {
      ...boolean('Whether the deliveries of one row wait for each other.'),
      default: false,
    },
  }),
  examples: {
    subscription: {
      url: exampleWebhook.url,
      events: exampleWebhook.events,
      description: exampleWebhook.description,
    },
    everything: { url: exampleWebhook.url, events: ['*'] },
  },
};

/** The answer of `POST /webhooks`. */
export const webhookCreatedAnswer: OperationAnswer = {
  name: 'WebhookCreated',
  status: 201,
  description: 'The webhook, with the secret that signs its deliveries; it is shown only here.',
  schema: {
    allOf: [ref('Webhook'), object({ secret: string('Begins with whsec_') })],
  },
  example: { ...exampleWebhook, secret: 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=' },
};

/** The answer of `GET /webhooks`. */
export const webhookListAnswer: OperationAnswer = {
  name: 'WebhookList',
  description: 'The webhooks of the organisation, without their secrets.',
  schema: object({ data: array(ref('Webhook')), meta: ref('ListMeta') }),
  example: {
    data: [exampleWebhook],
    meta: { total: 1, limit: limits.pageSize, offset: 0, hasMore: false },
  },
};

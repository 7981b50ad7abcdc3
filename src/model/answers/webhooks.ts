import {
  array,
  boolean,
  instant,
  integer,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  ref,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { eventNames } from '../core/resource.ts';
import { deliveryStates } from '../core/vocabulary.ts';
import { shared, sharedSchemas } from './core/shared-schemas.ts';

const id = exampleId('evt');
const body = JSON.stringify({
  id,
  event: 'alert.critical',
  orgId: exampleId('org'),
  farmId: exampleId('farm'),
  createdAt: '2026-11-21T09:00:00.000Z',
  data: { record: { id: exampleId('alert'), severity: 'critical', title: 'Heat in barn 2' } },
});

/** The response of `GET /os/events/stream`: messages until the client disconnects. */
export const eventStreamAnswer = declareAnswer({
  name: 'EventStream',
  mediaType: 'text/event-stream',
  description: 'Messages from now on, until one of both sides ends the connection.',
  schema: {
    type: 'string',
    description: [
      'Server-sent events. Of each event of the farm: `id`, its name as `event`, and as `data` the',
      'body sent to webhooks, on one line. Also: `ready` once all missed events have been sent,',
      '`reset` if Last-Event-ID is too old and events were missed, `end` with a',
      '`reason` when the service ends the stream, and comments that keep the connection alive.',
    ].join(' '),
  },
  example: [
    'retry: 2000\nid: seq_1041\nevent: ready\ndata: {"heartbeatSeconds":15}\n\n',
    `id: ${id}\nevent: alert.critical\ndata: ${body}\n\n`,
    ': heartbeat\n\n',
  ].join(''),
});

const exampleWebhook = {
  id: exampleId('webhook'),
  url: 'https://brain.example.com/hooks/farm',
  events: ['alert.critical', 'field_report.question'],
  farmIds: null,
  description: 'The brain of the group',
  ordered: false,
  enabled: true,
  consecutiveFailures: 0,
  disabledReason: null,
  disabledAt: null,
  pending: 0,
  held: 0,
  dropped: 0,
  unreadableEvents: [],
  previousSecretUntil: null,
  createdBy: 'k4T9vQ2mXbZ7',
  ownerKeyId: 'k4T9vQ2mXbZ7',
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
};

const exampleSecret = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=';

const url: JsonSchema = {
  type: 'string',
  format: 'uri',
  maxLength: 2000,
  description: 'Where events are posted to; https, and reachable from the internet.',
};

const subscribed: JsonSchema = {
  type: 'array',
  items: oneOf(['*', ...eventNames]),
  minItems: 1,
  description: 'Names of events, or * for all of them.',
};

const farmIds: JsonSchema = {
  type: ['array', 'null'],
  items: { type: 'string' },
  minItems: 1,
  maxItems: limits.arrayItems,
  description: 'Only events of these farms. Default: the farms of the key.',
};

const description: JsonSchema = { type: ['string', 'null'], maxLength: 200 };

const ORDERED = 'Whether the deliveries of one row wait for each other.';

/** The request body of `POST /webhooks`. */
export const webhookBody: OperationBody = {
  schema: object({
    url,
    events: subscribed,
    'farmIds?': farmIds,
    'description?': description,
    'ordered?': boolean(`${ORDERED} Default: false.`),
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

/** The request body of `PATCH /os/webhooks/{id}`. */
export const webhookChangeBody: OperationBody = {
  schema: object({
    'url?': url,
    'events?': subscribed,
    'farmIds?': farmIds,
    'description?': description,
    'ordered?': boolean(ORDERED),
    'enabled?': boolean('true also resets the count of consecutive failures.'),
    'replay?': oneOf(['all', 'none'], 'Which held events to deliver. Default: all.'),
  }),
  examples: { on: { enabled: true }, off: { enabled: false } },
};

/** The request body of `POST /os/webhooks/{id}/adopt`. */
export const adoptionBody: OperationBody = {
  schema: object({
    'replay?': oneOf(['all', 'none'], 'Which held events to deliver. Default: all.'),
  }),
  examples: { all: {}, none: { replay: 'none' } },
};

/** The request body of `POST /os/webhooks/{id}/rotate-secret`. */
export const rotationBody: OperationBody = {
  schema: object({
    'phase?': oneOf(['start', 'finish'], 'Default: start.'),
    'graceHours?': {
      type: 'integer',
      minimum: 0,
      maximum: 168,
      description: 'How long both secrets sign; 0 puts the one before out at once. Default: 24.',
    },
  }),
  examples: { start: { graceHours: 48 }, finish: { phase: 'finish' } },
};

/** The request body of `POST /os/webhooks/{id}/replay`. */
export const replayBody: OperationBody = {
  schema: object({
    'missing?': boolean(
      'Only what has not arrived; false sends the rest again as well. Default: true.',
    ),
    'events?': subscribed,
    'from?': string('The first day or instant of the events'),
    'to?': string('The last day or instant, included'),
  }),
  examples: {
    missing: { missing: true },
    yesterday: { missing: false, from: '2026-11-20', to: '2026-11-20' },
  },
};

/** The response of `POST /webhooks`. */
export const webhookCreatedAnswer = declareAnswer({
  name: 'WebhookCreated',
  status: 201,
  hasLocation: true,
  description: 'The webhook, with the secret that signs its deliveries; it is shown only here.',
  schema: {
    allOf: [
      shared('Webhook'),
      object({ 'secret?': string('Begins with whsec_; absent in repeated responses') }),
    ],
  },
  example: { ...exampleWebhook, secret: exampleSecret },
});

/** The response of `GET /webhooks`. */
export const webhookListAnswer = declareAnswer({
  name: 'WebhookList',
  description: 'The webhooks of the organisation, without their secrets.',
  schema: object({ data: array(shared('Webhook')), meta: shared('ListMeta') }),
  example: {
    data: [exampleWebhook],
    meta: { total: 1, limit: limits.pageSize, offset: 0, hasMore: false },
  },
});

/** The response with one webhook. */
export const webhookAnswer = declareAnswer({
  name: 'Webhook',
  description: 'The webhook, without its secret.',
  schema: sharedSchemas.Webhook,
  example: exampleWebhook,
});

/** The response of `DELETE /os/webhooks/{id}`. */
export const webhookDeletedAnswer = declareAnswer({
  name: 'WebhookDeleted',
  description: 'Nothing more is sent, from now on.',
  schema: object({ id: string(), deleted: { type: 'boolean', const: true } }),
  example: { id: exampleWebhook.id, deleted: true },
});

/** The response of `POST /os/webhooks/{id}/rotate-secret`. */
export const rotationAnswer = declareAnswer({
  name: 'WebhookRotated',
  description: 'The webhook, with its new secret where a rotation was started; shown only here.',
  schema: {
    allOf: [shared('Webhook'), object({ 'secret?': string('Begins with whsec_') })],
  },
  example: {
    ...exampleWebhook,
    previousSecretUntil: '2026-11-23T09:00:00.000Z',
    secret: exampleSecret,
  },
});

/** The response of `POST /os/webhooks/{id}/replay`. */
export const replayAnswer = declareAnswer({
  name: 'WebhookReplay',
  description: 'Number of resent deliveries; at most 10,000 at once, oldest first.',
  schema: object({ id: string(), replayed: integer() }),
  example: { id: exampleWebhook.id, replayed: 3 },
});

const exampleDelivery = {
  id: exampleId('delivery'),
  webhookId: exampleWebhook.id,
  eventId: exampleId('evt'),
  event: 'alert.critical',
  farmId: exampleId('farm'),
  state: 'pending',
  attempts: 1,
  nextAttemptAt: '2026-11-21T09:00:05.412Z',
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.731Z',
} as const;

const deliverySchema = object({
  id: string(),
  webhookId: string(),
  eventId: string('The id in the body, and the header webhook-id of every attempt'),
  event: string(),
  farmId: nullable(string()),
  state: oneOf(
    deliveryStates,
    'leased: being sent; exhausted: all attempts failed; held: the webhook is disabled',
  ),
  attempts: integer('Since it was last started'),
  nextAttemptAt: nullable(instant()),
  createdAt: instant(),
  updatedAt: instant(),
});

const delivery: typeof deliverySchema = ref('WebhookDelivery');

/** The response with one delivery. */
export const deliveryAnswer = declareAnswer({
  name: 'WebhookDelivery',
  description: 'The delivery, due now.',
  schema: deliverySchema,
  example: exampleDelivery,
});

/** The response of `POST /os/webhooks/{id}/test`. */
export const testAnswer = declareAnswer({
  ...deliveryAnswer,
  status: 201,
  hasLocation: true,
  example: { ...exampleDelivery, event: 'webhook.test', farmId: null, attempts: 0 },
});

/** The response of `GET /os/webhooks/deliveries/{id}`. */
export const deliveryLogAnswer = declareAnswer({
  name: 'WebhookDeliveryLog',
  description: 'The delivery with every attempt of the last 30 days, the oldest first.',
  schema: {
    allOf: [
      delivery,
      object({
        log: array(
          object({
            at: instant(),
            status: nullable(integer('HTTP status; null when there was no answer')),
            durationMs: integer(),
            failure: nullable(string('Why there was no answer, such as timeout or dns')),
            response: nullable(string('The first 4 kB of the answer')),
            nextAttemptAt: nullable(instant()),
          }),
        ),
      }),
    ],
  },
  example: {
    ...exampleDelivery,
    log: [
      {
        at: '2026-11-21T09:00:00.102Z',
        status: 502,
        durationMs: 629,
        failure: null,
        response: 'Bad Gateway',
        nextAttemptAt: exampleDelivery.nextAttemptAt,
      },
    ],
  },
});

/** The response of `GET /os/webhooks/{id}/deliveries`. */
export const deliveryListAnswer = declareAnswer({
  name: 'WebhookDeliveryList',
  description: 'Sent and pending messages, newest first.',
  schema: object({ data: array(delivery), meta: shared('ListMeta') }),
  example: {
    data: [exampleDelivery],
    meta: { total: 1, limit: limits.pageSize, offset: 0, hasMore: false },
  },
});

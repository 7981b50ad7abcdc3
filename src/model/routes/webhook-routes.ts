import {
  adoptCameraBody,
  cameraAdoptedAnswer,
  camerasAnswer,
  cameraTokenAnswer,
} from '../answers/cameras.ts';
import {
  adoptionBody,
  deliveryAnswer,
  deliveryListAnswer,
  deliveryLogAnswer,
  eventStreamAnswer,
  replayAnswer,
  replayBody,
  rotationAnswer,
  rotationBody,
  testAnswer,
  webhookAnswer,
  webhookChangeBody,
  webhookDeletedAnswer,
} from '../answers/webhooks.ts';
import {
  integer as answerInteger,
  array,
  boolean,
  type JsonSchema,
  object,
  presenceOf,
} from '../api/json-schema.ts';
import type { RouteOperation } from '../api/operation.ts';
import { createFieldsSchema } from '../api/write-schema.ts';
import { date, exampleId, integer, list, reference, text } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { eventNames } from '../core/resource.ts';
import { visionEvents } from '../resources/vision-events.ts';

const base = { kind: 'route', scope: 'admin:*', subject: 'webhooks', tag: 'Webhooks' } as const;

/** The application routes that manage webhooks and their deliveries. */
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
    summary: 'Change, disable or enable a webhook',
    description:
      'When it is enabled, events held while it was disabled are delivered, oldest first.',
    body: webhookChangeBody,
    answer: { ...webhookAnswer, description: 'The updated webhook.' },
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
    summary: 'Send a test event',
    description: 'The name of the event is webhook.test. Its delivery shows the outcome.',
    answer: testAnswer,
  },
  {
    ...base,
    operationId: 'adoptWebhook',
    method: 'POST',
    path: '/os/webhooks/{id}/adopt',
    summary: 'Transfer a webhook to the calling key',
    description:
      'A webhook delivers events that its current owner may read, and never more than its ' +
      'creator could. It is disabled when its owner is revoked, expires or may read none ' +
      'of its events; another key with the same read access can then adopt and enable it. ' +
      'Held events are delivered.',
    body: adoptionBody,
    answer: { ...webhookAnswer, description: 'The webhook with its new owner.' },
  },
  {
    ...base,
    operationId: 'rotateWebhookSecret',
    method: 'POST',
    path: '/os/webhooks/{id}/rotate-secret',
    summary: 'Rotate the secret of a webhook',
    description:
      'During the grace period, webhook-signature contains the signatures of both secrets, ' +
      'and x-service-signature that of the previous one.',
    body: rotationBody,
    answer: rotationAnswer,
  },
  {
    ...base,
    operationId: 'replayWebhook',
    method: 'POST',
    path: '/os/webhooks/{id}/replay',
    summary: 'Resend undelivered events',
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
    summary: 'Resend a delivery immediately',
    description: 'Queues the delivery again. Answers 409 while an attempt is in progress.',
    answer: deliveryAnswer,
  },
] as const satisfies readonly RouteOperation[];

/** The application route that streams events. */
export const eventStreamRoutes = [
  {
    kind: 'route',
    operationId: 'streamEvents',
    method: 'GET',
    path: '/os/events/stream',
    scope: 'read:any',
    tag: 'Live events',
    summary: 'Stream events as they happen',
    description:
      'Events of the farms and modules that the key may read, in the order of the outbox, ' +
      'each once per connection. A client that reconnects sends the `id` of the last ' +
      'message as `Last-Event-ID` and receives the events it missed, up to ' +
      `${limits.eventDays} days back. A client that reads nothing for 30 seconds is ` +
      'disconnected. Streams end when the key is revoked or its permissions change. A key ' +
      `may have ${limits.eventStreamsPerKey} streams open.`,
    query: {
      farmId: text(80, { note: 'Only events of this farm' }),
      events: list(eventNames.length, 80, { words: eventNames, note: 'Only these events' }),
    },
    headers: {
      'Last-Event-ID': {
        description: 'The id of the last message; the stream continues after it.',
        example: exampleId('evt'),
      },
    },
    exampleQuery: { events: ['alert.critical', 'task.created'] },
    answer: eventStreamAnswer,
  },
] as const satisfies readonly RouteOperation[];

/** A detection identifies its camera by one of these fields. */
export const detectionOrigins = ['source', 'deviceId'] as const;

const detection: JsonSchema = {
  ...createFieldsSchema(visionEvents),
  anyOf: detectionOrigins.map(presenceOf),
  description: 'A detection. `source` or `deviceId` is required.',
};

/** The route to which cameras send detections; it requires a camera-connection token. */
export const ingestRoute = {
  kind: 'route',
  operationId: 'ingestVisionEvents',
  method: 'POST',
  basePath: '/v1',
  path: '/os-ingest/{integrationId}/vision',
  credential: 'cameraToken',
  subject: 'vision-events',
  tag: 'Cameras',
  summary: 'Send detections of cameras',
  description:
    'The integration is one of kind camera; the token is its camera-connection token, returned once ' +
    'as `cameraToken` by `POST /integrations` and by `POST /os/cameras/{id}/token`. Either all ' +
    `events of a call are stored or none. \`ts\` is at most ${limits.visionDaysBack} days in the past. ` +
    'An event identical to one that an earlier call stored, timestamp included, counts as a ' +
    `duplicate. Limit: ${limits.visionCallsPerMinute} calls per minute and token. The code of a 401 is ` +
    '`missing_token`, `invalid_token`, `revoked_token`, `platform_key`, or `integration_off` while ' +
    'the integration is paused or disabled.',
  body: {
    schema: object({
      events: { ...array(detection), maxItems: limits.visionEventsPerCall },
    }),
    examples: {
      weight: {
        events: [
          {
            source: 'barn1-east',
            kind: 'weight',
            value: 1012,
            unit: 'gr',
            confidence: 0.93,
            ts: '2026-11-21T08:15:00.000Z',
            meta: { sampleSize: 180, model: 'weigh-3.2' },
          },
        ],
      },
      deviceId: { events: [{ deviceId: exampleId('device'), kind: 'count', value: 19_850 }] },
    },
  },
  answer: {
    name: 'VisionIngested',
    description: 'All events are stored or were stored before.',
    schema: object({
      ok: { ...boolean(), const: true },
      stored: answerInteger('Number of events stored by this call'),
      duplicates: answerInteger('Number of events that an earlier call has stored'),
    }),
    example: { ok: true, stored: 1, duplicates: 0 },
  },
} as const satisfies RouteOperation;

/** The application routes about cameras. */
export const cameraRoutes = [
  {
    kind: 'route',
    operationId: 'getCameras',
    method: 'GET',
    path: '/os/cameras',
    scope: 'read:*',
    tag: 'Cameras',
    summary: 'Cameras of a farm, their connections, and unregistered sources',
    description: 'Returns the whole cameras screen of a farm in one read.',
    query: {
      farmId: reference('farms', { note: 'May be absent where the key sees one farm only' }),
    },
    exampleQuery: { farmId: exampleId('farm') },
    answer: camerasAnswer,
  },
  {
    kind: 'route',
    operationId: 'adoptCamera',
    method: 'POST',
    path: '/os/cameras/adopt',
    scope: 'write:*',
    subject: 'devices',
    tag: 'Cameras',
    summary: 'Register an unregistered source as a camera',
    description:
      'Earlier data of the source is assigned to the camera: events, calibration, open ' +
      'alerts. POST /devices with the source as sourceKey does the same.',
    body: adoptCameraBody,
    answer: cameraAdoptedAnswer,
  },
  {
    kind: 'route',
    operationId: 'rotateCameraToken',
    method: 'POST',
    path: '/os/cameras/{id}/token',
    scope: 'admin:*',
    subject: 'integrations',
    tag: 'Cameras',
    summary: 'Rotate the token of a camera connection',
    description:
      'The id is that of an integration of kind camera. The previous token stops working ' +
      'immediately. With the token, cameras post detections to ' +
      '/v1/os-ingest/{integrationId}/vision.',
    answer: cameraTokenAnswer,
  },
] as const satisfies readonly RouteOperation[];

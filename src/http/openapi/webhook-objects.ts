import { eventSchema, exampleEvent, type SharedSchemaForms } from '../../model/answers/events.ts';
import { ref } from '../../model/api/json-schema.ts';
import { pascalCase } from '../../model/api/operation.ts';
import { type EventName, eventNames, events } from '../../model/core/resource.ts';
import type { OperationObject, ParameterObject, PathItem } from './open-api-document.ts';
import { schemaName } from './resource-operations.ts';
import { componentRef } from './shared-components.ts';

/** The heading of the events. */
export const EVENTS_TAG = 'Webhook events';

/** The headers of a delivery, by component name. */
export const deliveryParameters = {
  ServiceTimestamp: {
    name: 'x-service-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was made, in seconds since 1970.',
    schema: { type: 'string' },
    example: '1795251600',
  },
  ServiceSignature: {
    name: 'x-service-signature',
    in: 'header',
    required: true,
    description:
      '`sha256=` and the hex HMAC-SHA256, under the secret of the webhook, of the timestamp header, a dot and the raw body.',
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    example: 'sha256=5f1c0d3a9be04f7c62d8b1a7e4390f25c6ab8d17f3e20945bc7d6a1e8f403b92',
  },
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event, the same in every attempt.',
    schema: { type: 'string' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'As x-service-timestamp, for libraries of Standard Webhooks.',
    schema: { type: 'string' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description: 'One or more signatures `v1,<base64>` after Standard Webhooks.',
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, ParameterObject>>;

/** Schemas in the components are referenced instead of repeated. */
const shared: SharedSchemaForms = {
  record: (definition) => ref(schemaName(definition)),
  gap: () => ref('Gap'),
};

/** The 17 events as requests sent by the service. */
export function webhookObjects(): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(eventNames.map((event) => [event, { post: deliveryOf(event) }]));
}

function deliveryOf(event: EventName): OperationObject {
  return {
    operationId: `on${pascalCase(event.replace(/[._]/g, ' ')).replaceAll(' ', '')}`,
    summary: events[event],
    description: `Sent as \`${event}\` to the webhooks that subscribe to it. The signature headers authenticate it.`,
    tags: [EVENTS_TAG],
    security: [],
    parameters: Object.keys(deliveryParameters).map((name) => componentRef('parameters', name)),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: eventSchema(event, shared),
          examples: { example: { value: exampleEvent(event) } },
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken.' },
      '410': { description: 'No longer wanted: the webhook is switched off.' },
    },
  };
}

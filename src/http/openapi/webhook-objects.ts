import { exampleGap } from '../../model/answers/gaps.ts';
import { pascalCase } from '../../model/crud-operations.ts';
import { type EventName, eventNames, events } from '../../model/events.ts';
import { exampleId } from '../../model/example-id.ts';
import {
  anyObject,
  instant,
  type JsonSchema,
  nullable,
  object,
  ref,
  string,
} from '../../model/json-schema/json-schema.ts';
import { resources } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { exampleTimes } from './example-times.ts';
import type { OperationObject, ParameterObject, PathItem } from './open-api-document.ts';
import { schemaName } from './resource-components.ts';
import { exampleRow } from './resource-example.ts';
import { componentRef } from './shared-components.ts';

/** The heading of the events. */
export const EVENTS_TAG = 'Webhook events';

/** The headers of a delivery, by their name in the components. */
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

interface EventData {
  readonly schema: JsonSchema;
  readonly example: unknown;
}

/** Events that no change of a row emits by itself. */
const otherData: { readonly [E in EventName]?: EventData } = {
  'media.analyzed': rowData(resources.media),
  'gap.detected': {
    schema: object({ gap: ref('Gap') }),
    example: { gap: exampleGap },
  },
  'brain.scan': {
    schema: object({ scan: anyObject('What was looked at and found') }),
    example: { scan: { runId: exampleId('run'), farms: 1, alertsRaised: 1, gapsFound: 2 } },
  },
};

/** The 17 events as requests that the service makes. */
export function webhookObjects(): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(eventNames.map((event) => [event, { post: deliveryOf(event) }]));
}

function deliveryOf(event: EventName): OperationObject {
  const data = otherData[event] ?? rowData(emitterOf(event));
  return {
    operationId: `on${pascalCase(event.replace(/[._]/g, ' ')).replaceAll(' ', '')}`,
    summary: events[event],
    tags: [EVENTS_TAG],
    security: [],
    parameters: Object.keys(deliveryParameters).map((name) => componentRef('parameters', name)),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: envelope(event, data.schema),
          examples: { example: { value: exampleDelivery(event, data.example) } },
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken.' },
      '410': { description: 'No longer wanted: the webhook is switched off.' },
    },
  };
}

function envelope(event: EventName, data: JsonSchema): JsonSchema {
  return object({
    id: string('The same in every attempt'),
    event: { type: 'string', const: event },
    orgId: string(),
    farmId: nullable(string()),
    createdAt: instant(),
    data,
  });
}

function exampleDelivery(event: EventName, data: unknown) {
  return {
    id: exampleId('evt'),
    event,
    orgId: exampleId('org'),
    farmId: exampleId('farm'),
    createdAt: exampleTimes.created,
    data,
  };
}

function emitterOf(event: EventName): ResourceDefinition {
  const definitions: readonly ResourceDefinition[] = Object.values(resources);
  const emitter = definitions.find(({ emits = [] }) => emits.some((on) => on.event === event));
  if (!emitter) throw new Error(`No resource emits ${event}.`);
  return emitter;
}

function rowData(definition: ResourceDefinition): EventData {
  return {
    schema: object({
      record: ref(schemaName(definition)),
      'previous?': anyObject('For a change: the fields that changed, as they were'),
    }),
    example: { record: exampleRow(definition) },
  };
}

import { exampleId } from './example-id.ts';
import { createFieldsSchema } from './json-schema/body-schema.ts';
import {
  array,
  boolean,
  integer,
  type JsonSchema,
  object,
  presenceOf,
} from './json-schema/json-schema.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';
import { visionEvents } from './resources/vision-events.ts';

/** A detection names its camera by one of these fields. */
export const detectionOrigins = ['source', 'deviceId'] as const;

const detection: JsonSchema = {
  ...createFieldsSchema(visionEvents),
  anyOf: detectionOrigins.map(presenceOf),
  description: 'A detection. `source` or `deviceId` is required.',
};

/** The route on which cameras send their detections; it takes a camera-connection token. */
export const ingestRoute = {
  kind: 'route',
  operationId: 'ingestVisionEvents',
  method: 'POST',
  basePath: '/v1',
  path: '/os-ingest/{integrationId}/vision',
  credential: 'cameraToken',
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
      stored: integer('Number of events stored by this call'),
      duplicates: integer('Number of events that an earlier call has stored'),
    }),
    example: { ok: true, stored: 1, duplicates: 0 },
  },
} as const satisfies RouteOperation;

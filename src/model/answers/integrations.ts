import {
  anyObject,
  array,
  boolean,
  figure,
  instant,
  integer,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  ref,
  rows,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { presetNames } from '../integration-presets.ts';
import { feedMeasures } from '../measures.ts';
import { exampleRow } from '../resources/example-row.ts';
import { media } from '../resources/media.ts';

const mappingSchema: JsonSchema = {
  ...object({
    'preset?': oneOf(presetNames, 'Provides the values that are not set here'),
    'rows?': string('JSON pointer of the row, or the list of rows; default: the whole payload'),
    'device?': {
      type: ['string', 'object'],
      additionalProperties: true,
      description: 'Pointer, in a row, of the name of the device; or {topicLevel: 2} of a topic',
    },
    'devices?': anyObject('By name: the id of a barn, or {barnId, measure, unit, meter}'),
    'barnId?': string('The barn of devices not listed; default: the barn of the integration'),
    'ts?': {
      type: ['string', 'object'],
      additionalProperties: true,
      description: 'Pointer of the time, or {path, format: iso | local | seconds | millis}',
    },
    'fields?': anyObject(
      `By measure (${feedMeasures.join(', ')}): a pointer, or {path, unit, unitPath, factor, offset, meter}, or a list of these, of which the first with a value is used`,
    ),
    'value?': string('Pointer of the one value of a row, whose measure devices names'),
    'unitPath?': string('Pointer of the unit that the row states for value, such as °F'),
    'topics?': array(string(), 'MQTT: topics to subscribe to'),
    'source?': oneOf(['sensor', 'controller', 'api'], 'Of the readings; default: sensor'),
  }),
  additionalProperties: false,
};

const exampleMapping = {
  rows: '/houses',
  device: '/id',
  devices: { H1: exampleId('barn') },
  ts: '/measuredAt',
  fields: {
    temp: { path: '/air/temperature', unit: 'F' },
    humidity: '/air/rh',
    waterL: { path: '/water/total', unit: 'gal', meter: true },
  },
  source: 'controller',
} as const;

/** The request body of `PUT /os/integrations/{id}/mapping`. */
export const integrationMappingBody: OperationBody = {
  schema: mappingSchema,
  examples: {
    controller: exampleMapping,
    homeAssistant: {
      preset: 'home-assistant',
      devices: { 'sensor.barn_1_temperature': { barnId: exampleId('barn'), measure: 'temp' } },
    },
  },
};

/** The response of the routes about an integration's mapping. */
export const integrationMappingAnswer = declareAnswer({
  name: 'IntegrationMapping',
  description: 'How the payload becomes readings, and how far it has been read.',
  schema: object({
    integrationId: string(),
    mapping: nullable(anyObject('As sent; null: it is not polled')),
    effective: nullable(anyObject('Completed with the values of its preset')),
    lastPollAt: nullable(instant()),
    nextPollAt: nullable(instant()),
    stored: integer('Readings stored so far'),
    dropped: integer('Values and rows of payloads skipped so far'),
    lastDroppedAt: nullable(instant()),
    lastProblems: array(string(), 'Why values were skipped at that time'),
    updatedAt: nullable(instant()),
  }),
  example: {
    integrationId: exampleId('integration'),
    mapping: exampleMapping,
    effective: exampleMapping,
    lastPollAt: '2026-11-21T08:45:00.000Z',
    nextPollAt: '2026-11-21T09:00:00.000Z',
    stored: 1204,
    dropped: 3,
    lastDroppedAt: '2026-11-20T22:15:00.000Z',
    lastProblems: ['temp of 999 is not between -30 and 60 (H1)'],
    updatedAt: '2026-11-08T06:00:00.000Z',
  },
});

/** The request body of `POST /os/integrations/{id}/test`. */
export const integrationTestBody: OperationBody = {
  schema: {
    ...object({
      'mapping?': anyObject('Tested instead of the stored mapping'),
      'payload?': { description: 'Any JSON; default: the current response of the endpoint' },
      'topic?': string('MQTT: the topic of the payload'),
    }),
    additionalProperties: false,
  },
  examples: {
    payload: {
      mapping: { fields: { temp: '/t', humidity: '/rh' }, barnId: exampleId('barn') },
      payload: { t: 26.4, rh: 61 },
    },
  },
};

const resultSchema = object({
  ok: boolean(),
  error: nullable(string('Why nothing was read')),
  stored: integer(),
  samples: integer('Found in the payload'),
  known: integer('Read before'),
  waiting: integer('Beyond the number stored at once'),
  readings: rows({
    barnId: string(),
    ts: instant(),
    ...Object.fromEntries(feedMeasures.map((measure) => [`${measure}?`, figure()])),
    devices: array(string()),
  }),
  dropped: integer('Number of skipped values and rows'),
  problems: array(string(), 'Skipped parts, with reasons'),
});

const exampleResult = {
  ok: true,
  error: null,
  stored: 0,
  samples: 1,
  known: 0,
  waiting: 0,
  readings: [
    {
      barnId: exampleId('barn'),
      ts: '2026-11-21T09:00:00.000Z',
      temp: 26.4,
      humidity: 61,
      devices: [],
    },
  ],
  dropped: 0,
  problems: [],
};

/** The response of `POST /os/integrations/{id}/test`. */
export const integrationTestAnswer = declareAnswer({
  name: 'IntegrationTest',
  description: 'The readings that would be stored; nothing is stored.',
  schema: resultSchema,
  example: exampleResult,
});

/** The response of `POST /os/integrations/{id}/poll`. */
export const integrationPollAnswer = declareAnswer({
  name: 'IntegrationPoll',
  description: 'The response of the endpoint, and the readings stored from it.',
  schema: resultSchema,
  example: { ...exampleResult, stored: 1 },
});

const withContent = {
  ...exampleRow(media),
  mimeType: 'image/jpeg',
  sizeBytes: 284_311,
  width: 1600,
  height: 1200,
  url: `/v1/platform/os/media/${exampleId('media')}/content`,
};

/** The response of `PUT /os/media/{id}/content`. */
export const mediaStoredAnswer = declareAnswer({
  name: 'MediaStored',
  description: 'The media item with the detected properties of its file.',
  schema: ref('MediaItem'),
  example: withContent,
});

/** The response of `GET /os/media/{id}/content`: the file. */
export const mediaContentAnswer = declareAnswer({
  name: 'MediaContent',
  mediaType: '*/*',
  description: 'The file, or a part of it (206), with its own Content-Type.',
  schema: { type: 'string', format: 'binary', description: 'The bytes of the file.' },
  example: 'the bytes of the file',
});

/** The response of `POST /os/media/{id}/analyze`. */
export const mediaAnalyzedAnswer = declareAnswer({
  name: 'MediaAnalyzed',
  description: "The media item with the model's findings.",
  schema: object({
    media: ref('MediaItem'),
    agentRunId: string('The row of agent-runs that records the request'),
    analysis: object({
      severity: oneOf(['none', 'info', 'warning', 'critical']),
      summary: nullable(string()),
    }),
  }),
  example: {
    media: {
      ...withContent,
      aiSeverity: 'warning',
      aiSummary: 'Wet litter under the second drinker line.',
      analyzedAt: '2026-11-21T09:00:00.000Z',
    },
    agentRunId: exampleId('run'),
    analysis: { severity: 'warning', summary: 'Wet litter under the second drinker line.' },
  },
});

import {
  anyObject,
  array,
  boolean,
  day,
  figure,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  rows,
  string,
  translatable,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { fixSchema, severitySchema } from './core/shared-schemas.ts';

/** The response of `POST /os/cameras/{id}/token`. */
export const cameraTokenAnswer = declareAnswer({
  name: 'CameraToken',
  description: 'The new camera-connection token; shown only here.',
  schema: object({
    integrationId: string(),
    tokenPrefix: string('What is shown of the token later.'),
    createdAt: instant(),
    'cameraToken?': string('Begins with cam_; not there when the call is repeated.'),
  }),
  example: {
    integrationId: exampleId('integration'),
    tokenPrefix: 'cam_k4T9vQ2mXbZ7',
    createdAt: '2026-11-21T09:00:00.000Z',
    cameraToken: 'cam_k4T9vQ2mXbZ7_5uPq8sWv1yBnC3dFgH6jKm9LzX2cV4tR0aQ7we',
  },
});

const trouble = oneOf(['warning', 'critical']);

const alertSchema = object({
  alertId: string(),
  rule: string('Such as count_gap'),
  severity: nullable(severitySchema),
  title: translatable(nullable(string())),
  barnId: nullable(string()),
  createdAt: instant(),
});

const countSchema = object(
  {
    ts: instant(),
    counted: { type: 'number', description: 'As it was sent' },
    birds: figure('Of a camera that sees a part of the barn, reckoned for all of it'),
    logged: figure('Alive by the log'),
    difference: figure('Counted less logged'),
    gapPct: figure('Without a sign'),
    severity: nullable(trouble),
    why: nullable(
      oneOf(['low_confidence', 'partial_view', 'no_flock', 'unknown_birds'], 'Why not compared'),
    ),
  },
  'The newest count of today against the log.',
);

const cameraSchema = object({
  deviceId: string(),
  name: nullable(string()),
  barnId: nullable(string()),
  barn: nullable(string('The name of the barn')),
  flockId: nullable(string('The flock inside')),
  flock: nullable(string('As people call it')),
  status: nullable(string()),
  sourceKey: nullable(string()),
  streamUrl: nullable(string('User and password are masked')),
  adopted: boolean(),
  integrationId: nullable(string('The connection it sends through')),
  lastHeardAt: nullable(instant()),
  lastEvent: nullable(
    object(
      { ts: instant(), kind: string(), unit: nullable(string()), value: figure() },
      'The newest of the last seven days.',
    ),
  ),
  events24h: object({
    total: integer(),
    count: integer(),
    weight: integer(),
    mortality: integer(),
    behavior: integer(),
  }),
  silent: nullable(
    object(
      { severity: trouble, minutes: integer() },
      'Null while it sends, or while there are no birds in its view.',
    ),
  ),
  count: nullable(countSchema),
  weight: nullable(
    object(
      {
        measuredG: figure('The median of 48 hours projected to now, before calibration'),
        g: figure('The same, calibrated'),
        n: nullable(integer('Of how many weights')),
        measuredAt: instant(),
        downWeighted: boolean('So far off the growth curve that it counts a quarter'),
        uncalibrated: boolean(
          'The weight of the flock rests on cameras without a calibration: not reliable',
        ),
      },
      'The current weight of the birds according to this camera.',
    ),
  ),
  calibration: nullable(
    object({
      factor: figure('Multiplier for its weights'),
      pairs: integer('Number of manual weighings compared'),
      lastPairDay: nullable(day()),
      updatedAt: instant(),
    }),
  ),
  alerts: array(alertSchema, 'Open alerts that name this camera'),
});

const connectionSchema = object({
  integrationId: string(),
  name: nullable(string()),
  vendor: nullable(string()),
  barnId: nullable(string()),
  barn: nullable(string()),
  status: nullable(string()),
  tokenPrefix: nullable(string('The beginning of its token')),
  pollMinutes: nullable(integer()),
  lastSuccessAt: nullable(instant()),
  lastErrorAt: nullable(instant()),
  consecutiveFailures: integer(),
});

/** The response of `GET /os/cameras`. */
export const camerasAnswer = declareAnswer({
  name: 'Cameras',
  description: 'The cameras of the farm, its connections, and unregistered sources.',
  schema: object({
    farmId: string(),
    asOf: instant(),
    headline: object({
      cameras: integer('Without retired ones'),
      online: integer('Online and sending'),
      silent: integer(),
      unregistered: integer(),
      openAlerts: integer(),
      events24h: integer(),
    }),
    cameras: array(cameraSchema, 'By barn and name'),
    connections: array(connectionSchema),
    unregistered: rows({
      source: string(),
      firstSeen: instant(),
      lastSeen: instant(),
      events: integer('Of the last seven days'),
      kinds: array(string()),
      barnId: nullable(string('Where it was seen last')),
      barn: nullable(string()),
      fix: fixSchema,
    }),
    barnAlerts: array(alertSchema, 'Open alerts of cameras that name none of these'),
  }),
  example: {
    farmId: exampleId('farm'),
    asOf: '2026-11-21T09:00:00.000Z',
    headline: { cameras: 1, online: 1, silent: 0, unregistered: 1, openAlerts: 1, events24h: 288 },
    cameras: [
      {
        deviceId: exampleId('device'),
        name: 'Barn 1 east',
        barnId: exampleId('barn'),
        barn: 'Barn 1',
        flockId: exampleId('flock'),
        flock: 'B1-2611',
        status: 'online',
        sourceKey: 'barn1-east',
        streamUrl: 'rtsp://***:***@192.168.10.21:554/stream1',
        adopted: false,
        integrationId: exampleId('integration'),
        lastHeardAt: '2026-11-21T08:55:00.000Z',
        lastEvent: { ts: '2026-11-21T08:55:00.000Z', kind: 'weight', unit: 'gr', value: 1012 },
        events24h: { total: 288, count: 96, weight: 96, mortality: 0, behavior: 96 },
        silent: null,
        count: {
          ts: '2026-11-21T08:50:00.000Z',
          counted: 19_200,
          birds: 19_200,
          logged: 19_910,
          difference: -710,
          gapPct: 3.57,
          severity: 'warning',
          why: null,
        },
        weight: {
          measuredG: 980.4,
          g: 1005.9,
          n: 96,
          measuredAt: '2026-11-20T20:50:00.000Z',
          downWeighted: false,
          uncalibrated: false,
        },
        calibration: {
          factor: 1.026,
          pairs: 2,
          lastPairDay: '2026-11-18',
          updatedAt: '2026-11-18T14:00:00.000Z',
        },
        alerts: [
          {
            alertId: exampleId('alert'),
            rule: 'count_gap',
            severity: 'warning',
            title: 'Barn 1: the camera counts 3.57% fewer birds than the log',
            barnId: exampleId('barn'),
            createdAt: '2026-11-21T08:50:00.000Z',
          },
        ],
      },
    ],
    connections: [
      {
        integrationId: exampleId('integration'),
        name: 'Cameras of barn 1',
        vendor: null,
        barnId: exampleId('barn'),
        barn: 'Barn 1',
        status: 'active',
        tokenPrefix: 'cam_k4T9vQ2mXbZ7',
        pollMinutes: 5,
        lastSuccessAt: '2026-11-21T08:55:00.000Z',
        lastErrorAt: null,
        consecutiveFailures: 0,
      },
    ],
    unregistered: [
      {
        source: 'barn1-west',
        firstSeen: '2026-11-20T15:10:00.000Z',
        lastSeen: '2026-11-21T08:54:00.000Z',
        events: 213,
        kinds: ['count', 'weight'],
        barnId: exampleId('barn'),
        barn: 'Barn 1',
        fix: {
          operation: 'adoptCamera',
          method: 'POST',
          path: '/os/cameras/adopt',
          body: {
            farmId: exampleId('farm'),
            source: 'barn1-west',
            barnId: exampleId('barn'),
            name: 'barn1-west',
          },
        },
      },
    ],
    barnAlerts: [],
  },
});

/** The request body of `POST /os/cameras/adopt`. */
export const adoptCameraBody: OperationBody = {
  schema: object({
    'farmId?': string('May be absent where the key sees one farm only'),
    source: { type: 'string', minLength: 1, maxLength: 80 },
    'barnId?': nullable(string('Default: where it was seen last')),
    'name?': { type: ['string', 'null'], maxLength: 120, description: 'Default: the source' },
  }),
  examples: {
    adopt: {
      farmId: exampleId('farm'),
      source: 'barn1-west',
      barnId: exampleId('barn'),
      name: 'Barn 1 west',
    },
  },
};

/** The response of `POST /os/cameras/adopt`. */
export const cameraAdoptedAnswer = declareAnswer({
  name: 'CameraAdopted',
  description: 'The new camera, and the earlier data of its source that was assigned to it.',
  status: 201,
  hasLocation: true,
  schema: object({
    device: anyObject('The row of devices'),
    events: integer('Earlier events it was given'),
    firstSeen: instant(),
    lastSeen: instant(),
  }),
  example: {
    device: {
      id: exampleId('device'),
      farmId: exampleId('farm'),
      barnId: exampleId('barn'),
      kind: 'camera',
      name: 'Barn 1 west',
      status: 'online',
      sourceKey: 'barn1-west',
      adopted: true,
    },
    events: 213,
    firstSeen: '2026-11-20T15:10:00.000Z',
    lastSeen: '2026-11-21T08:54:00.000Z',
  },
});

import { exampleId } from '../example-id.ts';
import { boolean, date, list, prose, reference, text, timestamp, word } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { closed, deviceKind, open } from '../vocabulary.ts';

const status = closed(['unknown', 'online', 'offline', 'fault', 'maintenance', 'retired'], {
  new: 'unknown',
  active: 'online',
  connected: 'online',
  ok: 'online',
  disconnected: 'offline',
  down: 'offline',
  inactive: 'offline',
  error: 'fault',
  faulty: 'fault',
  broken: 'fault',
  repair: 'maintenance',
  removed: 'retired',
  decommissioned: 'retired',
});

const protocol = open([
  'rtsp',
  'onvif',
  'hls',
  'webrtc',
  'http',
  'mqtt',
  'modbus',
  'bacnet',
  'lorawan',
  'zigbee',
  'serial',
  'api',
  'manual',
  'other',
]);

const capabilities = [
  'count',
  'weight',
  'mortality',
  'behavior',
  'temp',
  'humidity',
  'co2',
  'nh3',
  'water',
  'feed',
  'light',
  'ptz',
] as const;

export const devices = defineResource({
  name: 'devices',
  singular: 'device',
  idPrefix: 'device',
  group: 'Monitoring',
  summary: 'A camera, sensor, controller or machine of a barn',
  fields: {
    barnId: reference('barns'),
    kind: word(deviceKind, { required: true }),
    model: text(120),
    status: word(status, {
      note: 'Default: unknown for sensors until they first report, else online',
    }),
    installedAt: date({ note: 'The day' }),
    notes: prose(5000),
    name: text(120),
    vendor: text(120),
    protocol: word(protocol),
    streamUrl: text(2000, {
      format: 'url',
      schemes: ['rtsp', 'rtsps', 'http', 'https'],
      note: 'User and password in it are masked in answers',
    }),
    capabilities: list(20, 40, { words: capabilities }),
    sourceKey: text(80, {
      note: 'What its detections carry as source; unique among the cameras of a farm',
    }),
    lastSeenAt: timestamp({ origin: 'system' }),
    adopted: boolean({
      origin: 'system',
      default: false,
      note: 'Made from a source that was seen before it was registered',
    }),
    lastError: prose(2000, { origin: 'system' }),
  },
  farm: { kind: 'farm', parents: ['barnId'] },
  label: ['name', 'model', 'kind'],
  search: ['model', 'name', 'vendor', 'sourceKey'],
  filters: ['kind', 'status', 'barnId', 'sourceKey', 'vendor', 'protocol'],
  order: 'createdAt',
  transitions: {
    unknown: ['online', 'offline', 'fault', 'maintenance', 'retired'],
    online: ['offline', 'fault', 'maintenance', 'retired'],
    offline: ['online', 'fault', 'maintenance', 'retired'],
    fault: ['online', 'offline', 'maintenance', 'retired'],
    maintenance: ['online', 'offline', 'fault', 'retired'],
    retired: ['maintenance'],
  },
  columns: ['id', 'name', 'kind', 'status', 'barnId', 'vendor', 'sourceKey', 'lastSeenAt'],
  example: {
    barnId: exampleId('barn'),
    kind: 'camera',
    model: 'DS-2CD2143',
    status: 'online',
    installedAt: '2026-09-14',
    name: 'Barn 1 east',
    vendor: 'Hikvision',
    protocol: 'rtsp',
    streamUrl: 'rtsp://192.168.10.21:554/stream1',
    capabilities: ['count', 'weight', 'mortality', 'behavior'],
    sourceKey: 'barn1-east',
  },
});

import * as z from 'zod';
import { feedMeasures, feedSources, instantFormats } from './measures.ts';

const LONGEST_POINTER = 200;
const LONGEST_KEY = 120;
const MOST_DEVICES = 200;
const MOST_TOPICS = 20;
/** Maximum alternative paths of a measure; the first with a value is used. */
const MOST_ALTERNATIVES = 5;

/** JSON Pointer (RFC 6901); a segment `*` matches the first member in which the rest is found. */
const pointer = z
  .string()
  .max(LONGEST_POINTER)
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/u, 'must be a JSON pointer such as /data/0/temp')
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters');
const id = z.string().min(1).max(80);
const factor = z.number().min(-1e6).max(1e6);

const measured = z.strictObject({
  path: pointer,
  unit: z.string().max(20).optional(),
  unitPath: pointer.optional(),
  factor: factor.optional(),
  offset: factor.optional(),
  meter: z.boolean().optional(),
});
const field = z.union([pointer, measured, z.array(measured).min(1).max(MOST_ALTERNATIVES)]);
const device = z.strictObject({
  barnId: id.optional(),
  measure: z.enum(feedMeasures).optional(),
  unit: z.string().max(20).optional(),
  factor: factor.optional(),
  offset: factor.optional(),
  meter: z.boolean().optional(),
});
const topic = z
  .string()
  .min(1)
  .max(LONGEST_POINTER)
  .regex(
    /^(?:[^+#\p{C}/]*|\+)(?:\/(?:[^+#\p{C}/]*|\+))*(?:(?:^|\/)#)?$|^#$/u,
    'must be a topic filter such as barns/+/climate',
  );

/** How an integration's payload is mapped to environment readings, as sent and stored. */
export const mappingSchema = z.strictObject({
  preset: z.string().max(40).optional(),
  rows: pointer.optional(),
  device: z.union([pointer, z.strictObject({ topicLevel: z.int().min(1).max(20) })]).optional(),
  devices: z
    .record(z.string().max(LONGEST_KEY), z.union([id, device]))
    .refine(
      (devices) => Object.keys(devices).length <= MOST_DEVICES,
      `must have at most ${MOST_DEVICES} devices`,
    )
    .optional(),
  barnId: id.optional(),
  ts: z
    .union([pointer, z.strictObject({ path: pointer, format: z.enum(instantFormats).optional() })])
    .optional(),
  fields: z.partialRecord(z.enum(feedMeasures), field).optional(),
  value: pointer.optional(),
  unitPath: pointer.optional(),
  topics: z.array(topic).min(1).max(MOST_TOPICS).optional(),
  source: z.enum(feedSources).optional(),
});

/** How an integration's payload is mapped to environment readings. */
export type IntegrationMapping = z.infer<typeof mappingSchema>;

/** The location and format of one measure in a row. */
export type MeasuredField = z.infer<typeof measured>;

/** The mapping of one device in a feed. */
export type FeedDevice = z.infer<typeof device>;

/** A predefined mapping for devices with a known payload. */
export interface IntegrationPreset {
  /** The devices it supports. */
  readonly summary: string;
  /** What is polled or subscribed to. */
  readonly endpoint: string;
  readonly mapping: IntegrationMapping;
}

/** A Shelly may send only one of the two. */
const SHELLY_TEMP = [
  { path: '/temperature:0/tC' },
  { path: '/temperature:0/tF', unit: 'F' },
] satisfies MeasuredField[];
/** Tasmota's `SetOption8` selects the unit. */
const TASMOTA_TEMP = { path: '/*/Temperature', unitPath: '/TempUnit' };

/** The built-in mappings by name; settings of an integration's own mapping take precedence. */
export const integrationPresets = {
  'generic-json': {
    summary: 'One object or a list of objects with the field names of a reading',
    endpoint: 'https://controller.example.com/readings.json',
    mapping: {
      device: '/device',
      ts: '/ts',
      fields: {
        temp: '/temp',
        humidity: '/humidity',
        co2: '/co2',
        nh3: '/nh3',
        waterL: '/waterL',
        feedKg: '/feedKg',
      },
      source: 'api',
    },
  },
  'home-assistant': {
    summary: 'States of entities from the REST API; devices maps each entity to a measure',
    endpoint: 'https://home.example.com/api/states',
    // No time path: Home Assistant updates its times only when a value changes, and reports a
    // missing sensor as `unavailable`.
    mapping: {
      device: '/entity_id',
      value: '/state',
      unitPath: '/attributes/unit_of_measurement',
      source: 'controller',
    },
  },
  'shelly-gen2': {
    summary: 'Shelly Plus and later, GET /rpc/Shelly.GetStatus',
    endpoint: 'http://shellyplusht.lan/rpc/Shelly.GetStatus',
    mapping: {
      device: '/sys/mac',
      ts: { path: '/sys/unixtime', format: 'seconds' },
      fields: { temp: SHELLY_TEMP, humidity: '/humidity:0/rh' },
    },
  },
  'shelly-gen2-mqtt': {
    summary: 'Shelly Plus and later by MQTT, with RPC status notifications',
    endpoint: 'mqtts://broker.example.com',
    mapping: {
      rows: '/params',
      device: { topicLevel: 1 },
      ts: { path: '/ts', format: 'seconds' },
      fields: { temp: SHELLY_TEMP, humidity: '/humidity:0/rh' },
      topics: ['+/events/rpc'],
    },
  },
  tasmota: {
    summary: 'Tasmota by HTTP, GET /cm?cmnd=Status%208; any air sensor',
    endpoint: 'http://tasmota.lan/cm?cmnd=Status%208',
    mapping: {
      rows: '/StatusSNS',
      ts: { path: '/Time', format: 'local' },
      fields: { temp: TASMOTA_TEMP, humidity: '/*/Humidity', co2: '/*/CarbonDioxide' },
    },
  },
  'tasmota-mqtt': {
    summary: 'Tasmota by MQTT, tele/<topic>/SENSOR',
    endpoint: 'mqtts://broker.example.com',
    mapping: {
      device: { topicLevel: 2 },
      ts: { path: '/Time', format: 'local' },
      fields: { temp: TASMOTA_TEMP, humidity: '/*/Humidity', co2: '/*/CarbonDioxide' },
      topics: ['tele/+/SENSOR'],
    },
  },
  zigbee2mqtt: {
    summary: 'Zigbee sensors through Zigbee2MQTT, zigbee2mqtt/<friendly name>',
    endpoint: 'mqtts://broker.example.com',
    mapping: {
      device: { topicLevel: 2 },
      fields: { temp: '/temperature', humidity: '/humidity', co2: '/co2' },
      topics: ['zigbee2mqtt/+'],
    },
  },
} as const satisfies Readonly<Record<string, IntegrationPreset>>;

export type PresetName = keyof typeof integrationPresets;

/** The names of the presets. */
export const presetNames = Object.keys(integrationPresets) as readonly PresetName[];

/** The preset with this name; undefined if it does not exist. */
export function findPreset(name: string): IntegrationPreset | undefined {
  return presetNames.some((preset) => preset === name)
    ? integrationPresets[name as PresetName]
    : undefined;
}

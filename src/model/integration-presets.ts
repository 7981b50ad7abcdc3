import type { IntegrationMapping, MeasuredField } from './integration-mapping.ts';

/** A mapping to begin with, for devices whose payload is known. */
export interface IntegrationPreset {
  /** What it is for. */
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
/** `SetOption8` of Tasmota chooses the unit. */
const TASMOTA_TEMP = { path: '/*/Temperature', unitPath: '/TempUnit' };

/** The mappings that come with the service, by name; what an own mapping says goes before them. */
export const integrationPresets = {
  'generic-json': {
    summary: 'One object, or a list of them, whose members are called like those of a reading',
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
    summary: 'States of entities from the REST API; devices says what each entity measures',
    endpoint: 'https://home.example.com/api/states',
    // Without a time: Home Assistant moves its times only when a value changes, and says by
    // `unavailable` that a sensor is gone.
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
    summary: 'Tasmota by HTTP, GET /cm?cmnd=Status%208; whichever sensor tells the air',
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

/** The preset of a name; undefined when there is none. */
export function findPreset(name: string): IntegrationPreset | undefined {
  return presetNames.some((known) => known === name)
    ? integrationPresets[name as PresetName]
    : undefined;
}

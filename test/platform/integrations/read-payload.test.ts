import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IntegrationMapping } from '../../../src/model/integration-presets.ts';
import { readNumber, readPointer } from '../../../src/platform/integrations/payload-values.ts';
import {
  PayloadRefused,
  readPayload,
  resolveMapping,
} from '../../../src/platform/integrations/read-payload.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const MEASURED = Date.parse('2026-11-21T08:45:00Z');

function read(payload: unknown, mapping: IntegrationMapping, topic?: string) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const zone = 'Asia/Jerusalem';
  return readPayload(text, { mapping: resolveMapping(mapping), zone, topic, now: NOW });
}

test.each([
  ['the whole payload', '', { a: 1 }],
  ['a member', '/a', 1],
])('%s is found by its pointer', (_, pointer, expected) => {
  expect(readPointer({ a: 1 }, pointer)).toEqual(expected);
});

test.each([
  ['an element of a list', '/list/1', 'b'],
  ['a name with a slash and a tilde', '/a~1b~0', 2],
  ['the first member with the remaining path', '/*/Temperature', 21.5],
  ['no length of a list', '/list/length', undefined],
  ['nothing below a text', '/text/0', undefined],
  ['nothing inherited', '/constructor/name', undefined],
  ['nothing by a prototype', '/__proto__/toString', undefined],
  ['nothing in no member', '/*/Pressure', undefined],
])('%s', (_, pointer, expected) => {
  const value = {
    text: 'abc',
    list: ['a', 'b'],
    'a/b~': 2,
    Time: '2026',
    SI7021: { Temperature: 21.5 },
  };
  expect(readPointer(value, pointer)).toBe(expected);
});

test.each([
  [21.5, 21.5],
  ['21.5', 21.5],
  [' -3e1 ', -30],
  ['unavailable', null],
  ['NaN', null],
  ['', null],
  [null, null],
  [undefined, null],
  [true, undefined],
  ['21,5', undefined],
  ['0x10', undefined],
  ['1e999', undefined],
  [{}, undefined],
  [[21], undefined],
])('%j is parsed as the number %j', (value, expected) => {
  expect(readNumber(value)).toBe(expected);
});

describe('units', () => {
  test.each([
    ['temp', 'F', 77, 25],
    ['temp', 'K', 293.15, 20],
    ['humidity', 'ratio', 0.61, 61],
    ['co2', '%', 0.25, 2500],
    ['nh3', 'ppb', 9000, 9],
    ['waterL', 'gal', 10, 37.854],
    ['waterL', 'imp-gal', 10, 45.461],
    ['waterL', 'm3', 0.042, 42],
    ['feedKg', 'lb', 100, 45.359],
    ['feedKg', 't', 0.024, 24],
  ] as const)('%s in %s: %d is %d', (measure, unit, raw, expected) => {
    const { samples } = read({ v: raw }, { fields: { [measure]: { path: '/v', unit } } });
    expect(samples).toEqual([
      { device: '', at: null, values: { [measure]: expected }, counters: {} },
    ]);
  });
});

test('rows, devices, times and meters of a controller', () => {
  const payload = {
    houses: [
      { id: 'H1', at: '2026-11-21T10:45:00+02:00', air: { t: 77, rh: '61' }, water: 104_200 },
      { id: 'H2', at: '2026-11-21T08:45:00Z', air: { t: null, rh: 58 } },
    ],
  };
  const mapping: IntegrationMapping = {
    rows: '/houses',
    device: '/id',
    ts: '/at',
    fields: {
      temp: { path: '/air/t', unit: 'F' },
      humidity: '/air/rh',
      waterL: { path: '/water', meter: true },
    },
  };
  expect(read(payload, mapping)).toEqual({
    samples: [
      {
        device: 'H1',
        at: MEASURED,
        values: { temp: 25, humidity: 61 },
        counters: { waterL: 104_200 },
      },
      { device: 'H2', at: MEASURED, values: { humidity: 58 }, counters: {} },
    ],
    problems: [],
    dropped: 0,
  });
});

describe('units that the payload states', () => {
  const celsius = (payload: unknown, mapping: IntegrationMapping) =>
    read(payload, mapping, 'shelly-1/events/rpc').samples.map(({ values }) => values.temp);

  test.each([
    ['F', 77, 25],
    ['C', 25, 25],
  ])('Tasmota with TempUnit %s', (TempUnit, Temperature, expected) => {
    const payload = { StatusSNS: { SI7021: { Temperature, Humidity: 60 }, TempUnit } };
    expect(celsius(payload, { preset: 'tasmota' })).toEqual([expected]);
    const message = { SI7021: { Temperature, Humidity: 60 }, TempUnit };
    expect(celsius(message, { preset: 'tasmota-mqtt' })).toEqual([expected]);
  });

  test.each([
    ['°F', 77, 25],
    ['°C', 25, 25],
    ['K', 298.15, 25],
    // The units of the payload take precedence over those of the mapping.
    ['°C', 25, 25, 'F'],
    [undefined, 77, 25, 'F'],
  ])('Home Assistant with unit_of_measurement %s', (unit, state, expected, mapped?: string) => {
    const attributes = unit === undefined ? {} : { unit_of_measurement: unit };
    const payload = [{ entity_id: 'sensor.t1', state: String(state), attributes }];
    const device = { measure: 'temp', ...(mapped ? { unit: mapped } : {}) } as const;
    const mapping = { preset: 'home-assistant', devices: { 'sensor.t1': device } };
    expect(celsius(payload, mapping)).toEqual([expected]);
  });

  test('Home Assistant with the cubic metres of a water meter', () => {
    const attributes = { unit_of_measurement: 'm³' };
    const payload = [{ entity_id: 'sensor.w', state: '1.25', attributes }];
    const devices = { 'sensor.w': { measure: 'waterL', meter: true } } as const;
    const { samples } = read(payload, { preset: 'home-assistant', devices });
    expect(samples).toMatchObject([{ counters: { waterL: 1250 } }]);
  });

  test('a value with an unknown unit is skipped and reported', () => {
    const payload = { SI7021: { Temperature: 21 }, TempUnit: 'R' };
    expect(read(payload, { preset: 'tasmota-mqtt' })).toEqual({
      samples: [],
      problems: ['temp is in "R", a unit that is not known'],
      dropped: 1,
    });
  });

  test('a Shelly that sends only tF', () => {
    const rows = (temperature: object) => ({ params: { 'temperature:0': temperature } });
    const mapping = { preset: 'shelly-gen2-mqtt' };
    expect(celsius(rows({ tF: 77 }), mapping)).toEqual([25]);
    expect(celsius(rows({ tC: 24.9, tF: 77 }), mapping)).toEqual([24.9]);
    expect(celsius(rows({ tC: null, tF: 77 }), mapping)).toEqual([25]);
  });
});

describe('temperatures of electronics', () => {
  const chip = ['temp is the temperature of the electronics, not of the barn'];

  test('Tasmota on an ESP32 is read by its sensor, wherever the chip stands', () => {
    const sensor = { DHT11: { Temperature: 26 } };
    const esp = { ESP32: { Temperature: 53.3 } };
    for (const payload of [
      { ...esp, ...sensor },
      { ...sensor, ...esp },
    ]) {
      expect(read(payload, { preset: 'tasmota-mqtt' })).toMatchObject({
        samples: [{ values: { temp: 26 } }],
        dropped: 0,
      });
    }
    expect(read(esp, { preset: 'tasmota-mqtt' })).toEqual({
      samples: [],
      problems: chip,
      dropped: 1,
    });
  });

  test.each(['/device_temperature', '/switch:0/temperature/tC', '/ESP32/Temperature', '/cpu_temp'])(
    '%s is never the climate',
    (path) => {
      const [first = '', ...rest] = path.split('/').slice(1);
      const inner = rest.reduceRight<unknown>((value, name) => ({ [name]: value }), 41);
      const { samples, problems } = read(
        { [first]: inner, rh: 60 },
        {
          fields: { temp: path, humidity: '/rh' },
        },
      );
      expect(samples).toMatchObject([{ values: { humidity: 60 } }]);
      expect(samples[0]?.values.temp).toBeUndefined();
      expect(problems).toEqual(chip);
    },
  );

  test.each(['sensor.barn_1_device_temperature', 'sensor.esp32_node_chip_temp'])('%s', (name) => {
    const payload = [{ entity_id: name, state: '41' }];
    const devices = { [name]: { measure: 'temp' } } as const;
    expect(read(payload, { preset: 'home-assistant', devices }).samples).toEqual([]);
  });

  test.each(['sensor.barn_1_temperature', 'sensor.esp32_barn_temperature', 'sensor.core_house_t'])(
    '%s is an air sensor',
    (name) => {
      const payload = [{ entity_id: name, state: '26' }];
      const devices = { [name]: { measure: 'temp' } } as const;
      expect(read(payload, { preset: 'home-assistant', devices }).samples).toHaveLength(1);
    },
  );
});

test('all skipped values are counted, including those beyond the listed problems', () => {
  const payload = Array.from({ length: 30 }, () => ({ t: 999 }));
  const { problems, dropped } = read(payload, { fields: { temp: '/t' } });
  expect([problems.length, dropped]).toEqual([20, 30]);
});

describe('payloads of devices', () => {
  test('Tasmota by HTTP, its time in the zone of the farm', () => {
    const payload = {
      StatusSNS: {
        Time: '2026-11-21T10:45:00',
        AM2301: { Temperature: 26.1, Humidity: 57.3, DewPoint: 17 },
        TempUnit: 'C',
      },
    };
    expect(read(payload, { preset: 'tasmota' }).samples).toEqual([
      { device: '', at: MEASURED, values: { temp: 26.1, humidity: 57.3 }, counters: {} },
    ]);
  });

  test('Tasmota by MQTT, the device from the topic', () => {
    const payload = {
      Time: '2026-11-21T10:45:00',
      SCD30: { CarbonDioxide: 1850, Temperature: 25 },
    };
    expect(read(payload, { preset: 'tasmota-mqtt' }, 'tele/barn1/SENSOR').samples).toEqual([
      { device: 'barn1', at: MEASURED, values: { temp: 25, co2: 1850 }, counters: {} },
    ]);
  });

  test('Shelly of the second generation', () => {
    const payload = {
      'temperature:0': { id: 0, tC: 24.9, tF: 76.8 },
      'humidity:0': { id: 0, rh: 63.1 },
      sys: { mac: 'A8032ABE54DC', unixtime: MEASURED / 1000 },
    };
    expect(read(payload, { preset: 'shelly-gen2' }).samples).toEqual([
      {
        device: 'A8032ABE54DC',
        at: MEASURED,
        values: { temp: 24.9, humidity: 63.1 },
        counters: {},
      },
    ]);
  });

  test('Zigbee2MQTT', () => {
    const payload = { battery: 91, humidity: 44.7, linkquality: 120, temperature: 27.3 };
    expect(read(payload, { preset: 'zigbee2mqtt' }, 'zigbee2mqtt/barn 1').samples).toEqual([
      { device: 'barn 1', at: null, values: { temp: 27.3, humidity: 44.7 }, counters: {} },
    ]);
  });

  test('Home Assistant: only the entities that devices names, without unavailable ones', () => {
    const payload = [
      { entity_id: 'sensor.barn_1_temperature', state: '26.4', attributes: {} },
      { entity_id: 'sensor.barn_1_humidity', state: 'unavailable', attributes: {} },
      { entity_id: 'light.yard', state: 'on', attributes: {} },
    ];
    const mapping: IntegrationMapping = {
      preset: 'home-assistant',
      devices: {
        'sensor.barn_1_temperature': { measure: 'temp' },
        'sensor.barn_1_humidity': { measure: 'humidity' },
      },
    };
    expect(read(payload, mapping)).toEqual({
      samples: [
        { device: 'sensor.barn_1_temperature', at: null, values: { temp: 26.4 }, counters: {} },
      ],
      problems: [],
      dropped: 0,
    });
  });
});

describe('implausible values are skipped and reported, the rest is stored', () => {
  const mapping: IntegrationMapping = {
    device: '/d',
    ts: { path: '/t', format: 'seconds' },
    fields: { temp: '/temp', humidity: '/rh' },
  };
  const seconds = MEASURED / 1000;
  test.each([
    [
      'a temperature of the sun',
      { d: 'a', temp: 5500, rh: 50 },
      'temp of 5500 is not between -30 and 60 (a)',
    ],
    [
      'a measure that is a list',
      { d: 'a', temp: [1], rh: 50 },
      'temp is a list, which is no number (a)',
    ],
    [
      'a measure that is text',
      { d: 'a', temp: 'warm', rh: 50 },
      'temp is "warm", which is no number (a)',
    ],
  ])('%s', (_, row, problem) => {
    const { samples, problems } = read([row], mapping);
    expect(samples).toEqual([{ device: 'a', at: null, values: { humidity: 50 }, counters: {} }]);
    expect(problems).toEqual([problem]);
  });

  test.each([
    [
      'an invalid time',
      { temp: 20, t: 'noon' },
      'row 1: the time at /t is not in the format seconds',
    ],
    ['a future time', { temp: 20, t: seconds + 7200 }, 'row 1: the time at /t is in the future'],
    ['a time of 1970', { temp: 20, t: 12 }, 'row 1: the time at /t is long past'],
    ['a device that is an object', { d: {}, temp: 20 }, 'row 1: the name of the device is none'],
    ['a device with a NUL', { d: 'a\0', temp: 20 }, 'row 1: the name of the device is none'],
  ])('%s', (_, row, problem) => {
    const good = { d: 'b', temp: 21, t: seconds };
    const { samples, problems } = read([row, good], mapping);
    expect(samples.map(({ device }) => device)).toEqual(['b']);
    expect(problems).toEqual([problem]);
  });

  test('rows that are not objects are ignored', () => {
    expect(read([null, 1, 'x', [], {}], mapping)).toEqual({
      samples: [],
      problems: [],
      dropped: 0,
    });
  });
});

test.each([
  ['no JSON', '<html>', {}, 'The payload is not JSON.'],
  ['missing rows', '{"a":1}', { rows: '/b' }, 'There is nothing at /b.'],
  ['null', 'null', {}, 'There is nothing at the top.'],
  ['too many rows', JSON.stringify(Array(10_001).fill(0)), {}, 'There are more than 10000 rows.'],
])('%s is rejected', (_, text, mapping, message) => {
  expect(() => read(text, { ...mapping, fields: { temp: '/t' } })).toThrow(PayloadRefused);
  expect(() => read(text, { ...mapping, fields: { temp: '/t' } })).toThrow(message);
});

test('endless nesting does not break it', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  expect(read(deep, { fields: { temp: '/*/*/*/temp' } }).samples).toEqual([]);
});

test('any payload is either parsed or rejected, and all values are valid readings', () => {
  const mapping: IntegrationMapping = {
    device: '/device',
    ts: '/ts',
    fields: { temp: { path: '/temp', unit: 'F' }, waterL: { path: '/*/water', meter: true } },
  };
  const row = fc.record(
    {
      device: fc.jsonValue(),
      ts: fc.oneof(
        fc.jsonValue(),
        fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
      ),
      temp: fc.oneof(fc.jsonValue(), fc.double(), fc.string()),
      meter: fc.record({ water: fc.jsonValue() }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.array(row).map((rows) => JSON.stringify(rows)),
      ),
      (text) => {
        try {
          for (const { values, at } of read(text, mapping).samples) {
            expect(values.temp ?? 0).toBeGreaterThanOrEqual(-30);
            expect(values.temp ?? 0).toBeLessThanOrEqual(60);
            expect(at ?? NOW).toBeLessThanOrEqual(NOW + 300_000);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(PayloadRefused);
        }
      },
    ),
  );
});

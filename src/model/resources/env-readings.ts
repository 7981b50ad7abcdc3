import {
  exampleId,
  list,
  number,
  prose,
  reference,
  text,
  timestamp,
  word,
} from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { defineResource } from '../core/resource.ts';
import { open } from '../core/vocabulary.ts';

export const envReadings = defineResource({
  name: 'env-readings',
  singular: 'environment reading',
  idPrefix: 'reading',
  group: 'Monitoring',
  summary: 'Sensor readings of a barn: climate, water and feed',
  fields: {
    barnId: reference('barns', { required: true }),
    ts: timestamp({ defaultFrom: 'now', note: 'When it was measured' }),
    temp: number(-30, 60, { unit: '°C' }),
    humidity: number(0, 100, { unit: '%' }),
    co2: number(0, 20_000, { unit: 'ppm' }),
    nh3: number(0, 200, { unit: 'ppm' }),
    waterL: number(0, 1_000_000, { unit: 'L', note: 'Since the reading before' }),
    feedKg: number(0, 200_000, { unit: 'kg', note: 'Since the reading before' }),
    source: word(open(['sensor', 'controller', 'manual', 'weather', 'vision', 'import', 'api']), {
      default: 'sensor',
    }),
    notes: prose(5000),
    sensor: text(120, {
      origin: 'system',
      note: 'The device read by an integration, or else the sender of the reading; with source it distinguishes the sensors of a barn',
    }),
    thi: number(-100, 200, { origin: 'computed', note: 'Temperature-humidity index' }),
    outOfRange: list(4, 40, {
      origin: 'computed',
      words: ['temp', 'humidity', 'co2', 'nh3'],
      note: 'Measures outside the range for the age of the flock',
    }),
  },
  farm: { kind: 'farm', parents: ['barnId'] },
  label: ['ts'],
  filters: ['barnId', 'source'],
  ranges: ['ts'],
  order: 'ts',
  countedBy: ['barnId', 'source'],
  maxLimit: limits.maxPageSizeOfMeasurements,
  columns: ['id', 'ts', 'barnId', 'temp', 'humidity', 'co2', 'nh3', 'thi', 'source'],
  example: {
    barnId: exampleId('barn'),
    ts: '2026-11-21T08:15:00.000Z',
    temp: 26.8,
    humidity: 58,
    co2: 1850,
    nh3: 9,
    waterL: 42,
    feedKg: 24,
    source: 'sensor',
  },
});

import { exampleId } from '../example-id.ts';
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
} from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';
import { currentWeight, standardBasis } from './shared-schemas.ts';

const things = array(anyObject());

const flock = {
  id: string(),
  code: nullable(string()),
  breed: nullable(string()),
  barnId: string(),
  status: nullable(string()),
  placementDate: day(),
  plannedMarketDate: nullable(day()),
  ageDays: nullable(integer()),
  live: nullable(integer()),
  cumMortality: nullable(integer()),
  cumMortalityPct: figure(),
  weight: nullable(
    object(
      {
        g: figure(),
        source: nullable(string()),
        date: nullable(string()),
        uncalibrated: boolean('Cameras without a calibration and without a weighing: not reliable'),
        standardG: figure('Of the breed on `date`'),
      },
      'As measured',
    ),
  ),
  ...currentWeight,
  standardG: figure('Of the breed today'),
  standardBasis,
  lastLog: nullable(anyObject('The newest daily log')),
  daysSinceLog: nullable(integer()),
  densityKgM2: figure('Of its barn, with all flocks inside'),
};

const bounds = object({ min: figure(), max: figure() });

const measures = {
  temp: figure('°C'),
  humidity: figure('%'),
  co2: figure('ppm'),
  nh3: figure('ppm'),
};

/** The current climate of a barn. */
export const climateFields = {
  barnId: string(),
  ts: instant('Of the newest reading'),
  ...measures,
  thi: figure('°C'),
  tempSpreadC: figure('°C between the warmest and the coldest sensor; null with fewer than two'),
  status: oneOf(
    ['ok', 'out_of_range', 'stale', 'no_birds'],
    'Against the range for the age of the birds; stale without a current reading',
  ),
  outOfRange: array(oneOf(['temp', 'humidity', 'co2', 'nh3'])),
  range: nullable(
    object(
      { temp: bounds, humidity: bounds, co2: bounds, nh3: bounds },
      'What the birds need at their age; null where none were inside',
    ),
  ),
  ageMinutes: integer('Of the newest reading'),
  last: nullable(object(measures, 'Where stale: the values at the time of the newest reading')),
};

/** The answer of `GET /context`. */
export const contextAnswer: OperationAnswer = {
  name: 'Context',
  description: 'The whole farm in one object, and in words.',
  schema: object({
    farm: anyObject('The farm itself'),
    asOf: instant(),
    depth: oneOf(['full', 'summary']),
    barns: array(anyObject('A barn, whether it is occupied, and its flock')),
    flocks: rows(flock),
    alerts: object({ open: things, counts: anyObject('Open alerts by severity') }),
    tasks: object({ open: things, overdue: integer(), today: integer() }),
    fieldReports: object({ recent: things, unansweredQuestions: things }),
    people: object({ users: things, contacts: things }),
    hardware: object({ devices: things, integrations: things, camerasUnregistered: things }),
    environment: rows(climateFields),
    medicine: object({ items: things, lowStock: things, expired: things }),
    money90d: object({
      basis: oneOf(['realised'], 'Recorded amounts only, nothing expected'),
      revenue: figure(),
      expenses: figure(),
      feed: figure(),
      net: figure(),
      byCategory: things,
      byWeek: things,
    }),
    history: anyObject('Days, events and weeks of the past; less of them with depth=summary'),
    narrative: string('The same facts in sentences, one a line'),
  }),
  example: {
    farm: {
      id: exampleId('farm'),
      name: 'Emek Hefer broilers',
      vertical: 'broiler',
      location: 'Emek Hefer',
      latitude: 32.36,
      longitude: 34.91,
      currency: 'ILS',
      timezone: 'Asia/Jerusalem',
    },
    asOf: '2026-11-21T09:00:00.000Z',
    depth: 'summary',
    barns: [{ id: exampleId('barn'), name: 'Barn 1', occupied: true, flock: exampleId('flock') }],
    flocks: [
      {
        id: exampleId('flock'),
        code: 'B1-2611',
        breed: 'Ross 308',
        barnId: exampleId('barn'),
        status: 'active',
        placementDate: '2026-11-01',
        plannedMarketDate: '2026-12-11',
        ageDays: 20,
        live: 19_755,
        cumMortality: 171,
        cumMortalityPct: 0.86,
        weight: {
          g: 985,
          source: 'manual',
          date: '2026-11-21',
          uncalibrated: false,
          standardG: 935,
        },
        weightG: 985,
        standardG: 935,
        standardBasis: {
          document: 'Ross 308 Performance Objectives 2022 (Aviagen)',
          edition: '2022',
          interpolated: false,
          confidence: 'high',
        },
        deviationPct: 5.35,
        weightDate: '2026-11-21',
        weightUncalibrated: false,
        weightReason: null,
        lastLog: { date: '2026-11-21', mortality: 12, feedKg: 2140, waterL: 3850 },
        daysSinceLog: 0,
        densityKgM2: 16.22,
      },
    ],
    alerts: { open: [], counts: { critical: 0, warning: 0, info: 0 } },
    tasks: {
      open: [{ id: exampleId('task'), title: 'Weigh 100 birds', dueDate: '2026-11-22' }],
      overdue: 0,
      today: 0,
    },
    fieldReports: { recent: [], unansweredQuestions: [] },
    people: { users: [], contacts: [{ id: exampleId('contact'), name: 'Yossi Cohen' }] },
    hardware: { devices: [], integrations: [], camerasUnregistered: [] },
    environment: [
      {
        barnId: exampleId('barn'),
        ts: '2026-11-21T08:15:00.000Z',
        temp: 26.8,
        humidity: 58,
        co2: 1850,
        nh3: 9,
        thi: 25.9,
        tempSpreadC: null,
        status: 'ok',
        outOfRange: [],
        range: {
          temp: { min: 23, max: 27 },
          humidity: { min: 50, max: 70 },
          co2: { min: 0, max: 3000 },
          nh3: { min: 0, max: 20 },
        },
        ageMinutes: 15,
        last: null,
      },
    ],
    medicine: { items: [], lowStock: [], expired: [] },
    money90d: {
      basis: 'realised',
      revenue: 0,
      expenses: 4860.5,
      feed: 33_370,
      net: -38_230.5,
      byCategory: [{ category: 'gas', amount: 4860.5 }],
      byWeek: [],
    },
    history: { daily: [], events: [], weeks: [] },
    narrative: [
      'Emek Hefer broilers: 1 barn, 1 flock, 19,755 birds.',
      'Barn 1: flock B1-2611, Ross 308, 20 days old, 19,755 birds, 171 have died (0.86%), 985 g on Nov 21, 2026, 5.35% above the standard, 26.8°C, 58% humidity.',
      'No alert is open.',
      '1 open task: 0 overdue, 0 due today.',
      'Last 90 days, realised: ₪0 from sales, ₪33,370 for feed, ₪4,860.50 for everything else, -₪38,230.50 net.',
    ].join('\n'),
  },
};

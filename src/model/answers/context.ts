import {
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
import { declareAnswer } from '../api/operation.ts';
import { exampleBasis, exampleId } from '../core/fields.ts';
import {
  climateFields,
  cumulativeMortality,
  currentWeight,
  densityReason,
  exampleMortality,
  fixSchema,
  measuredWeight,
  standardBasis,
} from './core/shared-schemas.ts';
import { shownProperties, shownRows } from './core/shown-rows.ts';
import { lateOrder, report } from './digest.ts';

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
  ...cumulativeMortality,
  weight: nullable(object(measuredWeight, 'As measured')),
  ...currentWeight,
  standardG: figure('Of the breed today'),
  standardBasis,
  lastLog: nullable(object(shownProperties('daily-logs'), 'The newest daily log')),
  daysSinceLog: nullable(integer()),
  'fix?': fixSchema,
  densityKgM2: figure('Of its barn, with all flocks inside'),
};

const counts = object(
  { critical: integer(), warning: integer(), info: integer() },
  'Open alerts by severity',
);

const alertProperties = shownProperties('alerts');
const alert = {
  ...alertProperties,
  title: translatable(alertProperties.title),
  message: translatable(alertProperties.message),
  'fix?': fixSchema,
};

const sums = { revenue: figure(), expenses: figure(), feed: figure(), net: figure() };

const unregisteredCamera = {
  source: string('As its events name it'),
  firstSeen: instant(),
  lastSeen: instant(),
  events: integer('Of the last seven days'),
  kinds: array(string(), 'Of these events'),
  barnId: nullable(string('Where it was seen last')),
};

const logged = {
  mortality: nullable(integer()),
  culls: nullable(integer()),
  feedKg: figure(),
  waterL: figure(),
  eggs: nullable(integer()),
};

const loggedDay = {
  flockId: string(),
  date: day(),
  ageDays: integer(),
  live: nullable(integer('At the end of the day')),
  ...logged,
  avgWeightGr: figure(),
  eggsBroken: nullable(integer()),
};

const week = {
  weekStart: day(),
  ...logged,
  soldBirds: nullable(integer()),
  soldKg: figure(),
};

/** The response of `GET /context`. */
export const contextAnswer = declareAnswer({
  name: 'Context',
  description: 'The whole farm in one object, and in words.',
  schema: object({
    farm: object(
      { ...shownProperties('farms'), currency: string(), timezone: string() },
      'The farm itself',
    ),
    asOf: instant(),
    depth: oneOf(['full', 'summary']),
    barns: rows(
      {
        ...shownProperties('barns'),
        occupied: boolean('Whether birds are inside'),
        flock: nullable(string('The flock inside, of several the newest')),
        densityKgM2: figure('With all flocks inside'),
        densityEstimated: nullable(
          boolean('`densityKgM2` rests on a weight carried on from an earlier day'),
        ),
        densityReason,
      },
      'A barn, whether it is occupied, and its flock',
    ),
    flocks: rows(flock),
    alerts: object({ open: rows(alert), counts }),
    tasks: object({
      open: rows({
        id: string(),
        title: string(),
        priority: string(),
        status: nullable(string()),
        assignee: nullable(string('The name, where it is known')),
        dueDate: nullable(day()),
        overdue: boolean(),
        barnId: nullable(string()),
      }),
      overdue: integer(),
      today: integer(),
    }),
    fieldReports: object({ recent: rows(report), unansweredQuestions: rows(report) }),
    people: object({ users: shownRows('users'), contacts: shownRows('contacts') }),
    hardware: object({
      devices: shownRows('devices'),
      integrations: shownRows('integrations'),
      camerasUnregistered: rows(unregisteredCamera),
    }),
    environment: rows(climateFields),
    medicine: object({
      items: shownRows('medicine'),
      lowStock: shownRows('medicine'),
      expired: shownRows('medicine'),
    }),
    feedOrdersLate: rows(lateOrder, 'Overdue'),
    money90d: object({
      basis: oneOf(['realised'], 'Recorded amounts only, nothing expected'),
      ...sums,
      byCategory: rows(
        { category: string(), amount: figure() },
        '`expenses` in parts, the largest first',
      ),
      byWeek: rows({ ...sums, weekStart: day() }, 'Every week of the period, whole or in part'),
    }),
    history: object(
      {
        daily: rows(loggedDay, 'Logged days by flock, the oldest first: 60 of each, or 7'),
        events: shownRows('events'),
        weeks: rows(week, 'The last 90 days by week, the oldest first'),
      },
      'Days, events and weeks of the past; less of them with depth=summary',
    ),
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
      areaDunam: 12,
      currency: 'ILS',
      timezone: 'Asia/Jerusalem',
    },
    asOf: '2026-11-21T09:00:00.000Z',
    depth: 'summary',
    barns: [
      {
        id: exampleId('barn'),
        name: 'Barn 1',
        barnType: 'broiler',
        status: 'active',
        capacity: 20_000,
        areaSqm: 1200,
        controller: null,
        occupied: true,
        flock: exampleId('flock'),
        densityKgM2: 16.22,
        densityEstimated: true,
        densityReason: null,
      },
    ],
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
        ...exampleMortality(0.86),
        weight: {
          g: 985,
          source: 'manual',
          date: '2026-11-21',
          uncalibrated: false,
          standardG: 935,
          standardBasis: exampleBasis,
        },
        weightG: 985,
        standardG: 935,
        standardBasis: exampleBasis,
        deviationPct: 5.35,
        weightDate: '2026-11-21',
        weightEstimated: false,
        weightUncalibrated: false,
        weightReason: null,
        lastLog: {
          id: exampleId('log'),
          date: '2026-11-21',
          mortality: 12,
          culls: 0,
          feedKg: 2140,
          waterL: 3850,
          avgWeightGr: 985,
          eggs: null,
          eggsBroken: null,
          tempMin: 25.8,
          tempMax: 28.1,
          humidity: 58,
          notes: null,
        },
        daysSinceLog: 0,
        densityKgM2: 16.22,
      },
    ],
    alerts: { open: [], counts: { critical: 0, warning: 0, info: 0 } },
    tasks: {
      open: [
        {
          id: exampleId('task'),
          title: 'Weigh 100 birds',
          priority: 'normal',
          status: 'open',
          assignee: null,
          dueDate: '2026-11-22',
          overdue: false,
          barnId: exampleId('barn'),
        },
      ],
      overdue: 0,
      today: 0,
    },
    fieldReports: { recent: [], unansweredQuestions: [] },
    people: {
      users: [],
      contacts: [
        {
          id: exampleId('contact'),
          name: 'Yossi Cohen',
          kind: 'vet',
          company: null,
          phone: '+972501234567',
          language: 'he',
          barnId: null,
        },
      ],
    },
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
    feedOrdersLate: [],
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
      'Recorded in the last 90 days: ₪0 from sales, ₪33,370 for feed, ₪4,860.50 for everything else, -₪38,230.50 net.',
    ].join('\n'),
  },
});

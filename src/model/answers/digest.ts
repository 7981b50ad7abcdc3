import {
  anyObject,
  array,
  boolean,
  day,
  figure,
  instant,
  integer,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  rows,
  type Schema,
  spoken,
  string,
  translatable,
} from '../api/json-schema.ts';
import { declareAnswer } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { fixSchema, severitySchema, shared, spikeSeverity } from './core/shared-schemas.ts';
import type { MadeSection, SentSection } from './insights.ts';

const mortality = {
  flockId: string(),
  name: string('Its code, else the name of its barn'),
  ageDays: nullable(integer()),
  date: nullable(day('The newest day with deaths logged')),
  deaths: nullable(integer('Of that day')),
  deathsDayBefore: nullable(integer('Of the day before it')),
  avg7: figure('Mean of the seven days before'),
  ratio: figure('Deaths of that day against what is usual'),
  pct: figure('Of the birds alive in the morning'),
  spike: object({ flag: boolean(), severity: nullable(spikeSeverity) }),
  baseline: oneOf(
    ['7d', 'curve', 'insufficient'],
    'The days before, or what the first days of life usually cost',
  ),
  basisDays: integer('Recorded days among the seven'),
};

const alert = {
  id: string(),
  severity: severitySchema,
  category: nullable(string()),
  title: translatable(string()),
  status: nullable(string()),
  barnId: nullable(string()),
  createdAt: instant(),
  'fix?': fixSchema,
};

const alertExample = {
  id: exampleId('alert'),
  severity: 'critical',
  category: 'climate',
  title: 'Barn 1 is 4 °C above target',
  status: 'open',
  barnId: exampleId('barn'),
  createdAt: '2026-11-21T01:12:00.000Z',
  fix: {
    operation: 'updateAlert',
    resource: 'alerts',
    id: exampleId('alert'),
    method: 'PATCH',
    path: `/alerts/${exampleId('alert')}`,
    body: { status: 'resolved', resolutionNote: null },
  },
} as const;

export const report = {
  id: string(),
  rawText: string('The words of the worker'),
  summaryHe: nullable(string()),
  lang: nullable(string()),
  authorName: nullable(string()),
  category: nullable(string()),
  severity: nullable(severitySchema),
  isQuestion: boolean(),
  status: nullable(string()),
  barnId: nullable(string()),
  flockId: nullable(string()),
  createdAt: instant(),
  'fix?': fixSchema,
};

const crossCheck = {
  flockId: string(),
  barnId: string(),
  date: day('The last whole day that is logged'),
  vision: integer('Dead birds that cameras saw'),
  logged: integer(),
  difference: integer(),
  mismatch: boolean(),
};

const missingLog = {
  flockId: string(),
  name: string('Its code, else the name of its barn'),
  barnId: string(),
  lastLogDate: nullable(day()),
  days: integer('Without a log, today included'),
  severity: severitySchema,
  fix: fixSchema,
};

/** An overdue feed order. */
export const lateOrder = {
  id: string(),
  flockId: nullable(string()),
  flock: nullable(string()),
  quantityKg: figure(),
  dueDate: day(),
  daysLate: integer(),
  fix: fixSchema,
};

/** A flock for which feed must be ordered today. */
const dueOrder = {
  flockId: string(),
  flock: string('Its code, else the name of its barn'),
  daysLeft: figure('Of stock'),
  stockEstimated: boolean(),
  quantityKg: figure('Suggested'),
  fix: fixSchema,
};

const weatherSchema: JsonSchema = nullable(anyObject('As the section weather of /insights'));
const weather: Schema<
  Partial<SentSection<'weather'>> | null,
  | (Pick<MadeSection<'weather'>, 'status' | 'asOf' | 'missing'> &
      Partial<Pick<MadeSection<'weather'>, 'heatRisk' | 'maxThi' | 'coldRisk'>>)
  | null
> = weatherSchema;

/** The response of `GET /digest`. */
export const digestAnswer = declareAnswer({
  name: 'Digest',
  description: 'The morning briefing of the farm.',
  schema: object({
    farmId: string(),
    date: day(),
    window: object({ from: instant(), to: instant() }, 'The hours counted as night.'),
    overnightAlerts: rows(
      alert,
      'Raised during the night, resolved or not; without dismissed ones',
    ),
    openAlerts: rows(alert, 'All open alerts, most severe first'),
    reports: rows(report, 'Of the night, newest first'),
    unansweredQuestions: rows(report, 'All unanswered questions, oldest first'),
    tasksToday: rows({
      id: string(),
      title: string(),
      priority: string(),
      assignee: nullable(string('The name, where it is known')),
      dueDate: day(),
      overdue: boolean(),
    }),
    mortality: rows(mortality),
    vision: object({
      mortality24h: nullable(integer('Null where no camera has reported deaths in three days')),
      crossCheck: rows(crossCheck, 'Cameras against the log'),
    }),
    flocksMissingLog: rows(missingLog, 'Flocks without a log of today'),
    feedOrdersLate: rows(lateOrder, 'Overdue'),
    feedOrdersDue: rows(dueOrder, 'Feed to order today'),
    gaps: array(
      shared('Gap'),
      'Alerts without a recipient, values set aside, incomplete deliveries',
    ),
    'weather?': weather,
    headline: array(spoken(), 'At most five lines'),
  }),
  example: {
    farmId: exampleId('farm'),
    date: '2026-11-21',
    window: { from: '2026-11-20T16:00:00.000Z', to: '2026-11-21T05:30:00.000Z' },
    overnightAlerts: [alertExample],
    openAlerts: [alertExample],
    reports: [],
    unansweredQuestions: [
      {
        id: exampleId('report'),
        rawText: 'How much vitamin do I put in the water today?',
        summaryHe: null,
        lang: 'en',
        authorName: 'Somchai',
        category: 'question',
        severity: 'info',
        isQuestion: true,
        status: 'new',
        barnId: exampleId('barn'),
        flockId: null,
        createdAt: '2026-11-21T04:00:00.000Z',
      },
    ],
    tasksToday: [
      {
        id: exampleId('task'),
        title: 'Weigh 100 birds',
        priority: 'high',
        assignee: 'Somchai',
        dueDate: '2026-11-21',
        overdue: false,
      },
    ],
    mortality: [
      {
        flockId: exampleId('flock'),
        name: 'B1-2611',
        ageDays: 20,
        date: '2026-11-21',
        deaths: 12,
        deathsDayBefore: 9,
        avg7: 9.4,
        ratio: 1.28,
        pct: 0.06,
        spike: { flag: false, severity: null },
        baseline: '7d',
        basisDays: 7,
      },
    ],
    vision: { mortality24h: 11, crossCheck: [] },
    flocksMissingLog: [],
    feedOrdersLate: [],
    feedOrdersDue: [],
    gaps: [],
    headline: [
      'Critical alert: Barn 1 is 4 °C above target',
      'Somchai waits for an answer, asked 1 hour ago',
      '1 task for today',
    ],
  },
});

/** A gap, as an example for the API documents. */
export const exampleGap = {
  kind: 'worker_question_unanswered',
  severity: 'warning',
  title: 'Somchai waits for an answer',
  message: 'Asked 5 hours ago: How much vitamin do I put in the water today?',
  ids: { fieldReportId: exampleId('report'), barnId: exampleId('barn') },
  count: 1,
  since: '2026-11-21T04:00:00.000Z',
  fix: {
    operation: 'updateFieldReport',
    resource: 'field-reports',
    id: exampleId('report'),
    method: 'PATCH',
    path: `/field-reports/${exampleId('report')}`,
    body: { replyText: null, status: 'answered' },
  },
} as const;

/** The response of `GET /gaps`. */
export const gapsAnswer = declareAnswer({
  name: 'Gaps',
  description: 'The missing data, most severe first, and the completeness of the data.',
  schema: object({
    farmId: string(),
    asOf: instant(),
    gaps: array(shared('Gap')),
    dataQuality: object({
      score: figure('0 to 100; parts that do not apply leave their weight to the others'),
      parts: object(
        {
          logs: figure(),
          weights: figure(),
          environment: figure(),
          money: figure(),
          photos: figure(),
          identity: figure(),
        },
        'Each 0 to 1; null where it does not apply.',
      ),
      coverage: object({
        logs7dPct: figure('Days of the seven before today with deaths logged'),
        feed7dPct: figure(),
        water7dPct: figure(),
        envHours24Pct: figure('Hours of the last 24 with a reading, over the barns with birds'),
        weighed7dPct: figure('Flocks from 7 days of age on'),
      }),
      issues: array(shared('Finding')),
    }),
  }),
  example: {
    farmId: exampleId('farm'),
    asOf: '2026-11-21T09:00:00.000Z',
    gaps: [
      exampleGap,
      {
        kind: 'flock_no_log_today',
        severity: 'info',
        title: 'Flock B1-2611 has no log of today',
        message: 'The last log is of Nov 20, 2026.',
        ids: { flockId: exampleId('flock'), barnId: exampleId('barn') },
        count: 1,
        since: '2026-11-21',
        fix: {
          operation: 'createDailyLog',
          resource: 'daily-logs',
          method: 'POST',
          path: '/daily-logs',
          body: {
            flockId: exampleId('flock'),
            date: '2026-11-21',
            mortality: null,
            feedKg: null,
            waterL: null,
          },
          action: 'log_daily',
        },
      },
    ],
    dataQuality: {
      score: 90,
      parts: {
        logs: 0.952,
        weights: 1,
        environment: 0.833,
        money: 0.75,
        photos: 1,
        identity: 0.8,
      },
      coverage: {
        logs7dPct: 95.24,
        feed7dPct: 90.48,
        water7dPct: 90.48,
        envHours24Pct: 83.33,
        weighed7dPct: 100,
      },
      issues: [
        {
          code: 'temp_order',
          resource: 'daily-logs',
          id: exampleId('log'),
          message:
            'The temperatures of Nov 21, 2026 contradict each other: mean 29.1°C, highest 27.8°C.',
        },
      ],
    },
  },
});

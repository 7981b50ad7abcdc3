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
import { severitySchema } from './shared-schemas.ts';

const mortality = {
  flockId: string(),
  name: string('Its code, else the name of its barn'),
  ageDays: nullable(integer()),
  date: nullable(day('The newest day with deaths logged, on which today is')),
  today: nullable(integer('Deaths of that day')),
  yesterday: nullable(integer('Deaths of the day before it')),
  avg7: figure('Mean of the seven days before'),
  ratio: figure('Today against what is usual'),
  pct: figure('Of the birds alive in the morning'),
  spike: object({ flag: boolean(), severity: nullable(severitySchema) }),
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
  title: string(),
  status: nullable(string()),
  barnId: nullable(string()),
  createdAt: instant(),
};

const alertExample = {
  id: exampleId('alert'),
  severity: 'critical',
  category: 'climate',
  title: 'Barn 1 is 4 °C above target',
  status: 'open',
  barnId: exampleId('barn'),
  createdAt: '2026-11-21T01:12:00.000Z',
};

const report = {
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
};

/** The answer of `GET /digest`. */
export const digestAnswer: OperationAnswer = {
  name: 'Digest',
  description: 'The morning briefing of the farm.',
  schema: object({
    farmId: string(),
    date: day(),
    window: object({ from: instant(), to: instant() }, 'What counts as the night.'),
    overnightAlerts: rows(alert, 'Raised in the night, settled or not; without dismissed ones'),
    openAlerts: rows(alert, 'All that are open now, the worst first'),
    reports: rows(report, 'Of the night, the newest first'),
    unansweredQuestions: rows(report, 'Whenever they were asked, the oldest first'),
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
    'weather?': nullable(anyObject('As the section weather of /insights')),
    headline: array(string(), 'At most five lines'),
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
        today: 12,
        yesterday: 9,
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
    headline: [
      'Critical alert: Barn 1 is 4 °C above target',
      'Somchai waits for an answer, asked 1 hour ago',
      '1 task for today',
    ],
  },
};

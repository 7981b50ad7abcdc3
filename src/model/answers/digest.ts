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
  ageDays: nullable(integer()),
  today: nullable(integer('Of the newest day that is logged')),
  yesterday: nullable(integer()),
  avg7: figure('Mean of the seven days before'),
  ratio: figure('Today against avg7'),
  pct: figure('Of the birds alive in the morning'),
  spike: object({ flag: boolean(), severity: nullable(severitySchema) }),
  baseline: oneOf(['7d', 'insufficient']),
  basisDays: integer('Recorded days among the seven'),
};

/** The answer of `GET /digest`. */
export const digestAnswer: OperationAnswer = {
  name: 'Digest',
  description: 'The morning briefing of the farm.',
  schema: object({
    farmId: string(),
    date: day(),
    window: object({ from: instant(), to: instant() }, 'What counts as the night.'),
    overnightAlerts: rows({
      id: string(),
      severity: severitySchema,
      category: nullable(string()),
      title: string(),
      barnId: nullable(string()),
      createdAt: instant(),
    }),
    reports: array(anyObject('A field report of the night')),
    unansweredQuestions: array(anyObject('A field report that asks')),
    tasksToday: rows({
      id: string(),
      title: string(),
      priority: string(),
      assignee: nullable(string()),
      overdue: boolean(),
    }),
    mortality: rows(mortality),
    vision: object({
      mortality24h: nullable(integer()),
      crossCheck: array(anyObject('Cameras against the log')),
    }),
    flocksMissingLog: array({ type: ['string', 'object'] }),
    'weather?': nullable(anyObject('As the section weather of /insights')),
    headline: array(string(), 'At most five lines'),
  }),
  example: {
    farmId: exampleId('farm'),
    date: '2026-11-21',
    window: { from: '2026-11-20T16:00:00.000Z', to: '2026-11-21T05:30:00.000Z' },
    overnightAlerts: [
      {
        id: exampleId('alert'),
        severity: 'critical',
        category: 'climate',
        title: 'Barn 1 is 4 °C above target',
        barnId: exampleId('barn'),
        createdAt: '2026-11-21T01:12:00.000Z',
      },
    ],
    reports: [],
    unansweredQuestions: [
      {
        id: exampleId('report'),
        rawText: 'How much vitamin do I put in the water today?',
        authorName: 'Somchai',
        barnId: exampleId('barn'),
        createdAt: '2026-11-21T04:00:00.000Z',
      },
    ],
    tasksToday: [
      {
        id: exampleId('task'),
        title: 'Weigh 100 birds',
        priority: 'high',
        assignee: 'Somchai',
        overdue: false,
      },
    ],
    mortality: [
      {
        flockId: exampleId('flock'),
        ageDays: 20,
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
      '1 critical alert in the night: Barn 1 is 4 °C above target',
      'Somchai waits for an answer',
      '1 task for today',
    ],
  },
};

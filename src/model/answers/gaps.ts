import { exampleId } from '../example-id.ts';
import { array, figure, instant, object, ref, string } from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';

/** A gap as the documents show it. */
export const exampleGap = {
  kind: 'worker_question_unanswered',
  severity: 'warning',
  title: 'Somchai waits for an answer',
  message: 'Asked 5 hours ago: How much vitamin do I put in the water today?',
  ids: { fieldReportId: exampleId('report'), barnId: exampleId('barn') },
  count: 1,
  since: '2026-11-21T04:00:00.000Z',
  fix: {
    method: 'PATCH',
    path: `/field-reports/${exampleId('report')}`,
    body: { replyText: null, status: 'answered' },
  },
};

/** The answer of `GET /gaps`. */
export const gapsAnswer: OperationAnswer = {
  name: 'Gaps',
  description: 'What is missing, the worst first, and how complete the data are.',
  schema: object({
    farmId: string(),
    asOf: instant(),
    gaps: array(ref('Gap')),
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
      issues: array(ref('Finding')),
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
};

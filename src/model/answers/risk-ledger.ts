import { exampleId } from '../example-id.ts';
import {
  array,
  day,
  figure,
  instant,
  integer,
  nullable,
  number,
  object,
  oneOf,
  ref,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';
import { riskItems } from '../risk-items.ts';
import { fixSchema, severitySchema } from './shared-schemas.ts';

/** The answer of `GET /os/risk/ledger`. */
export const riskLedgerAnswer: OperationAnswer = {
  name: 'RiskLedger',
  description: 'What could go wrong, day by day.',
  schema: object({
    farmId: string(),
    asOf: instant(),
    from: day(),
    to: day(),
    status: oneOf(['ok', 'partial', 'not_enough_data']),
    missing: array(ref('MissingData'), 'Of today'),
    score: figure('Of the last of these days, 0 to 100'),
    level: nullable(severitySchema),
    delta: figure('Against the day looked at before'),
    days: rows(
      {
        day: day(),
        score: integer('0 to 100'),
        level: severitySchema,
        delta: figure('Against the day looked at before'),
        recordedAt: instant('When it was looked at last; today: now'),
      },
      'The days on which the farm was looked through, and today',
    ),
    items: rows(
      {
        key: oneOf(riskItems),
        p: figure('How likely, 0 to 1; null when it cannot be told'),
        impact: number('How bad, 0 to 1'),
        points: figure('Both together, 0 to 100'),
        previous: nullable(
          object(
            { day: day(), points: figure() },
            'The last day before on which it could be told.',
          ),
        ),
        delta: figure('Points against previous'),
        trend: nullable(oneOf(['up', 'down', 'same'])),
        firstSeen: nullable(day('Since when it has been above 0; null where it is not')),
        explanation: string(),
        fix: nullable(fixSchema),
        history: rows({ day: day(), p: figure(), points: figure(), explanation: string() }),
      },
      'As of the last day, what weighs most first',
    ),
  }),
  example: {
    farmId: exampleId('farm'),
    asOf: '2026-11-21T09:00:00.000Z',
    from: '2026-10-23',
    to: '2026-11-21',
    status: 'ok',
    missing: [],
    score: 64,
    level: 'warning',
    delta: 32,
    days: [
      {
        day: '2026-11-20',
        score: 32,
        level: 'info',
        delta: null,
        recordedAt: '2026-11-20T18:00:00.000Z',
      },
      {
        day: '2026-11-21',
        score: 64,
        level: 'warning',
        delta: 32,
        recordedAt: '2026-11-21T09:00:00.000Z',
      },
    ],
    items: [
      {
        key: 'feed_out',
        p: 0.8,
        impact: 0.8,
        points: 64,
        previous: { day: '2026-11-20', points: 32 },
        delta: 32,
        trend: 'up',
        firstSeen: '2026-11-20',
        explanation: 'The feed of flock B1-2611 lasts 1.1 days.',
        fix: {
          method: 'POST',
          path: '/feed-orders',
          body: { flockId: exampleId('flock'), quantityKg: 12_000 },
        },
        history: [
          {
            day: '2026-11-20',
            p: 0.4,
            points: 32,
            explanation: 'The feed of flock B1-2611 lasts 2.1 days.',
          },
          {
            day: '2026-11-21',
            p: 0.8,
            points: 64,
            explanation: 'The feed of flock B1-2611 lasts 1.1 days.',
          },
        ],
      },
    ],
  },
};

import { exampleId } from '../example-id.ts';
import {
  array,
  instant,
  integer,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import type { OperationAnswer, OperationBody } from '../operation.ts';

/** A scan of one farm, as the documents show it. */
export const exampleScan = {
  farmId: exampleId('farm'),
  kind: 'full',
  startedAt: '2026-11-21T09:00:00.000Z',
  durationMs: 84,
  rules: { applied: 16, judged: 31, well: 29, warning: 1, critical: 1, failed: [] },
  alerts: [
    {
      id: exampleId('alert'),
      change: 'raised',
      rule: 'mortality_spike',
      severity: 'critical',
      title: 'Barn 1: 62 birds dead on Nov 21, 2026, far more than usual',
      barnId: exampleId('barn'),
      flockId: exampleId('flock'),
    },
  ],
  gaps: { new: [], known: 3, gone: 1 },
  tasksOverdue: 0,
} as const;

/** The schema of a scan; that of a gap is by reference, or whole. */
export function scanSchema(gap: JsonSchema): JsonSchema {
  return object({
    farmId: string(),
    kind: oneOf(
      ['air', 'rules', 'full'],
      'What was looked at: air and sensors, all rules, or all rules, gaps and tasks.',
    ),
    startedAt: instant(),
    durationMs: integer(),
    rules: object({
      applied: integer('How many rules were applied.'),
      judged: integer('How many barns, flocks and stocks they had the data to judge.'),
      well: integer(),
      warning: integer(),
      critical: integer(),
      failed: array(string(), 'The rules, or `gaps`, `tasks` and `risks`, that failed.'),
    }),
    alerts: rows(
      {
        id: string(),
        change: oneOf(['opened', 'reopened', 'raised', 'closed']),
        rule: nullable(string()),
        severity: nullable(string()),
        title: string(),
        barnId: nullable(string()),
        flockId: nullable(string()),
      },
      'The alerts that the scan changed.',
    ),
    gaps: nullable(
      object(
        {
          new: array(gap, 'Each was told with `gap.detected`.'),
          known: integer('There since an earlier scan.'),
          gone: integer('Closed since the last scan.'),
        },
        'Null where gaps were not looked for, or could not be.',
      ),
    ),
    tasksOverdue: nullable(integer('Tasks found overdue for the first time.')),
  });
}

/** The body of `POST /os/brain/scan`. */
export const brainScanBody: OperationBody = {
  schema: object({ 'farmId?': string('Default: every farm that the key sees.') }),
  examples: { farm: { farmId: exampleId('farm') } },
};

/** The answer of `POST /os/brain/scan`. */
export const brainScanAnswer: OperationAnswer = {
  name: 'BrainScans',
  description: 'What each scan found. A farm that could not be looked through is in `failed`.',
  schema: object({
    scans: array(scanSchema({ $ref: '#/components/schemas/Gap' })),
    failed: rows({ farmId: string(), error: object({ message: string() }) }),
  }),
  example: { scans: [exampleScan], failed: [] },
};

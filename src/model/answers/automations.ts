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
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { shared } from './core/shared-schemas.ts';

const codes = [
  'due',
  'fired',
  'waiting',
  'not_met',
  'no_reading',
  'no_flock',
  'outside_age',
  'not_usable',
] as const;

const editorFailures = [
  'editor_unknown',
  'editor_revoked',
  'editor_expired',
  'editor_other_farm',
  'editor_lacks_scope',
  'editor_user_lacks_rights',
] as const;

const failures = [...editorFailures, 'failed'] as const;

/** The request body of `POST /os/automations/{id}/run`. */
export const automationRunBody: OperationBody = {
  schema: object({
    'dryRun?': boolean('Default: true, nothing is done'),
    'barnId?': nullable(string('Only this barn')),
  }),
  examples: { dryRun: { dryRun: true }, execute: { dryRun: false, barnId: exampleId('barn') } },
};

const outcomeSchema = object({
  kind: oneOf(
    ['command', 'alert', 'task', 'cut'],
    'cut: suppressed, since automations reverse each other',
  ),
  status: oneOf(['executed', 'proposed', 'suppressed']),
  resource: nullable(oneOf(['controller-commands', 'tasks', 'alerts'])),
  id: nullable(string('The row that was written; null in a dry run')),
  command: nullable(string()),
  params: nullable(anyObject()),
  text: string('In words'),
});

/** The response of `GET` and `POST /os/automations/{id}/run`. */
export const automationRunAnswer = declareAnswer({
  name: 'AutomationRun',
  description: 'Barn by barn, why the automation acts or does not.',
  schema: object({
    automation: object({
      id: string(),
      name: string(),
      mode: nullable(string()),
      enabled: boolean(),
    }),
    dryRun: boolean(),
    asOf: instant(),
    barns: rows({
      barnId: string(),
      barn: string('The name of the barn'),
      code: oneOf(codes, 'due: it acts now; fired: it has acted, until the condition ends'),
      acts: boolean('Whether it acted, or in a dry run would'),
      text: string('Why, in words'),
      value: figure('The newest value'),
      ts: nullable(instant()),
      since: nullable(instant()),
      minutes: figure('How long the condition has been met'),
      ageDays: nullable(integer('Of the flock inside')),
      depth: integer('How deep in a chain of automations it would act; at 3 it is cut'),
      outcome: nullable(outcomeSchema),
      error: nullable(string('What went wrong, or what forbids it')),
      errorCode: nullable(
        oneOf(failures, 'editor_*: the key that saved the automation last lacks the rights'),
      ),
    }),
  }),
  example: {
    automation: {
      id: exampleId('automation'),
      name: 'More air when ammonia is high',
      mode: 'approve',
      enabled: true,
    },
    dryRun: true,
    asOf: '2026-11-21T09:00:00.000Z',
    barns: [
      {
        barnId: exampleId('barn'),
        barn: 'Barn 1',
        code: 'due',
        acts: true,
        text: 'Ammonia at 24 ppm, above 20 ppm, for 20 minutes, since Nov 21, 2026, 10:40 AM',
        value: 24,
        ts: '2026-11-21T08:55:00.000Z',
        since: '2026-11-21T08:40:00.000Z',
        minutes: 20,
        ageDays: 24,
        depth: 0,
        outcome: {
          kind: 'command',
          status: 'proposed',
          resource: null,
          id: null,
          command: 'set_min_ventilation',
          params: { pct: 25 },
          text: 'minimum ventilation (pct 25), when somebody says yes',
        },
        error: null,
        errorCode: null,
      },
    ],
  },
});

/** The request body of `POST /os/automations/test`. */
export const automationTestBody: OperationBody = {
  schema: object({
    'automationId?': nullable(string('A saved automation')),
    'rule?': nullable(
      anyObject('A draft with the fields of an automation, or changes to the saved one'),
    ),
    'day?': nullable(day('In the zone of the farm; default: yesterday')),
    'barnId?': nullable(string('Only this barn')),
  }),
  examples: {
    saved: { automationId: exampleId('automation') },
    draft: {
      day: '2026-11-20',
      rule: {
        barnId: exampleId('barn'),
        trigger: { metric: 'nh3', op: '>', value: 20, forMinutes: 15 },
        action: { command: 'set_min_ventilation', params: { pct: 25 } },
        mode: 'approve',
      },
    },
  },
};

/** The response of `POST /os/automations/test`. */
export const automationTestAnswer = declareAnswer({
  name: 'AutomationTest',
  description: 'When the automation would have acted on the day; nothing was done.',
  schema: object({
    automation: object({
      id: nullable(string('Null: it is not saved')),
      name: string(),
      mode: nullable(string()),
      enabled: boolean('One that is switched off is tested as if it were on'),
    }),
    farmId: string(),
    day: day(),
    zone: string('The time zone of the farm'),
    from: instant(),
    to: instant('The end of the day; on the present day, now'),
    runs: integer('How often it would have acted'),
    matches: rows(
      {
        at: instant(),
        barnId: string(),
        barn: string('The name of the barn'),
        ageDays: nullable(integer('Of the flock inside')),
        text: string('Why, in words'),
        value: figure('The value that decided'),
        since: nullable(instant('When the condition began')),
        minutes: figure('How long the condition had been met'),
        until: nullable(instant('When the condition ended; null: not on that day')),
        record: nullable(
          object({
            resource: oneOf(['env-readings', 'vision-events']),
            id: string('The record of the value'),
          }),
        ),
        outcome: nullable(outcomeSchema),
        error: nullable(string('What would have prevented it')),
        errorCode: nullable(oneOf(editorFailures)),
      },
      'The first runs of the day.',
    ),
    more: integer('Further runs that are not listed'),
    barns: rows({
      barnId: string(),
      barn: string('The name of the barn'),
      ageDays: nullable(integer('Of the flock inside at the end of the day')),
      code: oneOf(
        ['tested', 'no_data', 'no_flock', 'outside_age'],
        'tested: there were values; the others are reasons why nothing could be tested',
      ),
      checked: integer('Values of the day'),
      met: nullable(integer('Those of them that meet the condition; null for stale')),
      runs: integer(),
      isActiveAtStart: boolean(
        'Whether it had acted before the day on a condition that was still met',
      ),
      text: string('The result in words'),
    }),
    moreBarns: integer('Barns that were not tested'),
    untested: rows(
      {
        code: oneOf(['not_usable', 'day_not_over', 'other_automations', 'devices', 'older_values']),
        text: string(),
      },
      'Parts of the rule that the stored values cannot answer.',
    ),
  }),
  example: {
    automation: {
      id: exampleId('automation'),
      name: 'More air when ammonia is high',
      mode: 'approve',
      enabled: true,
    },
    farmId: exampleId('farm'),
    day: '2026-11-20',
    zone: 'Asia/Jerusalem',
    from: '2026-11-19T22:00:00.000Z',
    to: '2026-11-20T21:59:59.999Z',
    runs: 1,
    matches: [
      {
        at: '2026-11-20T08:55:00.000Z',
        barnId: exampleId('barn'),
        barn: 'Barn 1',
        ageDays: 23,
        text: 'Ammonia at 24 ppm, above 20 ppm, for 15 minutes, since Nov 20, 2026, 10:40 AM',
        value: 24,
        since: '2026-11-20T08:40:00.000Z',
        minutes: 15,
        until: '2026-11-20T09:40:00.000Z',
        record: { resource: 'env-readings', id: exampleId('reading') },
        outcome: {
          kind: 'command',
          status: 'proposed',
          resource: null,
          id: null,
          command: 'set_min_ventilation',
          params: { pct: 25 },
          text: 'set the minimum ventilation (pct 25), when somebody says yes',
        },
        error: null,
        errorCode: null,
      },
    ],
    more: 0,
    barns: [
      {
        barnId: exampleId('barn'),
        barn: 'Barn 1',
        ageDays: 23,
        code: 'tested',
        checked: 96,
        met: 5,
        runs: 1,
        isActiveAtStart: false,
        text: '5 of 96 values met the condition; it would have acted 1 time.',
      },
    ],
    moreBarns: 0,
    untested: [
      {
        code: 'other_automations',
        text: 'Commands of other automations on that day are not taken into account.',
      },
    ],
  },
});

/** A scan of one farm, as an example for the API documents. */
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
  openAlerts: { critical: 1, warning: 1, info: 0 },
  tasksOverdue: 0,
} as const;

/** The schema of a scan, with the gap schema by reference or inline. */
export function scanSchemaWith<S extends JsonSchema>(gap: S) {
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
          new: array(gap, 'Each emitted `gap.detected`.'),
          known: integer('Found by an earlier scan.'),
          gone: integer('Closed since the last scan.'),
        },
        'Null where gaps were not looked for, or could not be.',
      ),
    ),
    openAlerts: nullable(
      object(
        { critical: integer(), warning: integer(), info: integer() },
        'Open after the scan, also those that no rule raised. Null where not all were looked at.',
      ),
    ),
    tasksOverdue: nullable(integer('Tasks found overdue for the first time.')),
  });
}

/** The schema of a scan as returned in responses. */
export const scanSchema = scanSchemaWith(shared('Gap'));

/** The request body of `POST /os/brain/scan`. */
export const brainScanBody: OperationBody = {
  schema: object({ 'farmId?': string('Default: every farm that the key sees.') }),
  examples: { farm: { farmId: exampleId('farm') } },
};

/** The response of `POST /os/brain/scan`. */
export const brainScanAnswer = declareAnswer({
  name: 'BrainScans',
  description: 'The result of each scan. A farm that could not be scanned is in `failed`.',
  schema: object({
    scans: array(scanSchema),
    failed: rows({ farmId: string(), error: object({ message: string() }) }),
  }),
  example: { scans: [exampleScan], failed: [] },
});

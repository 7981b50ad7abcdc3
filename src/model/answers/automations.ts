import { exampleId } from '../example-id.ts';
import {
  anyObject,
  boolean,
  figure,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import type { OperationAnswer, OperationBody } from '../operation.ts';

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

const failures = [
  'editor_unknown',
  'editor_revoked',
  'editor_expired',
  'editor_other_farm',
  'editor_lacks_scope',
  'failed',
] as const;

/** The body of `POST /os/automations/{id}/run`. */
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
    'cut: held back, since automations undo each other',
  ),
  status: oneOf(['executed', 'proposed', 'suppressed']),
  resource: nullable(oneOf(['controller-commands', 'tasks', 'alerts'])),
  id: nullable(string('The row that was written; null in a dry run')),
  command: nullable(string()),
  params: nullable(anyObject()),
  text: string('In words'),
});

/** The answer of `GET` and `POST /os/automations/{id}/run`. */
export const automationRunAnswer: OperationAnswer = {
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
      minutes: figure('How long the condition has held'),
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
};

import {
  automationRunAnswer,
  automationRunBody,
  automationTestAnswer,
  automationTestBody,
} from '../answers/automations.ts';
import { backupFileAnswer, backupListAnswer } from '../answers/backups.ts';
import {
  integrationMappingAnswer,
  integrationMappingBody,
  integrationPollAnswer,
  integrationTestAnswer,
  integrationTestBody,
} from '../answers/integrations.ts';
import {
  erasedNote,
  personEraseBody,
  personErasedAnswer,
  personExportAnswer,
} from '../answers/organisation.ts';
import { settingsAnswer, settingsBody } from '../answers/settings.ts';
import type { RouteOperation } from '../api/operation.ts';
import { text, word } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { languages } from '../core/message.ts';
import { closed } from '../core/vocabulary.ts';

const people = { kind: 'route', scope: 'admin:*', subject: 'people', tag: 'People' } as const;

/** The application routes about a person's stored data. */
export const peopleRoutes = [
  {
    ...people,
    operationId: 'exportPerson',
    method: 'GET',
    path: '/os/people/{id}/export',
    summary: 'Export the stored data of a user or contact',
    description:
      'By the id of a user or contact: their row, and all places that name them exactly. ' +
      'Also requires read:users or read:contacts; records of other resources that the key ' +
      'may not read are withheld.',
    answer: personExportAnswer,
  },
  {
    ...people,
    operationId: 'erasePerson',
    method: 'POST',
    path: '/os/people/{id}/erase',
    summary: 'Erase a user or contact permanently',
    description:
      `${erasedNote} This includes the history, the timeline and the actions; ids remain ` +
      'but refer to nobody. Sealed case files are unchanged. Nothing is changed without ' +
      'dryRun: false. The key needs the write scope of every resource in which records ' +
      'change.',
    body: personEraseBody,
    answer: personErasedAnswer,
  },
] as const satisfies readonly RouteOperation[];

const settings = {
  kind: 'route',
  scope: 'admin:*',
  subject: 'settings',
  tag: 'Settings',
  path: '/os/settings',
} as const;

/** The application routes about organisation-wide settings. */
export const settingsRoutes = [
  {
    ...settings,
    operationId: 'readSettings',
    method: 'GET',
    summary: 'Read the settings of the organisation',
    description: 'Returns the current value and the default of each setting.',
    answer: settingsAnswer,
  },
  {
    ...settings,
    operationId: 'changeSettings',
    method: 'PATCH',
    summary: 'Change settings of the organisation',
    description:
      'Time zone, language, thresholds and retention periods. Takes effect with the next ' +
      'request on every instance.',
    body: settingsBody,
    answer: settingsAnswer,
  },
] as const satisfies readonly RouteOperation[];

const integrations = { kind: 'route', subject: 'integrations', tag: 'Integrations' } as const;

/** The application routes about integrations and their readings. */
export const integrationRoutes = [
  {
    ...integrations,
    operationId: 'getIntegrationMapping',
    method: 'GET',
    path: '/os/integrations/{id}/mapping',
    scope: 'read:*',
    summary: 'How the payload of an integration becomes readings',
    description: 'Returns the mapping, or null where none is set.',
    answer: integrationMappingAnswer,
  },
  {
    ...integrations,
    operationId: 'setIntegrationMapping',
    method: 'PUT',
    path: '/os/integrations/{id}/mapping',
    scope: 'write:*',
    summary: 'Say how the payload of an integration becomes readings',
    description:
      'With a mapping, an endpoint of http or https is fetched every pollMinutes, and the topics of ' +
      'one of mqtt or mqtts are subscribed to. Without one nothing is read.',
    body: integrationMappingBody,
    answer: integrationMappingAnswer,
  },
  {
    ...integrations,
    operationId: 'testIntegration',
    method: 'POST',
    path: '/os/integrations/{id}/test',
    scope: 'write:*',
    summary: 'Show the readings that an integration would store now',
    description:
      'Applies the stored mapping, or the one in the body, to a payload. Nothing is stored.',
    body: integrationTestBody,
    answer: integrationTestAnswer,
  },
  {
    ...integrations,
    operationId: 'pollIntegration',
    method: 'POST',
    path: '/os/integrations/{id}/poll',
    scope: 'write:*',
    summary: 'Poll an integration now',
    description:
      'Fetches the endpoint immediately instead of waiting for the next interval, and stores ' +
      'the readings.',
    answer: integrationPollAnswer,
  },
] as const satisfies readonly RouteOperation[];

const query = {
  farmId: text(80, { note: 'The farm of the automation' }),
  lang: word(closed(languages), {
    note: 'Language of the texts; default: the language of the organisation',
  }),
} as const;

/** The application routes that run or test an automation. */
export const automationRoutes = [
  {
    kind: 'route',
    operationId: 'judgeAutomation',
    method: 'GET',
    path: '/os/automations/{id}/run',
    scope: 'read:*',
    subject: 'automations',
    tag: 'Automations',
    summary: 'See what an automation would do now, and why',
    description: 'Nothing is done; one that is switched off is judged as well.',
    query,
    exampleQuery: { lang: 'en' },
    answer: automationRunAnswer,
  },
  {
    kind: 'route',
    operationId: 'runAutomation',
    method: 'POST',
    path: '/os/automations/{id}/run',
    scope: 'write:*',
    subject: 'automations',
    tag: 'Automations',
    summary: 'Run an automation now',
    description:
      'With dryRun: false it acts if its condition is met, as it does automatically when a ' +
      'reading arrives: once until the condition ends, and not at all while it is disabled.',
    query,
    exampleQuery: { lang: 'en' },
    body: automationRunBody,
    answer: automationRunAnswer,
  },
  {
    kind: 'route',
    operationId: 'testAutomation',
    method: 'POST',
    path: '/os/automations/test',
    scope: 'read:*',
    subject: 'automations',
    tag: 'Automations',
    summary: 'Test an automation on a past day',
    description:
      'Judges the stored values of the day, yesterday by default, as the service would have judged ' +
      'them on arrival, and lists each run with its reason and its action. Nothing is done. `rule` ' +
      'is a draft, or changes to the saved automation. Values are taken to have arrived when they ' +
      'were measured; `untested` lists what the stored values cannot answer. At most ' +
      `${limits.testedBarns} barns are tested and 100 runs listed.`,
    query,
    exampleQuery: { lang: 'en' },
    body: automationTestBody,
    answer: automationTestAnswer,
  },
] as const satisfies readonly RouteOperation[];

const backups = {
  kind: 'route',
  scope: 'admin:*',
  subject: 'backups',
  tag: 'Backups',
  path: '/os/backups',
} as const;

/** The application routes about database backups. */
export const backupRoutes = [
  {
    ...backups,
    operationId: 'listBackups',
    method: 'GET',
    summary: 'List known backups',
    description:
      'Scheduled backups with age, size and whether they were verified, the archive of PostgreSQL, ' +
      'and whether a backup can be made through the service. Needs a key that is pinned to no farms.',
    answer: backupListAnswer,
  },
  {
    ...backups,
    operationId: 'makeBackup',
    method: 'POST',
    summary: 'Back up the database and download the backup',
    description:
      'Creates a consistent copy of the database, verifies it and sends it. ' +
      '`Content-Digest` is its SHA-256, `Content-Length` its size. Also requires read:* ' +
      'and a key without farm pins. Only one backup runs at a time: otherwise 503 ' +
      '`backup_running` with Retry-After. Refused with 422 if the service cannot create ' +
      'one: `no_backup_here`, `pg_dump_missing`, `pg_dump_too_old`, ' +
      '`several_organisations`. A repeated request creates another backup, even with the ' +
      'same Idempotency-Key.',
    answer: backupFileAnswer,
    alsoAnswers: [422],
  },
] as const satisfies readonly RouteOperation[];

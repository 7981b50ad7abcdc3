import { auditAnswer, auditVerifyAnswer, auditVerifyBody } from '../answers/audit.ts';
import {
  keyAnswer,
  keyCreateBody,
  keyCreatedAnswer,
  keyListAnswer,
  keyRevokedAnswer,
  keyUpdateBody,
  keyUpdatedAnswer,
} from '../answers/organisation.ts';
import type { RouteOperation } from '../api/operation.ts';
import { date, integer, text } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import {
  brainRoutes,
  caseFileRoutes,
  chartRoutes,
  measureRoutes,
  screenRoutes,
  trendRoutes,
} from './farm-routes.ts';
import { noticeRoutes } from './notice-routes.ts';
import {
  automationRoutes,
  backupRoutes,
  integrationRoutes,
  peopleRoutes,
  settingsRoutes,
} from './organisation-routes.ts';
import {
  actionRoutes,
  batchRoutes,
  historyRoutes,
  mediaRoutes,
  transferRoutes,
} from './record-routes.ts';
import { passkeyRoutes, providerRoutes, signInRoutes } from './sign-in-routes.ts';
import { cameraRoutes, eventStreamRoutes, webhookRoutes } from './webhook-routes.ts';

const page = {
  limit: integer(1, limits.maxPageSize, { default: limits.pageSize }),
  offset: integer(0, limits.maxOffset, { default: 0 }),
} as const;

/** The routes of the service's own application, under `/os`. */
export const applicationRoutes = [
  ...screenRoutes,
  ...chartRoutes,
  ...trendRoutes,
  {
    kind: 'route',
    operationId: 'listKeys',
    method: 'GET',
    path: '/os/keys',
    scope: 'admin:*',
    subject: 'keys',
    tag: 'Keys',
    summary: 'List keys',
    description:
      'Returns one page of keys. The text of a key is shown only when it is created. A key that is ' +
      'pinned to farms sees only keys that are pinned to those farms.',
    query: page,
    answer: keyListAnswer,
  },
  {
    kind: 'route',
    operationId: 'createKey',
    method: 'POST',
    path: '/os/keys',
    scope: 'admin:*',
    subject: 'keys',
    tag: 'Keys',
    summary: 'Create a key',
    description:
      'The new key cannot have more scopes, farms, requests per minute or time than the ' +
      'calling key. Its secret is returned only in this response.',
    body: keyCreateBody,
    answer: keyCreatedAnswer,
  },
  {
    kind: 'route',
    operationId: 'getKey',
    method: 'GET',
    path: '/os/keys/{id}',
    scope: 'admin:*',
    subject: 'keys',
    tag: 'Keys',
    summary: 'Read a key',
    description: 'Returns the key without its text.',
    answer: keyAnswer,
  },
  {
    kind: 'route',
    operationId: 'updateKey',
    method: 'PATCH',
    path: '/os/keys/{id}',
    scope: 'admin:*',
    subject: 'keys',
    tag: 'Keys',
    summary: 'Change the name, rate limit or expiry of a key',
    description:
      'Changes only the fields that the body contains. Scopes and farms of a key cannot be ' +
      'changed. The rate limit and expiry of a key with scopes that the calling key lacks ' +
      'cannot be extended.',
    body: keyUpdateBody,
    answer: keyUpdatedAnswer,
  },
  {
    kind: 'route',
    operationId: 'revokeKey',
    method: 'DELETE',
    path: '/os/keys/{id}',
    scope: 'admin:*',
    subject: 'keys',
    tag: 'Keys',
    summary: 'Revoke a key at once',
    description:
      'Requests with the key are answered with 401 from now on. The key stays in the list as ' +
      'revoked.',
    answer: keyRevokedAnswer,
  },
  {
    kind: 'route',
    operationId: 'listAuditEntries',
    method: 'GET',
    path: '/os/audit',
    scope: 'admin:*',
    subject: 'audit',
    tag: 'Audit log',
    summary: 'Read the audit log',
    description:
      'Returns one page of audited calls, newest first. A key that is pinned to farms sees only the ' +
      'calls about those farms, and its own calls that are about no farm.',
    query: {
      keyId: text(80, { note: 'Only calls of this key' }),
      farmId: text(80, { note: 'Only calls about this farm' }),
      method: text(10, { note: 'Such as POST' }),
      path: text(200, { note: 'The template of the path, such as /v1/platform/flocks/:id' }),
      status: integer(100, 599, { note: 'Status of the answer' }),
      from: date({ note: 'The first day or instant' }),
      to: date({ note: 'The last day or instant, included' }),
      ...page,
    },
    exampleQuery: { method: 'POST', status: 201, from: '2026-11-21', limit: 1 },
    answer: auditAnswer,
  },
  {
    kind: 'route',
    operationId: 'verifyAuditLog',
    method: 'GET',
    path: '/os/audit/verify',
    scope: 'admin:*',
    subject: 'audit',
    tag: 'Audit log',
    summary: 'Check the chain of the audit log',
    description:
      'Recomputes the hash chain over all sealed entries and reports the first entry that does ' +
      'not match. Compares the chain with the signed anchors in the database and in the file of ' +
      'the server.',
    answer: auditVerifyAnswer,
  },
  {
    kind: 'route',
    operationId: 'verifyAuditLogAgainst',
    method: 'POST',
    path: '/os/audit/verify',
    scope: 'admin:*',
    subject: 'audit',
    tag: 'Audit log',
    summary: 'Compare the audit log with externally stored anchors',
    description:
      'Checks the log as GET does, and compares it with the given anchors as well: only these ' +
      'prove that somebody who controls the server has removed or rewritten nothing.',
    body: auditVerifyBody,
    answer: auditVerifyAnswer,
  },
  ...webhookRoutes,
  ...cameraRoutes,
  ...caseFileRoutes,
  ...actionRoutes,
  ...eventStreamRoutes,
  ...brainRoutes,
  ...measureRoutes,
  ...mediaRoutes,
  ...historyRoutes,
  ...batchRoutes,
  ...settingsRoutes,
  ...backupRoutes,
  ...peopleRoutes,
  ...integrationRoutes,
  ...automationRoutes,
  ...noticeRoutes,
  ...signInRoutes,
  ...passkeyRoutes,
  ...providerRoutes,
  ...transferRoutes,
] as const satisfies readonly RouteOperation[];

export type ApplicationRouteId = (typeof applicationRoutes)[number]['operationId'];

/** Descriptions of these routes' headings. */
export const applicationTags = {
  Screens: 'A farm as a whole, each screen in one read.',
  Charts: 'Series by day or hour, with their standards and target bands.',
  Keys: 'The keys that call the service.',
  'Audit log': 'Every call: operation, time, caller and outcome.',
  Webhooks: 'Subscriptions to events, and their deliveries.',
  Cameras: 'Cameras and their connections.',
  'Case files': 'Sealed dossiers of flocks, chained by their hashes.',
  Actions: 'The history of actions, and which can be undone.',
  'Live events': 'Events as they happen.',
  Brain: 'Automatic scans of farms.',
  Measures: 'The figures of a farm, one by one.',
  Media: 'The files of media items: photos, videos, recordings, documents.',
  History: 'Previous versions of rows, and who changed them.',
  Batch: 'Several changes in one transaction.',
  Settings: 'Settings of an organisation for all its farms.',
  Backups: 'Copies of the whole database.',
  People: 'Stored data about a person.',
  Integrations: 'Connections to other systems.',
  Automations: 'Automatic actions triggered by measurements.',
  Notifications: 'Who is notified of alerts, when, and through which channels.',
  'Sign-in': 'Sessions of users, one-time links, and the roles of users.',
  'Export and import': 'All rows of a resource as a file, and back.',
} as const satisfies Readonly<Record<(typeof applicationRoutes)[number]['tag'], string>>;

import { expect, test } from 'vitest';
import { crudOperations, pascalCase, titleOf } from '../../src/model/api/operation.ts';
import { resources } from '../../src/model/resources/registry.ts';

test('a resource has five operations', () => {
  expect(crudOperations(resources['daily-logs'])).toEqual([
    {
      kind: 'resource',
      resource: 'daily-logs',
      verb: 'list',
      operationId: 'listDailyLogs',
      method: 'GET',
      path: '/daily-logs',
      scope: 'read:daily-logs',
      subject: 'daily-logs',
      tag: 'Daily logs',
      summary: 'List daily logs',
      description:
        'Returns one page of the rows that the key may read, ordered by `date` unless `order` names another field.',
    },
    {
      kind: 'resource',
      resource: 'daily-logs',
      verb: 'create',
      operationId: 'createDailyLog',
      method: 'POST',
      path: '/daily-logs',
      scope: 'write:daily-logs',
      subject: 'daily-logs',
      tag: 'Daily logs',
      summary: 'Create a daily log',
      description: 'Returns the new record with the defaults filled in.',
    },
    {
      kind: 'resource',
      resource: 'daily-logs',
      verb: 'get',
      operationId: 'getDailyLog',
      method: 'GET',
      path: '/daily-logs/{id}',
      scope: 'read:daily-logs',
      subject: 'daily-logs',
      tag: 'Daily logs',
      summary: 'Read a daily log',
      description: 'Returns the record with all its fields.',
    },
    {
      kind: 'resource',
      resource: 'daily-logs',
      verb: 'update',
      operationId: 'updateDailyLog',
      method: 'PATCH',
      path: '/daily-logs/{id}',
      scope: 'write:daily-logs',
      subject: 'daily-logs',
      tag: 'Daily logs',
      summary: 'Change a daily log',
      description:
        'Changes the fields that the body contains; null clears an optional field. Returns the record.',
    },
    {
      kind: 'resource',
      resource: 'daily-logs',
      verb: 'delete',
      operationId: 'deleteDailyLog',
      method: 'DELETE',
      path: '/daily-logs/{id}',
      scope: 'write:daily-logs',
      subject: 'daily-logs',
      tag: 'Daily logs',
      summary: 'Delete a daily log',
      description: 'Deletes the record.',
    },
  ]);
});

test('the description of a delete names the rows deleted with it and those that prevent it', () => {
  const description = crudOperations(resources.tenders).find(({ verb }) => verb === 'delete');
  expect(description?.description).toBe('Deletes the record and its `tender-bids`.');
  const guarded = crudOperations(resources.contacts).find(({ verb }) => verb === 'delete');
  expect(guarded?.description).toMatch(/^Deletes the record\. Answers 422 while rows of `/);
});

test.each([
  ['farm-access', ['listFarmAccess', 'getFarmAccess']],
  ['agent-runs', ['listAgentRuns', 'getAgentRun']],
  ['chat-messages', ['listChatMessages', 'getChatMessage']],
] as const)('%s, which the service writes, is read-only', (name, operationIds) => {
  expect(crudOperations(resources[name]).map(({ operationId }) => operationId)).toEqual(
    operationIds,
  );
});

test.each([
  ['alerts', 'Read an alert'],
  ['users', 'Read a user'],
  ['medicine', 'Read medicine'],
  ['media', 'Read a media item'],
  ['farm-access', 'Read farm access'],
] as const)('the summary of reading %s is English', (name, summary) => {
  const reading = crudOperations(resources[name]).find(({ verb }) => verb === 'get');
  expect(reading?.summary).toBe(summary);
});

test.each([
  ['daily log', 'DailyLog'],
  ['media item', 'MediaItem'],
  ['farm', 'Farm'],
])('%s as a label is %s', (words, name) => {
  expect(pascalCase(words)).toBe(name);
});

test('the tag of a resource is its label', () => {
  expect(titleOf(resources['env-readings'])).toBe('Env readings');
});

import { expect, test } from 'vitest';
import { crudOperations, pascalCase, titleOf } from '../../src/model/crud-operations.ts';
import { resources } from '../../src/model/registry.ts';

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
      tag: 'Daily logs',
      summary: 'List daily logs',
    },
    {
      kind: 'resource',
      resource: 'daily-logs',
      verb: 'create',
      operationId: 'createDailyLog',
      method: 'POST',
      path: '/daily-logs',
      scope: 'write:daily-logs',
      tag: 'Daily logs',
      summary: 'Create a daily log',
    },
    {
      kind: 'resource',
      resource: 'daily-logs',
      verb: 'get',
      operationId: 'getDailyLog',
      method: 'GET',
      path: '/daily-logs/{id}',
      scope: 'read:daily-logs',
      tag: 'Daily logs',
      summary: 'Read a daily log',
    },
    {
      kind: 'resource',
      resource: 'daily-logs',
      verb: 'update',
      operationId: 'updateDailyLog',
      method: 'PATCH',
      path: '/daily-logs/{id}',
      scope: 'write:daily-logs',
      tag: 'Daily logs',
      summary: 'Change a daily log',
    },
    {
      kind: 'resource',
      resource: 'daily-logs',
      verb: 'delete',
      operationId: 'deleteDailyLog',
      method: 'DELETE',
      path: '/daily-logs/{id}',
      scope: 'write:daily-logs',
      tag: 'Daily logs',
      summary: 'Delete a daily log',
    },
  ]);
});

test.each([
  ['farm-access', ['listFarmAccess', 'getFarmAccess']],
  ['agent-runs', ['listAgentRuns', 'getAgentRun']],
  ['chat-messages', ['listChatMessages', 'getChatMessage']],
] as const)('%s, which the service writes, is only read', (name, operationIds) => {
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
])('%s as a name is %s', (words, name) => {
  expect(pascalCase(words)).toBe(name);
});

test('the heading of a resource is its name in words', () => {
  expect(titleOf(resources['env-readings'])).toBe('Env readings');
});

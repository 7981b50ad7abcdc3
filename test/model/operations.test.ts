import { expect, test } from 'vitest';
import {
  operations,
  operationTags,
  platformOperations,
} from '../../src/model/routes/operations.ts';

test.each([
  ['me', 'GET', '/me', undefined],
  ['context', 'GET', '/context', 'read:*'],
  ['insights', 'GET', '/insights', 'read:*'],
  ['gaps', 'GET', '/gaps', 'read:*'],
  ['digest', 'GET', '/digest', 'read:*'],
  ['portfolio', 'GET', '/portfolio', 'read:*'],
  ['activity', 'GET', '/activity', 'read:any'],
  ['search', 'GET', '/search', 'read:any'],
  ['setup', 'GET', '/setup', 'read:*'],
  ['ask', 'POST', '/ask', 'ai:ask'],
  ['executeAction', 'POST', '/actions', 'actions:execute'],
  ['undoAction', 'POST', '/actions/undo', 'actions:execute'],
  ['createWebhook', 'POST', '/webhooks', 'admin:*'],
  ['listWebhooks', 'GET', '/webhooks', 'admin:*'],
])('%s is %s %s and requires %s', (operationId, method, path, scope) => {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  expect(operation).toMatchObject({ method, path });
  expect(operation && 'scope' in operation ? operation.scope : undefined).toBe(scope);
});

test('there are 14 operations besides the uniform ones', () => {
  expect(operations).toHaveLength(14);
});

test.each([
  ['context', ['farmId', 'depth', 'lang']],
  ['insights', ['farmId', 'include', 'lang']],
  ['gaps', ['farmId', 'lang']],
  ['digest', ['farmId', 'lang']],
  ['activity', ['farmId', 'minScore', 'kinds', 'from', 'to', 'limit', 'cursor', 'lang']],
  ['search', ['q']],
  ['setup', ['farmId', 'lang']],
])('%s accepts the query parameters %j', (operationId, names) => {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  expect(operation && 'query' in operation ? Object.keys(operation.query) : []).toEqual(names);
});

test('portfolio accepts no query parameters', () => {
  const portfolio = operations.find(({ operationId }) => operationId === 'portfolio');
  expect(portfolio).not.toHaveProperty('query');
});

test('every tag is described', () => {
  expect(Object.keys(operationTags)).toEqual([...new Set(operations.map(({ tag }) => tag))]);
});

test('no two operations share an id, nor a method and path', () => {
  const ids = platformOperations.map(({ operationId }) => operationId);
  const routes = platformOperations.map(({ method, path }) => `${method} ${path}`);
  expect(ids).toHaveLength(165);
  expect(new Set(ids).size).toBe(165);
  expect(new Set(routes).size).toBe(165);
});

test('the examples of queries use existing parameters', () => {
  for (const operation of platformOperations) {
    if (operation.kind !== 'route') continue;
    const names = Object.keys(operation.query ?? {});
    expect(names).toEqual(expect.arrayContaining(Object.keys(operation.exampleQuery ?? {})));
  }
});

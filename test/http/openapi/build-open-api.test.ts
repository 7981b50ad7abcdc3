import { expect, test } from 'vitest';
import { buildOpenApi } from '../../../src/http/openapi/build-documents.ts';
import type {
  OperationObject,
  ParameterObject,
  PathItem,
} from '../../../src/http/openapi/open-api-document.ts';
import type { ResourceDefinition } from '../../../src/model/core/resource.ts';
import { resourceNames, resources } from '../../../src/model/resources/registry.ts';
import { listParameters } from '../../../src/platform/core/list-query.ts';

const document = buildOpenApi({ version: '1.2.3' });

const PATHS = [
  '/me',
  '/context',
  '/insights',
  '/gaps',
  '/digest',
  '/portfolio',
  '/activity',
  '/search',
  '/setup',
  '/ask',
  '/actions',
  '/actions/undo',
  '/webhooks',
  '/farms',
  '/farms/{id}',
  '/barns',
  '/barns/{id}',
  '/flocks',
  '/flocks/{id}',
  '/daily-logs',
  '/daily-logs/{id}',
  '/alerts',
  '/alerts/{id}',
  '/tasks',
  '/tasks/{id}',
  '/task-comments',
  '/task-comments/{id}',
  '/field-reports',
  '/field-reports/{id}',
  '/events',
  '/events/{id}',
  '/media',
  '/media/{id}',
  '/devices',
  '/devices/{id}',
  '/integrations',
  '/integrations/{id}',
  '/env-readings',
  '/env-readings/{id}',
  '/vision-events',
  '/vision-events/{id}',
  '/controller-commands',
  '/controller-commands/{id}',
  '/automations',
  '/automations/{id}',
  '/feed-deliveries',
  '/feed-deliveries/{id}',
  '/feed-orders',
  '/feed-orders/{id}',
  '/expenses',
  '/expenses/{id}',
  '/sales',
  '/sales/{id}',
  '/treatments',
  '/treatments/{id}',
  '/medicine',
  '/medicine/{id}',
  '/contacts',
  '/contacts/{id}',
  '/tenders',
  '/tenders/{id}',
  '/tender-bids',
  '/tender-bids/{id}',
  '/market-orders',
  '/market-orders/{id}',
  '/users',
  '/users/{id}',
  '/farm-access',
  '/farm-access/{id}',
  '/agent-runs',
  '/agent-runs/{id}',
  '/reg-items',
  '/reg-items/{id}',
  '/support-tickets',
  '/support-tickets/{id}',
  '/chat-messages',
  '/chat-messages/{id}',
];

const EVENTS = [
  'alert.created',
  'alert.critical',
  'alert.resolved',
  'task.created',
  'task.completed',
  'field_report.created',
  'field_report.question',
  'field_report.critical',
  'flock.placed',
  'flock.closed',
  'daily_log.created',
  'sale.created',
  'expense.created',
  'feed.delivered',
  'media.analyzed',
  'gap.detected',
  'brain.scan',
];

test('the document has exactly the 77 paths of the specification', () => {
  expect(PATHS).toHaveLength(77);
  expect(Object.keys(document.paths).toSorted()).toEqual(PATHS.toSorted());
});

test('the 17 events are its webhooks', () => {
  expect(Object.keys(document.webhooks ?? {})).toEqual(EVENTS);
});

test('every operationId is unique', () => {
  const ids = operationsOf({ ...document.paths, ...document.webhooks }).map(
    ({ operation }) => operation.operationId,
  );
  expect(ids).toHaveLength(14 + 29 * 5 + 3 * 2 + 17);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every operation has one tag that the document describes', () => {
  const described = document.tags.map(({ name }) => name);
  const grouped = document['x-tagGroups'].flatMap(({ tags }) => tags);
  const used = operationsOf({ ...document.paths, ...document.webhooks }).map(
    ({ operation }) => operation.tags,
  );
  expect(used.every((tags) => tags.length === 1)).toBe(true);
  expect(new Set(used.flat())).toEqual(new Set(described));
  expect(grouped.toSorted()).toEqual(described.toSorted());
});

test('every operation has a worked example of its request and of its response', () => {
  for (const { operation } of operationsOf(document.paths)) {
    const body = operation.requestBody?.content['application/json'];
    if (body) expect(Object.keys(body.examples ?? {}).length).toBeGreaterThan(0);
    const success = operation.responses['200'] ?? operation.responses['201'];
    expect(success).toMatchObject({ content: { 'application/json': { examples: {} } } });
  }
});

test.each([
  ['listFlocks', '200 304 400 401 403 429 500 503'],
  ['getFlock', '200 304 400 401 403 404 429 500 503'],
  ['createFlock', '201 400 401 403 408 409 413 415 422 429 500 503'],
  ['updateFlock', '200 400 401 403 404 408 409 412 413 415 422 429 500 503'],
  ['deleteFlock', '200 400 401 403 404 409 412 422 429 500 503'],
  ['me', '200 400 401 429 500 503'],
  ['insights', '200 400 401 403 429 500 503'],
  ['ask', '200 400 401 403 408 409 413 415 422 429 500 503'],
  ['undoAction', '200 400 401 403 408 409 413 415 422 429 500 503'],
  ['createWebhook', '201 400 401 403 408 409 413 415 422 429 500 503'],
])('%s can respond with %s', (operationId, statuses) => {
  expect(Object.keys(operationNamed(operationId).responses).join(' ')).toBe(statuses);
});

test.each([
  ['listTasks', ['read:*', 'read:tasks'], 'Required scope: `read:*` or `read:tasks`.'],
  ['updateTask', ['write:*', 'write:tasks'], 'Required scope: `write:*` or `write:tasks`.'],
  ['me', undefined, 'Any valid key is accepted.'],
  ['gaps', ['read:*'], 'Required scope: `read:*`.'],
  ['executeAction', ['actions:execute'], 'Required scope: `actions:execute`.'],
  ['listWebhooks', ['admin:*'], 'Required scope: `admin:*`.'],
])('%s requires a key with one of %j', (operationId, scopes, sentence) => {
  const { security, description, 'x-required-scopes': stated } = operationNamed(operationId);
  expect(security).toEqual([{ bearer: [] }]);
  expect(stated).toEqual(scopes);
  expect(description.endsWith(` ${sentence}`)).toBe(true);
});

test('searching requires read access to any one module', () => {
  const { description, 'x-required-scopes': scopes } = operationNamed('search');
  expect(scopes).toHaveLength(33);
  expect(scopes?.[0]).toBe('read:*');
  expect(description).toContain('Required scope: `read:*`, or the read scope of a module.');
});

test('resources written only by the service are read-only', () => {
  const readOnly = Object.entries(document.paths)
    .filter(([path, item]) => resourceNames.some((name) => path === `/${name}`) && !item.post)
    .map(([path]) => path);
  expect(readOnly).toEqual(['/farm-access', '/agent-runs', '/chat-messages']);
  expect(document.paths['/farm-access/{id}']).not.toHaveProperty('patch');
  expect(document.paths['/farm-access/{id}']).not.toHaveProperty('delete');
});

test.each(resourceNames)('the list of %s has the parameters that the service reads', (name) => {
  const definition: ResourceDefinition = resources[name];
  const parameters = queryParameters(document.paths[`/${name}`]?.get);
  expect(parameters.map((parameter) => parameter.name).toSorted()).toEqual(
    listParameters(definition).toSorted(),
  );
  expect(parameters.filter(({ required }) => required)).toEqual([]);
});

test('a list of flocks can be ordered by stored fields and filtered by every field', () => {
  const parameters = queryParameters(operationNamed('listFlocks'));
  const order = parameters.find(({ name }) => name === 'order')?.schema;
  expect(order?.['default']).toBe('placementDate');
  expect(order?.['enum']).toContain('closedAt');
  expect(order?.['enum']).not.toContain('ageDays');
  const fields = parameters.find(({ name }) => name === 'fields')?.schema['items'];
  expect(fields).toMatchObject({ enum: expect.arrayContaining(['createdBy', 'ageDays']) });
});

test.each([
  ['tasks', 200],
  ['env-readings', 2000],
  ['vision-events', 2000],
])('a page of %s has at most %i rows', (name, maximum) => {
  const parameters = queryParameters(document.paths[`/${name}`]?.get);
  expect(parameters.find((parameter) => parameter.name === 'limit')?.schema).toEqual({
    type: 'integer',
    minimum: 1,
    maximum,
    default: 50,
  });
});

test('the size of the document is limited', () => {
  expect(JSON.stringify(document).length).toBeLessThan(780_000);
});

function operationsOf(items: Readonly<Record<string, PathItem>>) {
  return Object.entries(items).flatMap(([path, item]) =>
    [item.get, item.post, item.patch, item.delete]
      .filter((operation) => operation !== undefined)
      .map((operation) => ({ path, operation })),
  );
}

function operationNamed(operationId: string): OperationObject {
  const operationFound = operationsOf(document.paths).find(
    ({ operation }) => operation.operationId === operationId,
  );
  if (!operationFound) throw new Error(`There is no operation ${operationId}.`);
  return operationFound.operation;
}

function queryParameters(operation: OperationObject | undefined): ParameterObject[] {
  return (operation?.parameters ?? [])
    .map((parameter) => {
      if (!('$ref' in parameter)) return parameter;
      const name = parameter.$ref.split('/').at(-1) ?? '';
      return document.components.parameters?.[name] as ParameterObject;
    })
    .filter((parameter) => parameter.in === 'query');
}

import { expect, test } from 'vitest';
import { capabilities } from '../../../src/platform/administration/capabilities.ts';

const described = capabilities({ version: '1.2.3' });

test('one object lists all capabilities of the service', () => {
  expect(Object.keys(described)).toEqual([
    'version',
    'serviceVersion',
    'resources',
    'intelligence',
    'ask',
    'cameraIngest',
    'actions',
    'webhookEvents',
    'scopes',
    'roles',
    'limits',
    'errors',
  ]);
  expect(described).toMatchObject({ version: '1.0', serviceVersion: '1.2.3' });
  expect(described.resources).toHaveLength(32);
  expect(described.webhookEvents).toHaveLength(17);
  expect(described.actions).toHaveLength(14);
});

test('the eight intelligence endpoints list their queries', () => {
  const queries = described.intelligence.map(({ path, query }) => [
    path,
    query.map(({ name }) => name).join(' '),
  ]);
  expect(queries).toEqual([
    ['/context', 'farmId depth lang'],
    ['/insights', 'farmId include lang'],
    ['/gaps', 'farmId lang'],
    ['/digest', 'farmId lang'],
    ['/portfolio', ''],
    ['/activity', 'farmId minScore kinds from to limit cursor lang'],
    ['/search', 'q'],
    ['/setup', 'farmId lang'],
  ]);
});

test('the camera ingest route is listed with its path, credential and document', () => {
  const { eventFields, ...route } = described.cameraIngest;
  expect(route).toEqual({
    operationId: 'ingestVisionEvents',
    method: 'POST',
    path: '/v1/os-ingest/{integrationId}/vision',
    credential: 'camera-connection token',
    document: '/v1/platform/os/openapi.json',
    anyOf: ['source', 'deviceId'],
  });
  expect(eventFields.filter(({ required }) => required).map(({ name }) => name)).toEqual(['kind']);
});

test('the sections of insights are a closed list', () => {
  const insights = described.intelligence.find(({ path }) => path === '/insights');
  const include = insights?.query.find(({ name }) => name === 'include');
  expect(include).toMatchObject({ open: false });
  expect(include?.values).toHaveLength(15);
});

test('an action lists its fields and the groups of which one is required', () => {
  const log = described.actions.find(({ type }) => type === 'log_daily');
  expect(log?.anyOf).toEqual(['flockId', 'barnId']);
  expect(log?.fields.find(({ name }) => name === 'mortality')).toMatchObject({
    type: 'integer',
    required: false,
    unit: 'birds',
  });
});

test('scopes, limits and errors are those of the model', () => {
  expect(described.scopes.map(({ scope }) => scope)).toEqual([
    'read:*',
    'write:*',
    'ai:ask',
    'actions:execute',
    'admin:*',
  ]);
  expect(described.limits).toMatchObject({
    pageSize: 50,
    maxPageSize: 200,
    maxPageSizeOfMeasurements: 2000,
    requestsPerMinute: 240,
    visionEventsPerCall: 200,
    webhookFailures: 20,
  });
  expect(described.errors).toContainEqual({
    error: 'not_found',
    status: 404,
    message: 'There is no such row, or the key may not see it.',
  });
});

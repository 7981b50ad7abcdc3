import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceNames } from '../../../src/model/resources/registry.ts';
import { create, createFarm } from '../../support/farm.ts';
import { playScenarios, type Scenario, type Stage } from '../../support/scenario.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let stage: Stage;

beforeAll(async () => {
  service = await startTestService();
  const farm = await createFarm(service);
  const other = await createFarm(service, { name: 'Other farm' });
  const secondOrg = await service.createOrganisation('Second');
  const secondAdmin = await service.createKey({ orgId: secondOrg });
  const second = await createFarm(service, { name: 'Third farm', key: secondAdmin });
  const keys = {
    reader: await service.createKey({ scopes: ['read:*'] }),
    taskReader: await service.createKey({ scopes: ['read:tasks'] }),
    writer: await service.createKey({ scopes: ['write:*'] }),
    pinned: await service.createKey({ scopes: ['read:*', 'write:*'], farmIds: [farm.farmId] }),
    adminOnly: await service.createKey({ scopes: ['admin:*'] }),
    second: secondAdmin,
    expired: await service.createKey({ expiresAt: '2026-11-02T08:30:00.000Z' }),
  };
  const task = await create(service, 'tasks', { title: 'Mine' }, { farmId: farm.farmId });
  stage = {
    service,
    keys,
    names: {
      ...farm,
      taskId: task.id,
      otherFarmId: other.farmId,
      otherBarnId: other.barnId,
      secondFarmId: second.farmId,
      secondBarnId: second.barnId,
    },
  };
});
afterAll(() => service.close());

const play = (scenarios: readonly Scenario[]) => playScenarios(() => stage, scenarios);

describe('400', () => {
  play([
    {
      name: 'lists every failing field at once, and the message names the first',
      method: 'POST',
      url: '/flocks',
      body: {
        placementDate: '2026-02-30',
        chicksReceived: -5,
        arrivalAgeDays: 'old',
        pricePerChick: 2e7,
        targetWeightKg: 0,
        status: 'actve',
        supplierId: 'contact_nowhere',
        code: 'x'.repeat(41),
      },
      status: 400,
      has: {
        error: 'validation_failed',
        code: 'required',
        message: 'barnId is required.',
        issues: expect.arrayContaining([
          expect.objectContaining({ path: 'barnId', code: 'required' }),
          expect.objectContaining({ path: 'code', code: 'too_long' }),
          expect.objectContaining({ path: 'chicksReceived', code: 'too_small' }),
          expect.objectContaining({ path: 'arrivalAgeDays', code: 'wrong_type' }),
          expect.objectContaining({ path: 'placementDate', code: 'invalid_date' }),
          expect.objectContaining({ path: 'pricePerChick', code: 'too_large' }),
          expect.objectContaining({ path: 'targetWeightKg', code: 'too_small' }),
          expect.objectContaining({
            path: 'status',
            code: 'not_allowed',
            allowed: ['planned', 'active', 'selling', 'closed', 'cancelled'],
            suggestion: 'active',
          }),
          expect.objectContaining({ path: 'supplierId', code: 'not_found' }),
        ]),
      },
    },
    {
      name: 'for no body',
      method: 'POST',
      url: '/farms',
      status: 400,
      has: { issues: [{ path: 'body', code: 'required' }] },
    },
    {
      name: 'for an empty body',
      method: 'POST',
      url: '/farms',
      body: '',
      status: 400,
      has: { issues: [{ path: 'body', code: 'required' }] },
    },
    {
      name: 'for half a body',
      method: 'POST',
      url: '/farms',
      body: '{"name":"x"',
      status: 400,
      has: { issues: [{ path: 'body', code: 'invalid_json' }] },
    },
    {
      name: 'for a list as body',
      method: 'POST',
      url: '/farms',
      body: '[{"name":"x"}]',
      status: 400,
      has: { issues: [{ path: 'body', code: 'wrong_type' }] },
    },
    {
      name: 'for null as body',
      method: 'PATCH',
      url: '/tasks/{taskId}',
      body: 'null',
      status: 400,
      has: { issues: [{ path: 'body', code: 'wrong_type' }] },
    },
    {
      name: 'for a text as body',
      method: 'PATCH',
      url: '/tasks/{taskId}',
      body: '"done"',
      status: 400,
      has: { issues: [{ path: 'body', code: 'wrong_type' }] },
    },
    {
      name: 'for a key given twice',
      method: 'PATCH',
      url: '/tasks/{taskId}',
      body: '{"title":"a","title":"b"}',
      status: 400,
      has: { issues: [{ path: 'title', code: 'duplicate_key' }] },
    },
    {
      name: 'for a required field that is cleared',
      method: 'PATCH',
      url: '/tasks/{taskId}',
      body: { title: null, status: '' },
      status: 400,
      has: {
        issues: [
          { path: 'title', code: 'required' },
          { path: 'status', code: 'required' },
        ],
      },
    },
    {
      name: 'for a farm that nobody named',
      method: 'POST',
      url: '/tasks',
      body: { title: 'x' },
      status: 400,
      has: { issues: [{ path: 'farmId', code: 'required' }] },
    },
    {
      name: 'for a query parameter that a single record does not take',
      method: 'GET',
      url: '/tasks/{taskId}?limit=5',
      status: 400,
      has: { issues: [{ path: 'limit', code: 'unknown_parameter' }] },
    },
  ]);
});

describe('401', () => {
  const refusal = (code: string) => ({
    status: 401,
    has: { error: 'unauthorized', code },
    sends: {
      'www-authenticate': expect.stringMatching(/^Bearer\b/),
      'x-request-id': expect.stringMatching(/^req_/),
    },
  });
  play([
    {
      name: 'without a key',
      as: 'nobody',
      method: 'GET',
      url: '/tasks',
      ...refusal('missing_key'),
    },
    {
      name: 'with another scheme',
      as: 'nobody',
      method: 'GET',
      url: '/tasks',
      headers: { authorization: 'Basic YTpi' },
      ...refusal('missing_key'),
    },
    {
      name: 'with a key that is none',
      as: 'nobody',
      method: 'GET',
      url: '/tasks',
      headers: { authorization: 'Bearer fk_live_x' },
      ...refusal('invalid_key'),
    },
    {
      name: 'with an expired key',
      as: 'expired',
      method: 'GET',
      url: '/tasks',
      ...refusal('expired_key'),
    },
    {
      name: 'before the row is looked for',
      as: 'nobody',
      method: 'GET',
      url: '/tasks/{taskId}',
      ...refusal('missing_key'),
    },
    {
      name: 'before the resource is known',
      as: 'nobody',
      method: 'GET',
      url: '/nothing',
      ...refusal('missing_key'),
    },
    {
      name: 'before a deeper route is known',
      as: 'nobody',
      method: 'GET',
      url: '/os/nothing/at/all',
      ...refusal('missing_key'),
    },
    {
      name: 'before the method is known',
      as: 'nobody',
      method: 'PUT',
      url: '/tasks',
      ...refusal('missing_key'),
    },
    {
      name: 'before the body is read',
      as: 'nobody',
      method: 'POST',
      url: '/tasks',
      body: '{"half',
      ...refusal('missing_key'),
    },
    {
      name: 'before the kind of body is known',
      as: 'nobody',
      method: 'POST',
      url: '/tasks',
      headers: { 'content-type': 'text/plain' },
      body: 'x',
      ...refusal('missing_key'),
    },
    {
      name: 'before the size of the body is known',
      as: 'nobody',
      method: 'POST',
      url: '/tasks',
      body: `{"a":"${'x'.repeat(1_100_000)}"}`,
      ...refusal('missing_key'),
    },
  ]);

  test.each(resourceNames)(
    'every operation of %s answers a request without a key with 401',
    async (name) => {
      const requests = [
        ['GET', `/${name}`],
        ['POST', `/${name}`],
        ['GET', `/${name}/x`],
        ['PATCH', `/${name}/x`],
        ['DELETE', `/${name}/x`],
      ] as const;
      for (const [method, path] of requests) {
        const { status, body } = await service.send(method, path, { key: undefined });
        expect([status, body.code]).toEqual([401, 'missing_key']);
      }
    },
  );
});

describe('403', () => {
  play([
    {
      name: 'insufficient_scope names the scope that is needed',
      as: 'taskReader',
      method: 'GET',
      url: '/sales',
      status: 403,
      has: {
        error: 'insufficient_scope',
        code: 'insufficient_scope',
        message: expect.stringContaining('read:sales'),
      },
    },
    {
      name: 'a reader may not write',
      as: 'reader',
      method: 'POST',
      url: '/farms',
      body: { name: 'x' },
      status: 403,
      has: { error: 'insufficient_scope', message: expect.stringContaining('write:farms') },
    },
    {
      name: 'a writer may not read',
      as: 'writer',
      method: 'GET',
      url: '/tasks/{taskId}',
      status: 403,
      has: { error: 'insufficient_scope', message: expect.stringContaining('read:tasks') },
    },
    {
      name: 'the scope is asked before the read-only resource',
      as: 'reader',
      method: 'POST',
      url: '/farm-access',
      body: {},
      status: 403,
      has: { error: 'insufficient_scope' },
    },
    {
      name: 'the scope is asked before the farm',
      as: 'taskReader',
      method: 'GET',
      url: '/sales?farmId={secondFarmId}',
      status: 403,
      has: { error: 'insufficient_scope' },
    },
    {
      name: 'the scope is asked before the body',
      as: 'reader',
      method: 'POST',
      url: '/tasks',
      body: '{"half',
      status: 403,
      has: { error: 'insufficient_scope' },
    },
    {
      name: 'the scope is asked before the row',
      as: 'reader',
      method: 'DELETE',
      url: '/tasks/nothing',
      status: 403,
      has: { error: 'insufficient_scope' },
    },
    {
      name: 'farm_forbidden for a farm of another organisation',
      method: 'GET',
      url: '/tasks?farmId={secondFarmId}',
      status: 403,
      has: { error: 'farm_forbidden' },
    },
    {
      name: 'farm_forbidden for a farm outside the pins',
      as: 'pinned',
      method: 'GET',
      url: '/tasks?farmId={otherFarmId}',
      status: 403,
      has: { error: 'farm_forbidden' },
    },
    {
      name: 'farm_forbidden for no farm at all',
      method: 'GET',
      url: '/tasks?farmId=',
      status: 403,
      has: { error: 'farm_forbidden' },
    },
    {
      name: 'the farm is asked before the other parameters of a list',
      method: 'GET',
      url: '/tasks?farmId=farm_nowhere&foo=1',
      status: 403,
      has: { error: 'farm_forbidden' },
    },
    {
      name: 'the farm is asked before the body',
      method: 'POST',
      url: '/tasks?farmId=farm_nowhere',
      body: '{"half',
      status: 403,
      has: { error: 'farm_forbidden' },
    },
    {
      name: 'the farm is asked before the row',
      method: 'GET',
      url: '/tasks/nothing?farmId=farm_nowhere',
      status: 403,
      has: { error: 'farm_forbidden' },
    },
    {
      name: 'a key pinned to farms makes no farm',
      as: 'pinned',
      method: 'POST',
      url: '/farms',
      body: { name: 'x' },
      status: 403,
      has: { error: 'farm_forbidden' },
    },
    {
      name: 'admin:* alone reads no farm data',
      as: 'adminOnly',
      method: 'GET',
      url: '/tasks',
      status: 403,
      has: { error: 'insufficient_scope' },
    },
    {
      name: 'without admin:* there is no audit log',
      as: 'pinned',
      method: 'GET',
      url: '/os/audit',
      status: 403,
      has: { error: 'insufficient_scope', message: expect.stringContaining('admin:*') },
    },
  ]);
});

describe('404', () => {
  play([
    {
      name: 'for a resource that does not exist, with the nearest',
      method: 'GET',
      url: '/flock',
      status: 404,
      has: { error: 'not_found', message: expect.stringContaining('/v1/platform/flocks') },
    },
    { name: 'for a deeper path', method: 'GET', url: '/flocks/a/b', status: 404 },
    { name: 'for a name of objects', method: 'GET', url: '/constructor', status: 404 },
    { name: 'for __proto__', method: 'GET', url: '/__proto__/x', status: 404 },
    {
      name: 'the row is looked for before the body is read',
      method: 'PATCH',
      url: '/tasks/nothing',
      body: '{"half',
      status: 404,
      has: { error: 'not_found' },
    },
    {
      name: 'the row is looked for before the version',
      method: 'PATCH',
      url: '/tasks/nothing',
      headers: { 'if-match': '"v9"' },
      body: {},
      status: 404,
    },
    {
      name: 'for a row of another resource',
      method: 'GET',
      url: '/tasks/{barnId}',
      status: 404,
    },
    {
      name: 'for a row of the farm that is not the one named',
      method: 'GET',
      url: '/tasks/{taskId}?farmId={otherFarmId}',
      status: 404,
    },
    {
      name: 'for a key of another organisation',
      as: 'second',
      method: 'GET',
      url: '/tasks/{taskId}',
      status: 404,
    },
  ]);

  test.each(['GET', 'PATCH', 'DELETE'])(
    'a %s of a foreign row returns exactly the bytes of a missing row',
    async (method) => {
      const { secondBarnId = '' } = stage.names;
      const request = { headers: { 'x-request-id': 'same' }, body: { name: 'x' } };
      const foreign = await service.send(method, `/barns/${secondBarnId}`, request);
      const missing = await service.send(method, '/barns/barn_01K00000000000000000000000', request);
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
      const headersOf = ({ headers }: typeof foreign) =>
        Object.entries(headers).filter(([name]) => !/^(date|x-ratelimit-.*)$/.test(name));
      expect(headersOf(foreign)).toEqual(headersOf(missing));
    },
  );
});

describe('405', () => {
  const methodNotAllowed = (allow: string) => ({
    status: 405,
    has: { error: 'method_not_allowed' },
    sends: { allow },
  });
  const list = 'GET, HEAD, POST';
  const one = 'GET, HEAD, PATCH, DELETE';
  play([
    { name: 'PUT of a list', method: 'PUT', url: '/tasks', body: {}, ...methodNotAllowed(list) },
    {
      name: 'PATCH of a list',
      method: 'PATCH',
      url: '/tasks',
      body: {},
      ...methodNotAllowed(list),
    },
    { name: 'DELETE of a list', method: 'DELETE', url: '/tasks', ...methodNotAllowed(list) },
    { name: 'OPTIONS of a list', method: 'OPTIONS', url: '/tasks', ...methodNotAllowed(list) },
    {
      name: 'PUT of a row',
      method: 'PUT',
      url: '/tasks/{taskId}',
      body: {},
      ...methodNotAllowed(one),
    },
    {
      name: 'POST of a row',
      method: 'POST',
      url: '/tasks/{taskId}',
      body: {},
      ...methodNotAllowed(one),
    },
    {
      name: 'POST of a row that does not exist',
      method: 'POST',
      url: '/tasks/nothing?foo=1',
      body: {},
      ...methodNotAllowed(one),
    },
    {
      name: 'a method of other protocols',
      method: 'PROPFIND',
      url: '/tasks',
      ...methodNotAllowed(list),
    },
    { name: 'TRACE', method: 'TRACE', url: '/tasks/{taskId}', ...methodNotAllowed(one) },
    { name: 'POST /me', method: 'POST', url: '/me', body: {}, ...methodNotAllowed('GET, HEAD') },
    {
      name: 'GET /actions',
      method: 'GET',
      url: '/actions',
      ...methodNotAllowed('POST'),
    },
    {
      name: 'DELETE /webhooks',
      method: 'DELETE',
      url: '/webhooks',
      ...methodNotAllowed('GET, HEAD, POST'),
    },
    {
      name: 'PUT of a key',
      method: 'PUT',
      url: '/os/keys/x',
      body: {},
      ...methodNotAllowed('GET, HEAD, PATCH, DELETE'),
    },
  ]);

  for (const name of ['farm-access', 'agent-runs', 'chat-messages']) {
    play([
      {
        name: `POST of ${name}, which the service writes`,
        method: 'POST',
        url: `/${name}`,
        body: {},
        ...methodNotAllowed('GET, HEAD'),
      },
      {
        name: `PATCH of ${name}, before the row is looked for`,
        method: 'PATCH',
        url: `/${name}/nothing`,
        body: {},
        ...methodNotAllowed('GET, HEAD'),
      },
      {
        name: `DELETE of ${name}, before the farm is asked`,
        method: 'DELETE',
        url: `/${name}/nothing?farmId=farm_nowhere`,
        ...methodNotAllowed('GET, HEAD'),
      },
    ]);
  }
});

describe('413 and 415', () => {
  const large = `{"name":"${'x'.repeat(1_100_000)}"}`;
  play([
    {
      name: 'a body of more than 1 MiB is too large',
      method: 'POST',
      url: '/farms',
      body: large,
      status: 413,
      has: { error: 'payload_too_large' },
      sends: { 'x-ratelimit-limit': expect.anything() },
    },
    {
      name: 'a body of just under 1 MiB is read',
      method: 'POST',
      url: '/farms',
      body: `{"name":"x","ignored":[${Array(100)
        .fill(`"${'x'.repeat(10_000)}"`)
        .join()}]}`,
      status: 201,
    },
    {
      name: 'a body that is no JSON by its type',
      method: 'POST',
      url: '/farms',
      headers: { 'content-type': 'text/plain' },
      body: '{"name":"x"}',
      status: 415,
      has: { error: 'unsupported_media_type' },
      sends: { 'x-ratelimit-limit': expect.anything() },
    },
    {
      name: 'a form',
      method: 'POST',
      url: '/farms',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=x',
      status: 415,
    },
    {
      name: 'a type that begins like JSON',
      method: 'POST',
      url: '/farms',
      headers: { 'content-type': 'application/json-seq' },
      body: '{"name":"x"}',
      status: 415,
    },
    {
      name: 'JSON with its alphabet',
      method: 'POST',
      url: '/farms',
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
      body: '{"name":"x"}',
      status: 201,
    },
    {
      name: 'JSON of a kind',
      method: 'POST',
      url: '/farms',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: '{"name":"x"}',
      status: 201,
    },
    {
      name: 'the scope is asked before the type',
      as: 'reader',
      method: 'POST',
      url: '/farms',
      headers: { 'content-type': 'text/plain' },
      body: 'x',
      status: 403,
    },
  ]);
});

describe('429', () => {
  test('is returned after exactly the number of requests of the key’s limit, with its headers', async () => {
    const key = await service.createKey({ rateLimitPerMinute: 3, scopes: ['read:tasks'] });
    const answers = [];
    for (let index = 0; index < 5; index++) {
      answers.push(await service.send('GET', index === 1 ? '/sales' : '/tasks', { key }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 429, 429]);
    const remaining = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(remaining).toEqual([2, 1, 0, 0, 0]);
    for (const { headers } of answers) {
      expect(Number(headers['x-ratelimit-limit'])).toBe(3);
      expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(0);
      expect(Number(headers['x-ratelimit-reset'])).toBeLessThanOrEqual(60);
    }
    const refused = answers[4];
    expect(refused?.body).toMatchObject({ error: 'rate_limited' });
    expect(refused?.headers['retry-after']).toBe(String(refused?.headers['x-ratelimit-reset']));
  });

  test('is counted separately for each key', async () => {
    const keys = await Promise.all(
      [1, 1].map((rateLimitPerMinute) => service.createKey({ rateLimitPerMinute })),
    );
    const statuses = [];
    for (const key of [keys[0], keys[0], keys[1]]) {
      statuses.push((await service.send('GET', '/tasks', { key })).status);
    }
    expect(statuses).toEqual([200, 429, 200]);
  });

  test('is checked before scope, route and body, which a rejected request does not reveal', async () => {
    const key = await service.createKey({ rateLimitPerMinute: 1, scopes: ['read:tasks'] });
    await service.send('GET', '/tasks', { key });
    const refused = [
      await service.send('GET', '/sales', { key }),
      await service.send('GET', '/nothing', { key }),
      await service.send('PUT', '/tasks', { key }),
      await service.send('POST', '/tasks', { key, body: '{"half' }),
      await service.send('POST', '/tasks', {
        key,
        body: '{}',
        headers: { 'idempotency-key': 'not ascii: é' },
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
  });

  test('is replaced by a very high limit in the headers of a key without one', async () => {
    const { headers } = await service.send('GET', '/tasks');
    expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThan(100_000);
  });

  test('the three headers are in every answer to an authenticated caller', async () => {
    const answers = [
      await service.send('GET', '/tasks'),
      await service.send('GET', '/nothing'),
      await service.send('PUT', '/tasks'),
      await service.send('POST', '/tasks', { body: '{' }),
      await service.send('POST', '/tasks', { body: {}, headers: { 'idempotency-key': 'a b' } }),
      await service.send('GET', `/tasks?q=${'x'.repeat(9000)}`),
    ];
    for (const { headers } of answers) {
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining(['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']),
      );
    }
  });
});

describe('unauthenticated callers', () => {
  test('are rate-limited by address, while known keys from it are not', async () => {
    const crowded = await startTestService();
    const statuses = [];
    for (let index = 0; index < 605; index++) {
      statuses.push((await crowded.send('GET', '/tasks', { key: undefined })).status);
    }
    expect(statuses.lastIndexOf(401)).toBe(599);
    expect(statuses.slice(600)).toEqual([429, 429, 429, 429, 429]);
    const slowed = await crowded.send('GET', '/tasks', { key: undefined });
    expect(slowed.headers).toMatchObject({
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': slowed.headers['retry-after'],
    });
    expect((await crowded.send('GET', '/tasks')).status).toBe(200);
    await crowded.close();
  });
});

describe('the request id', () => {
  test.each([
    ['a success', 'GET', '/tasks', {}],
    ['a rejected key', 'GET', '/tasks', { key: undefined }],
    ['an unknown route', 'GET', '/nothing', {}],
    ['a body too large', 'POST', '/farms', { body: 'x'.repeat(1_100_000) }],
    ['an invalid path', 'GET', '/tasks/%zz', {}],
    ['a document', 'GET', '/capabilities', { key: undefined }],
  ])('is returned for %s', async (_, method, path, request) => {
    const sent = { ...request, headers: { 'x-request-id': 'job-42' } };
    const answer = await service.send(method, path, sent);
    expect(answer.headers['x-request-id']).toBe('job-42');
    if (answer.status >= 400) expect(answer.body.requestId).toBe('job-42');
  });

  test.each(['two words', 'x'.repeat(201), 'é'])('%j is replaced', async (id) => {
    const { headers } = await service.send('GET', '/tasks', { headers: { 'x-request-id': id } });
    expect(headers['x-request-id']).toMatch(/^req_[0-9a-f-]{36}$/);
  });

  test('is in health checks and metrics as well', async () => {
    const { app } = service.service;
    for (const url of ['/livez', '/readyz', '/metrics', '/nothing']) {
      const { headers } = await app.inject({ url, headers: { 'x-request-id': 'probe' } });
      expect(headers['x-request-id']).toBe('probe');
    }
  });
});

test('no answer reveals the software of the service', async () => {
  const answers = [
    await service.send('GET', '/tasks'),
    await service.send('GET', '/nothing'),
    await service.send('POST', '/tasks', { body: '{' }),
  ];
  for (const { headers, text } of answers) {
    expect(Object.keys(headers)).not.toContain('x-powered-by');
    expect(text).not.toMatch(/fastify|sqlite|node_modules|at \w+ \(/i);
  }
});

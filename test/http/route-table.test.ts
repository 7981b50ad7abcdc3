import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import type { AppDependencies } from '../../src/http/core/app-dependencies.ts';
import { urlOf } from '../../src/http/core/router.ts';
import { buildApplicationOpenApi, buildOpenApi } from '../../src/http/openapi/build-documents.ts';
import { bindRoutes } from '../../src/http/routes/bind-routes.ts';
import type { Operation, ServiceRoute } from '../../src/model/api/operation.ts';
import { fullScopes } from '../../src/model/core/vocabulary.ts';
import { refusedRoutes, routeTable } from '../../src/model/routes/route-table.ts';
import { createRateLimiter } from '../../src/platform/access/rate-limiter.ts';
import { createMetrics } from '../../src/platform/administration/metrics.ts';
import { createAnchorKeeper } from '../../src/platform/audit/anchors.ts';
import { createAuditTrail } from '../../src/platform/audit/audit-trail.ts';
import { noSecrets } from '../../src/platform/integrations/secret-references.ts';
import { strictPolicy } from '../../src/platform/outbound/check-target.ts';
import { createOutboundClient } from '../../src/platform/outbound/outbound-client.ts';
import { createSecretBox } from '../../src/platform/webhooks/webhook-secrets.ts';
import { composeFarmTurns } from '../../src/server/core/compose-service.ts';
import { secureRandom } from '../../src/tools/ids.ts';
import { createRandom } from '../../src/tools/random.ts';
import { createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const random = createRandom('route table');

/** The same entries in another order. */
function shuffled<T>(entries: readonly T[]): readonly T[] {
  return entries
    .map((entry) => ({ entry, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ entry }) => entry);
}

/** A value in which the order of members and of list items derived from routes is irrelevant. */
function asSets(document: unknown): unknown {
  const { paths, components, ...rest } = document as Record<string, Record<string, object>>;
  const sorted = (members: Record<string, unknown> = {}) =>
    Object.fromEntries(
      Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  const kinds = Object.entries(components ?? {}).map(([kind, members]) => [
    kind,
    sorted(members as Record<string, unknown>),
  ]);
  return { ...rest, paths: sorted(paths), components: sorted(Object.fromEntries(kinds)) };
}

test.each([
  ['platform', buildOpenApi],
  ['application', buildApplicationOpenApi],
])('the %s document does not depend on the order of the routes', (_, build) => {
  const expected = asSets(build({ version: '1.0.0' }));
  for (let round = 0; round < 3; round += 1) {
    expect(asSets(build({ version: '1.0.0', routes: shuffled(routeTable) }))).toEqual(expected);
  }
});

test('no two routes share an id, nor a method and path', () => {
  const ids = routeTable.map(({ operationId }) => operationId);
  const calls = routeTable.map((route) => `${route.method} ${urlOf(route)}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(calls).size).toBe(calls.length);
});

test('use cases and handlers contain no literal scope', () => {
  const literal = /'(?:(?:read|write|modules):(?:\*|any)|ai:ask|actions:execute|admin:\*)'/;
  const files = ['platform', 'http'].flatMap((room) =>
    readdirSync(join(ROOT, 'src', room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .filter((name) => {
        const text = readFileSync(join(ROOT, 'src', room, name), 'utf8');
        return text.split('\n').some((line) => !/case '|=== '/.test(line) && literal.test(line));
      })
      .map((name) => `${room}/${name}`),
  );
  expect(files).toEqual([]);
});

describe('a server', () => {
  let service: TestService;
  let farmId: string;
  let other: FastifyInstance;
  const edgeOf = ({ service: { runtime } }: TestService): AppDependencies => {
    const key = secureRandom(new Uint8Array(32));
    const audit = createAuditTrail(runtime, () => {});
    return {
      runtime,
      audit,
      outages: { covers: () => false },
      anchors: createAnchorKeeper(
        runtime,
        { findKey: () => undefined },
        {
          onAnchor: () => {},
          onError: () => {},
        },
      ),
      rateLimiter: createRateLimiter(() => performance.now()),
      farmTurns: composeFarmTurns(),
      metrics: createMetrics({ version: '1.0.0', runtime, auditHealth: audit.health }),
      webhooks: { policy: strictPolicy, secrets: createSecretBox(() => key, secureRandom) },
      connections: {
        client: createOutboundClient(strictPolicy),
        policy: strictPolicy,
        secrets: noSecrets,
      },
      log: pino({ level: 'silent' }),
    };
  };

  beforeAll(async () => {
    service = await startTestService();
    farmId = (await createFarm(service, { name: 'North' })).farmId;
    other = buildApp(edgeOf(service), {}, (...args) => shuffled(bindRoutes(...args)));
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  test.each([
    '/v1/platform/me',
    '/v1/platform/resources',
    '/v1/platform/openapi.json',
    '/v1/platform/capabilities',
    '/v1/platform/farms',
    '/v1/platform/flocks?limit=5',
    '/v1/platform/digest',
    '/v1/platform/insights?include=health',
    '/v1/platform/gaps',
    '/v1/platform/os/dashboard',
    '/v1/platform/os/weekly-summary',
    '/v1/platform/os/risk/ledger',
    '/v1/platform/os/keys',
    '/v1/platform/os/measures',
    '/v1/platform/os/webhooks/deliveries/none',
    '/v1/platform/os/webhooks/none',
    '/v1/platform/os/export/farms?format=csv',
    '/v1/platform/os/mock/clock',
    '/v1/platform/no-such-route',
    '/livez',
  ])('gives the same answer to %s in any order of its routes', async (url) => {
    const request = {
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${service.admin}`, 'x-request-id': 'same' },
    } as const;
    const [first, second] = [
      await service.service.app.inject(request),
      await other.inject(request),
    ];
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
  });

  /** The path of a route with an id for each placeholder. */
  const pathOf = (route: Operation | ServiceRoute) =>
    urlOf(route).replace(':resource', 'farms').replace(/:\w+/, farmId);

  const guarded = [...routeTable, ...refusedRoutes].filter(
    ({ kind, scope, ...route }) => scope !== undefined && !('needs' in route && kind),
  );

  /** A scope that does not cover the needed one. */
  const lackingScope = (required: string): string =>
    required.startsWith('read:') || required === 'modules:any' ? 'ai:ask' : 'read:*';

  test('rejects every call without the declared scope, before its body is read', async () => {
    const keys = new Map<string, string>();
    for (const scope of ['ai:ask', 'read:*']) {
      keys.set(scope, await service.createKey({ scopes: [scope] }));
    }
    const refusals = await Promise.all(
      guarded.map(async (route) => {
        const key = keys.get(lackingScope(route.scope ?? ''));
        const answer = await service.service.app.inject({
          method: route.method,
          url: pathOf(route),
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(route.method === 'GET' ? {} : { payload: '{ no json' }),
        });
        return [route.operationId, answer.statusCode, answer.json().error];
      }),
    );
    expect(refusals).toEqual(
      guarded.map(({ operationId }) => [operationId, 403, 'insufficient_scope']),
    );
  });

  test('admits every call that has the declared scope alone', async () => {
    const keys = new Map<string, string>();
    const sufficient = (required: string): string =>
      required.replace(/^modules:any$/, 'read:farms').replace(/any$|\{resource\}$/, 'farms');
    for (const { scope = '' } of guarded) {
      if (keys.has(sufficient(scope))) continue;
      keys.set(sufficient(scope), await service.createKey({ scopes: [sufficient(scope)] }));
    }
    const reads = guarded.filter(
      ({ method, operationId }) => method === 'GET' && operationId !== 'streamEvents',
    );
    const statuses = await Promise.all(
      reads.map(async (route) => {
        const key = keys.get(sufficient(route.scope ?? ''));
        const answer = await service.service.app.inject({
          method: 'GET',
          url: pathOf(route),
          headers: { authorization: `Bearer ${key}` },
        });
        const isRefused = answer.statusCode === 403 && answer.json().error === 'insufficient_scope';
        return [route.operationId, isRefused];
      }),
    );
    // Whom they name is checked by the use case: the module of the person, and the user.
    const ofPeople = ['exportPerson', 'getNoticeDigest'];
    const refused = statuses.filter(([, isRefused]) => isRefused).map(([id]) => id);
    expect(refused.filter((id) => !ofPeople.includes(String(id)))).toEqual([]);
  });

  test('records the resource of a rejected call in the audit log', async () => {
    const key = await service.createKey({ scopes: ['ai:ask'] });
    const refused = (method: string, path: string, requestId: string) =>
      service.send(method, path, { key, body: {}, headers: { 'x-request-id': requestId } });
    await refused('PATCH', `/farms/${farmId}`, 'refused-1');
    await refused('POST', '/os/import/flocks', 'refused-2');
    await refused('POST', '/os/brain/scan', 'refused-3');
    const noted = async () => {
      const { body } = await service.send('GET', '/os/audit?status=403&limit=200');
      const entries: readonly Record<string, unknown>[] = body.data;
      return [1, 2, 3].map((number) => {
        const entry = entries.find(({ requestId }) => requestId === `refused-${number}`);
        return [entry?.['resource'], entry?.['rowId']];
      });
    };
    await expect.poll(noted).toEqual([
      ['farms', farmId],
      ['flocks', null],
      ['scanFarms', null],
    ]);
  });
});

test('every full scope is required by some route', () => {
  const requiredScopes = new Set(
    routeTable.map(({ scope }) => scope?.replace(/:(?!\*|ask|execute).*/, ':*')),
  );
  expect(fullScopes.filter((scope) => !requiredScopes.has(scope))).toEqual([]);
});

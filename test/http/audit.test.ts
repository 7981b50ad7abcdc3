import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

/** An entry as the API shows it. */
type Entry = Readonly<Record<string, unknown>>;

const MOST_WAITS = 100;
const WAIT_MILLIS = 20;

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    let taskId: string;
    let auditor: string;
    let serial = 0;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      taskId = (await create(service, 'tasks', { title: 'x' }, { farmId: farm.farmId })).id;
      auditor = await service.createKey({ scopes: ['admin:*'], name: 'auditor' });
    });
    afterAll(() => service.close());

    const read = async (query = ''): Promise<{ data: Entry[]; meta: { total: number } }> =>
      (await service.send('GET', `/os/audit?limit=200${query}`, { key: auditor })).body;

    /** The entries of a request, which are written within moments. */
    const entriesOf = async (requestId: string): Promise<Entry[]> => {
      for (let wait = 0; wait < MOST_WAITS; wait++) {
        const { data } = await read();
        const entries = data.filter((entry) => entry['requestId'] === requestId);
        if (entries.length > 0 && entries.every(({ position }) => position !== null))
          return entries;
        await new Promise((resolve) => setTimeout(resolve, WAIT_MILLIS));
      }
      return [];
    };

    /** Sends a request with a unique id; returns the response and its audit entry. */
    const sendAudited = async (
      method: string,
      path: string,
      request: Parameters<TestService['send']>[2] = {},
    ): Promise<{ answer: TestAnswer; entries: Entry[] }> => {
      const requestId = `audited-${serial++}`;
      const headers = { ...request.headers, 'x-request-id': requestId };
      const answer = await service.send(method, path, { ...request, headers });
      return { answer, entries: await entriesOf(requestId) };
    };

    describe('a call creates one audit entry', () => {
      const root = '/v1/platform';
      const aCall = (
        name: string,
        call: string,
        entry: object,
        request: Parameters<TestService['send']>[2] = {},
      ) => {
        const [method = '', path = ''] = call.split(' ');
        return { name, method, path, entry, request };
      };
      /** A path with the ids of the farm in it. */
      const pathOn = (path: string) =>
        path
          .replace('{farm}', farm.farmId)
          .replace('{barn}', farm.barnId)
          .replace('{task}', taskId);

      test.each([
        aCall('a list', 'GET /tasks?farmId={farm}', {
          route: `${root}/tasks`,
          resource: 'tasks',
          rowId: null,
          status: 200,
          code: null,
        }),
        aCall('a record', 'GET /tasks/{task}', {
          route: `${root}/tasks/:id`,
          resource: 'tasks',
          status: 200,
          code: null,
        }),
        aCall('a refused list', 'GET /tasks?farmId={farm}&foo=1', {
          route: `${root}/tasks`,
          resource: 'tasks',
          status: 400,
          code: 'unknown_parameter',
        }),
        aCall(
          'a change',
          'PATCH /tasks/{task}',
          { route: `${root}/tasks/:id`, resource: 'tasks', status: 200, code: null },
          { body: { title: 'y' } },
        ),
        aCall(
          'a refused change',
          'PATCH /tasks/{task}',
          { route: `${root}/tasks/:id`, resource: 'tasks', status: 400, code: 'not_allowed' },
          { body: { status: 'never' } },
        ),
        aCall(
          'a change of an old version',
          'PATCH /tasks/{task}',
          { resource: 'tasks', status: 412, code: 'version_changed' },
          { body: {}, headers: { 'if-match': '"v99"' } },
        ),
        aCall('a refused delete', 'DELETE /barns/{barn}', {
          route: `${root}/barns/:id`,
          resource: 'barns',
          status: 422,
          code: 'barn_occupied',
        }),
      ])(
        'a call creates one audit entry with its farm: $name',
        async ({ method, path, request, entry }) => {
          const { entries } = await sendAudited(method, pathOn(path), request);
          expect(entries).toEqual([expect.objectContaining({ method, ...entry })]);
          expect(entries[0]).toMatchObject({
            farmId: farm.farmId,
            keyId: service.admin.slice(8, 20),
            at: '2026-11-02T08:30:00.000Z',
            ip: '127.0.0.1',
            calls: 1,
            durationMs: expect.any(Number),
            position: expect.any(Number),
            hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          });
          const rowId = path.includes('?') ? null : pathOn(path).split('/')[2];
          expect(entries[0]).toMatchObject({ rowId });
        },
      );

      test('a call creates one audit entry with the row it created: a new record', async () => {
        const { answer, entries } = await sendAudited('POST', `/tasks?farmId=${farm.farmId}`, {
          body: { title: 'new' },
        });
        expect(entries).toEqual([
          expect.objectContaining({ status: 201, rowId: answer.body.id, farmId: farm.farmId }),
        ]);
      });

      const missing = { status: 404, code: 'not_found', rowId: 'nothing' };
      const asText = { body: 'x', headers: { 'content-type': 'text/plain' } };
      const badKey = { body: {}, headers: { 'idempotency-key': 'a b' } };
      test.each([
        aCall('a row that is not there', 'GET /tasks/nothing', missing),
        aCall('a change of it', 'PATCH /tasks/nothing', missing, { body: {} }),
        aCall('an unknown route', 'GET /nothing', { status: 404, route: '(unknown)' }),
        aCall('another method', 'PUT /tasks', { status: 405, code: 'method_not_allowed' }),
        aCall('a read-only resource', 'POST /farm-access', { status: 405, code: 'read_only' }),
        aCall('a foreign farm', 'GET /tasks?farmId=farm_x', {
          status: 403,
          code: 'farm_forbidden',
        }),
        aCall('no JSON', 'POST /tasks', { status: 400, code: 'invalid_json' }, { body: '{' }),
        aCall('another kind of body', 'POST /farms', { status: 415 }, asText),
        aCall('a body too large', 'POST /farms', { status: 413 }, { body: 'x'.repeat(1_100_000) }),
        aCall('a bad Idempotency-Key', 'POST /farms', { status: 400 }, badKey),
        aCall('who am I', 'GET /me', { status: 200, route: '/v1/platform/me' }),
        aCall('the keys', 'GET /os/keys', { status: 200, resource: 'keys' }),
        aCall('a key that is not there', 'DELETE /os/keys/nothing', missing),
      ])(
        'a call creates one audit entry with its caller: $name',
        async ({ method, path, request, entry }) => {
          const { entries } = await sendAudited(method, path, request);
          const keyId = service.admin.slice(8, 20);
          expect(entries).toEqual([expect.objectContaining({ method, keyId, ...entry })]);
        },
      );

      test('a call creates one audit entry with its caller: a missing scope, and too many requests', async () => {
        const key = await service.createKey({ scopes: ['read:tasks'], rateLimitPerMinute: 1 });
        const denied = await sendAudited('GET', '/sales', { key });
        const slowed = await sendAudited('GET', '/tasks', { key });
        const keyId = key.slice(8, 20);
        expect(denied.entries).toEqual([
          expect.objectContaining({ keyId, status: 403, code: 'insufficient_scope' }),
        ]);
        expect(slowed.entries).toEqual([
          expect.objectContaining({ keyId, status: 429, code: 'rate_limited' }),
        ]);
      });

      test('a call creates one audit entry with its key: an expired key', async () => {
        const key = await service.createKey({ expiresAt: '2026-11-01T00:00:00.000Z' });
        const { entries } = await sendAudited('GET', '/tasks', { key });
        expect(entries).toEqual([
          expect.objectContaining({ keyId: key.slice(8, 20), status: 401, code: 'expired_key' }),
        ]);
      });

      test('each time a stored answer is returned again', async () => {
        const request = { body: { title: 'x' }, headers: { 'idempotency-key': 'audited' } };
        const path = `/tasks?farmId=${farm.farmId}`;
        const first = await sendAudited('POST', path, request);
        const second = await sendAudited('POST', path, request);
        expect([first.entries, second.entries]).toEqual([
          [expect.objectContaining({ status: 201, code: null })],
          [expect.objectContaining({ status: 201, code: 'idempotent_replay' })],
        ]);
      });
    });

    test('a change and its audit entry are committed together', async () => {
      const headers = { 'x-request-id': 'at-once' };
      await service.send('PATCH', `/tasks/${taskId}`, { body: { title: 'z' }, headers });
      const rows = await service.service.runtime.database.all(
        sql`select status from audit_log where request_id = 'at-once'`,
      );
      expect(rows).toHaveLength(1);
    });

    test('unauthenticated requests in large numbers share entries', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => service.send('GET', '/tasks', { key: undefined })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
      await entriesOf((await sendAudited('GET', '/me')).answer.body.requestId ?? 'audited-0');
      const rows = await service.service.runtime.database.all<{ calls: number | string }>(
        sql`select calls from audit_log where code = 'missing_key'`,
      );
      expect(rows.reduce((sum, { calls }) => sum + Number(calls), 0)).toBe(50);
      expect(rows.length).toBeLessThan(50);
    });

    test('bodies, queries and keys are not stored', async () => {
      const secret = 'the goose flies at midnight';
      await sendAudited('POST', `/tasks?farmId=${farm.farmId}`, { body: { title: secret } });
      await sendAudited('GET', `/tasks?q=${encodeURIComponent(secret)}`);
      await sendAudited('POST', `/tasks`, { body: { title: 5, details: secret } });
      await sendAudited('GET', `/${encodeURIComponent(secret)}`);
      const rows = await service.service.runtime.database.all(sql`select * from audit_log`);
      const text = JSON.stringify(rows);
      expect(text).not.toContain('goose');
      expect(text).not.toContain(service.admin.slice(21));
      expect(text).not.toContain('fk_live');
    });

    describe('the reader', () => {
      beforeAll(async () => {
        service.clock.advance(3_600_000);
        await sendAudited('DELETE', '/os/keys/nothing');
        service.clock.advance(-3_600_000);
      });

      const valuesOf = (entries: readonly Entry[], name: string) =>
        new Set(entries.map((entry) => entry[name]));

      test.each<[string, () => string, string, () => unknown]>([
        ['a key', () => `&keyId=${auditor.slice(8, 20)}`, 'keyId', () => auditor.slice(8, 20)],
        ['a farm', () => `&farmId=${farm.farmId}`, 'farmId', () => farm.farmId],
        ['a method', () => '&method=patch', 'method', () => 'PATCH'],
        ['a route', () => '&path=/v1/platform/tasks/:id', 'route', () => '/v1/platform/tasks/:id'],
        ['a status', () => '&status=404', 'status', () => 404],
        ['an hour', () => '&from=2026-11-02T09:00:00Z', 'at', () => '2026-11-02T09:30:00.000Z'],
        [
          'the hours before',
          () => '&to=2026-11-02T10:30:00%2B02:00',
          'at',
          () => '2026-11-02T08:30:00.000Z',
        ],
      ])('accepts a filter by %s', async (_, query, field, value) => {
        const { data } = await read(query());
        expect(data.length).toBeGreaterThan(0);
        expect(valuesOf(data, field)).toEqual(new Set([value()]));
      });

      test('accepts a date, in the time zone of the organisation', async () => {
        expect((await read('&from=2026-11-02&to=2026-11-02')).data.length).toBeGreaterThan(10);
        expect((await read('&from=2026-11-03')).data).toEqual([]);
        expect((await read('&to=2026-11-01')).data).toEqual([]);
      });

      test('returns the newest entries first, page by page', async () => {
        const { body } = await service.send('GET', '/os/audit?limit=3&offset=1', { key: auditor });
        expect(body.meta).toMatchObject({ limit: 3, offset: 1, hasMore: true });
        const times = (await read()).data.map(({ at }) => String(at));
        expect(times).toEqual([...times].sort().reverse());
      });

      test.each([
        ['status=ok', 'status wrong_type'],
        ['from=yesterday', 'from invalid_date'],
        ['to=2026-02-30', 'to invalid_date'],
        ['limit=201', 'limit too_large'],
        ['body=x', 'body unknown_parameter'],
        ['method=GET&method=PUT', 'method repeated_parameter'],
        ['keyId=%00', 'keyId invalid_character'],
      ])('rejects %s', async (query, issue) => {
        const { status, body } = await service.send('GET', `/os/audit?${query}`);
        expect([
          status,
          ...body.issues.map((one: Entry) => `${one['path']} ${one['code']}`),
        ]).toEqual([400, issue]);
      });

      test('sees no entries of another organisation', async () => {
        const key = await service.createKey({ orgId: await service.createOrganisation('Second') });
        const { body } = await service.send('GET', '/os/audit', { key });
        expect(body).toMatchObject({ data: [], meta: { total: 0 } });
      });
    });

    describe('the chain', () => {
      const verify = async () => (await service.send('GET', '/os/audit/verify')).body;
      /** Does what no caller can: changes the log directly in the database. */
      const tamper = (script: string) =>
        service.service.runtime.database.transaction((transaction) =>
          transaction.runScript(script),
        );

      test.each([
        ['is cut within a character', `${'a'.repeat(199)}🐔`, `${'a'.repeat(199)}\ufffd`],
        ['contains a NUL', 'a\0b', 'a\\0b'],
        ['is not in normal form', 'e\u0301', 'e\u0301'],
      ])('is intact with a request id that %s', async (_, id, stored) => {
        const { entries } = await sendAudited('GET', `/tasks/${encodeURIComponent(id)}`);
        expect(entries.map(({ rowId }) => rowId)).toEqual([stored]);
        expect(await verify()).toMatchObject({ ok: true, firstBroken: null });
      });

      test('is intact', async () => {
        const state = await verify();
        expect(state).toMatchObject({ ok: true, firstBroken: null });
        expect(state.checked).toBeGreaterThan(30);
      });

      test('is broken by a changed entry', async () => {
        const on = database === 'postgres' ? ' on audit_log' : '';
        await tamper(`drop trigger audit_log_is_sealed_once${on}`);
        await tamper('update audit_log set status = status + 1 where position = 7');
        expect(await verify()).toMatchObject({
          ok: false,
          checked: 6,
          firstBroken: { position: 7, id: expect.stringMatching(/^audit_/) },
          unsealed: 0,
          unwritten: 0,
          gaps: 0,
        });
        await tamper('update audit_log set status = status - 1 where position = 7');
        expect((await verify()).ok).toBe(true);
      });

      test('is broken by an entry moved to another caller', async () => {
        await tamper("update audit_log set key_id = 'someone' where position = 9");
        expect((await verify()).firstBroken.position).toBe(9);
      });

      test('is broken by a missing entry', async () => {
        const on = database === 'postgres' ? ' on audit_log' : '';
        await tamper(`drop trigger audit_log_is_kept${on}`);
        await tamper('delete from audit_log where position = 5');
        expect((await verify()).firstBroken.position).toBe(5);
      });
    });
  });

  test(`${database}: no path prevents the audit log from being written`, async () => {
    const service = await startTestService(database);
    onTestFinished(() => service.close());
    for (const path of ['/tasks/a%00b', '/os/keys/%00', '/tasks/%F0%9F%90%94']) {
      await service.send('GET', path);
      await service.send('DELETE', path);
    }
    await service.send('GET', '/me', { headers: { 'x-request-id': 'behind' } });
    let written = 0;
    for (let wait = 0; wait < MOST_WAITS && written === 0; wait++) {
      const rows = await service.service.runtime.database.all(
        sql`select id from audit_log where request_id = 'behind'`,
      );
      written = rows.length;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MILLIS));
    }
    expect(written).toBe(1);
  });
}

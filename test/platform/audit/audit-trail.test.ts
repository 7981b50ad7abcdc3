import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FarmError } from '../../../src/model/core/errors.ts';
import { createAuditTrail } from '../../../src/platform/audit/audit-trail.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { DATABASES } from '../../support/databases.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** A database whose transactions fail while the switch is on. */
function faulty(fault: { kind: 'none' | 'refuses' | 'forgets to answer' }) {
  return (database: Database): Database => ({
    ...database,
    async transaction(work) {
      if (fault.kind === 'refuses') throw new FarmError('unavailable');
      const result = await database.transaction(work);
      if (fault.kind === 'forgets to answer') throw new FarmError('unavailable');
      return result;
    },
  });
}

describe.each(DATABASES)('%s: the audit log of a temporarily failing database', (name) => {
  test('has every read of that time once the database is back, and its chain is intact', async () => {
    const fault: Parameters<typeof faulty>[0] = { kind: 'none' };
    const service = await startTestService(name, { wrap: faulty(fault) });
    fault.kind = 'refuses';
    for (let index = 0; index < 30; index++) {
      await service.send('GET', '/tasks', { headers: { 'x-request-id': `away-${index}` } });
    }
    await new Promise((resolve) => setTimeout(resolve, 120));
    fault.kind = 'none';
    const storedEntries = async () =>
      (await service.send('GET', '/os/audit?path=/v1/platform/tasks&limit=1')).body.meta.total;
    await expect.poll(storedEntries, { timeout: 5000 }).toBe(30);
    expect((await service.send('GET', '/os/audit/verify')).body.ok).toBe(true);
    await service.close();
  });

  test('has an entry once if its commit succeeded but was never acknowledged', async () => {
    const fault: Parameters<typeof faulty>[0] = { kind: 'forgets to answer' };
    const service = await startTestService(name, { wrap: faulty(fault) });
    await service.send('GET', '/tasks');
    await new Promise((resolve) => setTimeout(resolve, 200));
    fault.kind = 'none';
    await service.service.runtime.database.ping();
    await expect
      .poll(
        async () => {
          const { body } = await service.send('GET', '/os/audit?path=/v1/platform/tasks');
          return [body.meta.total, body.data[0]?.position];
        },
        { timeout: 5000 },
      )
      .toEqual([1, 1]);
    await service.close();
  });

  test('does not prevent a service from stopping', async () => {
    const fault: Parameters<typeof faulty>[0] = { kind: 'none' };
    const service = await startTestService(name, { wrap: faulty(fault) });
    await service.send('GET', '/tasks');
    fault.kind = 'refuses';
    const start = performance.now();
    const closing = service.close();
    // The command that runs the server ends with this error, and so not with status 0.
    await expect(closing).rejects.toMatchObject({ slug: 'internal', code: 'audit_incomplete' });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('makes the service not ready until pending entries are written', async () => {
    const fault: Parameters<typeof faulty>[0] = { kind: 'none' };
    const service = await startTestService(name, { wrap: faulty(fault) });
    const { app } = service.service;
    fault.kind = 'refuses';
    await service.send('GET', '/tasks');
    const ready = async () => (await app.inject('/readyz')).json().code ?? 'ready';
    await expect.poll(ready).toBe('audit_not_written');
    expect((await app.inject('/metrics')).body).toMatch(/^farmctl_audit_failing 1$/m);
    expect((await service.send('GET', '/os/audit/verify')).body).toMatchObject({
      ok: false,
      unwritten: expect.any(Number),
    });
    fault.kind = 'none';
    await expect.poll(ready, { timeout: 5000 }).toBe('ready');
    expect((await app.inject('/metrics')).body).toMatch(/^farmctl_audit_failing 0$/m);
    expect((await service.send('GET', '/os/audit/verify')).body).toMatchObject({
      ok: true,
      unwritten: 0,
    });
    await service.close();
  });
});

describe.each(DATABASES)('%s: an entry rejected by the database', (name) => {
  const onTable = name === 'postgres' ? ' on audit_log' : '';
  const refusalTriggers = {
    sqlite: (table: string, condition: string) =>
      `create trigger refuse before ${table} on audit_log when ${condition} begin
       select raise(abort, 'refused'); end`,
    postgres: (table: string, condition: string) =>
      `create function refuse() returns trigger language plpgsql as $$ begin
       raise exception 'refused'; end $$;
       create trigger refuse before ${table} on audit_log for each row when (${condition})
       execute function refuse()`,
  }[name];
  let service: TestService;
  const run = (script: string) =>
    service.service.runtime.database.transaction((transaction) => transaction.runScript(script));
  const callOf = (id: string, method = 'GET', path = '/tasks') =>
    service.send(method, path, { headers: { 'x-request-id': id } });
  const verify = async () => (await service.send('GET', '/os/audit/verify')).body;
  beforeEach(async () => {
    service = await startTestService(name);
  });
  afterEach(() => service.close());

  test('becomes a gap that counts it, and does not block others', async () => {
    await run(refusalTriggers('insert', "new.request_id like 'bad%'"));
    const ids = Array.from({ length: 40 }, (_, index) => `${index % 4 ? 'good' : 'bad'}-${index}`);
    for (const id of ids) await callOf(id);
    expect(await verify()).toMatchObject({ ok: true, gaps: 10, unsealed: 0, unwritten: 0 });
    const { body } = await service.send('GET', '/os/audit?path=/v1/platform/tasks&limit=200');
    expect(body.meta.total).toBe(30);
    const rows = await service.service.runtime.database.all<{ at: string }>(
      sql`select at from audit_log where code = 'audit_entry_refused' and calls = 1
        and hash is not null`,
    );
    expect(rows).toHaveLength(10);
    const { app } = service.service;
    expect((await app.inject('/metrics')).body).toMatch(/^farmctl_audit_gap_calls 10$/m);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
  });

  test('waits while even its gap is rejected, and is written afterwards', async () => {
    await run(refusalTriggers('insert', "new.id is not null and new.route <> '/v1/platform/me'"));
    for (let index = 0; index < 40; index++) await callOf(`away-${index}`);
    await callOf('me', 'GET', '/me');
    expect(await verify()).toMatchObject({ ok: false });
    expect((await service.service.app.inject('/readyz')).json().code).toBe('audit_not_written');
    const { database } = service.service.runtime;
    const entriesOf = (id: string) =>
      database.all(sql`select id from audit_log where request_id like ${id}`);
    await expect.poll(() => entriesOf('me'), { timeout: 5000 }).toHaveLength(1);
    await run(`drop trigger refuse${onTable}`);
    const state = await verify();
    expect(state.ok).toBe(true);
    // The trigger may be dropped between the attempt to write an entry and that to write its gap.
    expect(state.gaps).toBeLessThanOrEqual(1);
    expect(await entriesOf('away-%')).toHaveLength(40 - state.gaps);
  });

  test('is omitted from the chain, and the others are not', async () => {
    await run(refusalTriggers('update', "new.request_id = 'bad'"));
    const change = { name: 'x' };
    for (const id of ['first', 'bad', 'second']) {
      await service.send('POST', '/farms', { body: change, headers: { 'x-request-id': id } });
    }
    expect(await verify()).toMatchObject({ ok: false, unsealed: 1, firstBroken: null });
    const rows = await service.service.runtime.database.all<{ request_id: string }>(
      sql`select request_id from audit_log where position is null`,
    );
    expect(rows.map((row) => row.request_id)).toEqual(['bad']);
    const { app } = service.service;
    expect((await app.inject('/readyz')).json()).toEqual({
      status: 'degraded',
      code: 'audit_not_sealed',
    });
    // Nothing waits to be written, so that only the check itself can try again.
    await expect
      .poll(async () => (await app.inject('/metrics')).body)
      .toMatch(/^farmctl_audit_waiting_calls 0$/m);
    await run(`drop trigger refuse${onTable}`);
    expect(await verify()).toMatchObject({ ok: true, unsealed: 0 });
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok' });
  });
});

describe.each(DATABASES)('%s: client input', (name) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(name, { app: { trustProxy: ['127.0.0.1'] } });
  });
  afterAll(() => service.close());

  test.each<[string, string, Record<string, string>]>([
    ['an id of the largest path', `/tasks/${'x'.repeat(3000)}`, {}],
    ['half of a character in a path', '/tasks/%ED%A0%80', {}],
    ['a NUL in a path', '/tasks/a%00b', {}],
    ['a NUL in the name of a farm', '/tasks?farmId=a%00b', {}],
    ['a request id that is too long', '/tasks', { 'x-request-id': 'x'.repeat(5000) }],
    ['a user agent with unusual characters', '/tasks', { 'user-agent': '\xff'.repeat(3000) }],
    ['an invalid address', '/tasks', { 'x-forwarded-for': `a, ${'9'.repeat(5000)}` }],
    ['an address with a port', '/tasks', { 'x-forwarded-for': '203.0.113.7:4711' }],
    ['an address with a zone', '/tasks', { 'x-forwarded-for': `fe80::1%${'e'.repeat(500)}` }],
  ])('is recorded completely: %s', async (_, path, headers) => {
    await service.send('GET', path, { headers });
    await service.send('GET', path, { headers, key: undefined });
    const state = (await service.send('GET', '/os/audit/verify')).body;
    expect(state).toMatchObject({ ok: true, gaps: 0, unsealed: 0, unwritten: 0 });
    const rows = await service.service.runtime.database.all<{ ip: string }>(
      sql`select ip from audit_log where length(ip) > 64 or length(request_id) > 200`,
    );
    expect(rows).toEqual([]);
  });
});

test('a call that ends after the log was closed is reported, and starts no further work', async () => {
  const { service, close } = await startTestService();
  const reported: unknown[] = [];
  const audit = createAuditTrail(service.runtime, (error) => reported.push(error));
  await audit.close();
  const stranger = { method: 'GET', route: '/x', ip: '::1', requestId: 'r', status: 401 };
  audit.noteStranger({ ...stranger, code: null, orgId: null, keyId: null, durationMs: 1 });
  expect(reported.map(String)).toEqual(['Error: the audit log is closed without 1 calls']);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(reported).toHaveLength(1);
  await close();
});

test('calls that end while the last entries are written are written as well', async () => {
  const during: { note?: () => void } = {};
  const { service, close } = await startTestService('sqlite', {
    wrap: (database) => ({
      ...database,
      async transaction(work) {
        const result = await database.transaction(work);
        during.note?.();
        return result;
      },
    }),
  });
  const reported: unknown[] = [];
  const audit = createAuditTrail(service.runtime, (error) => reported.push(error));
  const note = (requestId: string) =>
    audit.noteStranger({
      ...{ method: 'GET', route: `/${requestId}`, ip: '::1', requestId, status: 401 },
      ...{ code: null, orgId: null, keyId: null, durationMs: 1 },
    });
  note('first');
  during.note = () => {
    delete during.note;
    note('second');
  };
  expect([await audit.close(), reported]).toEqual([0, []]);
  await close();
});

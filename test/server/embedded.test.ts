import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bootstrapDatabase } from '../../src/server/bootstrap.ts';
import { databaseFile } from '../../src/server/core/open-database.ts';
import { openEmbedded } from '../../src/server/embedded.ts';
import { startServer } from '../../src/server/start-server.ts';
import { openSqliteHandle } from '../../src/storage/sqlite/driver.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const asAdmin = (key: string | undefined) => ({ authorization: `Bearer ${key}` });

test('the service of a folder answers without a socket', async () => {
  const dataDir = await temporaryFolder();
  const { key, orgId } = await bootstrapDatabase({ dataDir });
  const service = await openEmbedded({ dataDir });
  onTestFinished(() => service.close());
  expect(service).toMatchObject({ runningAt: undefined, server: `embedded ${dataDir}` });
  const created = await service.send({
    method: 'POST',
    path: '/v1/platform/farms',
    headers: { ...asAdmin(key), 'content-type': 'application/json' },
    body: '{"name":"Emek"}',
  });
  expect([created.status, JSON.parse(created.body).name]).toEqual([201, 'Emek']);
  expect(created.headers['location']).toBe(`/v1/platform/farms/${JSON.parse(created.body).id}`);
  const me = await service.send({ method: 'GET', path: '/v1/platform/me', headers: asAdmin(key) });
  expect(JSON.parse(me.body).org.id).toBe(orgId);
});

test('writes of one opening, including the audit log, are read by the next one', async () => {
  const dataDir = await temporaryFolder();
  const { key } = await bootstrapDatabase({ dataDir });
  const first = await openEmbedded({ dataDir });
  await first.send({ method: 'GET', path: '/v1/platform/me', headers: asAdmin(key) });
  await first.close();
  const second = await openEmbedded({ dataDir });
  onTestFinished(() => second.close());
  const { body } = await second.send({
    method: 'GET',
    path: '/v1/platform/os/audit',
    headers: asAdmin(key),
  });
  expect(JSON.parse(body).data).toMatchObject([{ route: '/v1/platform/me', position: 1 }]);
});

test('a folder used by a server is not opened: the server is named instead', async () => {
  const dataDir = await temporaryFolder();
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'sqlite', dataDir },
    logLevel: 'silent',
  });
  onTestFinished(() => server.close());
  const files = await readdir(dataDir);
  const service = await openEmbedded({ dataDir });
  expect(service).toMatchObject({
    runningAt: server.ready.baseUrl,
    server: server.ready.baseUrl,
  });
  await expect(service.send({ method: 'GET', path: '/livez', headers: {} })).rejects.toThrow(
    `the database is served at ${server.ready.baseUrl}`,
  );
  await service.close();
  expect(await readdir(dataDir)).toEqual(files);
  expect((await fetch(`${server.ready.baseUrl}/livez`)).status).toBe(200);
  await server.close();
  const embedded = await openEmbedded({ dataDir });
  expect(embedded.runningAt).toBeUndefined();
  await embedded.close();
});

test('a call waits at the end for a database locked by another program; a loss is recorded in a file', async () => {
  const dataDir = await temporaryFolder();
  const { key } = await bootstrapDatabase({ dataDir });
  const lockDatabase = async () => {
    const handle = await openSqliteHandle(databaseFile(dataDir), {});
    handle.exec('begin immediate');
    return () => {
      handle.exec('rollback');
      handle.close();
    };
  };
  const me = { method: 'GET', path: '/v1/platform/me', headers: asAdmin(key) };

  const patient = await openEmbedded({ dataDir });
  const release = await lockDatabase();
  await patient.send(me);
  const closing = patient.close();
  setTimeout(release, 8000);
  await closing;

  const impatient = await openEmbedded({ dataDir, auditCloseMillis: 0 });
  const releaseAgain = await lockDatabase();
  await impatient.send(me);
  await expect(impatient.close()).rejects.toMatchObject({ code: 'audit_incomplete' });
  releaseAgain();

  const after = await openEmbedded({ dataDir });
  onTestFinished(() => after.close());
  const { body } = await after.send({ ...me, path: '/v1/platform/os/audit' });
  expect(JSON.parse(body).data).toHaveLength(1);
  const errors = await readFile(join(dataDir, 'farmctl-errors.jsonl'), 'utf8');
  expect(errors).toContain('the audit log is closed without 1 calls');
}, 60_000);

test('alerts are evaluated on reading, since no server does it on a schedule', async () => {
  const dataDir = await temporaryFolder();
  const { key } = await bootstrapDatabase({ dataDir });
  const today = new Date().toISOString().slice(0, 10);
  const dayFrom = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const call = async (method: string, path: string, body?: object) => {
    // Every command opens the database again.
    const service = await openEmbedded({ dataDir });
    const answer = await service.send({
      method,
      path: `/v1/platform${path}`,
      headers: { ...asAdmin(key), 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await service.close();
    expect(answer.status).toBeLessThan(300);
    return JSON.parse(answer.body);
  };
  const titles = async (path: string) =>
    (await call('GET', path)).data.map(({ title }: { title: string }) => title);
  const farm = await call('POST', '/farms', { name: 'Emek' });
  const barn = await call('POST', `/barns?farmId=${farm.id}`, { name: 'Barn 1' });
  const flock = await call('POST', '/flocks', {
    barnId: barn.id,
    placementDate: dayFrom(-30),
    chicksReceived: 10_000,
    plannedMarketDate: dayFrom(3),
  });
  expect(await titles('/alerts')).toEqual([]);
  await call('POST', '/treatments', {
    flockId: flock.id,
    date: today,
    kind: 'antibiotic',
    product: 'Amoxicillin',
    notes: 'withdrawal:7d',
  });
  const violation = expect.stringContaining('Barn 1: ');
  expect(await titles(`/alerts?farmId=${farm.id}&status=open`)).toEqual([violation]);
  await call('PATCH', `/flocks/${flock.id}`, { plannedMarketDate: dayFrom(9) });
  expect(await titles('/alerts?status=open')).toEqual([]);
  expect(await titles('/alerts?status=resolved')).toEqual([violation]);
});

import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { bootstrapDatabase } from '../../src/server/bootstrap.ts';
import { openEmbedded } from '../../src/server/embedded.ts';
import { startServer } from '../../src/server/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const asAdmin = (key: string | undefined) => ({ authorization: `Bearer ${key}` });

test('the service of a folder answers without a socket', async () => {
  const dataDir = await temporaryFolder();
  const { key, orgId } = await bootstrapDatabase({ dataDir });
  const service = await openEmbedded({ dataDir });
  onTestFinished(() => service.close());
  expect(service).toMatchObject({ runningAt: undefined, server: `embedded ${dataDir}` });
  const made = await service.send({
    method: 'POST',
    path: '/v1/platform/farms',
    headers: { ...asAdmin(key), 'content-type': 'application/json' },
    body: '{"name":"Emek"}',
  });
  expect([made.status, JSON.parse(made.body).name]).toEqual([201, 'Emek']);
  expect(made.headers['location']).toBe(`/v1/platform/farms/${JSON.parse(made.body).id}`);
  const me = await service.send({ method: 'GET', path: '/v1/platform/me', headers: asAdmin(key) });
  expect(JSON.parse(me.body).org.id).toBe(orgId);
});

test('what one opening wrote, the audit log included, the next one reads', async () => {
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

test('a folder that a server holds is not opened: the server is named instead', async () => {
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
  const free = await openEmbedded({ dataDir });
  expect(free.runningAt).toBeUndefined();
  await free.close();
});

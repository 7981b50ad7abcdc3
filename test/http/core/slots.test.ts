import { connect } from 'node:net';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSlots } from '../../../src/http/core/request-limits.ts';
import { limits } from '../../../src/model/core/limits.ts';
import { usualWaits } from '../../../src/storage/postgres/line.ts';
import { create, createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let port: number;
let ids: string[];
beforeAll(async () => {
  service = await startTestService();
  const { farmId } = await createFarm(service);
  const rows = Array.from({ length: limits.uploadsUnderWay + 1 }, () =>
    create(service, 'media', { kind: 'document', title: 'x' }, { farmId }),
  );
  ids = (await Promise.all(rows)).map(({ id }) => id);
  await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = service.service.app.server.address() as { port: number });
});
afterAll(() => service.close());

/** An upload whose last byte is not sent until requested. */
function stall(key: string, id: string | undefined) {
  const socket = connect(port, '127.0.0.1');
  const text = 'some text';
  const lines = [
    `PUT /v1/platform/os/media/${id}/content HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${key}`,
    'content-type: text/plain',
    `content-length: ${text.length}`,
    '',
    text.slice(0, -1),
  ];
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write(lines.join('\r\n'));
  return {
    finish: () => socket.write(text.slice(-1)),
    close: () => socket.destroy(),
    status: () => Number(received.split(' ')[1] ?? 0),
    heard: () => received,
  };
}

test('a key with stalled uploads cannot start more of them, other keys can', async () => {
  const other = await service.createKey();
  const ownUploads = ids
    .slice(0, limits.uploadsUnderWayPerKey + 1)
    .map((id) => stall(service.admin, id));
  await expect.poll(() => ownUploads.filter((upload) => upload.status() === 429).length).toBe(1);
  const refused = ownUploads.find((upload) => upload.status() === 429);
  expect(refused?.heard()).toContain('"code":"too_many_at_once"');
  expect(refused?.heard()).toMatch(/retry-after: 5/i);
  const otherUpload = stall(other, ids.at(-1));
  otherUpload.finish();
  await expect.poll(() => otherUpload.status()).toBe(200);
  for (const upload of ownUploads) if (upload !== refused) upload.finish();
  const finished = ownUploads.filter((upload) => upload !== refused);
  await expect
    .poll(() => finished.map((upload) => upload.status()))
    .toEqual(finished.map(() => 200));
  const again = stall(service.admin, ids[0]);
  again.finish();
  await expect.poll(() => again.status()).toBe(200);
  for (const upload of [...ownUploads, otherUpload, again]) upload.close();
});

test('exports release their slots, even after the client disconnects', async () => {
  for (let round = 0; round <= limits.exportsUnderWay; round++) {
    expect((await service.send('GET', '/os/export/tasks?format=csv')).status).toBe(200);
  }
});

test('slots are exhausted for a single key before they are exhausted for all', () => {
  const slots = createSlots({ what: 'cups', total: 3, perKey: 2 });
  const first = slots.take('a');
  slots.take('a');
  expect(() => slots.take('a')).toThrow('The key has 2 cups under way');
  slots.take('b');
  expect(() => slots.take('b')).toThrow('More than 3 cups are under way');
  first();
  first();
  slots.take('b');
  expect(() => slots.require('c')).toThrow('More than 3 cups are under way');
});

test('on PostgreSQL a key whose requests wait for a lock leaves connections to other keys', async () => {
  const shared = await startTestService('postgres', { waits: usualWaits });
  const { farmId } = await createFarm(shared);
  const [heldKey, free] = [
    await create(shared, 'tasks', { title: 'held' }, { farmId }),
    await create(shared, 'tasks', { title: 'free' }, { farmId }),
  ];
  const stuck = await shared.createKey();
  const other = await shared.createKey();
  const change = (key: string, id: string) =>
    shared.send('PATCH', `/tasks/${id}`, { key, body: { title: 'changed' } });
  const order: string[] = [];
  await shared.service.runtime.database.transaction(async (transaction) => {
    await transaction.all(sql`select id from tasks where id = ${heldKey.id} for update`);
    const waiting = Array.from({ length: 60 }, () =>
      change(stuck, heldKey.id).then(() => order.push('stuck')),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [read, written] = await Promise.all([
      shared.send('GET', `/tasks/${free.id}`, { key: other }),
      change(other, free.id),
    ]);
    order.push('other');
    expect([read.status, written.status]).toEqual([200, 200]);
    await Promise.all(waiting);
  });
  expect(order.indexOf('other')).toBe(0);
  await shared.close();
});

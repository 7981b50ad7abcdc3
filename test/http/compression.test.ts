import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const API = '/v1/platform';
const TASKS = 40;

describe('the compression of responses', () => {
  let service: TestService;
  let farm: TestFarm;
  beforeAll(async () => {
    service = await startTestService('sqlite');
    farm = await createFarm(service);
    for (let number = 0; number < TASKS; number += 1) {
      const task = { title: `Clean the silo ${number}`, details: 'With a broom. '.repeat(10) };
      await create(service, 'tasks', task, { farmId: farm.farmId });
    }
  });
  afterAll(() => service.close());

  /** A response as it is sent, with its text. */
  async function fetchRaw(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' = 'GET',
    payload?: string,
  ) {
    const response = await service.service.app.inject({
      ...{ method, url: `${API}${path}` },
      headers: { authorization: `Bearer ${service.admin}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const { statusCode: status, headers: sent, rawPayload: bytes } = response;
    const isPacked = sent['content-encoding'] === 'gzip' && bytes.length > 0;
    const text = (isPacked ? gunzipSync(bytes) : bytes).toString('utf8');
    return { status, headers: sent, bytes, text };
  }

  const list = '/tasks?order=createdAt';
  const gzip = { 'accept-encoding': 'gzip, deflate, br' };

  test.each([
    list,
    '/portfolio',
    '/os/dashboard?farmId={farm}',
    '/resources',
    '/openapi.json',
    '/os/openapi.json',
  ])('GET %s has the same content in less than half of the bytes', async (template) => {
    const path = template.replace('{farm}', farm.farmId);
    const [plain, packed] = [await fetchRaw(path), await fetchRaw(path, gzip)];
    if (plain.bytes.length < 2000) {
      expect(packed.headers['content-encoding']).toBeUndefined();
      return;
    }
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.text).toBe(plain.text);
    expect(packed.bytes.length * 2).toBeLessThan(plain.bytes.length);
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
    for (const { headers } of [plain, packed]) {
      expect(headers['vary']).toContain('accept-encoding');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  test('the list is large enough to be compressed', async () => {
    expect((await fetchRaw(list)).bytes.length).toBeGreaterThan(2000);
    expect((await fetchRaw(list, gzip)).headers['content-encoding']).toBe('gzip');
  });

  test.each(['identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'gzipped', ''])(
    'a client that accepts %j gets it uncompressed',
    async (accepted) => {
      const { headers, text } = await fetchRaw(list, { 'accept-encoding': accepted });
      expect([headers['content-encoding'], headers['vary']]).toEqual([
        undefined,
        'accept-encoding',
      ]);
      expect(JSON.parse(text).data).toHaveLength(TASKS);
    },
  );

  test('each form has its own ETag, and either is recognised', async () => {
    const [plain, packed] = [await fetchRaw(list), await fetchRaw(list, gzip)];
    const tags = [plain, packed].map(({ headers }) => String(headers['etag']));
    expect(new Set(tags).size).toBe(2);
    expect(tags[0]).toMatch(/^"[^"]+"$/);
    for (const tag of tags) {
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const answer = await fetchRaw(list, { ...gzip, 'if-none-match': known });
        expect([answer.status, answer.text]).toEqual([304, '']);
        expect(answer.headers['etag']).toBe(tag);
        expect(answer.headers['vary']).toBe('accept-encoding');
        expect(answer.headers['content-encoding']).toBeUndefined();
      }
    }
    const other = await fetchRaw(list, { ...gzip, 'if-none-match': '"other;gzip"' });
    expect(other.status).toBe(200);
  });

  test('HEAD has the headers of GET', async () => {
    const [got, asked] = [await fetchRaw(list, gzip), await fetchRaw(list, gzip, 'HEAD')];
    expect(asked.bytes).toHaveLength(0);
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'content-type'])
      expect([name, asked.headers[name]]).toEqual([name, got.headers[name]]);
  });

  test('the ETag of a compressed record or duty plan can be used in If-Match', async () => {
    const task = { title: 'Long', details: 'A long text about the silo. '.repeat(120) };
    const { id } = await create(service, 'tasks', task, { farmId: farm.farmId });
    const record = await fetchRaw(`/tasks/${id}`, gzip);
    expect(record.headers['content-encoding']).toBe('gzip');
    const changed = await service.send('PATCH', `/tasks/${id}`, {
      body: { title: 'Longer' },
      headers: { 'if-match': String(record.headers['etag']) },
    });
    expect([changed.status, changed.body.version]).toEqual([200, 2]);
    const late = await service.send('PATCH', `/tasks/${id}`, {
      body: { title: 'Longest' },
      headers: { 'if-match': String(record.headers['etag']) },
    });
    expect(late.status).toBe(412);

    const { body: user } = await service.send('POST', '/users', { body: { name: 'Noa' } });
    await service.send('PUT', `/os/users/${user.id}/access`, { body: { role: 'manager' } });
    const shift = { userId: user.id, days: [1, 2, 3], from: '06:00', to: '18:00' };
    const shifts = Array.from({ length: 30 }, (_, hour) => ({
      ...shift,
      from: `${String(hour % 6).padStart(2, '0')}:00`,
    }));
    const path = `/os/duties/${farm.farmId}`;
    const plan = { shifts, exceptions: [], escalation: [], quietHours: null, warnings: false };
    const put = (body: object, headers = {}) => service.send('PUT', path, { body, headers });
    expect((await put(plan)).status).toBe(200);
    const duty = await fetchRaw(path, gzip);
    expect(duty.headers['content-encoding']).toBe('gzip');
    const conditionalHeaders = { 'if-match': String(duty.headers['etag']) };
    expect((await put({ ...plan, warnings: true }, conditionalHeaders)).status).toBe(200);
    expect((await put(plan, conditionalHeaders)).status).toBe(412);
  });

  test('translated lists depend on both headers', async () => {
    const alert = { title: 'Heat '.repeat(40), severity: 'info', category: 'other' };
    for (let number = 0; number < 20; number += 1)
      await service.send('POST', `/alerts?farmId=${farm.farmId}`, { body: alert });
    const { headers } = await fetchRaw('/alerts', gzip);
    expect([headers['content-encoding'], headers['vary']]).toEqual([
      'gzip',
      'accept-language, accept-encoding',
    ]);
  });

  test('small responses, errors and the responses of writes are sent as they are', async () => {
    const { headers: small } = await fetchRaw('/farms?fields=id&limit=1', gzip);
    expect([small['content-encoding'], small['vary']]).toEqual([undefined, undefined]);
    const { headers: refused } = await fetchRaw(`/tasks?${'x'.repeat(3000)}=1`, gzip);
    expect(refused['content-encoding']).toBeUndefined();
    const task = { farmId: farm.farmId, title: 'T', details: 'Silo. '.repeat(500) };
    const json = { ...gzip, 'content-type': 'application/json' };
    const created = await fetchRaw('/tasks', json, 'POST', JSON.stringify(task));
    expect([
      created.status,
      created.headers['content-encoding'],
      created.bytes.length > 2000,
    ]).toEqual([...[201, undefined, true]]);
  });

  test('exports are streamed uncompressed', async () => {
    const rows = await fetchRaw('/os/export/tasks?format=csv', gzip);
    expect([rows.status, rows.headers['content-encoding']]).toEqual([200, undefined]);
    expect(rows.text.split('\n').length).toBeGreaterThan(TASKS);
  });
});

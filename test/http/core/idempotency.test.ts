import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { createFarm } from '../../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../../support/service.ts';

const HOUR = 3_600_000;
const REPLAYED = 'idempotent-replayed';

for (const database of DATABASES) {
  describe(`${database}: an Idempotency-Key`, () => {
    let service: TestService;
    let farmId: string;
    let serial = 0;
    beforeAll(async () => {
      service = await startTestService(database);
      ({ farmId } = await createFarm(service));
    });
    afterAll(() => service.close());

    const newKey = () => `job-${serial++}`;
    const postTask = (key: string, title = 'x', options: { readonly as?: string } = {}) =>
      service.send('POST', `/tasks?farmId=${farmId}`, {
        body: { title },
        headers: { 'idempotency-key': key },
        ...(options.as === undefined ? {} : { key: options.as }),
      });
    const tasksCalled = async (title: string) =>
      (await service.send('GET', `/tasks?q=${title}`)).body.meta.total;

    test('returns the first answer byte for byte and changes nothing more', async () => {
      const key = newKey();
      const eventCount = (await service.events()).length;
      const first = await postTask(key, 'repeated');
      const second = await postTask(key, 'repeated');
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.text).toBe(first.text);
      for (const header of ['location', 'etag', 'content-type']) {
        expect(second.headers[header]).toBe(first.headers[header]);
      }
      expect(first.headers[REPLAYED]).toBeUndefined();
      expect(second.headers[REPLAYED]).toBe('true');
      expect(await tasksCalled('repeated')).toBe(1);
      expect((await service.events()).length).toBe(eventCount + 1);
    });

    test('returns the original answer, not the current row', async () => {
      const key = newKey();
      const first = await postTask(key, 'then');
      await service.send('PATCH', `/tasks/${first.body.id}`, { body: { title: 'now' } });
      expect((await postTask(key, 'then')).text).toBe(first.text);
      await service.send('DELETE', `/tasks/${first.body.id}`);
      expect((await postTask(key, 'then')).text).toBe(first.text);
    });

    test.each<[string, (key: string) => Promise<TestAnswer>]>([
      ['another body', (key) => postTask(key, 'other')],
      [
        'the same body in other words',
        (key) =>
          service.send('POST', `/tasks?farmId=${farmId}`, {
            body: '{ "title": "x" }',
            headers: { 'idempotency-key': key },
          }),
      ],
      [
        'another path',
        (key) =>
          service.send('POST', `/barns?farmId=${farmId}`, {
            body: { title: 'x' },
            headers: { 'idempotency-key': key },
          }),
      ],
    ])('is rejected for %s', async (_, send) => {
      const key = newKey();
      await postTask(key);
      const { status, body } = await send(key);
      expect([status, body.error, body.code]).toEqual([
        422,
        'action_refused',
        'idempotency_key_reused',
      ]);
      expect((await postTask(key)).headers[REPLAYED]).toBe('true');
    });

    test('stores rejections as well', async () => {
      const key = newKey();
      const first = await postTask(key, '');
      const second = await postTask(key, '');
      expect([first.status, second.status]).toEqual([400, 400]);
      expect(second.text).toBe(first.text);
      expect([first.headers[REPLAYED], second.headers[REPLAYED]]).toEqual([undefined, 'true']);
    });

    test('is separate for each caller', async () => {
      const key = newKey();
      const other = await service.createKey();
      const first = await postTask(key, 'own');
      const second = await postTask(key, 'own', { as: other });
      expect(second.headers[REPLAYED]).toBeUndefined();
      expect(second.body.id).not.toBe(first.body.id);
    });

    test('works for changes and deletes too', async () => {
      const { body: task } = await postTask(newKey(), 'change me');
      const headers = { 'idempotency-key': newKey() };
      const change = () =>
        service.send('PATCH', `/tasks/${task.id}`, { body: { title: 'changed' }, headers });
      expect((await change()).body.version).toBe(2);
      expect((await change()).headers[REPLAYED]).toBe('true');
      const options = { headers: { 'idempotency-key': newKey() } };
      const first = await service.send('DELETE', `/tasks/${task.id}`, options);
      const second = await service.send('DELETE', `/tasks/${task.id}`, options);
      expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    });

    test('has no effect on a read', async () => {
      const headers = { 'idempotency-key': newKey() };
      await service.send('GET', '/tasks', { headers });
      const { status, headers: sent } = await service.send('GET', '/farms', { headers });
      expect([status, sent[REPLAYED]]).toEqual([200, undefined]);
    });

    test('expires after 24 hours', async () => {
      const key = newKey();
      const first = await postTask(key, 'yesterday');
      service.clock.advance(24 * HOUR - 1);
      expect((await postTask(key, 'yesterday')).headers[REPLAYED]).toBe('true');
      service.clock.advance(2);
      const second = await postTask(key, 'yesterday');
      expect([second.status, second.headers[REPLAYED]]).toEqual([201, undefined]);
      expect(second.body.id).not.toBe(first.body.id);
      expect((await postTask(key, 'yesterday')).text).toBe(second.text);
      service.clock.advance(-24 * HOUR - 1);
    });

    test('concurrent requests with the same Idempotency-Key create one row', async () => {
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => postTask(key, 'parallel')),
      );
      const created = answers.filter(({ status }) => status === 201);
      const waiting = answers.filter(({ status }) => status === 409);
      expect(created.length + waiting.length).toBe(20);
      expect(new Set(created.map(({ text }) => text)).size).toBe(1);
      expect(created.filter(({ headers }) => headers[REPLAYED] === undefined)).toHaveLength(1);
      for (const { body } of waiting) {
        expect([body.error, body.code]).toEqual(['conflict', 'idempotency_in_flight']);
      }
      expect(await tasksCalled('parallel')).toBe(1);
    });

    test.each(['', 'two words', 'x'.repeat(256), 'schlüssel'])('%j is invalid', async (key) => {
      const { status, body } = await postTask(key);
      expect([status, body.issues[0].path]).toEqual([400, 'Idempotency-Key']);
    });

    test('an Idempotency-Key of 255 characters is valid', async () => {
      const key = '~'.repeat(255);
      expect((await postTask(key)).status).toBe(201);
      expect((await postTask(key)).headers[REPLAYED]).toBe('true');
    });

    test('does not show a new key a second time', async () => {
      const headers = { 'idempotency-key': newKey() };
      const body = { name: 'Robot', scopes: ['read:*'] };
      const first = await service.send('POST', '/os/keys', { body, headers });
      const second = await service.send('POST', '/os/keys', { body, headers });
      expect(first.status).toBe(201);
      expect((await service.send('GET', '/tasks', { key: first.body.key })).status).toBe(200);
      const { key: secret, ...shown } = first.body;
      expect([second.status, second.body]).toEqual([201, shown]);
      expect(second.text).not.toContain(secret.slice(22));
      const listed = await service.send('GET', '/os/keys?limit=200');
      expect(
        listed.body.data.filter(({ name }: { name: string }) => name === 'Robot'),
      ).toHaveLength(1);
      expect(listed.text).not.toContain(secret.slice(22));
    });

    test('is optional: without one two requests create two rows', async () => {
      for (let round = 0; round < 2; round++) {
        await service.send('POST', `/tasks?farmId=${farmId}`, { body: { title: 'twice' } });
      }
      expect(await tasksCalled('twice')).toBe(2);
    });
  });
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CameraStage, cameraStage, minutesAgo } from '../support/camera-stage.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { expectErrorShape } from '../support/scenario.ts';

for (const name of DATABASES) {
  describe(`${name}: detections sent by cameras`, () => {
    let stage: CameraStage;
    beforeAll(async () => {
      stage = await cameraStage(name);
    });
    afterAll(() => stage.service.close());

    test('are stored with camera, barn, flock and author', async () => {
      const answer = await stage.push([
        { source: 'east', kind: 'count', value: 10_000, ts: minutesAgo(5), meta: { model: 'm1' } },
        { deviceId: stage.devices.west, kind: 'weight', value: 900, confidence: 0.9 },
        { source: 'nobody', kind: 'behavior' },
      ]);
      expect([answer.status, answer.body]).toEqual([200, { ok: true, stored: 3, duplicates: 0 }]);
      expect(answer.headers['x-ratelimit-limit']).toBe('3000');
      const rows = await stage.rows('vision-events', '&order=createdAt');
      const common = {
        farmId: stage.farmId,
        integrationId: stage.integrationId,
        createdBy: { type: 'camera', id: stage.integrationId },
      };
      expect(rows).toMatchObject([
        {
          ...common,
          source: 'east',
          deviceId: stage.devices.east,
          barnId: stage.barnId,
          flockId: stage.flockId,
          unit: 'birds',
          ts: minutesAgo(5),
        },
        { ...common, source: 'west', deviceId: stage.devices.west, unit: 'gr', ts: minutesAgo(0) },
        { ...common, source: 'nobody', deviceId: null, barnId: null, flockId: null, unit: null },
      ]);
      const { body } = await stage.service.send('GET', '/vision-events?limit=1');
      expect(body.meta.total).toBe(3);
    });

    test('show the connection as active and its cameras as seen', async () => {
      const { body } = await stage.service.send('GET', `/integrations/${stage.integrationId}`);
      expect(body).toMatchObject({ status: 'active', lastSuccessAt: minutesAgo(0) });
      expect(body.tokenPrefix).toBe(stage.token.slice(0, 16));
      expect(body).not.toHaveProperty('cameraToken');
      const device = await stage.service.send('GET', `/devices/${stage.devices.east}`);
      expect(device.body).toMatchObject({ status: 'online', lastSeenAt: minutesAgo(0) });
    });

    test('are stored once, however often they are sent, whatever the order of keys', async () => {
      const detection = { source: 'east', kind: 'count', value: 9_990, ts: minutesAgo(9) };
      const again = {
        ts: '2026-11-02T10:21:00+02:00',
        value: 9_990,
        kind: 'count',
        source: 'east',
      };
      const meta = { source: 'east', kind: 'count', value: 1, ts: minutesAgo(8) };
      const one = await stage.push([detection, { ...meta, meta: { a: 1, b: 2 } }]);
      expect(one.body).toEqual({ ok: true, stored: 2, duplicates: 0 });
      const two = await stage.push([again, { ...meta, meta: { b: 2, a: 1 } }]);
      expect(two.body).toEqual({ ok: true, stored: 0, duplicates: 2 });
      const three = await stage.push([{ ...detection, value: 9_991 }, detection]);
      expect(three.body).toEqual({ ok: true, stored: 1, duplicates: 1 });
    });

    test('are never duplicates without a time stamp, or within one call', async () => {
      const untimed = { source: 'east', kind: 'weight', value: 900 };
      expect((await stage.push([untimed])).body.stored).toBe(1);
      expect((await stage.push([untimed])).body.stored).toBe(1);
      const duplicate = { ...untimed, ts: minutesAgo(3) };
      expect((await stage.push([duplicate, duplicate])).body).toEqual({
        ok: true,
        stored: 2,
        duplicates: 0,
      });
      const later = await stage.push([duplicate, duplicate, duplicate]);
      expect(later.body).toEqual({ ok: true, stored: 0, duplicates: 3 });
    });

    test.each([
      ['a list', [[0.1, 0.2, 0.3, 0.4], null, { zone: 'east' }]],
      ['a text', 'blurred'],
      ['an empty text', ''],
      ['a number', 0.5],
      ['zero', 0],
      ['a boolean', false],
      ['null', null],
      ['nested', { a: [{ b: [{ c: ['d'] }] }] }],
    ])('may have a meta of any JSON: %s', async (_, meta) => {
      const event = { source: 'meta', kind: 'weight', value: 900, meta };
      expect((await stage.push([event])).body.stored).toBe(1);
      const written = await create(stage.service, 'vision-events', {
        ...event,
        barnId: stage.barnId,
      });
      const rows = await stage.rows('vision-events', '&source=meta&order=createdAt');
      expect(rows.slice(-2).map((row) => row['meta'])).toEqual([meta, meta]);
      const read = await stage.service.send('GET', `/vision-events/${written.id}`);
      expect(read.body.meta).toEqual(meta);
    });

    test('may have a meta nested no deeper than the limit', async () => {
      const meta = JSON.parse('['.repeat(9) + ']'.repeat(9));
      const answer = await stage.push([{ source: 'meta', kind: 'weight', value: 900, meta }]);
      expect([answer.status, answer.body.issues?.[0].code]).toEqual([400, 'too_deep']);
    });

    test('may have times without an offset, in the time zone of the farm, and numbers as text', async () => {
      const event = { source: 'clock', kind: 'weight', value: '901.5', confidence: '0.9' };
      expect((await stage.push([{ ...event, ts: '2026-11-02T08:00:00' }])).body.stored).toBe(1);
      const [row] = await stage.rows('vision-events', '&source=clock');
      expect(row).toMatchObject({ ts: '2026-11-02T06:00:00.000Z', value: 901.5, confidence: 0.9 });
      // The same instant with its offset is the same event.
      const again = await stage.push([{ ...event, value: 901.5, ts: '2026-11-02T06:00:00Z' }]);
      expect(again.body).toEqual({ ok: true, stored: 0, duplicates: 1 });
    });

    test('may be empty, as a heartbeat', async () => {
      expect((await stage.push([])).body).toEqual({ ok: true, stored: 0, duplicates: 0 });
    });

    test('are repeated for the same Idempotency-Key, and only for the same token', async () => {
      const headers = { 'idempotency-key': 'one' };
      const events = [{ source: 'west', kind: 'weight', value: 901 }];
      const first = await stage.push(events, { headers });
      const second = await stage.push(events, { headers });
      expect([first.body.stored, second.body]).toEqual([1, first.body]);
      expect(second.headers['idempotent-replayed']).toBe('true');
      const other = await stage.push([{ ...events[0], value: 902 }], { headers });
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    });

    test.each([
      { what: 'no list', body: { events: 7 }, path: 'events', code: 'wrong_type' },
      { what: 'no events', body: {}, path: 'events', code: 'required' },
      { what: 'no object', body: [], path: 'events', code: 'required' },
      { what: 'no JSON', body: '{', path: 'body', code: 'invalid_json' },
    ])('are rejected: $what', async ({ body, path, code }) => {
      const answer = await stage.push(undefined, { body });
      expectErrorShape(answer);
      expect(answer.body.issues).toMatchObject([{ path, code }]);
    });

    test.each([
      { field: 'value', event: { kind: 'weight', value: 19 }, code: 'too_small' },
      { field: 'value', event: { kind: 'weight', value: 35_001 }, code: 'too_large' },
      { field: 'value', event: { kind: 'count', value: -1 }, code: 'too_small' },
      {
        field: 'value',
        event: { kind: 'behavior', unit: 'activity', value: 1.1 },
        code: 'too_large',
      },
      { field: 'value', event: { kind: 'count', value: 'many' }, code: 'wrong_type' },
      { field: 'confidence', event: { kind: 'count', confidence: 1.01 }, code: 'too_large' },
      { field: 'kind', event: { kind: 'dance' }, code: 'not_allowed' },
      { field: 'kind', event: {}, code: 'required' },
      { field: 'source', event: { kind: 'count', source: null }, code: 'required' },
      { field: 'ts', event: { kind: 'count', ts: minutesAgo(-6) }, code: 'too_large' },
      {
        field: 'ts',
        event: { kind: 'count', ts: minutesAgo(30 * 24 * 60 + 1) },
        code: 'too_small',
      },
      { field: 'ts', event: { kind: 'count', ts: 'yesterday' }, code: 'invalid_date' },
      { field: 'barnId', event: { kind: 'count', barnId: 'barn_none' }, code: 'not_found' },
      { field: 'deviceId', event: { kind: 'count', deviceId: 'device_none' }, code: 'not_found' },
    ])('are rejected as a whole for a wrong $field: $code', async ({ field, event, code }) => {
      const before = (await stage.service.send('GET', '/vision-events?limit=1')).body.meta.total;
      const good = { source: 'east', kind: 'count', value: 1 };
      const answer = await stage.push([good, { source: 'east', ...event }]);
      expect(answer.status).toBe(400);
      expectErrorShape(answer);
      expect(answer.body.issues).toMatchObject([{ path: `events[1].${field}`, code }]);
      expect(answer.body.message).toContain(`events[1].${field}`);
      const after = (await stage.service.send('GET', '/vision-events?limit=1')).body.meta.total;
      expect(after).toBe(before);
    });

    test('are rejected if they are more than 200 events, or not an object', async () => {
      const event = { source: 'east', kind: 'count' };
      const many = await stage.push(Array.from({ length: 201 }, () => event));
      expect([many.status, many.body.issues]).toMatchObject([
        400,
        [{ path: 'events', code: 'too_many' }],
      ]);
      const odd = await stage.push([event, 7]);
      expect(odd.body.issues).toMatchObject([{ path: 'events[1]', code: 'wrong_type' }]);
      const large = await stage.push([{ ...event, source: 'x'.repeat(2 * 1024 * 1024) }]);
      expect(large.status).toBe(413);
    });

    test('cannot reference rows of another farm, and reveal nothing about them', async () => {
      const other = await createFarm(stage.service, { name: 'Other' });
      const device = await create(stage.service, 'devices', {
        kind: 'camera',
        barnId: other.barnId,
        sourceKey: 'foreign',
      });
      const messageOf = async (field: string, id: string) => {
        const answer = await stage.push([{ source: 'east', kind: 'count', [field]: id }]);
        expect(answer.status).toBe(400);
        return answer.body.message.replace(id, '…');
      };
      expect(await messageOf('barnId', other.barnId)).toBe(await messageOf('barnId', 'barn_none'));
      expect(await messageOf('deviceId', device.id)).toBe(
        await messageOf('deviceId', 'device_none'),
      );
      const received = await stage.push([{ source: 'foreign', kind: 'count', value: 5 }]);
      expect(received.body.stored).toBe(1);
      const [row] = await stage.rows('vision-events', '&source=foreign');
      expect(row.deviceId).toBeNull();
    });
  });

  describe(`${name}: camera-connection tokens`, () => {
    let stage: CameraStage;
    beforeAll(async () => {
      stage = await cameraStage(name);
    });
    afterAll(() => stage.service.close());
    const events = [{ source: 'east', kind: 'count', value: 1 }];

    async function refusal(options: Parameters<CameraStage['push']>[1]) {
      const answer = await stage.push(events, options);
      expectErrorShape(answer);
      return [answer.status, answer.body.error, answer.body.code];
    }

    test('are the only accepted tokens, each for its own integration', async () => {
      const { service, farmId, token } = stage;
      const other = await create(service, 'integrations', { kind: 'camera' }, { farmId });
      expect(await refusal({ token: undefined })).toEqual([401, 'unauthorized', 'missing_token']);
      expect(await refusal({ token: 'cam_x' })).toEqual([401, 'unauthorized', 'invalid_token']);
      expect(await refusal({ token: service.admin })).toEqual([
        401,
        'unauthorized',
        'platform_key',
      ]);
      expect(await refusal({ token: other.cameraToken })).toEqual([
        401,
        'unauthorized',
        'invalid_token',
      ]);
      expect(await refusal({ token, integrationId: 'integration_none' })).toEqual([
        401,
        'unauthorized',
        'invalid_token',
      ]);
      const platform = await service.send('GET', '/farms', { key: token });
      expect(platform.status).toBe(401);
    });

    test('stop working when they are rotated, which only an admin may do', async () => {
      const { service, integrationId, token } = stage;
      const path = `/os/cameras/${integrationId}/token`;
      const writer = await service.createKey({ scopes: ['read:*', 'write:*'] });
      expect((await service.send('POST', path, { key: writer })).status).toBe(403);
      const headers = { 'idempotency-key': 'rotate' };
      const issued = await service.send('POST', path, { headers });
      expect(issued.body).toMatchObject({ integrationId, tokenPrefix: expect.any(String) });
      const repeated = await service.send('POST', path, { headers });
      expect(repeated.body).not.toHaveProperty('cameraToken');
      expect(await refusal({ token })).toEqual([401, 'unauthorized', 'revoked_token']);
      const answer = await stage.push(events, { token: issued.body.cameraToken });
      expect(answer.status).toBe(200);
      const missing = await service.send('POST', '/os/cameras/integration_none/token');
      expect(missing.status).toBe(404);
    });

    test('are rejected while the integration is disabled, and after it is deleted', async () => {
      const { service, farmId } = stage;
      const ownConnection = await create(service, 'integrations', { kind: 'camera' }, { farmId });
      const options = { token: ownConnection.cameraToken, integrationId: ownConnection.id };
      const path = `/integrations/${ownConnection.id}`;
      await service.send('PATCH', path, { body: { status: 'disabled' } });
      expect(await refusal(options)).toEqual([401, 'unauthorized', 'integration_off']);
      await service.send('PATCH', path, { body: { status: 'pending' } });
      expect((await stage.push(events, options)).status).toBe(200);
      await service.send('DELETE', path);
      expect(await refusal(options)).toEqual([401, 'unauthorized', 'invalid_token']);
    });

    test('are shown once, in the answer to the create', async () => {
      const { service, farmId } = stage;
      const headers = { 'idempotency-key': 'create' };
      const request = { body: { kind: 'camera', name: 'Twice' }, headers };
      const first = await service.send('POST', `/integrations?farmId=${farmId}`, request);
      const second = await service.send('POST', `/integrations?farmId=${farmId}`, request);
      expect(first.body.cameraToken).toMatch(/^cam_\w{12}_\w{38}$/);
      expect(second.body).toEqual({ ...first.body, cameraToken: undefined });
      expect(first.body.tokenPrefix).toBe(first.body.cameraToken.slice(0, 16));
      const read = await service.send('GET', `/integrations/${first.body.id}`);
      expect(second.body).toEqual(read.body);
      const weather = await create(service, 'integrations', { kind: 'weather' }, { farmId });
      expect(weather).not.toHaveProperty('cameraToken');
    });

    test('have their calls in the audit log', async () => {
      const { service, integrationId } = stage;
      await service.service.app.inject({ method: 'GET', url: '/livez' });
      const path = encodeURIComponent('/v1/os-ingest/:integrationId/vision');
      const entries = async () =>
        (await service.send('GET', `/os/audit?path=${path}&status=200`)).body.data;
      await expect.poll(entries).toContainEqual(
        expect.objectContaining({
          keyId: expect.stringMatching(/^cam_\w{12}$/),
          resource: 'integrations',
          rowId: integrationId,
          farmId: stage.farmId,
        }),
      );
    });
  });
}

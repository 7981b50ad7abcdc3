import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callFix } from '../support/call-fix.ts';
import { type CameraStage, cameraStage, minutesAgo } from '../support/camera-stage.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { expectErrorShape } from '../support/scenario.ts';

for (const name of DATABASES) {
  describe(`${name}: the cameras screen`, () => {
    let stage: CameraStage;
    let other: TestFarm;
    const adopt = (body: unknown, key?: string) =>
      stage.service.send('POST', '/os/cameras/adopt', { body, ...(key ? { key } : {}) });
    const screen = async () =>
      (await stage.service.send('GET', `/os/cameras?farmId=${stage.farmId}`)).body;

    beforeAll(async () => {
      stage = await cameraStage(name);
      other = await createFarm(stage.service);
    });
    afterAll(() => stage.service.close());

    test('shows cameras, connections and unregistered sources in one request', async () => {
      await stage.push([
        { source: 'east', kind: 'count', value: 9_500, ts: minutesAgo(5) },
        { source: 'stranger', kind: 'weight', value: 900, ts: minutesAgo(4), barnId: stage.barnId },
      ]);
      const answer = await stage.service.send('GET', `/os/cameras?farmId=${stage.farmId}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        farmId: stage.farmId,
        // The camera in the west has not been heard yet.
        headline: { cameras: 2, online: 1, silent: 0, unregistered: 1, openAlerts: 1 },
        connections: [
          {
            integrationId: stage.integrationId,
            name: 'Cameras',
            status: 'active',
            tokenPrefix: stage.token.slice(0, 16),
            lastSuccessAt: minutesAgo(0),
            consecutiveFailures: 0,
          },
        ],
        unregistered: [
          {
            source: 'stranger',
            firstSeen: minutesAgo(4),
            lastSeen: minutesAgo(4),
            events: 1,
            kinds: ['weight'],
            barnId: stage.barnId,
          },
        ],
      });
      const east = answer.body.cameras.find(
        ({ deviceId }: { deviceId: string }) => deviceId === stage.devices.east,
      );
      expect(east).toMatchObject({
        barnId: stage.barnId,
        flockId: stage.flockId,
        lastEvent: { ts: minutesAgo(5), kind: 'count', unit: 'birds', value: 9_500 },
        events24h: { total: 1, count: 1 },
        count: { counted: 9_500, logged: 10_000, gapPct: 5, severity: 'warning' },
        integrationId: stage.integrationId,
        alerts: [{ rule: 'count_gap', severity: 'warning' }],
      });
    });

    test('masks credentials in the address of a stream', async () => {
      const { id } = await create(stage.service, 'devices', {
        ...{ kind: 'camera', barnId: stage.barnId, status: 'retired' },
        streamUrl: 'rtsp://admin:hunter2@10.0.0.7/live',
      });
      const { cameras } = await screen();
      const camera = cameras.find(({ deviceId }: { deviceId: string }) => deviceId === id);
      expect(camera.streamUrl).toBe('rtsp://***:***@10.0.0.7/live');
    });

    test('is visible only with read access to the whole farm', async () => {
      const { service } = stage;
      const ask = (key: string, farmId = stage.farmId) =>
        service.send('GET', `/os/cameras?farmId=${farmId}`, { key });
      const pinned = await service.createKey({ scopes: ['read:*'], farmIds: [other.farmId] });
      const foreignOrg = await service.createOrganisation('Second');
      const foreign = await service.createKey({ orgId: foreignOrg });
      const narrow = await service.createKey({ scopes: ['read:devices'] });
      const refused = [await ask(pinned), await ask(foreign), await ask(pinned, 'farm_none')];
      for (const answer of refused) expectErrorShape(answer);
      expect(refused.map(({ status, body }) => [status, body.error])).toEqual([
        [403, 'farm_forbidden'],
        [403, 'farm_forbidden'],
        [403, 'farm_forbidden'],
      ]);
      expect(new Set(refused.map(({ body }) => body.message)).size).toBe(1);
      expect((await ask(narrow)).body.error).toBe('insufficient_scope');
      expect((await ask(pinned, other.farmId)).body.cameras).toEqual([]);
    });

    describe('adopting a source', () => {
      test('gives the camera all earlier and later events', async () => {
        const detection = { source: 'new', kind: 'weight', unit: 'gr' };
        await stage.push([
          { ...detection, value: 800, ts: minutesAgo(60) },
          { ...detection, value: 810, ts: minutesAgo(50), barnId: stage.barnId },
          { ...detection, value: 820, ts: minutesAgo(60 * 24 * 29) },
        ]);
        const answer = await adopt({
          ...{ farmId: stage.farmId, source: 'new', barnId: stage.barnId, name: 'New one' },
        });
        expect([answer.status, answer.body]).toMatchObject([
          201,
          {
            device: {
              ...{ kind: 'camera', name: 'New one', sourceKey: 'new', barnId: stage.barnId },
              ...{ farmId: stage.farmId, adopted: true, status: 'online' },
            },
            events: 3,
            firstSeen: minutesAgo(60 * 24 * 29),
            lastSeen: minutesAgo(50),
          },
        ]);
        const { id } = answer.body.device;
        expect(answer.headers['location']).toBe(`/v1/platform/devices/${id}`);
        await stage.push([{ ...detection, value: 805, ts: minutesAgo(1) }]);
        const rows = await stage.rows('vision-events', '&source=new');
        const placed = rows.map(({ deviceId, barnId, flockId, version }) => [
          ...[deviceId, barnId, flockId, version],
        ]);
        const { barnId, flockId } = stage;
        expect(placed).toEqual([
          [id, barnId, flockId, 2],
          [id, barnId, flockId, 2],
          [id, barnId, flockId, 2],
          [id, barnId, flockId, 1],
        ]);
        const { unregistered, cameras } = await screen();
        expect(unregistered.map(({ source }: { source: string }) => source)).not.toContain('new');
        const camera = cameras.find(({ deviceId }: { deviceId: string }) => deviceId === id);
        expect(camera).toMatchObject({ events24h: { weight: 3 }, weight: { n: 3 } });
      });

      test('gives each event the flock that was in the barn at that time', async () => {
        const { service, farmId } = stage;
        const barn = await create(service, 'barns', { name: 'Barn 2' }, { farmId });
        const flock = await create(service, 'flocks', {
          ...{ barnId: barn.id, placementDate: '2026-10-20', chicksReceived: 9_000 },
        });
        // The day begins at 21:00 by UTC: Israel is still on summer time.
        const times = ['2026-10-19T20:59:59.999Z', '2026-10-19T21:00:00.000Z'];
        await stage.push(times.map((ts) => ({ source: 'timed', kind: 'count', value: 1, ts })));
        await adopt({ farmId, source: 'timed', barnId: barn.id });
        const rows = await stage.rows('vision-events', '&source=timed');
        expect(rows.map(({ ts, flockId }) => [ts, flockId])).toEqual([
          [times[0], null],
          [times[1], flock.id],
        ]);
      });

      test('a second time is a conflict that names the camera', async () => {
        const again = await adopt({ farmId: stage.farmId, source: 'new' });
        expectErrorShape(again);
        expect([again.status, again.body.code]).toEqual([409, 'already_registered']);
        const [camera] = await stage.rows('devices', '&sourceKey=new');
        expect(again.body.message).toContain(camera.id);
      });

      test('adopting a source through POST /devices does the same', async () => {
        await stage.push([{ source: 'plain', kind: 'count', value: 9_990, ts: minutesAgo(3) }]);
        const device = await create(stage.service, 'devices', {
          ...{ kind: 'camera', barnId: stage.barnId, sourceKey: 'plain' },
        });
        expect(device.adopted).toBe(true);
        const [row] = await stage.rows('vision-events', '&source=plain');
        expect(row).toMatchObject({ deviceId: device.id, flockId: stage.flockId });
        const again = await adopt({ farmId: stage.farmId, source: 'plain' });
        expect(again.status).toBe(409);
      });

      test('adopting a source by correcting the source key of a camera does the same', async () => {
        await stage.push([{ source: 'typo', kind: 'count', value: 9_990, ts: minutesAgo(3) }]);
        const { id } = await create(stage.service, 'devices', {
          ...{ kind: 'camera', barnId: stage.barnId, sourceKey: 'tpyo' },
        });
        const body = { sourceKey: 'typo' };
        const changed = await stage.service.send('PATCH', `/devices/${id}`, { body });
        expect(changed.body.adopted).toBe(true);
        const [row] = await stage.rows('vision-events', '&source=typo');
        expect(row).toMatchObject({ deviceId: id, barnId: stage.barnId });
      });

      test('keeps its alert open for the camera, and its calibration', async () => {
        const count = { source: 'moved', kind: 'count', barnId: stage.barnId };
        await stage.push([{ ...count, value: 9_000, ts: minutesAgo(30) }]);
        const { body } = await adopt({ farmId: stage.farmId, source: 'moved' });
        const find = async () => {
          const { cameras } = await screen();
          return cameras.find(({ deviceId }: { deviceId: string }) => deviceId === body.device.id);
        };
        expect((await find()).alerts).toMatchObject([{ rule: 'count_gap', severity: 'critical' }]);
        for (const minutes of [3, 2, 1]) {
          await stage.push([{ ...count, value: 10_000, ts: minutesAgo(minutes) }]);
        }
        expect((await find()).alerts).toEqual([]);
      });

      test('includes its weights, which were excluded before', async () => {
        const detection = { source: 'heavy', kind: 'weight', unit: 'gr', barnId: stage.barnId };
        const weightOf = async () =>
          (await stage.service.send('GET', `/flocks/${stage.flockId}`)).body.weightG;
        const before = await weightOf();
        await stage.push(
          [1, 2, 3].map((minutes) => ({ ...detection, value: 1800, ts: minutesAgo(minutes) })),
        );
        expect(await weightOf()).toBe(before);
        await adopt({ farmId: stage.farmId, source: 'heavy', barnId: stage.barnId });
        expect(await weightOf()).not.toBe(before);
      });

      test('works with the call that the gap recommends', async () => {
        await stage.push([
          { source: 'gap "{x}"', kind: 'count', value: 9_990, barnId: stage.barnId },
        ]);
        const { body } = await stage.service.send('GET', `/gaps?farmId=${stage.farmId}&lang=en`);
        const gap = body.gaps.find(
          ({ fix }: { fix: { body?: { source?: string } } }) => fix.body?.source === 'gap "{x}"',
        );
        expect(gap).toMatchObject({
          kind: 'camera_unregistered',
          title: 'Source gap "{x}" is no camera of the farm',
        });
        const fixed = await callFix(stage.service, gap.fix);
        expect([fixed.status, fixed.body.device.barnId]).toEqual([201, stage.barnId]);
      });

      test.each<[string, (stage: CameraStage, other: TestFarm) => object, number, string]>([
        ['without a source', ({ farmId }) => ({ farmId }), 400, 'source'],
        [
          'a source of 81 letters',
          ({ farmId }) => ({ farmId, source: 'x'.repeat(81) }),
          400,
          'source',
        ],
        ['without a farm', () => ({ source: 'stranger' }), 400, 'farmId'],
        [
          'a barn of another farm',
          ({ farmId }, { barnId }) => ({ farmId, source: 'stranger', barnId }),
          400,
          'barnId',
        ],
        [
          'an invalid barn',
          ({ farmId }) => ({ farmId, source: 'stranger', barnId: 'barn_none' }),
          400,
          'barnId',
        ],
      ])('%s is rejected', async (_, body, status, path) => {
        const answer = await adopt(body(stage, other));
        expectErrorShape(answer);
        expect([answer.status, answer.body.issues[0].path]).toEqual([status, path]);
      });

      test('returns 404 for a source without events, even if another farm has it', async () => {
        const unknown = await adopt({ farmId: stage.farmId, source: 'silence' });
        const otherAdoption = await adopt({ farmId: other.farmId, source: 'stranger' });
        expect([unknown.status, unknown.body.issues[0].code]).toEqual([400, 'not_found']);
        expect([otherAdoption.status, otherAdoption.body.issues[0].code]).toEqual([
          400,
          'not_found',
        ]);
      });

      test('requires write:* and access to the farm', async () => {
        const { service, farmId } = stage;
        const body = { farmId, source: 'stranger' };
        const reader = await service.createKey({ scopes: ['read:*', 'write:devices'] });
        const pinned = await service.createKey({ scopes: ['write:*'], farmIds: [other.farmId] });
        const foreign = await service.createKey({
          orgId: await service.createOrganisation('Third'),
        });
        expect((await adopt(body, reader)).body.error).toBe('insufficient_scope');
        const refused = [await adopt(body, pinned), await adopt(body, foreign)];
        expect(refused.map(({ body: { error } }) => error)).toEqual([
          'farm_forbidden',
          'farm_forbidden',
        ]);
        const { unregistered } = await screen();
        expect(unregistered.map(({ source }: { source: string }) => source)).toEqual(['stranger']);
      });

      test('is repeated for the same Idempotency-Key', async () => {
        await stage.push([{ source: 'twice', kind: 'count', value: 9_990 }]);
        const request = {
          headers: { 'idempotency-key': 'adopt-1' },
          body: { farmId: stage.farmId, source: 'twice' },
        };
        const first = await stage.service.send('POST', '/os/cameras/adopt', request);
        const second = await stage.service.send('POST', '/os/cameras/adopt', request);
        expect([first.status, second.body]).toEqual([201, first.body]);
      });
    });
  });
}

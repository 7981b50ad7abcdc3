import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const STREAM = 'https://me:hush-1@10.0.0.7/live?channel=2&token=hush-2#access_token=hush-3';
const SHOWN = 'https://***:***@10.0.0.7/live?channel=2&token=***#access_token=***';
const ENDPOINT = 'https://controller.example.com/api?api_key=hush-4';

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farmId: string;
    let device: string;
    let integration: string;
    beforeAll(async () => {
      service = await startTestService(database);
      const farm = await createFarm(service);
      farmId = farm.farmId;
      const camera = { kind: 'camera', name: 'East', sourceKey: 'east', streamUrl: STREAM };
      device = (await create(service, 'devices', { ...camera, barnId: farm.barnId })).id;
      const feed = { kind: 'controller', name: 'Climate', endpoint: ENDPOINT };
      integration = (await create(service, 'integrations', feed, { farmId })).id;
    });
    afterAll(() => service.close());

    const stored = async (table: 'devices' | 'integrations') => {
      const { database: rows } = service.service.runtime;
      return table === 'devices'
        ? (
            await rows.first<{ value: string }>(
              sql`select stream_url as value from devices where id = ${device}`,
            )
          )?.value
        : (
            await rows.first<{ value: string }>(
              sql`select endpoint as value from integrations where id = ${integration}`,
            )
          )?.value;
    };

    test('credentials are shown nowhere', async () => {
      await service.send('PATCH', `/devices/${device}`, { body: { streamUrl: `${STREAM}2` } });
      await service.send('PATCH', `/devices/${device}`, { body: { streamUrl: STREAM } });
      const farmQuery = `farmId=${farmId}`;
      const paths = [
        `/devices/${device}`,
        `/devices?${farmQuery}`,
        `/devices?${farmQuery}&fields=streamUrl`,
        `/integrations/${integration}`,
        `/integrations?${farmQuery}`,
        `/os/history/devices/${device}`,
        `/os/history/integrations/${integration}`,
        `/os/export/devices?${farmQuery}&format=csv`,
        `/os/export/integrations?${farmQuery}&format=jsonl`,
        `/os/cameras?${farmQuery}`,
        `/context?${farmQuery}&depth=full`,
        `/activity?${farmQuery}`,
        `/gaps?${farmQuery}`,
        `/search?q=east`,
      ];
      for (const path of paths) {
        const { status, text } = await service.send('GET', path);
        expect([path, status, text.includes('hush')]).toEqual([path, 200, false]);
      }
      expect((await service.send('GET', `/devices/${device}`)).body.streamUrl).toBe(SHOWN);
      expect(JSON.stringify(await service.events())).not.toContain('hush');
    });

    test('a record that is sent back keeps its stored values', async () => {
      for (const path of [`/devices/${device}`, `/integrations/${integration}`]) {
        const record = (await service.send('GET', path)).body;
        const echoed = await service.send('PATCH', path, { body: { ...record, notes: 'seen' } });
        expect([echoed.status, echoed.body.notes]).toEqual([200, 'seen']);
      }
      expect(await stored('devices')).toBe(STREAM);
      expect(await stored('integrations')).toBe(ENDPOINT);
    });

    test.each(['https://***:***@10.0.0.8/live', 'https://10.0.0.8/live?token=***'])(
      'a masked address other than the one shown is rejected: %s',
      async (streamUrl) => {
        const { status, body } = await service.send('PATCH', `/devices/${device}`, {
          body: { streamUrl },
        });
        expect([status, body.issues[0].path]).toEqual([400, 'streamUrl']);
        expect(await stored('devices')).toBe(STREAM);
      },
    );

    test.each(['streamUrl'])(
      'no list can be ordered by %s, which would reveal it',
      async (field) => {
        const { status } = await service.send('GET', `/devices?order=${field}`);
        expect(status).toBe(400);
      },
    );

    test('a literal secret is rejected; an earlier one is masked, preserved and can be sent back', async () => {
      const body = { kind: 'controller', authRef: 'hunter2' };
      const created = await service.send('POST', `/integrations?farmId=${farmId}`, { body });
      expect([created.status, created.text.includes('hunter2')]).toEqual([400, false]);
      const { database: rows } = service.service.runtime;
      await rows.run(sql`update integrations set auth_ref = 'hunter2' where id = ${integration}`);
      const path = `/integrations/${integration}`;
      const masked = (await service.send('GET', path)).body;
      expect(masked.authRef).toBe('***');
      const echoed = await service.send('PATCH', path, { body: { ...masked, notes: 'again' } });
      expect([echoed.status, echoed.text.includes('hunter2')]).toEqual([200, false]);
      const row = await rows.first<{ value: string }>(
        sql`select auth_ref as value from integrations where id = ${integration}`,
      );
      expect(row?.value).toBe('hunter2');
      const replaced = await service.send('PATCH', path, {
        body: { authRef: 'env:FARMCTL_SECRET_A' },
      });
      expect(replaced.body.authRef).toBe('env:FARMCTL_SECRET_A');
      expect((await service.send('GET', `/os/history${path}`)).text).not.toContain('hunter2');
    });
  });
}

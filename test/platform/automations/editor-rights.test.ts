import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const HOT = { metric: 'temp', op: '>', value: 31 };
const COMMAND = { command: 'stop_feed' };
const TASK = { task: { title: 'Look at the barn' } };
const ALERT = { alert: { severity: 'critical', title: 'Hot' } };
const READING = ['write:automations', 'write:env-readings', 'read:env-readings'];

const idOf = (key: string) => key.split('_')[2] ?? '';

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
    });
    beforeEach(async () => {
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    const automation = async (key: string, body: object = {}) => {
      const values = { name: 'Heat', trigger: HOT, action: COMMAND, mode: 'auto', ...body };
      const answer = await service.send('POST', `/automations?farmId=${farm.farmId}`, {
        key,
        body: values,
      });
      expect(answer.status).toBe(201);
      return String(answer.body.id);
    };
    const heat = (temp = 33) => create(service, 'env-readings', { barnId: farm.barnId, temp });
    const made = async () => {
      const rows = [];
      for (const name of ['controller-commands', 'tasks', 'alerts']) {
        const { body } = await service.send('GET', `/${name}?farmId=${farm.farmId}`);
        rows.push(...body.data);
      }
      return rows;
    };
    const resultOf = async (id: string) =>
      (await service.send('GET', `/automations/${id}`)).body.lastResult;

    test.each([
      ['a command', { action: COMMAND }, 'write:controller-commands'],
      [
        'a command that asks for approval',
        { action: COMMAND, mode: 'approve' },
        'write:controller-commands, write:alerts',
      ],
      ['a task', { action: TASK }, 'write:tasks'],
      ['an alert', { action: ALERT }, 'write:alerts'],
      ['an alert in place of a command', { action: COMMAND, mode: 'alert_only' }, 'write:alerts'],
    ])('a key that may write automations alone gets no %s', async (_, body, missing) => {
      const key = await service.createKey({ scopes: READING });
      const id = await automation(key, body);
      await service.send('POST', '/env-readings', { key, body: { barnId: farm.barnId, temp: 33 } });
      expect(await made()).toEqual([]);
      expect(await resultOf(id)).toContain(`test (${idOf(key)}), does not hold ${missing}.`);
      const { body: runs } = await service.send('GET', `/agent-runs?farmId=${farm.farmId}`);
      expect(runs.data[0]).toMatchObject({
        status: 'failed',
        error: expect.stringContaining(missing),
      });
    });

    test('a key that may not read the measure gets nothing done by it', async () => {
      const id = await automation(await service.createKey({ scopes: ['write:*'] }));
      await heat();
      expect(await made()).toEqual([]);
      expect(await resultOf(id)).toContain('read:env-readings');
    });

    test.each([
      ['a command', { action: COMMAND }, ['write:controller-commands']],
      ['a task', { action: TASK }, ['write:tasks']],
      ['an alert', { action: ALERT }, ['write:alerts']],
    ])('with the scopes for %s it is done, in the name of both', async (_, body, scopes) => {
      const key = await service.createKey({ scopes: [...READING, ...scopes] });
      const id = await automation(key, body);
      await heat();
      const [row, ...others] = await made();
      expect(others).toEqual([]);
      expect(row.createdBy).toEqual({
        type: 'automation',
        id,
        editor: { type: 'key', id: idOf(key) },
      });
    });

    test.each([
      ['revoked', sql`revoked_at = '2026-11-02T08:30:00.000Z'`, 'was revoked'],
      ['expired', sql`expires_at = '2026-11-02T08:30:00.000Z'`, 'has expired'],
      ['pinned elsewhere', sql`farm_ids = '["farm_elsewhere"]'`, 'may not touch this farm'],
      ['narrowed', sql`scopes = '["read:*"]'`, 'does not hold write:automations'],
    ])('an editor that was %s does not act any more', async (_, change, reason) => {
      const key = await service.createKey();
      const id = await automation(key);
      await service.service.runtime.database.run(
        sql`update api_keys set ${change} where id = ${idOf(key)}`,
      );
      await heat();
      expect(await made()).toEqual([]);
      expect(await resultOf(id)).toContain(reason);
    });

    test('the last editor counts, and another one with the rights makes it work again', async () => {
      const id = await automation(service.admin);
      const narrow = await service.createKey({ scopes: READING });
      const path = `/automations/${id}`;
      await service.send('PATCH', path, { key: narrow, body: { name: 'Taken over' } });
      await heat();
      expect(await made()).toEqual([]);
      await service.send('PATCH', path, { body: { name: 'Taken back' } });
      await heat(34);
      expect(await made()).toMatchObject([{ createdBy: { editor: { id: idOf(service.admin) } } }]);
    });

    test('an automation from before is bound to the key that made it', async () => {
      const key = await service.createKey();
      const id = await automation(key);
      await service.service.runtime.database.run(sql`delete from automation_editors`);
      await service.send('DELETE', `/os/keys/${idOf(key)}`);
      await heat();
      expect(await made()).toEqual([]);
      expect(await resultOf(id)).toContain('was revoked');
    });
  });
}

import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { en } from '../../../src/i18n/en.ts';
import { es } from '../../../src/i18n/es.ts';
import { he } from '../../../src/i18n/he.ts';
import { renderMessage, type Translator } from '../../../src/i18n/render-message.ts';
import { th } from '../../../src/i18n/th.ts';
import { zh } from '../../../src/i18n/zh.ts';
import { type Language, message } from '../../../src/model/core/message.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { signIn } from '../../support/signed-in.ts';

const BLOCKED = 'automation_blocked';
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
    const createdCommands = async () => {
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
      ['an alert instead of a command', { action: COMMAND, mode: 'alert_only' }, 'write:alerts'],
    ])('a key that may only write automations gets no %s', async (_, body, missing) => {
      const key = await service.createKey({ scopes: READING });
      const id = await automation(key, body);
      await service.send('POST', '/env-readings', { key, body: { barnId: farm.barnId, temp: 33 } });
      expect(await createdCommands()).toEqual([]);
      expect(await resultOf(id)).toContain(`test, ${idOf(key)}`);
      expect(await resultOf(id)).toContain(missing);
      const { body: runs } = await service.send('GET', `/agent-runs?farmId=${farm.farmId}`);
      expect(runs.data[0]).toMatchObject({
        status: 'failed',
        output: { code: 'editor_lacks_scope' },
        error: expect.stringContaining(missing),
      });
    });

    test('a key that may not read the measure cannot act on it', async () => {
      const id = await automation(await service.createKey({ scopes: ['write:*'] }));
      await heat();
      expect(await createdCommands()).toEqual([]);
      expect(await resultOf(id)).toContain('read:env-readings');
    });

    test.each([
      ['a command', { action: COMMAND }, ['write:controller-commands']],
      ['a task', { action: TASK }, ['write:tasks']],
      ['an alert', { action: ALERT }, ['write:alerts']],
    ])('with the scopes for %s it runs, in the name of both', async (_, body, scopes) => {
      const key = await service.createKey({ scopes: [...READING, ...scopes] });
      const id = await automation(key, body);
      await heat();
      const [row, ...others] = await createdCommands();
      expect(others).toEqual([]);
      expect(row.createdBy).toEqual({
        type: 'automation',
        id,
        editor: { type: 'key', id: idOf(key) },
      });
    });

    test('a key whose user is suspended cannot run it', async () => {
      const user = await signIn(service, 'Keeper', [{ role: 'admin' }]);
      const body = { name: 'k', scopes: ['read:*', 'write:*'] };
      const { key } = (await user.send('POST', '/os/keys', { body })).body;
      const id = await automation(key);
      await service.send('PATCH', `/users/${user.id}`, { body: { status: 'suspended' } });
      await heat();
      expect(await createdCommands()).toEqual([]);
      const { body: runs } = await service.send('GET', `/agent-runs?farmId=${farm.farmId}`);
      expect(runs.data[0].output).toMatchObject({ code: 'editor_user_lacks_rights' });
      expect(await resultOf(id)).toContain(`k, ${idOf(key)}`);
    });

    test.each([
      ['revoked', sql`revoked_at = '2026-11-02T08:30:00.000Z'`, 'editor_revoked'],
      ['expired', sql`expires_at = '2026-11-02T08:30:00.000Z'`, 'editor_expired'],
      ['pinned to another farm', sql`farm_ids = '["farm_elsewhere"]'`, 'editor_other_farm'],
      ['reduced in scope', sql`scopes = '["read:*"]'`, 'editor_lacks_scope'],
    ] as const)('an automation does not run after its editor was %s', async (_, change, code) => {
      const key = await service.createKey();
      const id = await automation(key);
      await service.service.runtime.database.run(
        sql`update api_keys set ${change} where id = ${idOf(key)}`,
      );
      await heat();
      expect(await createdCommands()).toEqual([]);
      const params = {
        key: `test, ${idOf(key)}`,
        scopes: 'write:automations, write:controller-commands',
      };
      const reason = (translator: Translator) =>
        renderMessage(translator, message(`automation.${code}`, params));
      expect(await resultOf(id)).toContain(reason({ language: 'he', texts: he }));
      for (const [language, texts] of Object.entries({ en, he, th, es, zh })) {
        const text = reason({ language: language as Language, texts });
        const request = `farmId=${farm.farmId}&lang=${language}`;
        const { body: gaps } = await service.send('GET', `/gaps?${request}`);
        const blocked = gaps.gaps.filter(({ kind }: { kind: string }) => kind === BLOCKED);
        expect(blocked).toMatchObject([{ severity: 'critical', message: text }]);
        const path = `/os/automations/${id}/run?lang=${language}`;
        await service.service.runtime.database.run(sql`delete from automation_states`);
        const { body: would } = await service.send('GET', path);
        expect(would.barns).toMatchObject([{ acts: false, error: text, errorCode: code }]);
      }
    });

    test('saved unchanged by a key with the rights, as the gap recommends, it runs again', async () => {
      const key = await service.createKey();
      const id = await automation(key);
      await service.send('DELETE', `/os/keys/${idOf(key)}`);
      const blocked = async () => {
        const { body } = await service.send('GET', `/gaps?farmId=${farm.farmId}`);
        return body.gaps.filter(({ kind }: { kind: string }) => kind === BLOCKED);
      };
      const [{ fix }] = await blocked();
      expect(fix).toEqual({
        method: 'PATCH',
        path: `/automations/${id}`,
        body: { enabled: true },
        operation: 'updateAutomation',
        resource: 'automations',
        id,
      });
      const restrictedKey = await service.createKey({ scopes: READING });
      await service.send(fix.method, fix.path, { key: restrictedKey, body: fix.body });
      expect(await blocked()).toHaveLength(1);
      await service.send(fix.method, fix.path, { body: fix.body });
      expect(await blocked()).toEqual([]);
      await heat();
      expect(await createdCommands()).toMatchObject([
        { createdBy: { editor: { id: idOf(service.admin) } } },
      ]);
    });

    test('every written record names the automation and its editor', async () => {
      const key = await service.createKey();
      const alerting = await automation(key, { action: ALERT });
      const approvalAutomation = await automation(key, { name: 'Cool', mode: 'approve' });
      const doing = await automation(key, { name: 'Weigh', action: TASK });
      await heat();
      const { body: command } = await service.send(
        'GET',
        `/controller-commands?farmId=${farm.farmId}`,
      );
      expect(command.data).toMatchObject([{ requestedBy: `Cool (test, ${idOf(key)})` }]);
      const body = { status: 'rejected' };
      await service.send('PATCH', `/controller-commands/${command.data[0].id}`, { body });
      await heat(20);
      const rows = await service.service.runtime.database.all<{ kind: string; author: string }>(sql`
        select kind, cast(author as text) as author from row_history where farm_id = ${farm.farmId}
          and resource = 'alerts' order by id`);
      const authors = [...rows.map(({ author }) => JSON.parse(author))];
      for (const name of ['controller-commands', 'tasks', 'alerts', 'agent-runs']) {
        const { body: listed } = await service.send('GET', `/${name}?farmId=${farm.farmId}`);
        expect([name, listed.data.length > 0]).toEqual([name, true]);
        authors.push(...listed.data.map((row: { createdBy: object }) => row.createdBy));
      }
      const { body: reported } = await service.send(
        'GET',
        `/activity?farmId=${farm.farmId}&kinds=automation_run,alert_resolved`,
      );
      expect(reported.data.length).toBeGreaterThan(3);
      const editor = { type: 'key', id: idOf(key) };
      const ids = authors.map(({ type, id, editor: by }) => {
        expect([type, by]).toEqual(['automation', editor]);
        return id;
      });
      expect(new Set(ids)).toEqual(new Set([alerting, approvalAutomation, doing]));
    });

    test('the last editor counts, and a new editor with the rights makes it work again', async () => {
      const id = await automation(service.admin);
      const restrictedKey = await service.createKey({ scopes: READING });
      const path = `/automations/${id}`;
      await service.send('PATCH', path, { key: restrictedKey, body: { name: 'Taken over' } });
      await heat();
      expect(await createdCommands()).toEqual([]);
      await service.send('PATCH', path, { body: { name: 'Taken back' } });
      await heat(34);
      expect(await createdCommands()).toMatchObject([
        { createdBy: { editor: { id: idOf(service.admin) } } },
      ]);
    });

    test('an automation from an earlier version is bound to the key that created it', async () => {
      const key = await service.createKey();
      const id = await automation(key);
      await service.service.runtime.database.run(sql`delete from automation_editors`);
      await service.send('DELETE', `/os/keys/${idOf(key)}`);
      await heat();
      expect(await createdCommands()).toEqual([]);
      expect(await resultOf(id)).toContain('בוטל');
    });
  });
}

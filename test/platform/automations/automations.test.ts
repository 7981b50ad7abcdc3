import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runAutomationRound } from '../../../src/platform/automations/automation-triggers.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const NOW = '2026-11-02T08:30:00.000Z';
const MINUTE = 60_000;

const COOL = { command: 'start_cooling' };
const HOT = { metric: 'temp', op: '>', value: 31 };

for (const database of DATABASES) {
  describe(`${database}: automations`, () => {
    let service: TestService;
    let farm: TestFarm;
    const createdIds: string[] = [];
    beforeAll(async () => {
      service = await startTestService(database, { now: NOW });
    });
    beforeEach(async () => {
      service.clock.set(Date.parse(NOW));
      farm = await createFarm(service);
    });
    afterEach(async () => {
      // A run covers all farms.
      for (const id of createdIds.splice(0)) await service.send('DELETE', `/automations/${id}`);
    });
    afterAll(() => service.close());

    const automation = async (body: Readonly<Record<string, unknown>>) => {
      const values = { name: 'Heat', trigger: HOT, action: COOL, mode: 'auto', ...body };
      const row = await create(service, 'automations', values, { farmId: farm.farmId });
      createdIds.push(row.id);
      return row;
    };
    const read = (temp: number, body: Readonly<Record<string, unknown>> = {}) =>
      create(service, 'env-readings', { barnId: farm.barnId, temp, ...body });
    const list = async (path: string) => {
      const answer = await service.send(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}farmId=${farm.farmId}`,
      );
      expect([answer.status, answer.body.message]).toEqual([200, undefined]);
      return answer.body.data;
    };
    const commands = () => list('/controller-commands?order=createdAt&dir=asc');
    const round = () =>
      runAutomationRound(service.service.runtime, {
        onFailure: (_farmId, error) => {
          throw error;
        },
      });

    test('a barn that is too hot gets an approved command, with all its records and events', async () => {
      const { id } = await automation({});
      const eventCount = (await service.events()).length;
      await read(33.4);
      const [command, ...others] = await commands();
      expect(others).toEqual([]);
      expect(command).toMatchObject({
        command: 'start_cooling',
        barnId: farm.barnId,
        mode: 'auto',
        status: 'approved',
        requestedBy: `Heat (test, ${service.admin.split('_')[2]})`,
        createdBy: {
          type: 'automation',
          id,
          editor: { type: 'key', id: service.admin.split('_')[2] },
        },
      });
      expect(command.reason).toEqual(['טמפרטורה: 33.4°C, מעל 31°C']);
      expect((await service.send('GET', `/automations/${id}`)).body).toMatchObject({
        lastRunAt: NOW,
        lastResult: 'Barn 1: הפעלת צינון',
        runs: 1,
      });
      const [run] = await list('/agent-runs?kind=automation');
      expect(run).toMatchObject({
        trigger: 'api',
        status: 'succeeded',
        actionType: 'start_cooling',
        actionStatus: 'executed',
        input: { automationId: id, barnId: farm.barnId, mode: 'auto' },
        output: { resource: 'controller-commands', id: command.id, depth: 0 },
      });
      const activity = await list('/activity?kinds=automation_run');
      expect(activity).toMatchObject([{ kind: 'automation_run', score: 30, ref: { id } }]);
      expect((await service.events()).slice(eventCount)).toEqual([]);
    });

    test('a condition runs again only after it has ended', async () => {
      await automation({});
      for (const temp of [33, 34, 30.7, 33]) {
        await read(temp);
        service.clock.advance(20 * MINUTE);
      }
      expect(await commands()).toHaveLength(1);
      for (const temp of [30.5, 33]) {
        await read(temp);
        service.clock.advance(20 * MINUTE);
      }
      expect(await commands()).toHaveLength(2);
    });

    test.each([
      ['suggest', 'pending', 0],
      ['approve', 'pending', 1],
      ['auto', 'approved', 0],
    ])('mode %s creates a command that is %s', async (mode, status, alerts) => {
      await automation({ mode });
      await read(33);
      expect((await commands()).map((one: { status: string }) => one.status)).toEqual([status]);
      expect(await list('/alerts?status=open')).toHaveLength(alerts);
    });

    test('the alert that asks for approval is closed by the answer', async () => {
      await automation({ mode: 'approve' });
      await read(33);
      const [{ id }] = await commands();
      const [approvalAlert] = await list('/alerts?status=open');
      expect(approvalAlert).toMatchObject({
        severity: 'warning',
        source: { rule: 'automation_approval' },
      });
      expect(approvalAlert.message).toContain(id);
      await service.send('PATCH', `/controller-commands/${id}`, { body: { status: 'rejected' } });
      expect(await list('/alerts?status=open')).toEqual([]);
    });

    test('mode alert_only raises an alert, once, and closes it at the end', async () => {
      const alert = { severity: 'critical', title: 'Heat!' };
      await automation({ mode: 'alert_only', action: { alert } });
      await read(33);
      await read(34);
      const open = await list('/alerts?status=open');
      expect(open).toMatchObject([
        { severity: 'critical', category: 'climate', title: 'Barn 1: Heat!', occurrences: 1 },
      ]);
      await read(28);
      expect(await list('/alerts?status=open')).toEqual([]);
      expect(await commands()).toEqual([]);
    });

    test('a task is created once', async () => {
      await automation({ action: { task: { title: 'Look at the fans', priority: 'high' } } });
      await read(33);
      await read(33.5);
      expect(await list('/tasks')).toMatchObject([
        { title: 'Look at the fans', priority: 'high', barnId: farm.barnId, status: 'open' },
      ]);
    });

    test.each([
      ['it is disabled', { enabled: false }, {}],
      ['the weather outside is hot', {}, { source: 'weather' }],
      ['the reading is an hour old', {}, { ts: '2026-11-02T07:30:00.000Z' }],
      ['the flock is too young', { trigger: { ...HOT, ageFrom: 31 } }, {}],
      ['it has another metric', { trigger: { ...HOT, metric: 'nh3' } }, {}],
    ])('nothing runs while %s', async (_fact, body, reading) => {
      await automation(body);
      await read(33, reading);
      expect(await commands()).toEqual([]);
      expect(await list('/agent-runs?kind=automation')).toEqual([]);
    });

    test('an automation of another barn is not evaluated', async () => {
      const other = await create(service, 'barns', { name: 'Barn 2' }, { farmId: farm.farmId });
      await automation({ barnId: other.id });
      await read(33);
      expect(await commands()).toEqual([]);
      await create(service, 'env-readings', { barnId: other.id, temp: 33 });
      expect(await commands()).toMatchObject([{ barnId: other.id }]);
    });

    test('a condition with a duration runs by the clock, to the minute', async () => {
      await automation({ trigger: { ...HOT, forMinutes: 10 } });
      await read(33);
      expect(await commands()).toEqual([]);
      service.clock.advance(9 * MINUTE);
      expect(await round()).toBe(0);
      service.clock.advance(MINUTE);
      expect(await round()).toBe(1);
      expect(await round()).toBe(0);
      expect(await commands()).toHaveLength(1);
    });

    test('missing readings raise an alert, and the next reading closes it', async () => {
      const trigger = { metric: 'temp', op: 'stale', value: 30 };
      await automation({ mode: 'alert_only', trigger, action: null });
      await read(24);
      service.clock.advance(30 * MINUTE);
      expect(await round()).toBe(1);
      expect(await list('/alerts?status=open')).toMatchObject([{ category: 'equipment' }]);
      await read(24);
      expect(await list('/alerts?status=open')).toEqual([]);
    });

    test('the felt temperature is evaluated when one of two sensors reports', async () => {
      await automation({ trigger: { metric: 'thi', op: '>', value: 30 } });
      const sensor = (name: string, values: Readonly<Record<string, number>>) =>
        create(service, 'env-readings', { barnId: farm.barnId, sensor: name, ...values });
      await sensor('dry', { temp: 36 });
      expect(await commands()).toEqual([]);
      await sensor('wet', { humidity: 90 });
      expect(await commands()).toHaveLength(1);
    });

    test('camera observations of the birds count as well', async () => {
      await automation({ trigger: { metric: 'panting', op: '>=', value: 0.4 } });
      const sighting = { barnId: farm.barnId, kind: 'behavior', unit: 'panting' };
      await create(service, 'vision-events', { ...sighting, value: 0.3 });
      expect(await commands()).toEqual([]);
      await create(service, 'vision-events', { ...sighting, value: 0.5 });
      expect(await commands()).toHaveLength(1);
    });

    test('detections on the camera route count, once for the whole call', async () => {
      const { id, cameraToken } = await create(
        service,
        'integrations',
        { kind: 'camera', name: 'Cameras', barnId: farm.barnId },
        { farmId: farm.farmId },
      );
      await automation({ trigger: { metric: 'clustering', op: '>=', value: 1 } });
      const push = (values: readonly number[]) =>
        service.service.app.inject({
          method: 'POST',
          url: `/v1/os-ingest/${id}/vision`,
          headers: { authorization: `Bearer ${cameraToken}` },
          payload: {
            events: values.map((value) => ({
              ...{ source: 'east', kind: 'behavior', unit: 'clustering', value },
            })),
          },
        });
      expect((await push([0.4])).statusCode).toBe(200);
      expect(await commands()).toEqual([]);
      expect((await push([1, 1.2, 1.1])).json()).toMatchObject({ stored: 3 });
      expect(await commands()).toMatchObject([
        { command: 'start_cooling', barnId: farm.barnId, status: 'approved' },
      ]);
      expect(await list('/agent-runs?kind=automation')).toHaveLength(1);
    });

    test('automations that undo each other are stopped with an alert', async () => {
      await automation({ name: 'Cool', trigger: { ...HOT, value: 28 } });
      const trigger = { ...HOT, op: '<', value: 25 };
      const warm = await automation({
        name: 'Warm',
        trigger,
        action: { command: 'stop_cooling' },
      });
      for (const temp of [29, 24, 29, 24, 29]) {
        await read(temp);
        service.clock.advance(3 * MINUTE);
      }
      expect((await commands()).map((one: { command: string }) => one.command)).toEqual([
        'start_cooling',
        'stop_cooling',
        'start_cooling',
      ]);
      const open = await list('/alerts?status=open');
      expect(open).toMatchObject([{ source: { rule: 'automation_loop' }, barnId: farm.barnId }]);
      // Its author is the automation that was cut, with the key that edited it last.
      expect(open[0].createdBy).toEqual({
        type: 'automation',
        id: warm.id,
        editor: { type: 'key', id: service.admin.split('_')[2] },
      });
      const runs = await list('/agent-runs?kind=automation&order=createdAt&dir=asc');
      expect(runs.map((run: { actionStatus: string }) => run.actionStatus)).toContain('suppressed');
    });

    test('slow switching is a thermostat and allowed', async () => {
      await automation({ name: 'Cool', trigger: { ...HOT, value: 28 } });
      const trigger = { ...HOT, op: '<', value: 25 };
      await automation({ name: 'Warm', trigger, action: { command: 'stop_cooling' } });
      for (const temp of [29, 24, 29, 24, 29]) {
        await read(temp);
        service.clock.advance(12 * MINUTE);
      }
      expect(await commands()).toHaveLength(5);
      expect(await list('/alerts?status=open')).toEqual([]);
    });

    test('heating is not switched off for chicks while their sensors are silent', async () => {
      const trigger = { metric: 'temp', op: 'stale', value: 30 };
      await service.send('PATCH', `/flocks/${farm.flockId}`, {
        body: { placementDate: '2026-10-31' },
      });
      await automation({ trigger, action: { command: 'stop_heater' } });
      await read(33);
      service.clock.advance(40 * MINUTE);
      await round();
      expect(await commands()).toMatchObject([{ mode: 'approve', status: 'pending' }]);
      expect(await list('/alerts?status=open')).toHaveLength(1);
    });

    test('a failing automation stores the reading and reports the failure', async () => {
      const { id } = await automation({});
      await service.service.runtime.database.run({
        sql: `update automations set action = '{"command":"set_temp","params":{"c":99}}' where id = ?`,
        text: `update automations set action = '{"command":"set_temp","params":{"c":99}}' where id = $1`,
        values: [id],
      });
      await read(33);
      expect(await commands()).toEqual([]);
      const [run] = await list('/agent-runs?kind=automation');
      expect(run).toMatchObject({ status: 'failed', input: { automationId: id } });
      expect(run.error).toContain('params.c must be a number from 10 to 38');
      await read(33);
      expect(await list('/agent-runs?kind=automation')).toHaveLength(1);
    });

    test('a changed automation is evaluated again', async () => {
      const { id } = await automation({});
      await read(33);
      await service.send('PATCH', `/automations/${id}`, {
        body: { action: { command: 'reboot' } },
      });
      await read(33);
      expect((await commands()).map((one: { command: string }) => one.command)).toEqual([
        'start_cooling',
        'reboot',
      ]);
    });

    describe('run now', () => {
      test('returns the reason in the requested language, and changes nothing', async () => {
        const { id } = await automation({ enabled: false });
        await read(33.4);
        const eventCount = (await service.events()).length;
        for (const [method, body] of [
          ['GET', undefined],
          ['POST', {}],
          ['POST', { dryRun: true }],
        ] as const) {
          const answer = await service.send(
            method,
            `/os/automations/${id}/run?lang=en`,
            body ? { body } : {},
          );
          expect([answer.status, answer.body]).toMatchObject([
            200,
            {
              automation: { id, name: 'Heat', mode: 'auto', enabled: false },
              dryRun: true,
              barns: [
                {
                  barnId: farm.barnId,
                  barn: 'Barn 1',
                  code: 'due',
                  acts: false,
                  text: 'Temperature at 33.4°C, above 31°C',
                  value: 33.4,
                  depth: 0,
                  outcome: {
                    kind: 'command',
                    id: null,
                    command: 'start_cooling',
                    text: 'start cooling',
                  },
                  error: null,
                },
              ],
            },
          ]);
        }
        expect(await commands()).toEqual([]);
        expect(await list('/agent-runs')).toEqual([]);
        expect((await service.events()).length).toBe(eventCount);
      });

      test('acts if requested', async () => {
        await read(33);
        const { id } = await automation({});
        const path = `/os/automations/${id}/run?lang=es`;
        const first = await service.send('POST', path, { body: { dryRun: false } });
        const [command] = await commands();
        expect(first.body.barns).toMatchObject([
          { code: 'due', acts: true, outcome: { resource: 'controller-commands', id: command.id } },
        ]);
        const again = await service.send('POST', path, { body: { dryRun: false } });
        expect(again.body.barns).toMatchObject([{ code: 'fired', acts: false, outcome: null }]);
        expect(await commands()).toHaveLength(1);
      });

      test('requires the scopes of reading and writing', async () => {
        const { id } = await automation({});
        const reader = await service.createKey({ scopes: ['read:*'] });
        const path = `/os/automations/${id}/run`;
        expect((await service.send('GET', path, { key: reader })).status).toBe(200);
        expect((await service.send('POST', path, { key: reader, body: {} })).status).toBe(403);
      });

      test('is not available to callers who do not see the farm', async () => {
        const { id } = await automation({});
        const other = await create(service, 'farms', { name: 'Other' });
        const key = await service.createKey({ farmIds: [other.id] });
        const path = `/os/automations/${id}/run`;
        expect((await service.send('GET', path, { key })).status).toBe(404);
        expect((await service.send('POST', path, { key, body: {} })).status).toBe(404);
      });

      test('accepts a barn of the automation', async () => {
        const { id } = await automation({ barnId: farm.barnId });
        const other = await create(service, 'barns', { name: 'Barn 2' }, { farmId: farm.farmId });
        const answer = await service.send('POST', `/os/automations/${id}/run`, {
          body: { barnId: other.id },
        });
        expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, 'barnId']);
      });
    });
  });
}

import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { message } from '../../src/model/core/message.ts';
import { dossier } from '../../src/model/resources/registry.ts';
import { applyRuleVerdicts, type RuleVerdict } from '../../src/platform/alerts/rule-alerts.ts';
import { systemActor } from '../../src/platform/core/actor.ts';
import { writeContext } from '../../src/platform/core/resource-rules.ts';
import { tableName } from '../../src/storage/core/database.ts';
import {
  createClosedFlock,
  type DossierName,
  dossierBodies,
  dossierNames,
} from '../support/a-closed-flock.ts';
import { insertRowsOf } from '../support/a-row.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

const SEALED = [422, 'sealed_case_file'];
const BUSY = 503;
const MOST_TRIES = 5;
const HASH = /^[0-9a-f]{64}$/;

/** A valid change of each resource. */
const CHANGES: Readonly<Record<DossierName | 'flocks', object>> = {
  flocks: { notes: 'changed' },
  'daily-logs': { mortality: 4 },
  treatments: { notes: 'changed' },
  sales: { birdsCount: 90 },
  'feed-deliveries': { quantityKg: 11_000 },
  expenses: { amount: 1 },
  alerts: { status: 'open' },
  events: { title: 'changed' },
  media: { name: 'changed' },
  'reg-items': { notes: 'changed' },
};

test('the rows of a case file are those listed in the test', () => {
  expect(dossierNames).toEqual([...dossier]);
});

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    const seal = (flockId: string, key?: string) =>
      service.send('POST', '/os/case-files', {
        ...(key === undefined ? {} : { key }),
        body: { flockId, title: 'For the insurance' },
      });
    /** A lock that is not to be had in time is answered as busy; a slow machine may need another try. */
    const sealPatiently = async (flockId: string) => {
      for (let tries = 1; ; tries++) {
        const answer = await seal(flockId);
        if (answer.status !== BUSY || tries === MOST_TRIES) return answer;
      }
    };
    const verify = (id: string) => service.send('GET', `/os/case-files/${id}/verify`);
    const act = (body: object) => service.send('POST', '/actions', { body });
    /** Resolves the open alerts of a flock. */
    const updateAlerts = async (flockId: string) => {
      const { body } = await service.send('GET', '/alerts?status=open');
      for (const { id, ...alert } of body.data) {
        if (alert.flockId !== flockId) continue;
        const resolved = { body: { status: 'resolved' } };
        expect((await service.send('PATCH', `/alerts/${id}`, resolved)).status).toBe(200);
      }
    };
    const reported = ({ status, body }: TestAnswer) => [status, body.code];

    describe('a flock', () => {
      test('a flock that is not closed cannot be sealed', async () => {
        const answer = await seal(farm.flockId);
        expect([...reported(answer), answer.body.message]).toEqual([
          ...[422, 'flock_not_closed'],
          'Only a closed flock can be sealed; this one is active.',
        ]);
      });

      test('is sealed once, with all its rows', async () => {
        const ids = await createClosedFlock(service, farm);
        const answer = await seal(ids.flocks);
        expect(answer.status).toBe(201);
        const { id } = answer.body;
        expect(answer.headers['location']).toBe(`/v1/platform/os/case-files/${id}`);
        expect(answer.body).toEqual({
          id,
          number: 1,
          farmId: farm.farmId,
          flockId: ids.flocks,
          title: 'For the insurance',
          sealedAt: '2026-11-02T08:30:00.000Z',
          sealedBy: { type: 'key', id: expect.any(String) },
          // The placement of the flock is on its timeline as well.
          counts: { flocks: 1, ...Object.fromEntries(dossier.map((name) => [name, 1])), events: 2 },
          previousHash: '0'.repeat(64),
          hash: expect.stringMatching(HASH),
        });
        const again = await seal(ids.flocks);
        expect([...reported(again), again.body.message]).toEqual([
          ...SEALED,
          `The flock is sealed already, in ${id}.`,
        ]);
        const { body } = await service.send('GET', `/os/case-files/${id}`);
        const { content, ...head } = body;
        expect(head).toEqual(answer.body);
        expect(content.rows['daily-logs']).toMatchObject([
          { id: ids['daily-logs'], mortality: 3, feedKg: 120.5, version: 1 },
        ]);
        for (const name of ['flocks', 'alerts', 'reg-items'] as const) {
          const row = (await service.send('GET', `/${name}/${ids[name]}`)).body;
          expect([name, row.sealed, row.version]).toEqual([name, true, name === 'flocks' ? 3 : 2]);
          expect(content.rows[name][0]).toMatchObject({ id: ids[name], sealed: true });
        }
      });

      test.each(['open', 'acknowledged', 'in_progress'])(
        'a flock with an alert that is %s cannot be sealed until the alert is resolved',
        async (status) => {
          const { flocks: flockId } = await createClosedFlock(service, farm);
          const alert = { flockId, title: 'Sold too early', status };
          const { id } = await create(service, 'alerts', alert);
          const answer = await seal(flockId);
          expect([...reported(answer), answer.body.message]).toEqual([
            ...[422, 'open_alerts'],
            `Alerts of the flock that are neither resolved nor dismissed: 1 (${id}).`,
          ]);
          expect((await service.send('GET', `/flocks/${flockId}`)).body.sealed).toBe(false);
          const dismissed = { body: { status: 'dismissed' } };
          expect((await service.send('PATCH', `/alerts/${id}`, dismissed)).status).toBe(200);
          expect((await seal(flockId)).status).toBe(201);
        },
      );

      test('sealed with an open alert has no alert that needs attention', async () => {
        const ownFarm = await createFarm(service, { name: 'Sealed before' });
        const { flocks: flockId, alerts: alertId } = await createClosedFlock(service, ownFarm);
        const counts = async () => {
          const query = `?farmId=${ownFarm.farmId}`;
          const [digest, context, dashboard, portfolio] = [
            (await service.send('GET', `/digest${query}`)).body,
            (await service.send('GET', `/context${query}`)).body,
            (await service.send('GET', `/os/dashboard${query}`)).body,
            (await service.send('GET', '/portfolio')).body,
          ];
          const { openAlerts } = portfolio.farms.find(
            ({ farmId }: { farmId: string }) => farmId === ownFarm.farmId,
          );
          return [digest.openAlerts, context.alerts.open]
            .map(({ length }) => length)
            .concat([dashboard.figures.alerts.critical, openAlerts.critical]);
        };
        const { runtime } = service.service;
        const open = (isSealed: boolean) => {
          const sealed = runtime.database.dialect.bind(isSealed, 'boolean');
          return runtime.database.run(
            sql`update alerts set status = 'open', sealed = ${sealed} where id = ${alertId}`,
          );
        };
        await open(false);
        expect([flockId, await counts()]).toEqual([flockId, [1, 1, 1, 1]]);
        await open(true);
        expect(await counts()).toEqual([0, 0, 0, 0]);
      });

      test('an unknown flock or one of another organisation cannot be sealed', async () => {
        const ids = await createClosedFlock(service, farm);
        const elsewhere = await createFarm(service, { name: 'Elsewhere' });
        const pinned = await service.createKey({ farmIds: [elsewhere.farmId] });
        const other = await service.createKey({
          orgId: await service.createOrganisation('Second'),
        });
        const missing = `${ids.flocks.slice(0, -4)}0000`;
        const refusals = [
          await seal(ids.flocks, pinned),
          await seal(ids.flocks, other),
          await seal(missing),
        ];
        for (const { status, body } of refusals) {
          expect([status, body.issues[0].path, body.issues[0].code]).toEqual([
            ...[400, 'flockId', 'not_found'],
          ]);
        }
        expect(refusals[0]?.body.message.replace(ids.flocks, missing)).toBe(
          refusals[2]?.body.message,
        );
        const { id } = (await seal(ids.flocks)).body;
        for (const key of [pinned, other]) {
          for (const path of [`/os/case-files/${id}`, `/os/case-files/${id}/verify`]) {
            expect((await service.send('GET', path, { key })).status).toBe(404);
          }
          const list = await service.send('GET', '/os/case-files', { key });
          expect([list.body.data, list.body.meta.total]).toEqual([[], 0]);
          const listPath = `/os/case-files?farmId=${farm.farmId}`;
          expect((await service.send('GET', listPath, { key })).body.error).toBe('farm_forbidden');
        }
        const reader = await service.createKey({ scopes: ['read:*'] });
        expect((await seal(ids.flocks, reader)).status).toBe(403);
        const writer = await service.createKey({ scopes: ['write:*'] });
        expect((await service.send('GET', '/os/case-files', { key: writer })).status).toBe(403);
      });
    });

    describe('a sealed record', () => {
      let ids: Readonly<Record<DossierName | 'flocks', string>>;
      let otherRows: Readonly<Record<DossierName, string>>;
      let caseFileId: string;
      let undos: readonly object[];
      let feedOrderId: string;

      beforeAll(async () => {
        const ownFarm = await createFarm(service, { name: 'Sealed farm' });
        ids = await createClosedFlock(service, ownFarm);
        const rows: Record<string, string> = {};
        for (const name of dossierNames) {
          const body = { ...dossierBodies[name], flockId: ownFarm.flockId };
          rows[name] = (await create(service, name, body)).id;
        }
        otherRows = rows as Record<DossierName, string>;
        const flockId = ids.flocks;
        const actions = [
          await act({ type: 'log_daily', flockId, date: '2026-10-05', culls: 2 }),
          await act({ type: 'create_expense', flockId, amount: 5, category: 'vet' }),
          await act({ type: 'create_alert', flockId, title: 'Odd' }),
          await act({ type: 'create_feed_delivery', flockId, quantityKg: 900 }),
        ];
        undos = actions.map(({ body }) => body.undo);
        await updateAlerts(flockId);
        const order = { flockId, quantityKg: 5000 };
        feedOrderId = (await create(service, 'feed-orders', order)).id;
        caseFileId = (await seal(flockId)).body.id;
      });

      const everyName = [...dossierNames, 'flocks'] as const;

      test.each(everyName)('cannot be changed: %s', async (name) => {
        const body = CHANGES[name];
        expect(reported(await service.send('PATCH', `/${name}/${ids[name]}`, { body }))).toEqual(
          SEALED,
        );
      });

      test.each(everyName)('cannot be deleted: %s', async (name) => {
        expect(reported(await service.send('DELETE', `/${name}/${ids[name]}`))).toEqual(SEALED);
      });

      test.each(dossierNames)('accepts no new rows: %s', async (name) => {
        const body = { ...dossierBodies[name], date: '2026-10-20', flockId: ids.flocks };
        expect(reported(await service.send('POST', `/${name}`, { body }))).toEqual(SEALED);
      });

      test.each(dossierNames)('accepts no row of another flock: %s', async (name) => {
        const body = { flockId: ids.flocks };
        const path = `/${name}/${otherRows[name]}`;
        expect(reported(await service.send('PATCH', path, { body }))).toEqual(SEALED);
      });

      test.each(dossierNames)('cannot move a row to another flock: %s', async (name) => {
        const { flockId } = (await service.send('GET', `/${name}/${otherRows[name]}`)).body;
        const path = `/${name}/${ids[name]}`;
        expect(reported(await service.send('PATCH', path, { body: { flockId } }))).toEqual(SEALED);
      });

      test('cannot be reopened', async () => {
        const path = `/flocks/${ids.flocks}`;
        const answer = await service.send('PATCH', path, { body: { status: 'active' } });
        expect(reported(answer)).toEqual(SEALED);
      });

      test('accepts no actions and no undo', async () => {
        const flockId = ids.flocks;
        const answers = [
          await act({ type: 'log_daily', flockId, mortality: 1 }),
          await act({ type: 'create_expense', flockId, amount: 5, category: 'vet' }),
          await act({ type: 'create_alert', flockId, title: 'Late' }),
          await act({ type: 'create_feed_delivery', flockId, quantityKg: 900 }),
        ];
        for (const body of undos)
          answers.push(await service.send('POST', '/actions/undo', { body }));
        expect(answers.map(reported)).toEqual(answers.map(() => SEALED));
      });

      test('gets no delivery from a feed order that arrives late', async () => {
        const path = `/feed-orders/${feedOrderId}`;
        const answer = await service.send('PATCH', path, { body: { status: 'delivered' } });
        expect(reported(answer)).toEqual(SEALED);
        expect((await service.send('GET', path)).body.status).toBe('ordered');
      });

      test('is not deleted with its farm or its barn', async () => {
        const flock = (await service.send('GET', `/flocks/${ids.flocks}`)).body;
        expect(reported(await service.send('DELETE', `/farms/${flock.farmId}`))).toEqual(SEALED);
        expect((await service.send('DELETE', `/barns/${flock.barnId}`)).status).toBe(422);
      });

      test('is ignored by rules, which continue with other flocks', async () => {
        const { runtime } = service.service;
        const flock = (await service.send('GET', `/flocks/${ids.flocks}`)).body;
        const { farmId, barnId } = flock;
        const ownAlert = otherRows.alerts;
        const { flockId } = (await service.send('GET', `/alerts/${ownAlert}`)).body;
        const text = message('camera.deaths.title', { camera: 'c', count: 1 });
        const verdict: Omit<RuleVerdict, 'key' | 'flockId'> = {
          rule: 'weight_low',
          barnId,
          at: '2026-11-02T08:00:00.000Z',
          severity: 'warning',
          category: 'weight',
          title: text,
          message: text,
          evidence: {},
          closesAfter: 1,
        };
        await runtime.database.transaction(async (transaction) => {
          const call = { actor: systemActor(service.orgId, 'brain'), at: service.clock.now() };
          const context = await writeContext(runtime, transaction, { call, farmId });
          await applyRuleVerdicts({ ...context, farmId }, [
            { ...verdict, key: 'weight:sealed', flockId: ids.flocks },
            { ...verdict, key: 'weight:open', flockId },
          ]);
        });
        const list = await service.send('GET', `/alerts?farmId=${farmId}&category=weight`);
        const raised = list.body.data.map((alert: { flockId: string }) => alert.flockId);
        expect(raised).toEqual([flockId]);
        const scan = await service.send('POST', '/os/brain/scan', { body: { farmId } });
        expect([scan.status, scan.body.scans[0].rules.failed]).toEqual([200, []]);
        const detection = { barnId, kind: 'weight', value: 900, ts: '2026-10-20T06:00:00Z' };
        expect((await service.send('POST', '/vision-events', { body: detection })).status).toBe(
          201,
        );
      });

      test('is unchanged after all these attempts', async () => {
        const { body } = await verify(caseFileId);
        expect([body.ok, body.checks, body.differences]).toEqual([
          true,
          {
            content: { ok: true, fault: null },
            chain: { ok: true, fault: null },
            rows: { ok: true, checked: 14, differing: 0 },
          },
          [],
        ]);
      });
    });

    describe('tampering with the database', () => {
      const run = (statement: Sql) => service.service.runtime.database.run(statement);

      test.each(dossierNames)('is detected and named: %s', async (name) => {
        const ids = await createClosedFlock(service, farm);
        const { id } = (await seal(ids.flocks)).body;
        const table = raw(tableName(name));
        await run(
          sql`update ${table} set created_by = ${'{"type":"key","id":"me"}'} where id = ${ids[name]}`,
        );
        const changed = (await verify(id)).body;
        expect([changed.ok, changed.checks.rows.ok, changed.differences]).toEqual([
          ...[false, false],
          [{ resource: name, id: ids[name], change: 'changed', fields: ['createdBy'] }],
        ]);
        await run(sql`update ${table} set deleted_at = updated_at where id = ${ids[name]}`);
        expect((await verify(id)).body.differences).toEqual([
          { resource: name, id: ids[name], change: 'missing', fields: [] },
        ]);
      });

      test('is detected after an inserted row', async () => {
        const ids = await createClosedFlock(service, farm);
        const { id } = (await seal(ids.flocks)).body;
        const row = { id: 'sale_slipped', orgId: service.orgId, farmId: farm.farmId };
        const values = { ...row, flockId: ids.flocks };
        await insertRowsOf(service.service.runtime.database, 'sales', [values]);
        expect((await verify(id)).body.differences).toEqual([
          { resource: 'sales', id: 'sale_slipped', change: 'added', fields: [] },
        ]);
      });

      test('is rejected for case files themselves', async () => {
        await expect(run(sql`update case_files set title = 'Other'`)).rejects.toThrow(
          /append-only/,
        );
        await expect(run(sql`delete from case_files`)).rejects.toThrow(/append-only/);
      });

      test('is detected in case files even if the triggers were removed', async () => {
        const files = [];
        for (const _ of [1, 2, 3]) {
          const ids = await createClosedFlock(service, farm);
          files.push((await seal(ids.flocks)).body);
        }
        const [first, second, third] = files;
        expect([second.previousHash, third.previousHash]).toEqual([first.hash, second.hash]);
        for (const trigger of ['case_files_are_kept', 'case_files_stay']) {
          const of = database === 'postgres' ? ' on case_files' : '';
          await run(sql`${raw(`drop trigger if exists ${trigger}${of}`)}`);
        }
        await run(sql`update case_files set content = replace(content, '120.5', '20.5')
          where id = ${second.id}`);
        const checks = async (id: string) => (await verify(id)).body.checks;
        expect(await checks(second.id)).toEqual({
          content: { ok: false, fault: 'hash_differs' },
          chain: { ok: false, fault: 'next_differs' },
          rows: { ok: false, checked: 11, differing: 1 },
        });
        expect((await checks(third.id)).chain).toEqual({ ok: false, fault: 'previous_differs' });
        expect((await checks(first.id)).chain).toEqual({ ok: true, fault: null });
        await run(sql`delete from case_files where id = ${second.id}`);
        expect((await checks(third.id)).chain).toEqual({ ok: false, fault: 'previous_missing' });
      });
    });

    test('a write during sealing is either in the case file or rejected', async () => {
      const ids = await createClosedFlock(service, farm);
      const flockId = ids.flocks;
      const writes = (round: number) => [
        service.send('POST', '/daily-logs', {
          body: { flockId, date: `2026-10-${10 + round}`, mortality: round },
        }),
        service.send('POST', '/alerts', {
          body: { flockId, title: `Alert ${round}`, status: 'resolved' },
        }),
        service.send('PATCH', `/alerts/${ids.alerts}`, { body: { message: `${round}` } }),
        service.send('PATCH', `/reg-items/${ids['reg-items']}`, { body: { notes: `${round}` } }),
        service.send('PATCH', `/flocks/${flockId}`, { body: { notes: `${round}` } }),
      ];
      const before = [1, 2].flatMap(writes);
      const sealing = sealPatiently(flockId);
      const after = [3, 4].flatMap(writes);
      const answers = await Promise.all([...before, ...after]);
      const sealed = await sealing;
      expect(sealed.status).toBe(201);
      const statuses = new Set(answers.map(({ status }) => status));
      expect([...statuses].filter((status) => ![200, 201, 422, BUSY].includes(status))).toEqual([]);
      const createdIds = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
      const { content } = (await service.send('GET', `/os/case-files/${sealed.body.id}`)).body;
      const stored = [...content.rows['daily-logs'], ...content.rows.alerts].map(({ id }) => id);
      expect(stored.toSorted()).toEqual([ids['daily-logs'], ids.alerts, ...createdIds].toSorted());
      expect((await verify(sealed.body.id)).body.checks.rows.differing).toBe(0);
    });

    test('sealing a flock concurrently makes one case file, and concurrent seals of several flocks one chain', async () => {
      const flocks = [
        await createClosedFlock(service, farm),
        await createClosedFlock(service, farm),
      ];
      const requests = flocks.flatMap((ids) => [ids.flocks, ids.flocks]);
      const answers = await Promise.all(requests.map(sealPatiently));
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([201, 201, 422, 422]);
      const [one, other] = answers
        .filter(({ status }) => status === 201)
        .map(({ body }) => body)
        .toSorted((left, right) => left.number - right.number);
      expect([other.number, other.previousHash]).toEqual([one.number + 1, one.hash]);
      const list = await service.send('GET', `/os/case-files?flockId=${one.flockId}`);
      expect([list.body.data, list.body.meta.total]).toEqual([[one], 1]);
    });
  });
}

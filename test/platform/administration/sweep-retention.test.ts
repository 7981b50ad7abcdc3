import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepRetention } from '../../../src/platform/administration/retention.ts';
import {
  listPartitions,
  maintainPartitions,
} from '../../../src/storage/postgres/month-partitions.ts';
import { pruneAudit } from '../../../src/storage/system/audit-anchors.ts';
import { sealAuditEntries } from '../../../src/storage/system/audit-log.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const DAY_MILLIS = 86_400_000;
const running = new AbortController().signal;

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    const setRetention = async (retention: Readonly<Record<string, number | null>>) => {
      const answer = await service.send('PATCH', '/os/settings', { body: { retention } });
      expect(answer.status).toBe(200);
    };
    const runSweep = () => sweepRetention(service.service, running);
    const totalOf = async (resource: string): Promise<number> => {
      const { body } = await service.send('GET', `/${resource}?limit=1`);
      return body.meta.total;
    };
    const countIn = async (table: string): Promise<number> => {
      const { database: rows } = service.service.runtime;
      const row = await rows.first<{ n: number | string }>(
        sql`select count(*) as n from ${raw(table)}`,
      );
      return Number(row?.n);
    };

    test('data without a retention period is never deleted', async () => {
      await create(service, 'env-readings', { barnId: farm.barnId, temp: 25 });
      const { id } = await create(service, 'tasks', { title: 'x' }, { farmId: farm.farmId });
      await service.send('PATCH', `/tasks/${id}`, { body: { title: 'y' } });
      const body = { type: 'create_task', title: 'z', farmId: farm.farmId };
      await service.send('POST', '/actions', { body });
      const tables = ['env_readings', 'row_history', 'activity_log', 'actions', 'agent_runs'];
      const before = await Promise.all(tables.map(countIn));
      expect(before).not.toContain(0);
      service.clock.advance(2000 * DAY_MILLIS);
      await runSweep();
      expect(await Promise.all(tables.map(countIn))).toEqual(before);
    });

    test('readings older than the retention period are deleted, younger ones remain, and the counts are correct', async () => {
      const at = (days: number) => new Date(service.clock.now() - days * DAY_MILLIS).toISOString();
      await setRetention({ envReadingsDays: 100 });
      await runSweep();
      for (const days of [400, 101, 99, 0]) {
        await create(service, 'env-readings', { barnId: farm.barnId, temp: 20, ts: at(days) });
      }
      const outdatedReading = await create(service, 'env-readings', {
        barnId: farm.barnId,
        temp: 20,
        ts: at(150),
      });
      await service.send('DELETE', `/env-readings/${outdatedReading.id}`);
      if (database === 'postgres') {
        await maintainPartitions(service.service.runtime.database, service.clock.now(), {
          fewestRows: 1,
        });
      }
      expect(await totalOf('env-readings')).toBe(4);
      await runSweep();
      expect(await totalOf('env-readings')).toBe(2);
      expect(await countIn('env_readings')).toBe(2);
      if (database === 'postgres') {
        const months = await listPartitions(service.service.runtime.database, 'env_readings');
        expect(months.map(({ month }) => month)).not.toContain(`${at(400).slice(0, 7)}-01`);
      }
    });

    test('an action older than the retention period cannot be undone any more', async () => {
      await setRetention({ actionsDays: 1 });
      const body = { type: 'create_task', title: 'z', farmId: farm.farmId };
      const old = await service.send('POST', '/actions', { body });
      service.clock.advance(DAY_MILLIS + 1);
      const young = await service.send('POST', '/actions', { body });
      await runSweep();
      const undo = async ({ body: { undo } }: typeof old) =>
        (await service.send('POST', '/actions/undo', { body: undo })).status;
      expect([await undo(old), await undo(young)]).toEqual([422, 200]);
    });

    test('history entries are deleted, except those of sealed case files', async () => {
      await setRetention({ historyDays: 30 });
      const { runtime } = service.service;
      const ownFarm = await createFarm(service);
      const log = await create(service, 'daily-logs', {
        flockId: ownFarm.flockId,
        date: '2026-11-01',
      });
      await service.send('PATCH', `/daily-logs/${log.id}`, { body: { mortality: 3 } });
      await service.send('PATCH', `/barns/${ownFarm.barnId}`, { body: { notes: 'x' } });
      await runtime.database.run(
        sql`update flocks set sealed = ${true} where id = ${ownFarm.flockId}`,
      );
      service.clock.advance(31 * DAY_MILLIS);
      await runSweep();
      const kindsOf = async (path: string) =>
        (await service.send('GET', `/os/history/${path}`)).body.data.map(
          ({ kind }: { kind: string }) => kind,
        );
      expect(await kindsOf(`daily-logs/${log.id}`)).toEqual(['changed', 'created']);
      expect(await kindsOf(`barns/${ownFarm.barnId}`)).toEqual(['created']);
    });

    test('another organisation keeps its data', async () => {
      const key = await service.createKey({ orgId: await service.createOrganisation('Other') });
      const other = await createFarm(service, { key });
      await create(service, 'env-readings', { barnId: other.barnId, temp: 25 }, { key });
      service.clock.advance(200 * DAY_MILLIS);
      await runSweep();
      const { body } = await service.send('GET', '/env-readings', { key });
      expect([body.meta.total, await totalOf('env-readings')]).toEqual([1, 0]);
    });

    test('the sweep does not truncate the audit log, and a truncated log has a valid chain', async () => {
      const { runtime } = service.service;
      const verify = async () => {
        await runtime.database.transaction(sealAuditEntries);
        return (await service.send('GET', '/os/audit/verify')).body;
      };
      const verification = await verify();
      expect(verification).toMatchObject({ ok: true, firstBroken: null });
      expect(verification).not.toHaveProperty('pruned');
      await setRetention({ auditDays: 90 });
      service.clock.advance(91 * DAY_MILLIS);
      await runSweep();
      expect(await verify()).not.toHaveProperty('pruned');
      const before = new Date(service.clock.now() - 90 * DAY_MILLIS).toISOString();
      const now = new Date(service.clock.now()).toISOString();
      let pruned = 0;
      for (let gone = -1; gone !== 0; pruned += gone) {
        gone = await runtime.database.transaction((transaction) =>
          pruneAudit(transaction, { before, limit: 7, now }),
        );
      }
      expect(pruned).toBeGreaterThan(20);
      const cut = await verify();
      expect(cut).toMatchObject({ ok: true, firstBroken: null, pruned: { entries: pruned } });
      expect(cut.checked).toBeGreaterThan(0);
      await expect(
        runtime.database.run(sql`delete from audit_log where position > ${pruned}`),
      ).rejects.toThrow();
      await service.send('GET', '/me');
      expect(await verify()).toMatchObject({ ok: true });
    });
  });
}

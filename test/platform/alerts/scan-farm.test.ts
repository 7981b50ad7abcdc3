import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scanDueFarms } from '../../../src/platform/alerts/farm-scans.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 60 * MINUTE_MILLIS;

for (const name of DATABASES) {
  describe(`${name}: the scan`, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeEach(async () => {
      service = await startTestService(name);
      farm = await createFarm(service);
    });
    afterEach(() => service.close());

    const read = async (temp: number, minutesAgo = 0) => {
      const ts = new Date(service.clock.now() - minutesAgo * MINUTE_MILLIS).toISOString();
      await create(service, 'env-readings', { barnId: farm.barnId, ts, temp });
    };
    const scan = async (key = service.admin) => {
      const body = { farmId: farm.farmId };
      const answer = await service.send('POST', '/os/brain/scan', { key, body });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.scans[0];
    };
    const emitted = async () => {
      const events = await service.events();
      return events.map(({ event }) => event).filter((event) => event.startsWith('alert.'));
    };
    const changes = (scanResult: { readonly alerts: readonly { readonly change: string }[] }) =>
      scanResult.alerts.map(({ change }) => change);

    test('an alert opens once, escalates, closes automatically and reopens as the same alert', async () => {
      // Birds of 30 days: the target is 21.6 °C, so that from 23.6 on it is too hot.
      for (const minutes of [45, 30, 15, 0]) await read(24.5, minutes);
      const scanned = await scan();
      expect(scanned.alerts).toMatchObject([
        { change: 'opened', rule: 'temp_high', severity: 'warning', flockId: farm.flockId },
      ]);
      const [{ id }] = scanned.alerts;
      expect(changes(await scan())).toEqual([]);
      for (let round = 0; round < 3; round++) {
        service.clock.advance(15 * MINUTE_MILLIS);
        await read(26.5);
      }
      const raised = await scan();
      expect(raised.alerts).toMatchObject([{ id, change: 'raised', severity: 'critical' }]);
      service.clock.advance(15 * MINUTE_MILLIS);
      await read(22);
      expect(changes(await scan())).toEqual([]);
      const closed = await scan();
      expect(closed.alerts).toMatchObject([{ id, change: 'closed' }]);
      service.clock.advance(5 * HOUR_MILLIS);
      for (const minutes of [30, 15, 0]) await read(24.5, minutes);
      const again = await scan();
      expect(again.alerts).toMatchObject([{ id, change: 'reopened', severity: 'warning' }]);
      expect(await emitted()).toEqual(['alert.created', 'alert.critical', 'alert.resolved']);
      const { body } = await service.send('GET', `/alerts?farmId=${farm.farmId}`);
      expect(body.meta.total).toBe(1);
      expect(body.data[0].source).toMatchObject({ rule: 'temp_high', temp: 24.5, target: 21.6 });
      expect(body.data[0]).toMatchObject({
        status: 'open',
        resolvedAt: null,
        resolutionNote: null,
      });
    });

    test('silent sensors neither close an alert nor remain unnoticed', async () => {
      for (const minutes of [30, 15, 0]) await read(24.5, minutes);
      await scan();
      service.clock.advance(61 * MINUTE_MILLIS);
      const silent = await scan();
      expect(silent.alerts).toMatchObject([{ change: 'opened', rule: 'sensor_stale' }]);
      const open = await service.send('GET', `/alerts?farmId=${farm.farmId}&status=open`);
      expect(open.body.meta.total).toBe(2);
    });

    test('the figures of one day are reported once, even if somebody has closed the alert', async () => {
      const log = { flockId: farm.flockId, date: '2026-11-02', mortality: 80 };
      await create(service, 'daily-logs', log);
      const first = await scan();
      expect(first.alerts).toMatchObject([{ rule: 'mortality_spike', severity: 'critical' }]);
      const { id } = first.alerts[0];
      await scan();
      const { body } = await service.send('GET', `/alerts/${id}`);
      expect(body.occurrences).toBe(1);
      await service.send('PATCH', `/alerts/${id}`, { body: { status: 'resolved' } });
      service.clock.advance(HOUR_MILLIS);
      expect(changes(await scan())).toEqual([]);
      service.clock.advance(24 * HOUR_MILLIS);
      await create(service, 'daily-logs', { ...log, date: '2026-11-03', mortality: 90 });
      expect(changes(await scan())).toEqual(['opened']);
    });

    test('nearly unchanged figures do not reopen an alert closed by a person', async () => {
      const { flockId } = farm;
      // 40 kg more on each of the 29 days since placement.
      for (let age = 1; age <= 29; age++) {
        const date = addDays('2026-10-03', age);
        await create(service, 'daily-logs', { flockId, date, feedKg: age * 40 });
      }
      const delivered = async (kg: number) => {
        const { body } = await service.send('GET', `/feed-deliveries?flockId=${flockId}`);
        const [known] = body.data;
        if (!known)
          return create(service, 'feed-deliveries', {
            ...{ flockId, date: '2026-10-03', quantityKg: kg },
          });
        return service.send('PATCH', `/feed-deliveries/${known.id}`, { body: { quantityKg: kg } });
      };
      const stock = async () =>
        (await service.send('GET', `/insights?include=feed&farmId=${farm.farmId}&lang=en`)).body
          .sections.feed.flocks[0];
      await delivered(30_000);
      const { stockKg } = await stock();
      // Feed for about a day.
      await delivered(30_000 - stockKg + 1200);
      const [{ id }] = (await scan()).alerts;
      await service.send('PATCH', `/alerts/${id}`, { body: { status: 'resolved' } });
      await delivered(30_000 - stockKg + 1190);
      expect(changes(await scan())).toEqual([]);
      await delivered(30_000 - stockKg + 900);
      expect(changes(await scan())).toEqual(['reopened']);
    });

    describe('deaths that are corrected and restored', () => {
      const date = '2026-11-02';
      const logAnd = async (mortality: number) => {
        const log = { flockId: farm.flockId, date, mortality };
        return String((await create(service, 'daily-logs', log))['id']);
      };
      const correct = (id: string, mortality: number) =>
        service.send('PATCH', `/daily-logs/${id}`, { body: { mortality } });
      const openInDigest = async () => {
        const digest = await service.send('GET', `/digest?farmId=${farm.farmId}&lang=en`);
        const list = await service.send('GET', `/alerts?farmId=${farm.farmId}&status=open`);
        const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
        expect(ids(digest.body.openAlerts)).toEqual(ids(list.body.data));
        const [row] = digest.body.mortality;
        expect(row.spike.flag).toBe(list.body.meta.total > 0);
        const isReported = digest.body.headline.some((line: string) =>
          line.startsWith('Critical alert:'),
        );
        expect(isReported).toBe(list.body.meta.total > 0);
        return ids(list.body.data);
      };

      test('reopen the alert that the correction closed', async () => {
        const log = await logAnd(240);
        const [{ id }] = (await scan()).alerts;
        expect(await openInDigest()).toEqual([id]);
        await correct(log, 8);
        expect((await scan()).alerts).toMatchObject([{ id, change: 'closed' }]);
        expect(await openInDigest()).toEqual([]);
        await correct(log, 240);
        expect((await scan()).alerts).toMatchObject([{ id, change: 'reopened' }]);
        expect(await openInDigest()).toEqual([id]);
      });

      test('open a new alert if it was closed more than a day ago', async () => {
        const log = await logAnd(240);
        const [{ id }] = (await scan()).alerts;
        await correct(log, 8);
        await scan();
        service.clock.advance(25 * HOUR_MILLIS);
        await correct(log, 240);
        const [again] = (await scan()).alerts;
        expect(again).toMatchObject({ change: 'opened' });
        expect(again.id).not.toBe(id);
      });

      test('do not reopen an alert closed by a person, even after it was reopened once', async () => {
        const log = await logAnd(240);
        const [{ id }] = (await scan()).alerts;
        await correct(log, 8);
        await scan();
        await service.send('PATCH', `/alerts/${id}`, { body: { status: 'open' } });
        await service.send('PATCH', `/alerts/${id}`, { body: { status: 'resolved' } });
        await correct(log, 240);
        expect(changes(await scan())).toEqual([]);
      });

      test('are evaluated without a requested scan', async () => {
        const { changedFarms } = service.service.runtime;
        const evaluatedFarms: string[] = [];
        const end = changedFarms?.evaluateWith(
          async ({ farmId }) => {
            evaluatedFarms.push(farmId);
          },
          () => {},
        );
        await changedFarms?.evaluateAll();
        evaluatedFarms.length = 0;
        const log = await logAnd(240);
        await changedFarms?.evaluateAll();
        expect(evaluatedFarms).toEqual([farm.farmId]);
        await service.send('DELETE', `/daily-logs/${log}`);
        // The digest is read immediately: it runs the pending evaluation.
        await service.send('GET', `/digest?farmId=${farm.farmId}`);
        expect(evaluatedFarms).toEqual([farm.farmId, farm.farmId]);
        const { flockId } = farm;
        const event = { farmId: farm.farmId, flockId, kind: 'moult', title: 'Moult' };
        await create(service, 'events', event);
        await create(service, 'events', { ...event, kind: 'power_outage' });
        await changedFarms?.evaluateAll();
        expect(evaluatedFarms).toHaveLength(3);
        end?.();
      });
    });

    // The standard of Ross 308 on day 30 is about 1,800 g.
    test.each([
      ['deleted', 'DELETE', undefined],
      ['corrected', 'PATCH', { avgWeightGr: 1790 }],
      ['cleared', 'PATCH', { avgWeightGr: null }],
      ['moved to another day', 'PATCH', { date: '2026-10-29', avgWeightGr: 1700 }],
    ])('an alert about a weighing closes immediately when it is %s', async (_how, method, body) => {
      const log = { flockId: farm.flockId, date: '2026-11-02', mortality: 2, avgWeightGr: 1300 };
      const { id: logId } = await create(service, 'daily-logs', log);
      const [{ id, rule }] = (await scan()).alerts;
      expect(rule).toBe('weight_below_standard');
      await service.send(method, `/daily-logs/${logId}`, body ? { body } : {});
      expect((await scan()).alerts).toMatchObject([{ id, change: 'closed' }]);
      const { body: alert } = await service.send('GET', `/alerts/${id}`);
      expect(alert.resolutionNote).toEqual(expect.any(String));
    });

    test('an alert closes when the action that raised it is undone, even if nothing is left to evaluate', async () => {
      const act = { type: 'log_daily', flockId: farm.flockId, mortality: 240, avgWeightGr: 1300 };
      const executed = await service.send('POST', '/actions', { body: act });
      const scannedAlerts = (await scan()).alerts;
      expect(scannedAlerts.map(({ rule }: { readonly rule: string }) => rule).sort()).toEqual([
        'mortality_spike',
        'weight_below_standard',
      ]);
      await service.send('POST', '/actions/undo', { body: executed.body.undo });
      expect(changes(await scan())).toEqual(['closed', 'closed']);
    });

    test('an alert about a weighing stays open while a later log has no weight', async () => {
      const { flockId } = farm;
      await create(service, 'daily-logs', { flockId, date: '2026-11-01', avgWeightGr: 1300 });
      await scan();
      await create(service, 'daily-logs', { flockId, date: '2026-11-02', mortality: 2 });
      expect(changes(await scan())).toEqual([]);
    });

    test('the alerts of a flock close when its birds have left', async () => {
      const log = { flockId: farm.flockId, date: '2026-11-02', mortality: 80 };
      await create(service, 'daily-logs', log);
      await scan();
      const path = `/flocks/${farm.flockId}`;
      expect((await service.send('PATCH', path, { body: { status: 'closed' } })).status).toBe(200);
      expect(changes(await scan())).toEqual(['closed']);
    });

    test('a gap is reported when it appears, and again only after it was closed', async () => {
      const gapsTold = async () =>
        (await service.events())
          .filter(({ event }) => event === 'gap.detected')
          .map(({ body }) => (body as { data: { gap: { kind: string } } }).data.gap.kind);
      const first = await scan();
      expect(await gapsTold()).toContain('farm_no_coordinates');
      expect(await gapsTold()).toHaveLength(first.gaps.new.length);
      const second = await scan();
      expect(second.gaps).toMatchObject({ new: [], known: first.gaps.new.length, gone: 0 });
      const patch = (place: number | null) =>
        service.send('PATCH', `/farms/${farm.farmId}`, {
          body: { latitude: place, longitude: place },
        });
      await patch(32);
      expect((await scan()).gaps).toMatchObject({ new: [], gone: 1 });
      await patch(null);
      expect((await scan()).gaps.new).toMatchObject([{ kind: 'farm_no_coordinates' }]);
    });

    test('two concurrent scans report everything once', async () => {
      for (const minutes of [30, 15, 0]) await read(24.5, minutes);
      const both = await Promise.all([scan(), scan()]);
      expect(both.flatMap(changes)).toEqual(['opened']);
      expect(await emitted()).toEqual(['alert.created']);
      const gaps = (await service.events()).filter(({ event }) => event === 'gap.detected');
      expect(both.flatMap((scanResult) => scanResult.gaps.new)).toHaveLength(gaps.length);
    });

    test('a scan creates an agent run and an event with the same content', async () => {
      const scanResult = await scan();
      const events = (await service.events()).filter(({ event }) => event === 'brain.scan');
      expect(events).toMatchObject([{ body: { farmId: farm.farmId, data: { scan: scanResult } } }]);
      const { body } = await service.send('GET', `/agent-runs?farmId=${farm.farmId}`);
      expect(body.data).toMatchObject([
        { kind: 'brain_scan', trigger: 'api', status: 'succeeded', error: null },
      ]);
    });

    test('alerts that are already open are counted in addition to those of the rules', async () => {
      const { openAlerts: before } = await scan();
      const old = { title: 'Fan 3 is broken', severity: 'critical' };
      await create(service, 'alerts', old, { farmId: farm.farmId });
      const { openAlerts, rules } = await scan();
      expect(rules.critical).toBeLessThan(openAlerts.critical);
      expect(openAlerts).toEqual({ ...before, critical: before.critical + 1 });
    });

    test('a task that became overdue is reported once', async () => {
      await create(
        service,
        'tasks',
        { title: 'Weigh 100 birds', dueDate: '2026-11-01' },
        { farmId: farm.farmId },
      );
      expect((await scan()).tasksOverdue).toBe(1);
      expect((await scan()).tasksOverdue).toBe(0);
      const { body } = await service.send(
        'GET',
        `/activity?farmId=${farm.farmId}&kinds=task_overdue`,
      );
      expect(body.data).toHaveLength(1);
    });

    test('a scheduled run scans each farm that is due', async () => {
      const other = await createFarm(service, { name: 'Second' });
      const failures: unknown[] = [];
      const round = () =>
        scanDueFarms(service.service.runtime, {
          monotonicMillis: () => 0,
          onFailure: (...failure) => failures.push(failure),
        });
      const kinds = async () => (await round()).map(({ farmId, kind }) => [farmId, kind]).sort();
      const farms = [farm.farmId, other.farmId].sort();
      expect(await kinds()).toEqual(farms.map((farmId) => [farmId, 'full']));
      service.clock.advance(15 * MINUTE_MILLIS);
      expect(await kinds()).toEqual(farms.map((farmId) => [farmId, 'air']));
      service.clock.advance(15 * MINUTE_MILLIS);
      expect(await kinds()).toEqual(farms.map((farmId) => [farmId, 'rules']));
      // From 11:00 to 20:00 of the farms.
      service.clock.advance(9 * HOUR_MILLIS);
      expect(await kinds()).toEqual(farms.map((farmId) => [farmId, 'full']));
      expect(failures).toEqual([]);
    });

    test('a key without the scope, or of another farm, cannot scan', async () => {
      const other = await createFarm(service, { name: 'Second' });
      const reader = await service.createKey({ scopes: ['read:*', 'write:*'] });
      const body = { farmId: farm.farmId };
      const refused = await service.send('POST', '/os/brain/scan', { key: reader, body });
      expect(refused).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
      const scopes = ['actions:execute'];
      const pinned = await service.createKey({ scopes, farmIds: [other.farmId] });
      const foreign = await service.send('POST', '/os/brain/scan', { key: pinned, body });
      expect(foreign).toMatchObject({ status: 403, body: { error: 'farm_forbidden' } });
      const ownScan = await service.send('POST', '/os/brain/scan', { key: pinned });
      expect(ownScan.body).toMatchObject({ scans: [{ farmId: other.farmId }], failed: [] });
      const events = await service.events();
      expect(events.filter(({ event }) => event === 'brain.scan')).toHaveLength(1);
    });

    test('a repeated request returns the first answer and does not scan', async () => {
      const headers = { 'idempotency-key': 'scan-1' };
      const body = { farmId: farm.farmId };
      const send = () => service.send('POST', '/os/brain/scan', { body, headers });
      const [first, again] = [await send(), await send()];
      expect(again.text).toBe(first.text);
      expect(again.headers['idempotent-replayed']).toBe('true');
      const events = await service.events();
      expect(events.filter(({ event }) => event === 'brain.scan')).toHaveLength(1);
    });
  });
}

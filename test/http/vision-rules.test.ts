import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CameraStage, cameraFarm, minutesAgo, STAGE_NOW } from '../support/camera-stage.ts';
import { DATABASES } from '../support/databases.ts';
import { create } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const HOUR = 60;

for (const name of DATABASES) {
  describe(`${name}: camera rules`, () => {
    let service: TestService;
    let stage: CameraStage;
    beforeAll(async () => {
      service = await startTestService(name);
    });
    beforeEach(async () => {
      service.clock.set(STAGE_NOW);
      stage = await cameraFarm(service);
    });
    afterAll(() => service.close());

    /** The names of the events emitted since the sequence number of the stage. */
    async function toldSince(count: number): Promise<string[]> {
      return (await service.events()).slice(count).map(({ event }) => event);
    }

    const behavior = (unit: string, value: number, minutes = 1) => ({
      source: 'east',
      kind: 'behavior',
      unit,
      value,
      ts: minutesAgo(minutes),
    });
    const count = (value: number, minutes: number, source = 'east') => ({
      source,
      kind: 'count',
      value,
      ts: minutesAgo(minutes),
    });

    test.each([
      { what: 'a count 3 % off', event: count(9_700, 1), severity: undefined },
      { what: 'a count just over 3 % off', event: count(9_699, 1), severity: 'warning' },
      { what: 'a count 7 % off', event: count(10_700, 1), severity: 'warning' },
      { what: 'a count just over 7 % off', event: count(10_701, 1), severity: 'critical' },
      { what: 'an unsure count', event: { ...count(1, 1), confidence: 0.49 }, severity: undefined },
      { what: 'no panting', event: behavior('panting', 0.9), severity: undefined },
      { what: 'panting 1', event: behavior('panting', 1), severity: 'warning' },
      { what: 'panting 3', event: behavior('panting', 3), severity: 'critical' },
      { what: 'clustering 1', event: behavior('clustering', 1), severity: undefined },
      { what: 'clustering 2', event: behavior('clustering', 2), severity: 'warning' },
      { what: 'poor spread 2', event: behavior('poor_spread', 2), severity: 'warning' },
      { what: 'an odd behaviour', event: behavior('dancing', 9), severity: undefined },
    ])('$what raises $severity', async ({ event, severity }) => {
      const before = (await service.events()).length;
      expect((await stage.push([event])).status).toBe(200);
      const alerts = await stage.rows('alerts');
      expect(alerts.map((alert) => alert.severity)).toEqual(severity ? [severity] : []);
      const reported = {
        warning: ['alert.created'],
        critical: ['alert.created', 'alert.critical'],
      };
      expect(await toldSince(before)).toEqual(severity ? reported[severity as 'warning'] : []);
      if (!severity) return;
      expect(alerts[0]).toMatchObject({
        barnId: stage.barnId,
        flockId: stage.flockId,
        farmId: stage.farmId,
        status: 'open',
        occurrences: 1,
        createdBy: { type: 'system', id: 'vision' },
      });
      expect(alerts[0].title).toMatch(/\p{Script=Hebrew}/u);
    });

    test('repeated detections raise one alert, which escalates and closes automatically', async () => {
      const before = (await service.events()).length;
      await stage.push([count(9_600, 30)]);
      await stage.push([count(9_500, 29)]);
      expect((await stage.rows('alerts'))[0]).toMatchObject({
        severity: 'warning',
        occurrences: 2,
      });
      await stage.push([count(9_200, 28)]);
      await stage.push([count(9_600, 27)]);
      const [raised] = await stage.rows('alerts');
      expect(raised).toMatchObject({ severity: 'critical', occurrences: 4, status: 'open' });
      expect(raised.severityHistory.map((one: { severity: string }) => one.severity)).toEqual([
        'warning',
        'critical',
      ]);
      await stage.push([count(10_000, 26)]);
      await stage.push([count(9_999, 25)]);
      expect((await stage.rows('alerts'))[0].status).toBe('open');
      await stage.push([count(9_998, 24)]);
      const alerts = await stage.rows('alerts');
      expect(alerts).toHaveLength(1);
      expect(alerts[0]).toMatchObject({ status: 'resolved', severity: 'critical' });
      expect(await toldSince(before)).toEqual([
        'alert.created',
        'alert.critical',
        'alert.resolved',
      ]);
    });

    test('reopen an alert within 24 hours, and open a new one later', async () => {
      const { clock } = service;
      await stage.push([behavior('panting', 1)]);
      const [alert] = await stage.rows('alerts');
      await service.send('PATCH', `/alerts/${alert.id}`, { body: { status: 'resolved' } });
      clock.advance(23 * HOUR * 60_000);
      await stage.push([{ ...behavior('panting', 1), ts: undefined }]);
      expect(await stage.rows('alerts')).toMatchObject([
        { id: alert.id, status: 'open', occurrences: 2, resolvedAt: null },
      ]);
      await service.send('PATCH', `/alerts/${alert.id}`, { body: { status: 'resolved' } });
      clock.advance(25 * HOUR * 60_000);
      await stage.push([{ ...behavior('panting', 1), ts: undefined }]);
      expect(await stage.rows('alerts')).toMatchObject([
        { id: alert.id, status: 'resolved' },
        { status: 'open', occurrences: 1 },
      ]);
    });

    test('ignore alerts dismissed by people, unless they get worse', async () => {
      await stage.push([behavior('panting', 1, 3)]);
      const [alert] = await stage.rows('alerts');
      await service.send('PATCH', `/alerts/${alert.id}`, { body: { status: 'dismissed' } });
      await stage.push([behavior('panting', 2, 2)]);
      expect(await stage.rows('alerts')).toMatchObject([{ status: 'dismissed', occurrences: 1 }]);
      await stage.push([behavior('panting', 4, 1)]);
      expect(await stage.rows('alerts')).toMatchObject([{ status: 'open', severity: 'critical' }]);
    });

    test('evaluate detections written through the API in the same way', async () => {
      const event = { barnId: stage.barnId, kind: 'behavior', unit: 'panting', value: 3 };
      const created = await create(service, 'vision-events', event);
      expect(created.flockId).toBe(stage.flockId);
      expect(await stage.rows('alerts')).toMatchObject([{ severity: 'critical' }]);
      const counted = await create(service, 'vision-events', {
        source: 'west',
        kind: 'count',
        value: 10,
        barnId: stage.barnId,
      });
      expect(counted).toMatchObject({ unit: 'birds', deviceId: stage.devices.west });
    });

    test('report a drop of activity compared with the days before as a health alert', async () => {
      const usual = [72, 71, 48, 47, 24, 23].map((hours) =>
        behavior('activity', 0.5, hours * HOUR - 1),
      );
      expect((await stage.push(usual)).body.stored).toBe(6);
      await stage.push([behavior('activity', 0.37, 2)]);
      expect(await stage.rows('alerts')).toEqual([]);
      await stage.push([behavior('activity', 0.35, 1)]);
      expect(await stage.rows('alerts')).toMatchObject([
        { category: 'health', severity: 'warning', source: { rule: 'activity_drop' } },
      ]);
    });

    test('put dead birds on the timeline, one entry for each camera and call', async () => {
      const dead = (source: string, value: number, trackId?: string) => ({
        source,
        kind: 'mortality',
        value,
        ts: minutesAgo(10),
        ...(trackId === undefined ? {} : { meta: { trackId } }),
      });
      await stage.push([dead('east', 1, 'a'), dead('east', 1, 'a'), dead('west', 2)]);
      await stage.push([{ ...dead('east', 1, 'a'), ts: minutesAgo(5) }]);
      const events = await stage.rows('events', '&kind=vision_mortality&order=title');
      expect(events).toMatchObject([
        { barnId: stage.barnId, flockId: stage.flockId, createdBy: { type: 'camera' } },
        { barnId: stage.barnId, flockId: stage.flockId, createdBy: { type: 'camera' } },
      ]);
      const titles = events.map(({ title }) => title).join('\n');
      expect(titles).toContain('east');
      expect(titles).toContain('west');
    });

    test('report more deaths in the log than cameras can have missed once both are known', async () => {
      const detectionOf = (value: number, minutes: number) => ({
        source: 'east',
        kind: 'mortality',
        value,
        ts: minutesAgo(minutes),
      });
      const yesterday = (value: number) => detectionOf(value, 24 * HOUR);
      const log = { flockId: stage.flockId, date: '2026-11-01', mortality: 20 };
      const written = await create(service, 'daily-logs', log);
      // The cameras did not begin in the middle of yesterday.
      await stage.push([detectionOf(0, 48 * HOUR), yesterday(16)]);
      expect(await stage.rows('alerts')).toEqual([]);
      const path = `/daily-logs/${written.id}`;
      await service.send('PATCH', path, { body: { mortality: 30 } });
      expect(await stage.rows('alerts')).toMatchObject([
        { category: 'mortality', severity: 'warning', status: 'open' },
      ]);
      await service.send('PATCH', path, { body: { mortality: 17 } });
      expect(await stage.rows('alerts')).toMatchObject([{ status: 'resolved' }]);
    });

    test('count differing dead birds of one day as one occurrence, however often the day is evaluated', async () => {
      const dead = (minutes: number) => ({
        source: 'east',
        kind: 'mortality',
        value: 4,
        ts: minutesAgo(minutes),
      });
      await create(service, 'daily-logs', {
        ...{ flockId: stage.flockId, date: '2026-11-02', mortality: 0 },
      });
      for (const minutes of [90, 80, 70, 60]) await stage.push([dead(minutes)]);
      expect(await stage.rows('alerts')).toMatchObject([
        { occurrences: 1, source: { vision: 16, logged: 0 } },
      ]);
    });

    test('use weights and weighings for the weight of the flock, and calibrate the cameras', async () => {
      const { flockId, farmId } = stage;
      const weights = [1, 2, 3, 4, 5].map((hours) => ({
        source: 'east',
        kind: 'weight',
        value: 1500,
        ts: minutesAgo(hours * HOUR),
      }));
      await stage.push(weights);
      const smart = async () => {
        const { body } = await service.send('GET', `/insights?farmId=${farmId}&include=weights`);
        const answer = JSON.stringify(body);
        const [, found] = /"smart":\{"weightG":([\d.]+)/.exec(answer) ?? [];
        const [, factor] = /"factor":([\d.]+)/.exec(answer) ?? [];
        return [Number(found), factor === undefined ? null : Number(factor)];
      };
      const [first, none] = await smart();
      expect([first && first > 1450 && first < 1650, none]).toEqual([true, null]);
      const log = { flockId, date: '2026-11-02', avgWeightGr: 1650 };
      const written = await create(service, 'daily-logs', log);
      const [second, factor] = await smart();
      expect(second).toBeGreaterThan(first ?? 0);
      expect(factor).toBeGreaterThan(1.02);
      await service.send('DELETE', `/daily-logs/${written.id}`);
      const [third, back] = await smart();
      expect([third, back]).toEqual([first, 1]);
    });
  });
}

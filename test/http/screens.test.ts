import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedSchemas } from '../../src/model/answers/core/shared-schemas.ts';
import { screenRoutes } from '../../src/model/routes/farm-routes.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DAY_MILLIS = 86_400_000;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new Map(
  screenRoutes.map(({ path, answer }) => [
    path.replace('/os/', ''),
    ajv.compile({ ...answer.schema, components: { schemas: sharedSchemas } }),
  ]),
);

// Monday 2026-11-02, 10:30 in Israel: the flock of 10,000 is 30 days old.
for (const name of DATABASES) {
  describe(`${name}: the screens of a farm`, () => {
    let service: TestService;
    let farm: TestFarm;
    const get = async (path: string, key = service.admin) => {
      const answer = await service.send('GET', `/os/${path}`, { key });
      if (answer.status !== 200) throw new Error(answer.text);
      const validate = validators.get(path.replace(/[?].*/, ''));
      expect(validate?.(answer.body), JSON.stringify(validate?.errors)).toBe(true);
      return answer.body;
    };
    const ledger = (query = '') => get(`risk/ledger?farmId=${farm.farmId}&lang=en${query}`);
    const scan = async () => {
      const body = { farmId: farm.farmId };
      const { status, body: reported } = await service.send('POST', '/os/brain/scan', { body });
      expect([status, reported.scans[0].rules.failed]).toEqual([200, []]);
    };

    beforeAll(async () => {
      service = await startTestService(name);
      farm = await createFarm(service);
      for (const [date, mortality, feedKg] of [
        ['2026-10-20', 30, 900],
        ['2026-10-27', 12, 1300],
        ['2026-11-01', 8, 1500],
        ['2026-11-02', 5, null],
      ] as const) {
        const log = { flockId: farm.flockId, date, mortality, ...(feedKg ? { feedKg } : {}) };
        await create(service, 'daily-logs', log);
      }
      const { farmId, barnId } = farm;
      await create(service, 'expenses', { date: '2026-11-01', category: 'gas', amount: 800 }, farm);
      await create(service, 'alerts', { title: 'Hot', severity: 'critical', barnId });
      await create(service, 'tasks', { title: 'Weigh', dueDate: '2026-11-01' }, { farmId });
    });
    afterAll(() => service.close());

    test('the dashboard agrees with context, digest and insights', async () => {
      const { farmId } = farm;
      const dashboard = await get(`dashboard?farmId=${farmId}&lang=en`);
      const read = async (path: string) => (await service.send('GET', path)).body;
      const context = await read(`/context?farmId=${farmId}`);
      const digest = await read(`/digest?farmId=${farmId}&lang=en`);
      const { sections } = await read(
        `/insights?farmId=${farmId}&include=actionPlan,health,risk&lang=en`,
      );
      expect(dashboard.figures).toMatchObject({
        birds: 9945,
        mortality: { today: 5, yesterday: 8, logged: 1 },
        feedKg: { today: null, yesterday: 1500, logged: 0 },
        alerts: { critical: 1, warning: 0, info: 0 },
        tasks: { today: 0, overdue: 1 },
        money: { from: '2026-11-01', to: '2026-11-02', expenses: 800 },
      });
      expect(dashboard.figures.alerts).toEqual(context.alerts.counts);
      expect(dashboard.figures.risk.score).toBe(sections.risk.score);
      expect(dashboard.todo).toEqual(sections.actionPlan.items);
      expect(dashboard.headline).toEqual(digest.headline);
      expect(dashboard.barns[0]).toMatchObject({
        state: 'critical',
        live: context.flocks[0].live,
        cumMortalityPct: context.flocks[0].cumMortalityPct,
        health: { score: sections.health.flocks[0].score },
      });
    });

    test('the week is the last seven complete days, or that of a given day', async () => {
      const { farmId } = farm;
      const week = await get(`weekly-summary?farmId=${farmId}&lang=en`);
      expect(week).toMatchObject({
        period: {
          ...{ kind: 'last_7_days', from: '2026-10-26', to: '2026-11-01' },
          before: { from: '2026-10-19', to: '2026-10-25' },
        },
        totals: {
          week: { birds: 9950, mortality: 20, feedKg: 2800 },
          before: { birds: 9970, mortality: 30, feedKg: 900 },
        },
        money: { week: { expenses: 800 }, before: { expenses: 0 } },
        work: { week: { tasksOverdue: 0, alertsOpen: 0 } },
      });
      const byWeek = await get(`weekly-summary?farmId=${farmId}&week=2026-10-22&lang=en`);
      expect(byWeek.period).toMatchObject({ kind: 'calendar_week', from: '2026-10-19' });
      expect(byWeek.totals.week.mortality).toBe(30);
    });

    test.each([
      ['weekly-summary?week=2026-11-03', 'week', 'too_large'],
      ['weekly-summary?week=2026-08-09', 'week', 'too_small'],
      ['weekly-summary?week=yesterday', 'week', 'invalid_date'],
      ['risk/ledger?from=2026-11-02&to=2026-11-01', 'to', 'inconsistent'],
      ['risk/ledger?from=2026-08-02', 'from', 'too_many'],
      ['risk/ledger?item=rain', 'item', 'not_allowed'],
      ['dashboard?depth=full', 'depth', 'unknown_parameter'],
    ])('%s is rejected', async (path, field, code) => {
      const { status, body } = await service.send('GET', `/os/${path}`);
      expect([status, body.issues?.[0]?.path, body.issues?.[0]?.code]).toEqual([400, field, code]);
    });

    test('a ledger covers the farms that a key sees', async () => {
      const foreign = await service.createKey({
        orgId: await service.createOrganisation('Second'),
      });
      const narrow = await service.createKey({ scopes: ['read:flocks'] });
      for (const screen of ['dashboard', 'weekly-summary', 'risk/ledger']) {
        const path = `/os/${screen}?farmId=${farm.farmId}`;
        const refused = [
          await service.send('GET', path, { key: foreign }),
          await service.send('GET', path, { key: narrow }),
        ];
        expect(refused.map(({ body }) => body.error)).toEqual([
          'farm_forbidden',
          'insufficient_scope',
        ]);
      }
    });

    test('the ledger stores the results of the last scan of each day, and reading stores nothing', async () => {
      expect((await ledger()).days).toMatchObject([{ day: '2026-11-02', delta: null }]);
      await scan();
      const question = { rawText: 'Which feed?', isQuestion: true, barnId: farm.barnId };
      const answer = await create(service, 'field-reports', question);
      service.clock.advance(DAY_MILLIS);
      // There was no scan today: today shows the present state, and yesterday its scan.
      const unread = await ledger();
      expect(unread.days.map(({ day }: { day: string }) => day)).toEqual([
        ...['2026-11-02', '2026-11-03'],
      ]);
      await ledger();
      service.clock.advance(3_600_000);
      await scan();
      const people = (expected: { items: { key: string }[] }) =>
        expected.items.find(({ key }) => key === 'people');
      // One question longer than a day: 0.2 of 0.3.
      expect(people(await ledger())).toMatchObject({
        ...{ p: 0.2, points: 6, trend: 'up', delta: 6, firstSeen: '2026-11-03' },
        history: [
          { day: '2026-11-02', points: 0 },
          { day: '2026-11-03', points: 6 },
        ],
      });
      const path = `/field-reports/${answer.id}`;
      await service.send('PATCH', path, { body: { replyText: 'Starter', status: 'answered' } });
      // The same day again: the last scan wins.
      await scan();
      service.clock.advance(DAY_MILLIS);
      const reported = await ledger('&item=people');
      expect(reported.items).toMatchObject([
        {
          ...{ key: 'people', points: 0, firstSeen: null, trend: 'same' },
          history: [
            { day: '2026-11-02', points: 0 },
            { day: '2026-11-03', points: 0 },
            { day: '2026-11-04', points: 0 },
          ],
        },
      ]);
      const past = await ledger('&from=2026-11-02&to=2026-11-03');
      expect(past.days).toHaveLength(2);
      expect(past.items.every(({ fix }: { fix: unknown }) => fix === null)).toBe(true);
    });
  });
}

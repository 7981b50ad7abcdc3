import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

// 10:30 on November 2 in Jerusalem, UTC+2.
const NOW = '2026-11-02T08:30:00.000Z';
const HOT = { metric: 'temp', op: '>', value: 31 };
const COOL = { command: 'start_cooling' };
const PATH = '/os/automations/test?lang=en';

for (const database of DATABASES) {
  describe(`${database}: test of an automation`, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database, { now: NOW });
    });
    beforeEach(async () => {
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    const save = (body: Readonly<Record<string, unknown>> = {}) =>
      create(
        service,
        'automations',
        { name: 'Heat', trigger: HOT, action: COOL, mode: 'auto', ...body },
        { farmId: farm.farmId },
      );
    const read = (time: string, temp: number, body: Readonly<Record<string, unknown>> = {}) => {
      const ts = time.includes('T') ? time : `2026-11-01T${time}:00.000Z`;
      return create(service, 'env-readings', { barnId: farm.barnId, ts, temp, ...body });
    };
    /** Five readings of yesterday, of which three are above 31 °C. */
    const readFive = async () => {
      const ids: string[] = [];
      const day = [
        ['06:00', 30],
        ['06:10', 33],
        ['06:20', 34],
        ['06:30', 30],
        ['06:40', 32],
      ] as const;
      for (const [time, temp] of day) ids.push((await read(time, temp)).id);
      return ids;
    };
    const ask = async (body: Readonly<Record<string, unknown>>, key?: string) => {
      const { status, body: answer } = await service.send('POST', PATH, {
        body,
        ...(key === undefined ? {} : { key }),
      });
      return { status, answer };
    };
    const testOf = async (body: Readonly<Record<string, unknown>>) => {
      const { status, answer } = await ask(body);
      expect([status, answer.message]).toEqual([200, undefined]);
      return answer;
    };
    const draft = (rule: Readonly<Record<string, unknown>>) => ({
      rule: { barnId: farm.barnId, trigger: HOT, action: COOL, ...rule },
    });
    const testDraft = async (rule: Readonly<Record<string, unknown>>, day?: string) => {
      const body = { ...draft(rule), ...(day === undefined ? {} : { day }) };
      const { status, body: answer } = await service.send('POST', `${PATH}&farmId=${farm.farmId}`, {
        body,
      });
      expect([status, answer.message]).toEqual([200, undefined]);
      return answer;
    };

    test('three of five values of yesterday cause two runs; nothing is changed', async () => {
      const ids = await readFive();
      const { id } = await save();
      const eventCount = (await service.events()).length;
      const answer = await testOf({ automationId: id });
      expect(answer).toMatchObject({
        automation: { id, name: 'Heat', mode: 'auto', enabled: true },
        farmId: farm.farmId,
        day: '2026-11-01',
        zone: 'Asia/Jerusalem',
        from: '2026-10-31T22:00:00.000Z',
        to: '2026-11-01T21:59:59.999Z',
        runs: 2,
        more: 0,
        moreBarns: 0,
      });
      const outcome = { kind: 'command', status: 'executed', id: null, text: 'start cooling' };
      expect(answer.matches).toMatchObject([
        {
          at: '2026-11-01T06:10:00.000Z',
          barnId: farm.barnId,
          barn: 'Barn 1',
          ageDays: 29,
          text: 'Temperature at 33°C, above 31°C',
          value: 33,
          since: '2026-11-01T06:10:00.000Z',
          until: '2026-11-01T06:30:00.000Z',
          record: { resource: 'env-readings', id: ids[1] },
          outcome,
          error: null,
        },
        {
          at: '2026-11-01T06:40:00.000Z',
          value: 32,
          until: null,
          record: { resource: 'env-readings', id: ids[4] },
          outcome,
        },
      ]);
      expect(answer.barns).toEqual([
        {
          barnId: farm.barnId,
          barn: 'Barn 1',
          ageDays: 29,
          code: 'tested',
          checked: 5,
          met: 3,
          runs: 2,
          isActiveAtStart: false,
          text: '3 of 5 values met the condition; it would have acted 2 times.',
        },
      ]);
      expect(answer.untested.map(({ code }: { code: string }) => code)).toEqual([
        'other_automations',
      ]);
      const { body: after } = await service.send('GET', `/automations/${id}`);
      expect([after.runs, after.lastRunAt]).toEqual([0, null]);
      for (const path of ['/controller-commands', '/agent-runs', '/alerts']) {
        const { body } = await service.send('GET', `${path}?farmId=${farm.farmId}`);
        expect([path, body.data]).toEqual([path, []]);
      }
      expect((await service.events()).length).toBe(eventCount);
    });

    test('a disabled rule is tested as if it were enabled', async () => {
      await readFive();
      const { id } = await save({ enabled: false });
      const { automation, runs, matches } = await testOf({ automationId: id });
      expect([automation.enabled, runs, matches[0].error]).toEqual([false, 2, null]);
    });

    test('changes to a saved rule are tested without saving them', async () => {
      await readFive();
      const { id } = await save();
      const rule = { trigger: { ...HOT, value: 33 }, mode: 'suggest' };
      const { runs, matches } = await testOf({ automationId: id, rule });
      expect([runs, matches[0].at]).toEqual([1, '2026-11-01T06:20:00.000Z']);
      expect(matches[0].outcome).toMatchObject({
        status: 'proposed',
        text: 'start cooling, once approved',
      });
      expect((await service.send('GET', `/automations/${id}`)).body.trigger.value).toBe(31);
    });

    test('a condition that started the night before does not run again', async () => {
      await read('2026-10-31T21:50:00.000Z', 33);
      await read('2026-10-31T22:10:00.000Z', 33);
      const { runs, barns } = await testDraft({});
      expect([runs, barns[0].met, barns[0].isActiveAtStart]).toEqual([0, 1, true]);
      expect(barns[0].text).toContain('had already acted before the day began');
    });

    test('a condition of ten minutes runs to the minute, including the reading before it', async () => {
      await read('06:00', 33);
      const { id } = await read('06:06', 33);
      await read('06:14', 33);
      const { matches } = await testDraft({ trigger: { ...HOT, forMinutes: 10 } });
      expect(matches).toMatchObject([
        { at: '2026-11-01T06:10:00.000Z', minutes: 10, record: { id } },
      ]);
    });

    test('missing readings are detected between the readings and at the end', async () => {
      await read('06:00', 24);
      await read('07:00', 24);
      const trigger = { metric: 'temp', op: 'stale', value: 30 };
      const { matches, barns } = await testDraft({ trigger, mode: 'alert_only' });
      expect(matches).toMatchObject([
        { at: '2026-11-01T06:30:00.000Z', until: '2026-11-01T07:00:00.000Z' },
        { at: '2026-11-01T07:30:00.000Z', until: null },
      ]);
      expect(matches[0].outcome).toMatchObject({ kind: 'alert', text: 'alert: start cooling' });
      expect([barns[0].met, barns[0].text]).toEqual([null, 'It would have acted 2 times.']);
    });

    test('camera observations are tested as well', async () => {
      const trigger = { metric: 'panting', op: '>=', value: 0.4 };
      const sighting = { barnId: farm.barnId, kind: 'behavior', unit: 'panting' };
      const ids: string[] = [];
      for (const [minute, value] of [
        ['00', 0.3],
        ['30', 0.5],
      ]) {
        const ts = `2026-11-01T09:${minute}:00.000Z`;
        ids.push((await create(service, 'vision-events', { ...sighting, ts, value })).id);
      }
      const { matches, barns } = await testDraft({ trigger });
      expect(matches).toMatchObject([
        { value: 0.5, record: { resource: 'vision-events', id: ids[1] } },
      ]);
      expect(barns).toMatchObject([{ checked: 2, met: 1, runs: 1 }]);
    });

    test('unknown outcomes are reported as unknown', async () => {
      await read('06:00', 33, { source: 'weather' });
      expect((await testDraft({})).barns).toMatchObject([{ code: 'no_data', checked: 0, runs: 0 }]);
      await read('06:10', 31.2);
      const young = await testDraft({ trigger: { ...HOT, ageTo: 7 } });
      expect(young.barns).toMatchObject([{ code: 'outside_age', checked: 1, runs: 0 }]);
      const unknown = await testDraft({ trigger: { ...HOT, metric: 'mood' } });
      expect([unknown.barns, unknown.untested[0].code]).toEqual([[], 'not_usable']);
      await service.send('PATCH', `/flocks/${farm.flockId}`, {
        body: { placementDate: '2026-10-30' },
      });
      const chicks = await testDraft({ mode: 'auto' });
      expect(chicks.untested.map(({ code }: { code: string }) => code)).toEqual([
        'other_automations',
        'devices',
      ]);
      // 31.2 °C is below the target of chicks of two days, which keep their heat.
      expect(chicks.matches[0].outcome.status).toBe('proposed');
    });

    test('the current day is tested until now, a day with 25 hours to its end', async () => {
      await read('2026-11-02T08:00:00.000Z', 33);
      const today = await testDraft({}, '2026-11-02');
      expect([today.runs, today.to, today.untested[0].code]).toEqual([1, NOW, 'day_not_over']);
      // The clocks went back on October 25.
      const long = await testDraft({}, '2026-10-25');
      expect([long.from, long.to]).toEqual([
        '2026-10-24T21:00:00.000Z',
        '2026-10-25T21:59:59.999Z',
      ]);
    });

    test('a hundred runs are listed, the others counted', async () => {
      const rows = Array.from({ length: 204 }, (_, index) => ({
        barnId: farm.barnId,
        ts: new Date(Date.parse('2026-11-01T00:00:00.000Z') + index * 5 * 60_000).toISOString(),
        temp: index % 2 === 0 ? 33 : 28,
      }));
      for (const row of rows) await create(service, 'env-readings', row);
      const { runs, matches, more } = await testDraft({});
      expect([runs, matches.length, more]).toEqual([102, 100, 2]);
    });

    test('the test has the rights of the key that saved the automation', async () => {
      await readFive();
      const key = await service.createKey({ scopes: ['write:automations', 'read:*'] });
      const { id } = await create(
        service,
        'automations',
        { name: 'Heat', trigger: HOT, action: COOL, mode: 'auto' },
        { farmId: farm.farmId, key },
      );
      const { matches } = await testOf({ automationId: id });
      expect(matches[0]).toMatchObject({ outcome: null, errorCode: 'editor_lacks_scope' });
      expect(matches[0].error).toContain('write:controller-commands');
    });

    test('nothing of a foreign farm is shown', async () => {
      await readFive();
      const { id } = await save({ barnId: farm.barnId });
      const other = await createFarm(service, { name: 'Other farm' });
      const pinned = await service.createKey({ scopes: ['read:*'], farmIds: [other.farmId] });
      const tested = await ask({ automationId: id }, pinned);
      expect([tested.status, tested.answer.issues?.[0]]).toMatchObject([
        400,
        { path: 'automationId', code: 'not_found' },
      ]);
      const foreign = await service.send('POST', `${PATH}&farmId=${farm.farmId}`, {
        body: draft({}),
        key: pinned,
      });
      expect([foreign.status, foreign.body.error]).toEqual([403, 'farm_forbidden']);
      const barn = await ask(draft({}), pinned);
      expect([barn.status, barn.answer.issues?.[0]]).toMatchObject([
        400,
        { path: 'rule.barnId', code: 'not_found' },
      ]);
      // On its farm it sees only its barn.
      const ownTest = await ask({ rule: { trigger: HOT, action: COOL } }, pinned);
      expect(ownTest.answer.barns).toMatchObject([{ barnId: other.barnId, code: 'no_data' }]);
    });

    test.each([
      ['neither a rule nor an automation', {}, 'automationId', 'required'],
      ['a future day', { rule: {}, day: '2026-11-03' }, 'day', 'too_large'],
      ['no day', { rule: {}, day: 'yesterday' }, 'day', 'invalid_date'],
      [
        'a wrong operator',
        { rule: { trigger: { ...HOT, op: '=' } } },
        'rule.trigger.op',
        'not_allowed',
      ],
      [
        'two actions',
        { rule: { action: { ...COOL, task: { title: 'x' } } } },
        'rule.action',
        'inconsistent',
      ],
      ['an unknown mode', { rule: { mode: 'soon' } }, 'rule.mode', 'not_allowed'],
      ['a rule that is a text', { rule: 'heat' }, 'rule', 'wrong_type'],
    ])('%s is rejected', async (_fact, body, path, code) => {
      const answer = await service.send('POST', `${PATH}&farmId=${farm.farmId}`, { body });
      expect([answer.status, answer.body.issues[0].path, answer.body.issues[0].code]).toEqual([
        400,
        path,
        code,
      ]);
    });

    test('requires read access', async () => {
      const key = await service.createKey({ scopes: ['write:automations'] });
      expect((await ask({ rule: {} }, key)).status).toBe(403);
    });
  });
}

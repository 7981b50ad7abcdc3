import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureNames } from '../../src/model/measures.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

for (const database of DATABASES) {
  describe(`/os/measures on ${database}`, () => {
    let service: TestService;
    let farm: TestFarm;
    let other: TestFarm;
    let pinned: string;

    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service, { name: 'North' });
      other = await createFarm(service, { name: 'South' });
      await create(service, 'daily-logs', {
        flockId: farm.flockId,
        date: '2026-11-02',
        mortality: 12,
      });
      pinned = await service.createKey({ scopes: ['read:*'], farmIds: [farm.farmId] });
    });

    afterAll(() => service.close());

    const read = (path: string, key = service.admin) =>
      service.send('GET', `/os/measures${path}`, { key });

    test('the list has every measure once, with the scope it requires', async () => {
      const { status, body } = await read('');
      expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, measureNames]);
      expect(body.data[0]).toEqual({
        id: 'mortality',
        summary: 'Birds that died',
        example: 'How many birds died today?',
        per: 'flock',
        usualPeriod: 'today',
        aggregations: expect.arrayContaining(['value', 'total']),
        slots: {},
        scopes: ['read:daily-logs', 'read:sales', 'read:vision-events'],
      });
    });

    test('a measure returns the same answer as the equivalent question', async () => {
      const { status, body } = await read('/mortality?lang=en', pinned);
      const question = { farmId: farm.farmId, question: 'How many birds died today?' };
      const response = await service.send('POST', '/ask', { body: question });
      expect([status, body.lang]).toEqual([200, 'en']);
      expect(body.facts).toEqual(response.body.facts);
      expect(body.answer).toBe(response.body.answer);
      expect(body.facts[0]).toMatchObject({ value: 12, unit: 'birds' });
    });

    test('a barn, a period and a language select and translate it', async () => {
      const { farmId, barnId } = farm;
      const query = `farmId=${farmId}&barnId=${barnId}&from=2026-11-01&to=2026-11-02&lang=he`;
      const { status, body } = await read(`/mortality?${query}`);
      expect([status, body.lang]).toEqual([200, 'he']);
      expect(body.understood).toMatchObject({
        intent: 'mortality',
        farm: farmId,
        barn: barnId,
        period: { from: '2026-11-01', to: '2026-11-02' },
      });
    });

    test.each([
      ['an unknown measure', '/mortalty?', 404, 'did you mean mortality?'],
      ['no farm of several', '/mortality?', 400, 'farmId is required'],
      ['an unknown barn', '/mortality?farmId={farm}&barnId=barn_none', 400, 'barnId'],
      ['an end without a start', '/mortality?farmId={farm}&to=2026-11-01', 400, 'from is'],
      [
        'an end before the start',
        '/mortality?farmId={farm}&from=2026-11-02&to=2026-11-01',
        400,
        'to must not be before from',
      ],
      [
        'a past period of a current-only measure',
        '/feedStock?farmId={farm}&from=2026-10-01',
        400,
        'the present only',
      ],
      ['an unsuitable aggregation', '/alerts?farmId={farm}&aggregation=trend', 400, 'list, count'],
      ['an unknown aggregation', '/alerts?farmId={farm}&aggregation=best', 400, 'aggregation'],
      [
        'a filter of another measure',
        '/mortality?farmId={farm}&severity=critical',
        400,
        'severity',
      ],
      ['an unknown word of a filter', '/alerts?farmId={farm}&severity=bad', 400, 'critical'],
      ['an unknown parameter', '/mortality?farmId={farm}&barn=1', 400, 'barn'],
      ['a foreign farm', '/mortality?farmId=farm_none', 403, 'may touch'],
    ])('%s is rejected', async (_name, path, status, expected) => {
      const answer = await read(path.replace('{farm}', farm.farmId));
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        status,
        expect.stringContaining(expected),
      ]);
    });

    test('a barn of another farm gets the same message as a missing one', async () => {
      const foreignBarn = await read(`/mortality?barnId=${other.barnId}`, pinned);
      const missingBarn = await read('/mortality?barnId=barn_none', pinned);
      expect([foreignBarn.status, missingBarn.status]).toEqual([400, 400]);
      expect(foreignBarn.body.message.replace(other.barnId, '')).toBe(
        missingBarn.body.message.replace('barn_none', ''),
      );
    });

    test('a key without the module gets an error that names the missing scope', async () => {
      const key = await service.createKey({
        scopes: ['read:tasks', 'read:users', 'read:contacts'],
        farmIds: [farm.farmId],
      });
      const { status, body } = await read('/mortality', key);
      expect([status, body.error]).toEqual([403, 'insufficient_scope']);
      expect(body.message).toContain('read:daily-logs');
      expect((await read('/tasks', key)).status).toBe(200);
      const writer = await service.createKey({ scopes: ['write:*'], farmIds: [farm.farmId] });
      expect((await read('', writer)).status).toBe(403);
    });

    test.each(measureNames)('%s is answered on a farm with little data', async (name) => {
      const { status, body } = await read(`/${name}?farmId=${farm.farmId}&lang=en`);
      expect([name, status]).toEqual([name, 200]);
      expect(body.answer).not.toBe('');
    });
  });

  describe(`POST /os/actions/check on ${database}`, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    test('an action is returned complete, and nothing runs', async () => {
      const key = await service.createKey({ scopes: ['read:*'], farmIds: [farm.farmId] });
      const body = { type: 'create_expense', amount: 1240, category: 'vet' };
      const { status, body: checked } = await service.send('POST', '/os/actions/check', {
        key,
        body,
      });
      expect(status).toBe(200);
      expect(checked).toEqual({
        ok: true,
        type: 'create_expense',
        farmId: farm.farmId,
        fields: expect.objectContaining({ ...body, farmId: farm.farmId, date: '2026-11-02' }),
      });
      expect((await service.send('GET', '/expenses')).body.meta.total).toBe(0);
      expect((await service.send('POST', '/actions', { body: checked.fields })).status).toBe(200);
    });

    test.each([
      [['read:expenses'], 200],
      [['write:*'], 200],
      [['write:tasks'], 200],
      [['actions:execute', 'ai:ask', 'admin:*'], 403],
    ])('a key with %j is answered with %d', async (scopes, status) => {
      const key = await service.createKey({ scopes, farmIds: [farm.farmId] });
      const body = { type: 'navigate', path: '/tasks' };
      const checked = await service.send('POST', '/os/actions/check', { key, body });
      expect(checked.status).toBe(status);
    });

    test('all issues are reported at once, as on running it', async () => {
      const body = { type: 'create_expense', amount: -1, category: '' };
      const checked = await service.send('POST', '/os/actions/check', { body });
      const run = await service.send('POST', '/actions', { body });
      expect([checked.status, checked.body.issues]).toEqual([400, run.body.issues]);
    });
  });
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Transaction } from '../../../src/storage/core/database.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm } from '../../support/farm.ts';
import { ask } from '../../support/farm-answers.ts';
import { playScenarios, type Scenario, type Stage } from '../../support/scenario.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const HOUR_MILLIS = 3_600_000;

function cursorOf(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

const REFUSED: readonly Scenario[] = [
  {
    name: 'a kind that there is not',
    method: 'GET',
    url: '/activity?kinds=alert,alerts',
    status: 400,
    has: { issues: [{ path: 'kinds', code: 'not_allowed', suggestion: 'alert' }] },
  },
  ...['-1', '101', 'many', '1.5'].map((score) => ({
    name: `a score of ${score}`,
    method: 'GET',
    url: `/activity?minScore=${score}`,
    status: 400,
    has: { issues: [{ path: 'minScore' }] },
  })),
  ...['yesterday', '2026-02-30', '2026-11-02T25:00:00Z'].map((day) => ({
    name: `from ${day}`,
    method: 'GET',
    url: `/activity?from=${day}`,
    status: 400,
    has: { issues: [{ path: 'from' }] },
  })),
  {
    name: 'a parameter of lists',
    method: 'GET',
    url: '/activity?offset=5',
    status: 400,
    has: { issues: [{ path: 'offset', code: 'unknown_parameter' }] },
  },
  ...['0', '201', '1.5', 'all'].map((limit) => ({
    name: `a limit of ${limit}`,
    method: 'GET',
    url: `/activity?limit=${limit}`,
    status: 400,
    has: { issues: [{ path: 'limit' }] },
  })),
  ...[
    'x',
    cursorOf(['ts', 'asc', '2026-11-02T05:30:00.000Z', 'a']),
    cursorOf(['createdAt', 'desc', '2026-11-02T05:30:00.000Z', 'a']),
    cursorOf(['ts', 'desc', 'never', 'a']),
    cursorOf(['ts', 'desc', null, 'a']),
    cursorOf(['ts', 'desc', '2026-11-02T05:30:00.000Z', 'a\0']),
  ].map((cursor) => ({
    name: `a cursor of ${cursor}`,
    method: 'GET',
    url: `/activity?cursor=${cursor}`,
    status: 400,
    has: { issues: [{ path: 'cursor', code: 'invalid_format' }] },
  })),
  {
    name: 'a farm of somebody else',
    as: 'pinned',
    method: 'GET',
    url: '/activity?farmId={second}',
    status: 403,
    has: { error: 'farm_forbidden' },
  },
  {
    name: 'a key that writes only',
    as: 'writer',
    method: 'GET',
    url: '/activity',
    status: 403,
    has: { error: 'insufficient_scope' },
  },
];

for (const database of DATABASES) {
  describe(`${database}: /activity`, () => {
    let service: TestService;
    let stage: Stage;
    let farmId: string;
    beforeAll(async () => {
      // Half past eleven at night in Mexico, where the farm is; in Israel it is the next day.
      service = await startTestService(database, { now: '2026-11-02T05:30:00.000Z' });
      const place = { latitude: 19.4, longitude: -99.1 };
      farmId = (await create(service, 'farms', { name: 'Mexico', ...place })).id;
      const row = (resource: Parameters<typeof create>[1], body: Record<string, unknown>) =>
        create(service, resource, body, { farmId });
      await row('alerts', { title: 'Late', severity: 'critical' });
      service.clock.advance(HOUR_MILLIS);
      await row('alerts', { title: 'Early', severity: 'info' });
      const task = await row('tasks', { title: 'Weigh 100 birds' });
      await service.send('PATCH', `/tasks/${task.id}`, { body: { status: 'done' } });
      const second = await createFarm(service, { name: 'Israel' });
      stage = {
        service,
        keys: {
          pinned: await service.createKey({ farmIds: [farmId] }),
          tasks: await service.createKey({ scopes: ['read:tasks'] }),
          writer: await service.createKey({ scopes: ['write:*'] }),
        },
        names: { second: second.farmId },
      };
    });
    afterAll(() => service.close());

    playScenarios(() => stage, REFUSED);

    const titles = async (query: string, key = `${stage.keys['pinned']}`) => {
      const { data } = await ask(service, `/activity?lang=en&${query}`, { key });
      return data.map(({ title }: { title: string }) => title);
    };
    const ALL = ['Task done: Weigh 100 birds', 'Alert: Early', 'Alert: Late'];

    test.each([
      ['everything, the newest first', '', ALL],
      ['a minimum severity', 'minScore=35', ['Alert: Early', 'Alert: Late']],
      ['a minimum severity that nothing reached', 'minScore=100', ['Alert: Late']],
      ['one kind', 'kinds=task_done', ['Task done: Weigh 100 birds']],
      ['several kinds', 'kinds=task_done,alert,sale', ALL],
      ['a kind without entries', 'kinds=sale', []],
      ['a day of the farm', 'from=2026-11-01&to=2026-11-01', ['Alert: Late']],
      ['the day after', 'from=2026-11-02', ['Task done: Weigh 100 birds', 'Alert: Early']],
      ['past days', 'to=2026-10-31', []],
      [
        'an instant, both ends included',
        'from=2026-11-02T05:30:00.000Z&to=2026-11-02T05:30:00.000Z',
        ['Alert: Late'],
      ],
      ['a millisecond later', 'from=2026-11-02T05:30:00.001Z', ALL.slice(0, 2)],
      ['a reversed range', 'from=2026-11-05&to=2026-11-01', []],
    ])('reports %s', async (_, query, expected) => {
      expect(await titles(`farmId=${farmId}&${query}`)).toEqual(expected);
    });

    test('the days of /activity without a farm are in the time zone of the organisation', async () => {
      expect(await titles('from=2026-11-01&to=2026-11-01')).toEqual([]);
      expect(await titles('from=2026-11-02&to=2026-11-02')).toEqual(ALL);
    });

    test('a key for tasks sees only tasks', async () => {
      expect(await titles('', stage.keys['tasks'])).toEqual(['Task done: Weigh 100 birds']);
      expect(await titles('kinds=alert', stage.keys['tasks'])).toEqual([]);
    });

    test('more than one page is indicated', async () => {
      const { meta } = await ask(service, '/activity');
      expect(meta).toEqual({ limit: 200, hasMore: false, nextCursor: null });
    });

    test('is read page by page, each entry once, including those of one instant', async () => {
      const allEntries = (await ask(service, '/activity?lang=en')).data;
      // Task and alert were reported at the same instant.
      expect(new Set(allEntries.map(({ ts }: { ts: string }) => ts)).size).toBeLessThan(
        allEntries.length,
      );
      const pages = [];
      let cursor: string | null = '';
      while (cursor !== null && pages.length <= allEntries.length) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { data, meta } = await ask(service, `/activity?lang=en&limit=1${query}`);
        expect(meta).toMatchObject({ limit: 1, hasMore: meta.nextCursor !== null });
        pages.push(data);
        cursor = meta.nextCursor;
      }
      expect(pages.flat()).toEqual(allEntries);
    });

    test('a time without an offset is in the time zone of the farm', async () => {
      expect(await titles(`farmId=${farmId}&to=2026-11-01T23:30:00`)).toEqual(['Alert: Late']);
      expect(await titles(`farmId=${farmId}&to=2026-11-01T23:29:59.999`)).toEqual([]);
    });

    test('a repeated request is reported once', async () => {
      const before = (await titles('kinds=event')).length;
      const send = () =>
        service.send('POST', `/events?farmId=${farmId}`, {
          body: { kind: 'other', title: 'Once' },
          headers: { 'idempotency-key': 'once' },
        });
      expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
      expect((await titles('kinds=event')).length).toBe(before + 1);
    });

    test.each([
      ['a body that is not valid', '/alerts', { title: '' }, 400],
      ['an invalid date', '/sales', { flockId: 'x', date: '2026-02-30' }, 400],
      ['a read-only resource', '/farm-access', { role: 'owner' }, 405],
    ])('%s is not reported', async (_, path, body, status) => {
      const before = (await ask(service, '/activity')).data.length;
      const answer = await service.send('POST', `${path}?farmId=${farmId}`, { body });
      expect(answer.status).toBe(status);
      expect((await ask(service, '/activity')).data.length).toBe(before);
    });
  });

  describe(`${database}: a write that is rolled back`, () => {
    test('leaves neither its row nor an activity', async () => {
      let isBroken = false;
      const service = await startTestService(database, {
        wrap: (database) => breaking(database, () => isBroken),
      });
      const { farmId, flockId } = await createFarm(service);
      const before = (await ask(service, '/activity')).data;
      isBroken = true;
      const alert = await service.send('POST', `/alerts?farmId=${farmId}`, {
        body: { title: 'Lost', severity: 'critical' },
      });
      const closing = await service.send('PATCH', `/flocks/${flockId}`, {
        body: { status: 'closed' },
      });
      isBroken = false;
      expect([alert.status, closing.status]).toEqual([500, 500]);
      expect((await service.send('GET', '/alerts')).body.data).toEqual([]);
      expect((await ask(service, '/activity')).data).toEqual(before);
      await service.close();
    });
  });
}

/** A database whose transactions fail after their work, on request. */
function breaking(database: Database, isBroken: () => boolean): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (transaction: Transaction) => {
        const result = await work(transaction);
        if (isBroken()) throw new Error('something broke');
        return result;
      }),
  };
}

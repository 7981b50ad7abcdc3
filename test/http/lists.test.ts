import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatCursor } from '../../src/platform/core/list-query.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { playScenarios, type Scenario, type Stage } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let stage: Stage;

    beforeAll(async () => {
      service = await startTestService(database);
      const farm = await createFarm(service);
      const bangkok = await create(service, 'farms', {
        name: 'Bangkok farm',
        latitude: 13.75,
        longitude: 100.5,
      });
      const secondOrg = await service.createOrganisation('Second');
      const secondAdmin = await service.createKey({ orgId: secondOrg });
      const second = await createFarm(service, { name: 'Third farm', key: secondAdmin });
      const { farmId } = farm;
      const task = (body: object) => create(service, 'tasks', { title: 'x', ...body }, { farmId });
      const weigh = await task({ title: 'Weigh birds', priority: 'high', dueDate: '2026-11-05' });
      const fans = await task({ title: 'Señor López: fans', dueDate: '2026-11-03' });
      const litter = await task({ title: 'Litter 100%', status: 'done', barnId: farm.barnId });
      await create(service, 'events', eventAt('2026-11-01T16:59:59.999Z'), { farmId: bangkok.id });
      await create(service, 'events', eventAt('2026-11-01T17:00:00.000Z'), { farmId: bangkok.id });
      await create(service, 'events', eventAt('2026-11-02T16:59:59.999Z'), { farmId: bangkok.id });
      stage = {
        service,
        keys: {
          pinned: await service.createKey({ farmIds: [farmId] }),
          nowhere: await service.createKey({ farmIds: [] }),
          second: secondAdmin,
        },
        names: {
          ...farm,
          bangkok: bangkok.id,
          secondBarnId: second.barnId,
          weigh: weigh.id,
          fans: fans.id,
          litter: litter.id,
        },
      };
    });
    afterAll(() => service.close());

    const play = (scenarios: readonly Scenario[]) => playScenarios(() => stage, scenarios);
    const get = (name: string, url: string, rest: Partial<Scenario> = {}): Scenario => ({
      name,
      method: 'GET',
      url,
      status: 200,
      ...rest,
    });
    const finds = (...ids: string[]) => ({
      has: { data: ids.map((id) => ({ id: `{${id}}` })), meta: { total: ids.length } },
    });
    const refuses = (path: string, code: string, more: object = {}) => ({
      status: 400,
      has: { issues: [{ path, code, ...more }] },
    });

    describe('a page', () => {
      play([
        get('says what it is a page of', '/tasks', {
          has: {
            data: [{ id: '{litter}' }, { id: '{fans}' }, { id: '{weigh}' }],
            meta: { total: 3, limit: 50, offset: 0, hasMore: false },
          },
          lacks: ['nextCursor'],
        }),
        get('that is full says there is more, and where', '/tasks?limit=2', {
          has: {
            data: [{ id: '{litter}' }, { id: '{fans}' }],
            meta: {
              total: 3,
              limit: 2,
              offset: 0,
              hasMore: true,
              nextCursor: expect.any(String),
            },
          },
        }),
        get('that is the last says there is no more', '/tasks?limit=2&offset=2', {
          has: {
            data: [{ id: '{weigh}' }],
            meta: { total: 3, limit: 2, offset: 2, hasMore: false },
          },
        }),
        get('of exactly all rows says there is no more', '/tasks?limit=3', {
          has: { meta: { total: 3, limit: 3, hasMore: false } },
        }),
        get('behind the end is empty', '/tasks?offset=10000000', {
          has: { data: [], meta: { total: 3, hasMore: false } },
        }),
        get('of 200 rows is allowed', '/tasks?limit=200', { has: { meta: { limit: 200 } } }),
        get('of 201 is not', '/tasks?limit=201', refuses('limit', 'too_large')),
        get('of 2000 readings is allowed', '/env-readings?limit=2000', {
          has: { data: [], meta: { limit: 2000 } },
        }),
        get('of 2001 is not', '/env-readings?limit=2001', refuses('limit', 'too_large')),
        get('of 2000 detections is allowed', '/vision-events?limit=2000', { has: { data: [] } }),
        get('of 2001 is not', '/vision-events?limit=2001', refuses('limit', 'too_large')),
        get('of nothing is none', '/tasks?limit=0', refuses('limit', 'too_small')),
      ]);
    });

    describe('an order', () => {
      play([
        get('by a date puts rows without one last', '/tasks?order=dueDate&dir=asc', {
          has: { data: [{ id: '{fans}' }, { id: '{weigh}' }, { id: '{litter}' }] },
        }),
        get('also going down', '/tasks?order=dueDate&dir=desc', {
          has: { data: [{ id: '{weigh}' }, { id: '{fans}' }, { id: '{litter}' }] },
        }),
        get('goes down unless told', '/tasks?order=title', {
          has: { data: [{ id: '{weigh}' }, { id: '{fans}' }, { id: '{litter}' }] },
        }),
        get('by priority is by rank, newest first', '/tasks?order=priority', {
          has: { data: [{ id: '{weigh}' }, { id: '{litter}' }, { id: '{fans}' }] },
        }),
        get(
          'by a field that is none suggests one',
          '/tasks?order=duedate',
          refuses('order', 'not_allowed', { suggestion: 'dueDate' }),
        ),
        get('by a computed field is none', '/tasks?order=overdue', refuses('order', 'not_allowed')),
        get('by JSON is none', '/tasks?order=createdBy', refuses('order', 'not_allowed')),
      ]);
    });

    describe('a filter', () => {
      play([
        get('by status', '/tasks?status=open', finds('fans', 'weigh')),
        get('by a synonym of a status', '/tasks?status=completed', finds('litter')),
        get('by two fields', '/tasks?status=open&priority=high', finds('weigh')),
        get('by a farm', '/tasks?farmId={farmId}', finds('litter', 'fans', 'weigh')),
        get('by another farm', '/tasks?farmId={bangkok}', finds()),
        get('by a parent', '/tasks?barnId={barnId}', finds('litter')),
        get('by a foreign parent finds nothing', '/tasks?barnId={secondBarnId}', finds()),
        get('by a parent that does not exist finds nothing', '/tasks?barnId=barn_x', finds()),
        get(
          'by a status that is none',
          '/tasks?status=finish',
          refuses('status', 'not_allowed', {
            allowed: ['open', 'in_progress', 'blocked', 'done', 'cancelled'],
          }),
        ),
        get(
          'that is unknown suggests the nearest',
          '/tasks?statu=open',
          refuses('statu', 'unknown_parameter', { suggestion: 'status' }),
        ),
        get(
          'that is given twice',
          '/tasks?status=open&status=done',
          refuses('status', 'repeated_parameter'),
        ),
        get(
          'by a farm that is given twice',
          '/tasks?farmId={farmId}&farmId={farmId}',
          refuses('farmId', 'repeated_parameter'),
        ),
        get('all that is wrong at once', '/tasks?limit=201&foo=1&order=x&dir=y', {
          status: 400,
          has: {
            message: expect.stringContaining('foo'),
            issues: [{ path: 'foo' }, { path: 'order' }, { path: 'dir' }, { path: 'limit' }],
          },
        }),
        get('by ids', '/tasks?ids={fans},{litter}', finds('litter', 'fans')),
        get('by ids and a status', '/tasks?ids={fans},{litter}&status=done', finds('litter')),
        get('by ids of which one is unknown', '/tasks?ids={fans},task_x', finds('fans')),
        get('by ids of another organisation finds nothing', '/barns?ids={secondBarnId}', finds()),
        get('by ids counts their pages', '/tasks?ids={fans},{litter}&limit=1', {
          has: { data: [{ id: '{litter}' }], meta: { total: 2, hasMore: true } },
        }),
        get('by no ids', '/tasks?ids=,', refuses('ids', 'required')),
        get(
          'by more ids than a page holds',
          `/tasks?ids=${Array.from({ length: 201 }, (_, index) => `task_${index}`)}`,
          refuses('ids', 'too_many'),
        ),
        get('by text that is not an id', "/tasks?ids='--", refuses('ids', 'invalid_format')),
        get('under a key of one farm', '/tasks', {
          as: 'pinned',
          ...finds('litter', 'fans', 'weigh'),
        }),
        get('under a key of no farm', '/tasks', { as: 'nowhere', ...finds() }),
        get('under a key of another organisation', '/tasks', { as: 'second', ...finds() }),
      ]);
    });

    describe('a search', () => {
      play([
        get('without regard to case', '/tasks?q=WEIGH', finds('weigh')),
        get('without accents', '/tasks?q=senor%20lopez', finds('fans')),
        get('for a percent sign', '/tasks?q=%25', finds('litter')),
        get('for an underscore', '/tasks?q=_', finds()),
        get('for white space alone is none', '/tasks?q=%20', finds('litter', 'fans', 'weigh')),
        get('together with a filter', '/tasks?q=i&status=open', finds('weigh')),
        get('where nothing is searched', '/sales?q=x', refuses('q', 'unknown_parameter')),
        get('for NUL', '/tasks?q=%00', refuses('q', 'invalid_character')),
      ]);
    });

    describe('a range', () => {
      play([
        get(
          'of days takes both ends',
          '/tasks?dueDate_from=2026-11-03&dueDate_to=2026-11-05',
          finds('fans', 'weigh'),
        ),
        get('of one day', '/tasks?dueDate_from=2026-11-05&dueDate_to=2026-11-05', finds('weigh')),
        get(
          'that ends before it begins is empty',
          '/tasks?dueDate_from=2026-11-06&dueDate_to=2026-11-01',
          finds(),
        ),
        get(
          'of a day in the zone of the farm',
          '/events?farmId={bangkok}&ts_from=2026-11-02&ts_to=2026-11-02',
          {
            has: {
              data: [{ ts: '2026-11-02T16:59:59.999Z' }, { ts: '2026-11-01T17:00:00.000Z' }],
              meta: { total: 2 },
            },
          },
        ),
        get(
          'of a day in the zone of the organisation',
          '/events?ts_from=2026-11-02&ts_to=2026-11-02',
          {
            // 2026-11-02 in Israel begins at 22:00 UTC.
            has: { data: [{ ts: '2026-11-02T16:59:59.999Z' }], meta: { total: 1 } },
          },
        ),
        get(
          'of instants takes both ends',
          '/events?ts_from=2026-11-01T16:59:59.999Z&ts_to=2026-11-01T17:00:00Z',
          {
            has: { meta: { total: 2 } },
          },
        ),
        get(
          'of instants with an offset',
          '/events?kind=note&ts_to=2026-11-01T23:59:59.999%2B07:00',
          {
            has: { data: [{ ts: '2026-11-01T16:59:59.999Z' }], meta: { total: 1 } },
          },
        ),
        get(
          'of a day that does not exist',
          '/tasks?dueDate_to=2026-02-30',
          refuses('dueDate_to', 'invalid_date'),
        ),
        get(
          'of a field without ranges',
          '/tasks?updatedAt_from=2026-11-01',
          refuses('updatedAt_from', 'unknown_parameter'),
        ),
      ]);
    });

    describe('fields', () => {
      play([
        get('narrow the records', '/tasks?fields=title,id&limit=1', {
          has: { data: [{ title: 'Litter 100%', id: '{litter}' }] },
          lacks: ['version', 'farmId', 'status'],
        }),
        get('may be computed', '/barns?fields=name,occupied', {
          has: { data: [{ name: 'Barn 1', occupied: true }] },
          lacks: ['capacity'],
        }),
        get(
          'that are none',
          '/tasks?fields=id,titles',
          refuses('fields', 'not_allowed', { suggestion: 'title' }),
        ),
        get('that nobody sees', '/tasks?fields=orgId', refuses('fields', 'not_allowed')),
      ]);
    });

    describe('a cursor', () => {
      test('reads the whole list, even while rows are added', async () => {
        const farm = await create(service, 'farms', { name: 'Pages' });
        const make = (title: string) => create(service, 'tasks', { title }, { farmId: farm.id });
        const createdIds: string[] = [];
        for (const title of ['b', 'a', 'c', 'a', 'b', 'c', 'a'])
          createdIds.push((await make(title)).id);
        const read = await readPages(
          service,
          `/tasks?farmId=${farm.id}&order=title&dir=asc&limit=2`,
          {
            between: (page) => make(page % 2 === 0 ? 'a' : 'd'),
          },
        );
        expect(new Set(read).size).toBe(read.length);
        expect(read).toEqual(expect.arrayContaining(createdIds));
      });

      const cursor = (order: string, value: string | null, id = 'x') =>
        formatCursor({ order, direction: 'desc', value, id });
      play([
        get(
          'of another order',
          `/tasks?order=title&cursor=${cursor('dueDate', null)}`,
          refuses('cursor', 'invalid_format'),
        ),
        get(
          'with an offset',
          `/tasks?offset=2&cursor=${cursor('dueDate', null)}`,
          refuses('cursor', 'invalid_format'),
        ),
        get('of nonsense', '/tasks?cursor=%F0%9F%90%94', refuses('cursor', 'invalid_format')),
        get(
          'of a day that is none',
          `/tasks?cursor=${cursor('dueDate', 'x')}`,
          refuses('cursor', 'invalid_format'),
        ),
        get(
          'of a word without a rank',
          `/tasks?cursor=${cursor('priority', 'x')}`,
          refuses('cursor', 'invalid_format'),
        ),
        get(
          'of JSON',
          `/tasks?cursor=${cursor('createdBy', 'x')}`,
          refuses('cursor', 'invalid_format'),
        ),
        get(
          'of a list',
          `/media?cursor=${cursor('tags', 'x')}`,
          refuses('cursor', 'invalid_format'),
        ),
        get(
          'of the organisation',
          `/tasks?cursor=${cursor('orgId', 'x')}`,
          refuses('cursor', 'invalid_format'),
        ),
        get(
          'of a row that does not exist still pages',
          `/tasks?cursor=${cursor('dueDate', '2026-11-05', 'task_0')}&farmId={farmId}`,
          {
            has: { data: [{ id: '{fans}' }, { id: '{litter}' }] },
          },
        ),
      ]);
    });

    test('HEAD answers like GET without the body', async () => {
      const { status, text, headers } = await service.send('HEAD', '/tasks');
      expect([status, text]).toEqual([200, '']);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    });
  });
}

function eventAt(ts: string) {
  return { kind: 'note', title: 'x', ts };
}

/** The ids of all rows, page after page; something may happen before each of the next three. */
async function readPages(
  service: TestService,
  path: string,
  { between }: { readonly between: (page: number) => Promise<unknown> },
): Promise<string[]> {
  const read: string[] = [];
  let next = path;
  for (let page = 0; page < 20; page++) {
    const { body } = await service.send('GET', next);
    read.push(...body.data.map(({ id }: { id: string }) => id));
    if (!body.meta.hasMore) return read;
    if (page < 3) await between(page);
    next = `${path}&cursor=${body.meta.nextCursor}`;
  }
  throw new Error('no end of pages');
}

import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { FarmError } from '../../src/model/core/errors.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

/** Days of a flock of 10,000 birds, some of which are rejected because of previous days. */
const LOGS: readonly Row[] = [
  { date: '2026-10-04', mortality: 10, feedKg: 900 },
  { date: '2026-10-05', mortality: 12 },
  { date: '2026-10-06', mortality: 6000 },
  { date: '2026-10-05', mortality: 1 },
  { date: '2026-10-07', mortality: 3979 },
  { date: '2026-10-07', mortality: 3000, culls: 970 },
  { date: '2026-10-08', culls: 9 },
  { date: '2026-10-08' },
  { date: '2026-10-09', mortality: 1, avgWeightGr: 210 },
  { date: '2026-10-09', mortality: 0 },
  { date: '2026-10-10', mortality: 8 },
  { date: '2026-10-10', mortality: 7 },
  { date: '2026-12-24' },
];
/** The rejected rows, and the reason: 10 + 12 + 6000 leave 3978, 3000 + 970 leave 8 of these. */
const REFUSED_LOGS = [
  [3, ['duplicate']],
  [4, ['too_large']],
  [6, ['too_large']],
  [9, ['duplicate']],
  [10, ['too_large']],
  [12, ['too_large']],
];

const CASES: readonly {
  readonly resource: string;
  readonly parent?: 'barnId' | 'flockId';
  readonly rows: readonly Row[];
  readonly refused: readonly unknown[];
}[] = [
  { resource: 'daily-logs', parent: 'flockId', rows: LOGS, refused: REFUSED_LOGS },
  {
    resource: 'env-readings',
    parent: 'barnId',
    rows: [
      { ts: '2025-01-01T00:00:00Z', temp: 21 },
      { ts: '2026-11-02T08:30:00Z', temp: 35.5, humidity: 60 },
      { ts: '2027-01-01T00:00:00Z', temp: 22 },
      { ts: '2026-11-02T08:29:00Z', co2: 900 },
    ],
    refused: [[2, ['too_large']]],
  },
  {
    resource: 'expenses',
    parent: 'flockId',
    rows: [
      { date: '2026-10-04', amount: 120, category: 'feed' },
      { date: '2028-10-05', amount: 1, category: 'feed' },
      { date: '2026-10-06', amount: 90_000, category: 'vet' },
    ],
    refused: [[1, ['too_large']]],
  },
  {
    resource: 'tasks',
    parent: 'barnId',
    rows: [{ title: 'Clean', assignee: 'Dana' }, { title: '' }, { title: 'Vent' }],
    refused: [[1, ['required']]],
  },
  {
    resource: 'flocks',
    parent: 'barnId',
    rows: [
      { placementDate: '2026-11-02', chicksReceived: 4000 },
      { placementDate: '2026-11-20', chicksReceived: 5000 },
    ],
    refused: [],
  },
];

describe.each(DATABASES)('%s: an import', (database) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(database);
  });
  afterAll(() => service.close());

  test.each(CASES)(
    'an import of $resource stores and emits the same as single calls',
    async (one) => {
      const farms = [await createFarm(service), await createFarm(service)] as const;
      const [single, batchFarm] = farms;
      const bodiesFor = (farm: TestFarm) =>
        one.rows.map((row) => ({
          ...row,
          ...(one.parent ? { [one.parent]: farm[one.parent] } : {}),
        }));

      const singly = [];
      const before = (await service.events()).length;
      for (const body of bodiesFor(single)) {
        const path = `/${one.resource}?farmId=${single.farmId}`;
        singly.push(await service.send('POST', path, { body }));
      }
      const between = (await service.events()).length;
      const lines = bodiesFor(batchFarm).map((body) => JSON.stringify(body));
      const path = `/os/import/${one.resource}?farmId=${batchFarm.farmId}&onError=skip`;
      const { body: report } = await service.send('POST', path, {
        body: lines.join('\n'),
        headers: { 'content-type': 'application/x-ndjson' },
      });

      expect(codesBy(singly.map(({ body }, row) => [row, body.issues ?? []]))).toEqual(one.refused);
      expect(
        codesBy(report.issues.map((issue: Row) => [Number(issue['row']) - 1, [issue]])),
      ).toEqual(one.refused);
      expect(report.stored).toBe(one.rows.length - one.refused.length);
      const events = (await service.events()).slice(before);
      const reported = (all: readonly unknown[], farm: TestFarm) =>
        all.map((each) => masked(each, farm));
      expect(reported(events.slice(between - before), batchFarm)).toEqual(
        reported(events.slice(0, between - before), single),
      );
      for (const list of [one.resource, 'activity', 'alerts', 'events']) {
        const [left, right] = await Promise.all(
          farms.map(async (farm) => {
            const answer = await service.send('GET', `/${list}?farmId=${farm.farmId}&limit=100`);
            expect(answer.status).toBe(200);
            return masked(answer.body, farm);
          }),
        );
        expect(right).toEqual(left);
      }
    },
  );

  test('updates a row that an earlier line of the file stored, and emits both events', async () => {
    const { flockId } = await createFarm(service);
    const before = (await service.events()).length;
    const rows = [3, 4, 5].map((dead, index) => `${flockId},2026-10-0${4 + (index % 2)},${dead}`);
    const { body } = await service.send('POST', '/os/import/daily-logs?onDuplicate=update', {
      body: ['flockId,date,mortality', ...rows].join('\n'),
      headers: { 'content-type': 'text/csv' },
    });
    expect([body.stored, body.updated, body.rejected]).toEqual([2, 1, 0]);
    const emitted = (await service.events()).slice(before) as { body: { data: { record: Row } } }[];
    const logs = emitted.map(({ body: { data } }) => [
      data.record['date'],
      data.record['mortality'],
    ]);
    expect(logs).toEqual([
      ['2026-10-04', 3],
      ['2026-10-05', 4],
    ]);
    const stored = await service.send('GET', `/daily-logs?flockId=${flockId}&order=date`);
    const found = stored.body.data.map((log: Row) => [log['mortality'], log['version']]);
    expect(found.toSorted()).toEqual([
      [4, 1],
      [5, 2],
    ]);
  });

  test('changes rows as single calls do, and emits the same events', async () => {
    const farms = [await createFarm(service), await createFarm(service)] as const;
    const [single, batchFarm] = farms;
    for (const { flockId } of farms) {
      for (const log of BEFORE) await create(service, 'daily-logs', { ...log, flockId });
    }
    const before = (await service.events()).length;
    expect(await changeSingly(service, single.flockId)).toEqual(REFUSED_CHANGES);
    const between = (await service.events()).length;
    expect(await changeTogether(service, batchFarm.flockId)).toEqual(REFUSED_CHANGES);
    const events = (await service.events()).slice(before);
    expect(masked(events.slice(between - before), batchFarm)).toEqual(
      masked(events.slice(0, between - before), single),
    );
    for (const list of ['daily-logs', 'activity', 'alerts', 'events']) {
      const [left, right] = await Promise.all(
        farms.map(async (farm) => {
          const answer = await service.send('GET', `/${list}?farmId=${farm.farmId}&limit=100`);
          return masked(answer.body, farm);
        }),
      );
      expect(right).toEqual(left);
    }
    const [left, right] = await Promise.all(
      farms.map(async (farm) => {
        const { body } = await service.send(
          'GET',
          `/daily-logs?flockId=${farm.flockId}&order=date`,
        );
        const histories = body.data.map(async ({ id }: Row) => {
          const { body: history } = await service.send('GET', `/os/history/daily-logs/${id}`);
          return history.data.map(({ version, kind, changes }: Row) => [version, kind, changes]);
        });
        return Promise.all(histories);
      }),
    );
    expect(right).toEqual(left);
  });

  test('sees rows that another request has written meanwhile', async () => {
    const farm = await createFarm(service);
    const { flockId } = farm;
    const log = (date: string) => ({ flockId, date, mortality: 1 });
    const days = Array.from(
      { length: 20 },
      (_, day) => `2026-10-${String(4 + day).padStart(2, '0')}`,
    );
    const csv = ['flockId,date,mortality', ...days.map((day) => `${flockId},${day},2`)].join('\n');
    const [imported, ...singles] = await Promise.all([
      service.send('POST', '/os/import/daily-logs?onDuplicate=skip', {
        body: csv,
        headers: { 'content-type': 'text/csv' },
      }),
      ...days.map((day) => service.send('POST', '/daily-logs', { body: log(day) })),
    ]);
    const created = singles.filter(({ status }) => status === 201).length;
    expect(imported?.body.stored).toBe(days.length - created);
    const { body } = await service.send('GET', `/daily-logs?flockId=${flockId}&limit=100`);
    expect(body.meta.total).toBe(days.length);
    await create(service, 'daily-logs', log('2026-10-31'));
  });
});

/** Days of a flock of 10,000 birds: 100 + 200 + 300 are dead before the fourth. */
const BEFORE: readonly Row[] = [
  { date: '2026-10-04', mortality: 100, feedKg: 900 },
  { date: '2026-10-05', mortality: 200, avgWeightGr: 40 },
  { date: '2026-10-06', mortality: 300 },
  { date: '2026-10-07', mortality: 400, notes: 'cold night' },
];
/**
 * In order: 5100 dead on the first day leave 4900 for the second, of which 4901 are too many. With
 * 4000 on the second day 900 are left for the third, and 600 for the fourth besides its 300.
 */
const CHANGES: readonly Row[] = [
  { date: '2026-10-04', mortality: 100, feedKg: 900 },
  { date: '2026-10-04', mortality: 5100 },
  { date: '2026-10-05', mortality: 4901 },
  { date: '2026-10-05', mortality: 4000, avgWeightGr: 42 },
  { date: '2026-10-06', feedKg: 1200.5, culls: 1 },
  { date: '2026-10-06', feedKg: 1300, notes: 'second thoughts' },
  { date: '2026-10-07', mortality: 600 },
  { date: '2026-10-07', mortality: 599, eggs: 12 },
];

const REFUSED_CHANGES = [
  [2, ['too_large']],
  [6, ['too_large']],
];

async function changeSingly(service: TestService, flockId: string) {
  const { body } = await service.send('GET', `/daily-logs?flockId=${flockId}`);
  const ids = new Map(body.data.map(({ date, id }: Row) => [date, id]));
  const found: [number, readonly Row[]][] = [];
  for (const [row, { date, ...body }] of CHANGES.entries()) {
    const answer = await service.send('PATCH', `/daily-logs/${ids.get(date)}`, { body });
    found.push([row, answer.body.issues ?? []]);
  }
  return codesBy(found);
}

async function changeTogether(service: TestService, flockId: string) {
  const path = '/os/import/daily-logs?onDuplicate=update&onError=skip';
  const { body } = await service.send('POST', path, {
    body: CHANGES.map((log) => JSON.stringify({ ...log, flockId })).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  return codesBy(body.issues.map((issue: Row) => [Number(issue['row']) - 1, [issue]]));
}

test('an import retries if the database is busy during a batch', async () => {
  let failures = 0;
  const service = await startTestService('sqlite', {
    wrap: (database) => ({
      ...database,
      transaction: (work, options) =>
        database.transaction(async (transaction) => {
          const result = await work(transaction);
          const { n = 0 } =
            (await transaction.first<{ n: number }>(sql`select count(*) as n from daily_logs`)) ??
            {};
          // Each third of the file fails twice, when its rows are written already.
          if (n > 0 && failures < 6 && Math.floor(failures / 2) === Math.ceil(n / 100) - 1) {
            failures += 1;
            throw new FarmError('unavailable', { code: 'database_busy' });
          }
          return result;
        }, options),
    }),
  });
  onTestFinished(() => service.close());
  const { flockId } = await createFarm(service);
  const rows = Array.from({ length: 250 }, (_, day) => {
    const date = new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
    return `${flockId},${date},1`;
  });
  const { status, body } = await service.send('POST', '/os/import/daily-logs?onError=skip', {
    body: ['flockId,date,mortality', ...rows].join('\n'),
    headers: { 'content-type': 'text/csv' },
  });
  expect([status, body.stored, body.rejected, failures]).toEqual([200, 250, 0, 6]);
});

describe.each(DATABASES)('%s: an import reports warnings for rows that it accepts', (database) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(database);
  });
  afterAll(() => service.close());

  /**
   * Day, deaths, weight and feed of 10,000 Ross 308: grams that are too many, 240 dead for 24, and
   * feed that lacks a digit.
   */
  const DAYS = [
    ['2026-10-10', 5, 2050, ''],
    ['2026-10-17', 240, 500, ''],
    ['2026-10-18', 4, '', 45],
    ['2026-10-24', 3, 9500, ''],
    ['2026-10-25', 3, '', 1100],
  ] as const;
  const headers = { 'accept-language': 'es', 'content-type': 'text/csv' };
  const csvOf = (flockId: string) =>
    [
      'flockId,date,mortality,avgWeightGr,feedKg',
      ...DAYS.map((day) => [flockId, ...day].join()),
    ].join('\n');
  const doubtsOf = ({ body }: { readonly body: Row }) =>
    (body['doubts'] as Row[]).map(({ line, path, message }) => [line, path, message]);

  test('an import reports warnings for rows that it accepts in a check, on storing, and on a repeated request, as a single call does', async () => {
    const single = await createFarm(service);
    const requests: unknown[] = [];
    for (const [index, [date, mortality, weight, feed]] of DAYS.entries()) {
      const values = { mortality, avgWeightGr: weight || null, feedKg: feed || null };
      const body = { flockId: single.flockId, date, ...values };
      const strict = { 'accept-language': 'es', prefer: 'handling=strict' };
      const answer = await service.send('POST', '/daily-logs', { body, headers: strict });
      for (const { path, message } of answer.body.issues ?? [])
        requests.push([index + 2, path, message]);
      if (answer.status !== 201) await create(service, 'daily-logs', body);
    }
    const { flockId, farmId } = await createFarm(service);
    const path = '/os/import/daily-logs';
    const rows = { body: csvOf(flockId), headers };
    const checked = await service.send('POST', `${path}?dryRun=true`, rows);
    const again = { ...rows, headers: { ...headers, 'idempotency-key': 'the-same-file' } };
    const stored = await service.send('POST', path, again);
    const repeated = await service.send('POST', path, again);

    expect(requests.map((one) => (one as unknown[]).slice(0, 2))).toEqual([
      [2, 'avgWeightGr'],
      [3, 'mortality'],
      [4, 'feedKg'],
      [5, 'avgWeightGr'],
    ]);
    for (const answer of [checked, stored, repeated]) {
      expect(doubtsOf(answer)).toEqual(requests);
      expect(answer.body.warnings).toMatchObject([{ code: 'implausible', rows: 4 }]);
    }
    // 240 of the 9,995 that 5 deaths had left.
    expect(String((requests[1] as unknown[])[2]).replace(/\s/g, ' ')).toBe(
      'Murieron 240 aves el 17 oct 2026, 2,4 % del lote en un solo día: o fue un desastre o hay un error al anotar.',
    );
    expect(checked.body.doubts[0]).not.toHaveProperty('existingId');
    const ids = stored.body.doubts.map((doubt: Row) => doubt['existingId']);
    const logs = await service.send('GET', `/daily-logs?flockId=${flockId}`);
    expect(logs.body.data.map(({ id }: Row) => id)).toEqual(expect.arrayContaining(ids));
    const gaps = await service.send('GET', `/gaps?farmId=${farmId}`);
    const fixes = gaps.body.gaps.filter(({ kind }: Row) => kind === 'value_suspect');
    expect(fixes.map(({ fix }: { fix: Row }) => fix['body'])).toEqual(
      expect.arrayContaining([{ mortality: null }]),
    );
  });

  test('a caller who requests strict checks gets them rejected', async () => {
    const { flockId } = await createFarm(service);
    const answer = await service.send('POST', '/os/import/daily-logs?onError=skip', {
      body: csvOf(flockId),
      headers: { ...headers, prefer: 'handling=strict' },
    });
    expect([answer.body.stored, answer.body.rejected, answer.body.doubts]).toEqual([1, 4, []]);
  });
});

describe.each(DATABASES)('%s: the number of statements', (database) => {
  test('the number of statements of an import does not grow with the rows of a batch', async () => {
    let statements = 0;
    const counted = <T extends object>(connection: T): T =>
      new Proxy(connection, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          const isAsked = ['all', 'first', 'run', 'lock', 'savepoint'].includes(String(name));
          if (!isAsked || typeof value !== 'function') return value;
          return (...args: unknown[]) => {
            if (args.length > 0) statements += 1;
            return value.apply(target, args);
          };
        },
      });
    const service = await startTestService(database, {
      wrap: (database) => ({
        ...database,
        transaction: (work, options) =>
          database.transaction((transaction) => work(counted(transaction)), options),
      }),
    });
    onTestFinished(() => service.close());
    const { flockId } = await createFarm(service);
    const importWith = async (dead: number) => {
      const rows = Array.from({ length: 90 }, (_, day) => {
        const date = new Date(Date.UTC(2026, 6, 1) + day * 86_400_000).toISOString().slice(0, 10);
        return `${flockId},${date},${dead},${50 + day}`;
      });
      statements = 0;
      const { body } = await service.send('POST', '/os/import/daily-logs?onDuplicate=update', {
        body: ['flockId,date,mortality,avgWeightGr', ...rows].join('\n'),
        headers: { 'content-type': 'text/csv' },
      });
      return [body.stored, body.updated, statements];
    };
    const [stored, , storing] = await importWith(1);
    const [, updated, updating] = await importWith(2);
    expect([stored, updated]).toEqual([90, 90]);
    // Posted statements are not counted, as nothing waits for them; on SQLite each row has two.
    expect(storing).toBeLessThan(90);
    expect(updating).toBeLessThan(database === 'sqlite' ? 3 * 90 : 90);
  });
});

/** The codes of issues by the row they are about. */
function codesBy(found: readonly (readonly [number, readonly Row[]])[]): readonly unknown[] {
  const codes = new Map<number, unknown[]>();
  for (const [row, issues] of found) {
    if (issues.length === 0) continue;
    codes.set(row, [...(codes.get(row) ?? []), ...issues.map(({ code }) => code)]);
  }
  return [...codes];
}

/** A value without the differences between two farms: their ids, and those of their rows. */
function masked(value: unknown, farm: TestFarm): unknown {
  let text = JSON.stringify(value);
  for (const [name, id] of Object.entries(farm)) text = text.replaceAll(id, name);
  return JSON.parse(text.replaceAll(/\b([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}\b/g, '$1'));
}

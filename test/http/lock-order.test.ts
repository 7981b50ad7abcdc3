import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { composeService, type Service } from '../../src/server/core/compose-service.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { openPostgres } from '../../src/storage/postgres/database.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createLink, createUser, openLink } from '../support/signed-in.ts';

const BATCHES = 20;
const ROWS = 8;
const PATH = '/v1/platform/os/batch';

/** Counts transactions that failed with a conflict, such as a deadlock, and ran again. */
function countReruns() {
  const counter = {
    reruns: 0,
    wrap: (database: Database): Database => ({
      ...database,
      transaction(work) {
        let tries = 0;
        return database.transaction((transaction) => {
          if (++tries > 1) counter.reruns += 1;
          return work(transaction);
        });
      },
    }),
  };
  return counter;
}

describe.each(DATABASES)('%s: batches that change the same rows in opposite order', (database) => {
  const counter = countReruns();
  let service: TestService;
  let other: Service;
  let farmId: string;
  beforeAll(async () => {
    service = await startTestService(database, { wrap: counter.wrap });
    other = await openOther(service, counter.wrap);
    ({ farmId } = await createFarm(service));
  });
  afterAll(async () => {
    if (other !== service.service) await other.close();
    await service.close();
  });

  /** Sends requests at once, one to each instance; their statuses. */
  async function sendPair(pair: readonly [InjectOptions, InjectOptions]): Promise<number[]> {
    const headers = { authorization: `Bearer ${service.admin}` };
    const answers = await Promise.all(
      pair.map((request, index) => {
        const { app } = index === 0 ? service.service : other;
        return app.inject({ ...request, headers: { ...headers, ...request.headers } });
      }),
    );
    return answers.map(({ statusCode }) => statusCode);
  }

  const batchOf = (operations: readonly object[]) => {
    return { method: 'POST' as const, url: PATH, payload: { operations } };
  };

  /**
   * Sends batches two at a time, the second one reversed; the statuses of all. None waits for more
   * than one other, so that its waiting time does not grow with the load of the machine.
   */
  async function sendAll(operationsOf: (batch: number) => readonly object[]) {
    const statuses = new Set<number>();
    for (let batch = 0; batch < BATCHES; batch += 2) {
      const pair = [operationsOf(batch), operationsOf(batch + 1).toReversed()] as const;
      for (const status of await sendPair([batchOf(pair[0]), batchOf(pair[1])])) {
        statuses.add(status);
      }
    }
    expect(counter.reruns).toBe(0);
    return [...statuses].sort();
  }

  test('batches that change rows of one resource in opposite order all succeed', async () => {
    const rows = await Promise.all(
      Array.from({ length: ROWS }, (_, index) =>
        create(service, 'tasks', { title: `Task ${index}` }, { farmId }),
      ),
    );
    const statuses = await sendAll((batch) =>
      rows.map(({ id }) => ({
        method: 'PATCH',
        path: `/tasks/${id}`,
        body: { title: `Batch ${batch}` },
      })),
    );
    expect(statuses).toEqual([200]);
  });

  test('batches that change rows of several resources in opposite order, some of which belong to another, all succeed', async () => {
    const { flockId, barnId } = await createFarm(service, { name: 'Mixed' });
    const farm = (await service.send('GET', `/flocks/${flockId}`)).body.farmId;
    const changes = [
      [`/flocks/${flockId}`, 'notes'],
      [`/barns/${barnId}`, 'notes'],
    ];
    for (const day of [5, 6, 7]) {
      const date = `2026-10-0${day}`;
      const log = await create(service, 'daily-logs', { flockId, date, mortality: 1 });
      const task = await create(service, 'tasks', { title: date }, { farmId: farm });
      changes.push([`/daily-logs/${log.id}`, 'notes'], [`/tasks/${task.id}`, 'title']);
    }
    const statuses = await sendAll((batch) =>
      changes.map(([path, field = '']) => ({
        method: 'PATCH',
        path,
        body: { [field]: `Batch ${batch}` },
      })),
    );
    expect(statuses).toEqual([200]);
  });

  test('batches that create rows with shared counts in opposite order all succeed', async () => {
    const { farmId } = await createFarm(service, { name: 'Counted' });
    const kinds = [
      ['tasks', { title: 'x' }],
      ['contacts', { name: 'x', role: 'vet' }],
      ['expenses', { date: '2026-10-20', category: 'feed', amount: 1 }],
      ['tenders', { title: 'x' }],
    ] as const;
    const statuses = await sendAll(() =>
      kinds.map(([name, body]) => ({ method: 'POST', path: `/${name}?farmId=${farmId}`, body })),
    );
    expect(statuses).toEqual([200]);
    const lists = await Promise.all(
      kinds.map(([name]) => service.send('GET', `/${name}?farmId=${farmId}`)),
    );
    expect(lists.map(({ body }) => body.meta.total)).toEqual(kinds.map(() => BATCHES));
  });

  test('batches that change unique values in opposite order, such as the day of a flock, are all answered', async () => {
    const places = await Promise.all([createFarm(service), createFarm(service)]);
    // Of two with the same days one is rejected.
    const statuses = await sendAll((batch) =>
      places.map(({ flockId }) => ({
        method: 'POST',
        path: '/daily-logs',
        body: { flockId, date: `2026-10-${10 + Math.floor(batch / 2)}`, mortality: 1 },
      })),
    );
    expect(statuses).toEqual([200, 400]);
  });

  test('all succeed alongside imports, scans and decisions about the same rows', async () => {
    const { flockId, farmId } = await createFarm(service, { name: 'Beside' });
    const dates = Array.from({ length: ROWS }, (_, index) => `2026-10-${10 + index}`);
    const logs: string[] = [];
    for (const date of dates) {
      logs.push((await create(service, 'daily-logs', { flockId, date, mortality: 1 })).id);
    }
    const alert = await create(service, 'alerts', { flockId, title: 'Door', severity: 'warning' });
    const tender = await create(service, 'tenders', { title: 'Feed' }, { farmId });
    const bids: string[] = [];
    for (const price of [1, 2]) {
      const bid = { tenderId: tender.id, supplierName: `Mill ${price}`, price };
      bids.push(`/v1/platform/tender-bids/${(await create(service, 'tender-bids', bid)).id}`);
    }
    const paths = [`/alerts/${alert.id}`, ...logs.map((id) => `/daily-logs/${id}`)];
    const changes = batchOf(
      paths.map((path) => ({
        method: 'PATCH',
        path,
        body: path.startsWith('/alerts') ? { message: 'x' } : { mortality: 2 },
      })),
    );
    const importOf = (days: readonly string[]) => ({
      method: 'POST' as const,
      url: '/v1/platform/os/import/daily-logs?onDuplicate=update',
      headers: { 'content-type': 'text/csv' },
      payload: ['flockId,date,mortality', ...days.map((day) => `${flockId},${day},3`)].join('\n'),
    });
    const scan = {
      method: 'POST' as const,
      url: '/v1/platform/os/brain/scan',
      payload: { farmId },
    };
    expect(await sendPair([importOf(dates), importOf(dates.toReversed())])).toEqual([200, 200]);
    expect(await sendPair([importOf(dates.toReversed()), changes])).toEqual([200, 200]);
    expect(await sendPair([scan, changes])).toEqual([200, 200]);
    const [one = '', two = ''] = bids;
    const accept = (url: string) => {
      return { method: 'PATCH' as const, url, payload: { status: 'accepted' } };
    };
    expect((await sendPair([accept(one), accept(two)])).sort()).toEqual([200, 400]);
    expect(counter.reruns).toBe(0);
  });
});

describe('postgres: a change that waits for another one', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('postgres');
  });
  afterAll(() => service.close());

  /** Changes a row, and commits once a request that was sent meanwhile waits for it. */
  async function sendDuring<T>(change: Sql, request: () => Promise<T>): Promise<T> {
    const { database } = service.service.runtime;
    const answer = await database.transaction(async (transaction) => {
      await transaction.run(change);
      const answered = request();
      await expect.poll(() => countWaiting(database), { timeout: 10_000, interval: 10 }).toBe(1);
      return { answered };
    });
    return answer.answered;
  }

  async function countWaiting(database: Database): Promise<number> {
    const counted = await database.first<{ total: string }>(sql`
      select count(*) as total from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return Number(counted?.total);
  }

  test('respects it: bids are rejected once another one is accepted', async () => {
    const { farmId } = await createFarm(service);
    const tender = await create(service, 'tenders', { title: 'Feed' }, { farmId });
    const bid = { tenderId: tender.id, supplierName: 'Mill', price: 1 };
    const [one, two] = [
      await create(service, 'tender-bids', bid),
      await create(service, 'tender-bids', bid),
    ];
    const accepted = await sendDuring(
      sql`update tender_bids set price = 5 where id = ${two.id}`,
      () => service.send('PATCH', `/tender-bids/${one.id}`, { body: { status: 'accepted' } }),
    );
    expect(accepted.status).toBe(200);
    const { body } = await service.send('GET', `/tender-bids/${two.id}`);
    expect(body).toMatchObject({ status: 'rejected', price: 5 });
  });

  test('respects it: a suspended user is not active again after signing in', async () => {
    const id = await createUser(service, 'Dana', [{ role: 'worker' }]);
    const token = await createLink(service, id);
    const signedIn = await sendDuring(
      sql`update users set status = 'suspended' where id = ${id}`,
      () => openLink(service, token),
    );
    expect(signedIn.body.code, signedIn.text).toBe('invalid_link');
    expect((await service.send('GET', `/users/${id}`)).body.status).toBe('suspended');
  });

  test('respects it: a suspended user gets no link', async () => {
    const id = await createUser(service, 'Noa', [{ role: 'worker' }]);
    const invited = await sendDuring(
      sql`update users set status = 'suspended' where id = ${id}`,
      () => service.send('POST', `/os/users/${id}/invite`),
    );
    expect(invited.body.code, invited.text).toBe('user_not_active');
  });
});

/** A second instance on the database of the first, with separate connections. */
async function openOther(
  { service }: TestService,
  wrap: (database: Database) => Database,
): Promise<Service> {
  const { database, clock } = service.runtime;
  if (database.dialect.name === 'sqlite') return service;
  const currentDatabase = await database.first<{ name: string }>(
    sql`select current_database() as name`,
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${currentDatabase?.name}`;
  const log = pino({ level: 'silent' });
  return composeService({ database: wrap(await openPostgres(url.href)), clock, log });
}

import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { composeService, type Service } from '../../src/server/core/compose-service.ts';
import { openPostgres } from '../../src/storage/postgres/database.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const BATCHES = 20;
const ROWS = 8;
/** Alone on two cores it takes a second; the defect took 36 s and more. */
const LONGEST_MILLIS = 12_000;
const PATH = '/v1/platform/os/batch';

describe.each(DATABASES)('%s: batches that change the same rows in opposite order', (database) => {
  let service: TestService;
  let other: Service;
  let farmId: string;
  beforeAll(async () => {
    service = await startTestService(database);
    other = await openOther(service);
    ({ farmId } = await createFarm(service));
  });
  afterAll(async () => {
    if (other !== service.service) await other.close();
    await service.close();
  });

  /** Sends all batches at once, half of them to each instance, every other one turned round. */
  async function sendAll(operationsOf: (batch: number) => readonly object[]) {
    const start = performance.now();
    const answers = await Promise.all(
      Array.from({ length: BATCHES }, (_, index) => {
        const { app } = index % 4 < 2 ? service.service : other;
        const operations = operationsOf(index);
        const ordered = index % 2 === 0 ? operations : operations.toReversed();
        return app.inject({
          method: 'POST',
          url: PATH,
          headers: { authorization: `Bearer ${service.admin}` },
          payload: { operations: ordered },
        });
      }),
    );
    const millis = performance.now() - start;
    process.stdout.write(`${database}: ${BATCHES} batches in ${Math.round(millis)} ms\n`);
    expect(millis).toBeLessThan(LONGEST_MILLIS);
    return [...new Set(answers.map(({ statusCode }) => statusCode))].sort();
  }

  test('of one resource are all done', async () => {
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

  test('of several resources, some of which belong to another, are all done', async () => {
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

  test('of rows that they create, whose counts they share, are all done', async () => {
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

  test('of names that they take, such as the day of a flock, are all answered', async () => {
    const places = await Promise.all([createFarm(service), createFarm(service)]);
    // Of two that take the same days one is refused.
    const statuses = await sendAll((batch) =>
      places.map(({ flockId }) => ({
        method: 'POST',
        path: '/daily-logs',
        body: { flockId, date: `2026-10-${10 + Math.floor(batch / 2)}`, mortality: 1 },
      })),
    );
    expect(statuses).toEqual([200, 400]);
  });
});

/** A second instance on the database of the first, with connections of its own. */
async function openOther({ service }: TestService): Promise<Service> {
  const { database, clock } = service.runtime;
  if (database.dialect.name === 'sqlite') return service;
  const found = await database.first<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${found?.name}`;
  const log = pino({ level: 'silent' });
  return composeService({ database: await openPostgres(url.href), clock, log });
}

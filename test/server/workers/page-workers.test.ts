import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PageMaker, PageRequest } from '../../../src/platform/core/read-caches.ts';
import { createRuntime } from '../../../src/platform/create-runtime.ts';
import { createPageWorkerPool } from '../../../src/server/workers/page-workers.ts';
import { migrate } from '../../../src/storage/migrations/migrate.ts';
import { openSqlite } from '../../../src/storage/sqlite/database.ts';
import { systemClock } from '../../../src/tools/clock.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { runProgramOn } from '../../support/running-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAM = join(import.meta.dirname, '../../../dist/cli/page-thread.cjs');
const NOW = Date.parse('2026-11-02T08:30:00.000Z');
/** More than a second needs for a thread to be worth it. */
const ENOUGH = 60;

/** A database file with tasks, and pages of it that two threads make. */
async function aFileOfTasks(tasks: number, program = PROGRAM) {
  const file = join(await temporaryFolder(), 'farmctl.db');
  const database = await openSqlite(file);
  await migrate(database);
  const rows = Array.from({ length: tasks }, (_, n) => aTask(n));
  await insertRowsOf(database, 'tasks', rows);
  const { changes } = database;
  if (!changes) throw new Error('the changes of a file are seen');
  const { makePage } = createRuntime(database, systemClock);
  let pageCount = 0;
  const makeInMain: PageMaker = (connection, request) => {
    pageCount++;
    return makePage(connection, request);
  };
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const pages = createPageWorkerPool({ file, here: makeInMain, changes, onError, program });
  onTestFinished(async () => {
    await pages.stop();
    await database.close();
  });
  return { database, changes, pages, makePage, errors, madeHere: () => pageCount };
}

function aTask(n: number) {
  const day = String(1 + (n % 28)).padStart(2, '0');
  return { id: `task_${n}`, title: `Task ${n}`, dueDate: `2026-11-${day}`, frequency: 'weekly' };
}

function aPage(page: Partial<PageRequest['query']>, resource = 'tasks'): PageRequest {
  const query = {
    scope: { orgId: 'org_1', farmIds: ['farm_1'] },
    conditions: [],
    order: 'dueDate',
    direction: 'asc',
    limit: 10,
    offset: 0,
    ...page,
  } as const;
  return { resource, query, fields: undefined, total: 1000, now: NOW };
}

test('pages from the worker equal those of this thread', async () => {
  const { database, pages, makePage, madeHere, errors } = await aFileOfTasks(200);
  const requests = Array.from({ length: 400 }, (_, n) => aPage({ offset: n % 200 }));
  const textsOf = (make: PageMaker) =>
    Promise.all(requests.map((page) => make(database, page).then(({ body }) => `${body}`)));
  const texts = await textsOf(pages.makePage);
  expect(texts).toEqual(await textsOf(makePage));
  expect(JSON.parse(texts[0] ?? '').data[0]).toMatchObject({
    id: 'task_0',
    overdue: true,
    nextDueDate: '2026-11-08',
  });
  expect(madeHere()).toBeGreaterThan(0);
  expect(madeHere()).toBeLessThan(400);
  expect(errors).toEqual([]);
});

test('a page contains everything committed before the request', async () => {
  const { database, pages, madeHere } = await aFileOfTasks(1);
  const newest = aPage({ order: 'id', direction: 'desc', limit: 1 });
  await Promise.all(Array.from({ length: ENOUGH }, () => pages.makePage(database, newest)));
  const before = madeHere();
  for (let n = 1001; n < 1101; n++) {
    await insertRowsOf(database, 'tasks', [aTask(n)]);
    const { body } = await pages.makePage(database, newest);
    expect(JSON.parse(`${body}`).data[0].id).toBe(`task_${n}`);
  }
  expect(madeHere()).toBe(before);
});

test('the tables of a page from the worker count as used', async () => {
  const { changes, pages, madeHere, database } = await aFileOfTasks(20);
  await Promise.all(Array.from({ length: ENOUGH }, () => pages.makePage(database, aPage({}))));
  const before = madeHere();
  const { connection, tables } = changes.watch();
  await pages.makePage(connection, aPage({}));
  expect(madeHere()).toBe(before);
  expect([...tables].sort()).toEqual(['farms', 'organisations', 'tasks']);
});

test('few pages do not start a worker', async () => {
  const { database, pages, madeHere } = await aFileOfTasks(20);
  for (let n = 0; n < 20; n++) await pages.makePage(database, aPage({}));
  expect(madeHere()).toBe(20);
});

test('an error in the worker is the same as in this thread', async () => {
  const { database, pages } = await aFileOfTasks(20);
  const wrong = Array.from({ length: ENOUGH }, () =>
    pages.makePage(database, aPage({}, 'task')).catch((error: Error) => error.message),
  );
  expect(new Set(await Promise.all(wrong))).toEqual(
    new Set(['There is no resource "task". Did you mean tasks?']),
  );
});

test.each([
  ['throws', 'throw new Error("no memory")', 'no memory'],
  ['ends', 'process.exit(3)', 'the thread has ended with 3'],
])('a worker that %s is reported once, and every page is still returned', async (...args) => {
  const [, code, message] = args;
  const program = join(await temporaryFolder(), 'program.cjs');
  await writeFile(program, code);
  const { database, pages, errors } = await aFileOfTasks(20, program);
  for (let round = 0; round < 3; round++) {
    const requests = Array.from({ length: ENOUGH }, () => pages.makePage(database, aPage({})));
    for (const { body } of await Promise.all(requests)) {
      expect(JSON.parse(`${body}`).data).toHaveLength(10);
    }
  }
  expect(errors).toMatchObject([{ message }]);
});

test('a server with many list requests uses two threads, and no page is stale', async () => {
  const folder = await temporaryFolder();
  const program = runProgramOn(['serve', '--data', folder, '--port', '0', '--json']);
  await program.saw('stdout', /\n/);
  const { baseUrl, keys } = JSON.parse(program.stdout());
  const headers = { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const send = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(`${baseUrl}/v1/platform/${path}`, { headers, ...send });
    return JSON.parse(await answer.text());
  };
  const farm = await ask('farms', { name: 'Emek' });
  const threads = async () => (await readdir(`/proc/${program.pid}/task`)).length;
  const before = await threads();
  let isOver = false;
  const load = [1, 2, 3, 4].map(async (reader) => {
    for (let n = 0; !isOver; n++) await ask(`tasks?limit=${reader}&offset=${n}`);
  });
  for (let n = 1; n <= 60; n++) {
    const { id } = await ask('tasks', { farmId: farm.id, title: `Task ${n}` });
    const { data, meta } = await ask('tasks?limit=1&order=createdAt');
    expect({ id: data[0].id, total: meta.total }).toEqual({ id, total: n });
  }
  isOver = true;
  await Promise.all(load);
  expect(await threads()).toBeGreaterThan(before);
  expect(await program.end('SIGTERM')).toBe(0);
  expect(program.stderr()).not.toContain('"level":40');
});

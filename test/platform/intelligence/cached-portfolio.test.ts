import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { portfolioOf } from '../../../src/farming/portfolio/portfolio.ts';
import { sweepRetention } from '../../../src/platform/administration/retention.ts';
import { loadPortfolio } from '../../../src/platform/intelligence/portfolio.ts';
import type { Scope } from '../../../src/storage/core/scope.ts';
import { openPostgres } from '../../../src/storage/postgres/database.ts';
import { forgetFarmChanges } from '../../../src/storage/postgres/farm-changes.ts';
import { createRandom, type Random } from '../../../src/tools/random.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { openTestDatabase } from '../../support/databases.ts';
import { createFarm, type TestFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const STEPS = Number(process.env['FARMCTL_KEPT_STEPS'] ?? 150);
const SEED = process.env['FARMCTL_KEPT_SEED'] ?? 'kept portfolio';

/** Two instances with caches on one database, and one that always reads everything. */
interface Stage {
  readonly instances: readonly [TestService, TestService];
  readonly fresh: TestService;
  readonly client: pg.Client;
  readonly farms: readonly TestFarm[];
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

async function startStage(): Promise<Stage> {
  const database = await openTestDatabase('postgres');
  const currentDatabase = await database.first<{ name: string }>(
    sql`select current_database() as name`,
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${currentDatabase?.name}`;
  const [second, third] = [await openPostgres(url.href), await openPostgres(url.href)];
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client(url.href);
    clients.push(client);
    await client.connect();
    return client;
  };
  const instances = [await startTestService(database), await startTestService(second)] as const;
  const farms: TestFarm[] = [];
  for (const name of ['A', 'B', 'C']) farms.push(await createFarm(instances[0], { name }));
  return {
    instances,
    fresh: await startTestService(third, { wrap: (uncached) => uncached }),
    client: await connect(),
    farms,
    connect,
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await Promise.all([second.close(), third.close()]);
      await database.close();
    },
  };
}

async function readPortfolio({ service, clock }: TestService, scope: Scope): Promise<string> {
  const { runtime } = service;
  const { farms, thresholds } = await loadPortfolio(runtime, { scope, now: clock.now() });
  return JSON.stringify(
    portfolioOf(await runtime.caches.portfolios.rows.rowsOf(farms, thresholds)),
    undefined,
    1,
  );
}

async function expectSame({ instances, fresh, farms }: Stage, after: string): Promise<void> {
  const { orgId } = instances[0];
  const scopes: Scope[] = [
    { orgId, farmIds: 'all' },
    { orgId, farmIds: [farms[1]?.farmId ?? ''] },
  ];
  for (const scope of scopes) {
    const read = await readPortfolio(fresh, scope);
    for (const instance of instances) {
      expect([after, await readPortfolio(instance, scope)]).toEqual([after, read]);
    }
  }
}

const today = ({ instances: [{ clock }] }: Stage) => new Date(clock.now()).toISOString();
const day = (stage: Stage) => today(stage).slice(0, 10);

/** Every kind of write; each resolves once it was acknowledged. */
function createWrites(stage: Stage, random: Random) {
  const { client, farms } = stage;
  const key = stage.instances[0].admin;
  const refused: unknown[] = [];
  let number = 0;
  const id = (prefix: string) => `${prefix}_k${++number}`;
  const farm = () => random.pick(farms);
  const instance = () => random.pick(stage.instances);
  const database = () => instance().service.runtime.database;
  const send = (method: string, path: string, body?: unknown) =>
    instance().send(method, path, { key, ...(body === undefined ? {} : { body }) });
  const ownRows = ({ farmId, flockId, barnId }: TestFarm) => ({
    ...{ orgId: stage.instances[0].orgId, farmId, flockId, barnId },
    ...{ createdAt: today(stage), updatedAt: today(stage) },
  });
  const someId = async (table: string) => {
    const rows = await database().all<{ id: string }>(
      sql`select id from ${raw(table)} where deleted_at is null order by id`,
    );
    return rows.length === 0 ? 'none' : random.pick(rows).id;
  };
  const bodies = {
    'daily-logs': ({ flockId }: TestFarm) => ({
      ...{ flockId, date: day(stage), mortality: random.integer(0, 90) },
      ...{ feedKg: random.integer(100, 900), avgWeightGr: random.integer(500, 2500) },
    }),
    sales: ({ flockId }: TestFarm) => ({
      ...{ flockId, date: day(stage), birdsCount: random.integer(1, 9) },
      ...{ totalWeightKg: 20, totalAmount: random.integer(10, 99) },
    }),
    'feed-deliveries': ({ flockId }: TestFarm) => ({
      ...{ flockId, date: day(stage), quantityKg: 2000, totalCost: random.integer(100, 999) },
    }),
    expenses: () => ({ date: day(stage), category: 'labor', amount: random.integer(1, 500) }),
    treatments: ({ flockId }: TestFarm) => ({
      ...{ flockId, date: day(stage), kind: 'vitamin', name: 'Vitamins' },
      cost: random.integer(1, 50),
    }),
    tasks: () => ({ title: 'Feed', dueDate: '2026-10-01' }),
    alerts: () => ({ title: 'Look', severity: random.pick(['critical', 'warning', 'info']) }),
    'field-reports': () => ({ rawText: 'Is it warm?', isQuestion: true }),
    contacts: () => ({ name: 'Vet' }),
    barns: () => ({ name: id('Barn'), capacity: random.integer(1, 9) * 1000 }),
    'env-readings': ({ barnId }: TestFarm) => ({ barnId, ts: today(stage), temp: 24 }),
  } as const;
  type Written = keyof typeof bodies;
  const names = Object.keys(bodies) as Written[];
  const writes: Record<string, () => Promise<unknown>> = {
    async create() {
      const name = random.pick(names);
      const at = farm();
      const answer = await send('POST', `/${name}?farmId=${at.farmId}`, bodies[name](at));
      const isUsual = /closed|duplicate/.test(answer.text);
      if (answer.status !== 201 && !isUsual) refused.push([name, answer.text]);
    },
    async remove() {
      const name = random.pick(names);
      await send('DELETE', `/${name}/${await someId(name.replaceAll('-', '_'))}`);
    },
    async change() {
      const logId = await someId('daily_logs');
      await send('PATCH', `/daily-logs/${logId}`, { mortality: random.integer(0, 50) });
      await send('PATCH', `/alerts/${await someId('alerts')}`, { status: 'resolved' });
      await send('PATCH', `/farms/${farm().farmId}`, { name: `Farm ${random.integer(1, 9)}` });
    },
    async closeFlock() {
      const flockId = await someId('flocks');
      await send('PATCH', `/flocks/${flockId}`, { status: random.pick(['closed', 'selling']) });
    },
    async placeFlock() {
      const at = farm();
      const flock = { id: id('flock'), status: random.pick(['active', 'closed']) };
      await insertRowsOf(database(), 'flocks', [
        { ...ownRows(at), ...flock, placementDate: '2026-10-20', closedAt: today(stage) },
      ]);
    },
    async importRows() {
      const { farmId, flockId } = farm();
      const dates = [11, 12, 13].map((date) => `2026-10-${date}`);
      const rows = dates.map((date) => ({ flockId, date, mortality: random.integer(1, 9) }));
      const path = `/os/import/daily-logs?farmId=${farmId}&onError=skip`;
      const { status, text } = await instance().send('POST', path, {
        key,
        body: rows.map((row) => JSON.stringify(row)).join('\n'),
        headers: { 'content-type': 'application/x-ndjson' },
      });
      if (status !== 200) refused.push(['import', text]);
    },
    async actAndUndo() {
      const body = { type: 'create_task', title: 'Clean', farmId: farm().farmId };
      const executed = await send('POST', '/actions', body);
      await expectSame(stage, 'an action');
      const undone = await send('POST', '/actions/undo', executed.body.undo);
      if (undone.status !== 200) refused.push(['undo', undone.text]);
    },
    async scan() {
      const answer = await send('POST', '/os/brain/scan', { farmId: farm().farmId });
      if (answer.status !== 200) refused.push(['scan', answer.text]);
    },
    retention: () => sweepRetention(instance().service, new AbortController().signal),
    async photo() {
      const media = { id: id('media'), kind: 'image', sizeBytes: 5 };
      await insertRowsOf(database(), 'media', [{ ...ownRows(farm()), ...media }]);
    },
    async readings() {
      const hour = new Date(stage.fresh.clock.now() - random.integer(-2, 26) * 1_800_000);
      await insertRowsOf(database(), 'env-readings', [
        { ...ownRows(farm()), id: id('env'), source: 'sensor', temp: 20, ts: hour.toISOString() },
      ]);
    },
    async moult() {
      const days = random.pick([-60, -57, -30, -1, 0, 1]);
      const ts = new Date(stage.fresh.clock.now() + days * 86_400_000).toISOString();
      await insertRowsOf(database(), 'events', [
        { ...ownRows(farm()), id: id('event'), kind: 'moult', title: 'Moult', ts },
      ]);
    },
    async weight() {
      const { farmId, flockId } = farm();
      await database().run(sql`
        insert into flock_weights (org_id, farm_id, flock_id, day, computed_at, weight_g, low_g,
          high_g, sources)
        values (${stage.instances[0].orgId}, ${farmId}, ${flockId}, ${day(stage)}, ${today(stage)},
          ${random.integer(500, 900)}, 1, 2, '[]')
        on conflict (flock_id, day) do update
        set weight_g = excluded.weight_g, computed_at = excluded.computed_at`);
    },
    async bySql() {
      const table = random.pick([
        'daily_logs',
        'sales',
        'env_readings',
        'events',
        'tasks',
        'media',
      ]);
      await client.query(
        random.pick([
          'update daily_logs set mortality = coalesce(mortality, 0) + 1',
          `delete from ${table} where id = (select min(id) from ${table})`,
          'update alerts set deleted_at = now() where id = (select min(id) from alerts)',
          'truncate treatments',
          "update sales set birds_count = 3 where farm_id <> '' and id > 'sale_m'",
        ]),
      );
    },
    async rolledBack() {
      await database()
        .transaction(async (transaction) => {
          await transaction.run(sql`update farms set name = 'never'`);
          throw new Error('undone');
        })
        .catch(() => {});
      await client.query('begin');
      await client.query('savepoint a');
      await client.query('update daily_logs set mortality = 99');
      await client.query('rollback to a');
      await client.query('update tasks set due_date = due_date - 1');
      await client.query('commit');
    },
    async later() {
      const minutes = 60 * random.pick([0, 0, 1, 5, 30, 170]) + random.integer(1, 59);
      for (const { clock } of [...stage.instances, stage.fresh]) clock.advance(minutes * 60_000);
    },
    async prune() {
      await client.query("update farm_change_marks set pruned_at = now() - interval '2 hours'");
      await forgetFarmChanges(database());
    },
    // The state of unlogged tables after a crash of the server.
    crash: () => client.query('truncate farm_changes, farm_change_marks'),
  };
  return { writes, refused };
}

/** Transactions that begin before others and end after them, or are undone then. */
function createLateWrites({ connect, instances: [{ orgId }], farms }: Stage, random: Random) {
  const open: { readonly client: pg.Client; steps: number }[] = [];
  let number = 0;
  return {
    async begin(): Promise<void> {
      const client = await connect();
      const { farmId, flockId } = random.pick(farms);
      await client.query('begin');
      await client.query(
        `insert into sales (id, org_id, farm_id, version, created_at, updated_at, created_by,
          flock_id, date, birds_count, total_amount, search_text)
        values ($1, $2, $3, 1, now(), now(), '{}', $4, '2026-11-01', 7, 70, '')`,
        [`sale_late_${++number}`, orgId, farmId, flockId],
      );
      open.push({ client, steps: random.integer(1, 12) });
    },
    async step(): Promise<void> {
      for (const late of open.splice(0)) {
        late.steps -= 1;
        if (late.steps > 0) open.push(late);
        else await late.client.query(random.chance(0.7) ? 'commit' : 'rollback');
      }
    },
    end: () => Promise.all(open.splice(0).map(({ client }) => client.query('rollback'))),
  };
}

describe('cached portfolios on PostgreSQL', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.close());

  test('equal those of a fresh instance after any writes', async () => {
    const random = createRandom(SEED);
    const { writes, refused } = createWrites(stage, random);
    const late = createLateWrites(stage, random);
    const all = Object.entries({ ...writes, late: late.begin });
    const often = ['create', 'create', 'create', 'readings', 'later', 'later', 'late', 'bySql'];
    for (let step = 0; step < STEPS; step++) {
      const name = random.chance(0.5) ? random.pick(often) : random.pick(all)[0];
      // Each of them once before chance decides.
      const [done, write] = all[step] ?? [name, { ...writes, late: late.begin }[name]];
      // A crash ends open transactions; the statement that simulates one would wait for them.
      if (done === 'crash') await late.end();
      await write?.();
      await late.step();
      if (random.chance(0.7)) await expectSame(stage, `${SEED}, step ${step}, ${done}`);
    }
    await late.end();
    await expectSame(stage, 'the end');
    expect(refused).toEqual([]);
    const { hits, misses } = stage.instances[0].service.runtime.caches.portfolios.parts.figures();
    // So that the cache is exercised.
    expect(hits).toBeGreaterThan(misses);
  });
});

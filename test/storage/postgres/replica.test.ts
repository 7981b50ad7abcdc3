import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { examinePostgres } from '../../../src/server/doctor/examine-database.ts';
import type { Database, ReplicaFigures } from '../../../src/storage/core/database.ts';
import { openPostgres } from '../../../src/storage/postgres/database.ts';
import { usualWaits } from '../../../src/storage/postgres/line.ts';
import { createFarm } from '../../support/farm.ts';
import { type ReplicatedPostgres, startReplicated } from '../../support/postgres-server.ts';
import { runOnServer } from '../../support/run-on-server.ts';
import { startTestService } from '../../support/service.ts';

let servers: ReplicatedPostgres;
/** An instance that reads on the replica, and one that does not know it. */
let database: Database;
let other: Database;
beforeAll(async () => {
  servers = await startReplicated();
  database = await openPostgres(servers.url, {
    replicaUrl: servers.replicaUrl,
    waits: { ...usualWaits, replica: 300 },
  });
  other = await openPostgres(servers.url);
  await other.run(sql`create table counts (name text primary key, n int not null)`);
  await other.run(sql`insert into counts values ('a', 0)`);
});
afterAll(async () => {
  await Promise.all([database.close(), other.close()]);
  await servers.stop();
});

const COUNT = sql`select n, pg_is_in_recovery() as is_replica from counts where name = 'a'`;
const counted = () => database.first<{ n: number; is_replica: boolean }>(COUNT);
const onReplica = <T>(work: () => T): T => {
  if (!database.onReplica) throw new Error('there is no replica');
  return database.onReplica(work);
};
const figures = (): ReplicaFigures => {
  const { replica } = database.figures?.() ?? {};
  if (!replica) throw new Error('there is no replica');
  return replica;
};
const setTo = (on: Database, n: number) =>
  on.transaction((transaction) =>
    transaction.run(sql`update counts set n = ${n} where name = 'a'`),
  );

test('a write through any instance is visible to the next read of its caller', async () => {
  const before = figures();
  for (let n = 1; n <= 100; n += 1) {
    await setTo(n % 2 === 0 ? database : other, n);
    expect((await onReplica(counted))?.n).toBe(n);
  }
  const { replica, behind, failed } = figures();
  expect(replica + behind - before.replica - before.behind).toBe(100);
  expect(replica).toBeGreaterThan(before.replica);
  expect(failed).toBe(before.failed);
});

test('a read that follows a write of the same request sees it', async () => {
  const rows = await onReplica(async () => {
    const first = await counted();
    await setTo(database, 1001);
    return [first?.n !== 1001, (await counted())?.n];
  });
  expect(rows).toEqual([true, 1001]);
});

test('reads that do not allow a replica, writes and transactions use the primary', async () => {
  expect((await counted())?.is_replica).toBe(false);
  await onReplica(async () => {
    expect((await counted())?.is_replica).toBe(true);
    expect(await database.run(sql`update counts set n = 2 where name = 'a'`)).toBe(1);
    const [row] = await database.all(
      sql`update counts set n = 3 where name = 'a' returning pg_is_in_recovery() as is_replica`,
    );
    expect(row).toEqual({ is_replica: false });
    const rows = await database.transaction((transaction) =>
      transaction.first<{ is_replica: boolean }>(COUNT),
    );
    expect(rows?.is_replica).toBe(false);
  });
});

test('concurrent reads are answered together', async () => {
  const answers = await onReplica(() => {
    const { together } = database;
    if (!together) throw new Error('reads do not travel together');
    return together(() => Promise.all([counted(), counted(), counted()]));
  });
  expect(answers.map((answer) => answer?.is_replica)).toEqual([true, true, true]);
});

test('a lagging replica answers nothing until it has caught up', async () => {
  await runOnServer(servers.replicaUrl, 'select pg_wal_replay_pause()');
  const before = figures();
  try {
    await setTo(other, 2001);
    expect(await onReplica(counted)).toEqual({ n: 2001, is_replica: false });
    expect(figures()).toMatchObject({ behind: before.behind + 1, failed: before.failed });
  } finally {
    await runOnServer(servers.replicaUrl, 'select pg_wal_replay_resume()');
  }
  await expect.poll(async () => (await onReplica(counted))?.is_replica).toBe(true);
});

test('an unreachable replica costs only its share, and is used again once it is back', async () => {
  await servers.stopReplica();
  const before = figures();
  for (let n = 3001; n <= 3010; n += 1) {
    await setTo(other, n);
    expect(await onReplica(counted)).toEqual({ n, is_replica: false });
  }
  expect(figures().isFailing).toBe(true);
  // It is left alone meanwhile: not each read waits for it.
  expect(figures().failed - before.failed).toBeLessThan(10);
  await servers.startReplica();
  await expect
    .poll(async () => (await onReplica(counted))?.is_replica, { timeout: 20_000, interval: 200 })
    .toBe(true);
  expect(figures().isFailing).toBe(false);
});

test('an invalid statement fails as on the primary', async () => {
  await expect(onReplica(() => database.all(sql`select * from nowhere`))).rejects.toThrow(
    /"nowhere" does not exist/,
  );
});

test('a server that is not a replica of the database is rejected; one that does not respond is not', async () => {
  const otherServer = await openPostgres(servers.url, { replicaUrl: inject('postgresUrl') });
  await expect(otherServer.requireReplica?.()).rejects.toThrow(/is not a replica of the database/);
  await otherServer.close();
  const neighbour = servers.replicaUrl.replace(/farmctl$/, 'postgres');
  const wrong = await openPostgres(servers.url, { replicaUrl: neighbour });
  await expect(wrong.requireReplica?.()).rejects.toThrow(/is not a replica of the database/);
  await wrong.close();
  const unreachableUrl = 'postgres://nobody@127.0.0.1:1/farmctl';
  const away = await openPostgres(servers.url, { replicaUrl: unreachableUrl });
  await away.requireReplica?.();
  await away.close();
});

test('doctor reports the lag of a replica, that it is unreachable, or that it is not a replica', async () => {
  const check = async (replicaUrl: string) => {
    const options = { isDeep: false, now: Date.now(), replicaUrl };
    const findings = await examinePostgres(servers.url, options);
    const { state, finding } = findings.find(({ check }) => check === 'replica') ?? {};
    return [state, finding?.replace(/127\.0\.0\.1:\d+/, 'HOST')];
  };
  expect(await check(servers.replicaUrl)).toEqual(['ok', 'the replica at HOST is 0 bytes behind']);
  expect(await check('postgres://nobody@127.0.0.1:1/farmctl')).toEqual([
    'warning',
    'the replica at HOST does not answer; the database answers in its place',
  ]);
  expect(await check(inject('postgresUrl'))).toEqual([
    'failed',
    'the server at HOST is not a replica of the database',
  ]);
});

test('over the API a list includes every earlier write, and a revoked key is rejected', async () => {
  const service = await startTestService({ ...database, close: async () => {} });
  const { farmId } = await createFarm(service);
  const before = figures();
  for (let count = 1; count <= 20; count += 1) {
    const body = { farmId, title: `Check line ${count}` };
    expect((await service.send('POST', '/tasks', { body })).status).toBe(201);
    const list = await service.send('GET', `/tasks?farmId=${farmId}`);
    expect([list.status, list.body.meta.total]).toEqual([200, count]);
    const context = await service.send('GET', `/context?farmId=${farmId}`);
    expect(context.body.tasks.open).toHaveLength(count);
  }
  expect(figures().replica).toBeGreaterThan(before.replica);
  const key = await service.createKey({ name: 'Short' });
  const keys = await service.send('GET', '/os/keys?limit=200');
  const { id } = keys.body.data.find(({ name }: { name: string }) => name === 'Short');
  expect((await service.send('GET', '/tasks', { key })).status).toBe(200);
  expect((await service.send('DELETE', `/os/keys/${id}`)).status).toBe(200);
  expect((await service.send('GET', '/tasks', { key })).status).toBe(401);
  await service.close();
});

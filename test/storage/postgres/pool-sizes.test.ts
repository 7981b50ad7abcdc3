import sql from 'sql-template-tag';
import { expect, inject, test } from 'vitest';
import { openPostgres } from '../../../src/storage/postgres/database.ts';
import { poolOptions } from '../../../src/storage/postgres/fair-pool.ts';

test.each([
  ['postgres://db/farmctl', 6, 8],
  ['postgres://db/farmctl?sslmode=require', 6, 8],
  ['postgres://user:word@db:5432/farmctl?pool_max_conns=2', 1, 1],
  ['postgres://db/farmctl?pool_max_conns=3', 1, 2],
  ['postgresql://db/farmctl?sslmode=require&pool_max_conns=200', 85, 115],
])(
  '%s opens at most %i connections for reads and %i for transactions',
  (url, reads, transactions) => {
    expect(poolOptions(url)).toMatchObject({ reads, transactions });
  },
);

test.each(['0', '1', '201', '', 'many', '1e2', '-1', '2.5'])(
  'pool_max_conns=%s is rejected',
  (size) => {
    expect(() => poolOptions(`postgres://user:word@db/farmctl?pool_max_conns=${size}`)).toThrow(
      `pool_max_conns in the address of the database is "${size}": give a whole number from 2 to 200`,
    );
  },
);

test('statements are prepared unless the connection string disables it', () => {
  expect(poolOptions('postgres://db/farmctl').isPrepared).toBe(true);
  expect(poolOptions('postgres://db/farmctl?prepared=true').isPrepared).toBe(true);
  expect(poolOptions('postgres://db/farmctl?prepared=false').isPrepared).toBe(false);
  expect(() => poolOptions('postgres://db/farmctl?prepared=no')).toThrow(
    'prepared in the address of the database is "no": give true or false',
  );
});

test('no more connections are opened than the connection string allows', async () => {
  const url = new URL(inject('postgresUrl'));
  url.searchParams.set('pool_max_conns', '5');
  const database = await openPostgres(url.href);
  const backend = sql`select pg_backend_pid() as pid, pg_sleep(0.01)`;
  const backends = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0
        ? database.first<{ pid: number }>(backend)
        : database.transaction((transaction) => transaction.first<{ pid: number }>(backend)),
    ),
  );
  expect(new Set(backends.map((row) => row?.pid)).size).toBe(5);
  await database.close();
});

// farmctl behind PgBouncer in transaction mode on the PostgreSQL of Debian: writers, lists, the ten
// queries of docs/analysts.md and a backup with pg_dump; statements are prepared with PgBouncer
// 1.21 or newer. Needs: apt-get install pgbouncer postgresql
//   npm run build && node bench/debian/pooler.mjs
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStage, freePorts, listens, until, versionOf } from './processes.mjs';
import { compare, startWriters } from './write-load.mjs';

const WRITERS = 32;
const LOAD_MILLIS = 10_000;
const PROJECT = join(import.meta.dirname, '../..');
const newest = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))[0];
const BINARIES = `/usr/lib/postgresql/${newest}/bin`;

/** Since 1.21 PgBouncer supports prepared statements in transaction mode. */
const [, minor] = /PgBouncer 1\.(\d+)/.exec(versionOf('pgbouncer')) ?? [];
const isPrepared = Number(minor) >= 21;

const poolerSettings = (port, server) => `
[databases]
farmctl = host=127.0.0.1 port=${server} dbname=postgres user=postgres pool_size=5
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 100
${isPrepared ? 'max_prepared_statements = 200' : ''}
ignore_startup_parameters = extra_float_digits, options, statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`;

const stage = createStage();
const psql = (port, argv) => {
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const run = spawnSync('psql', [address, '-XqAt', '-v', 'ON_ERROR_STOP=1', ...argv]);
  if (run.status !== 0) throw new Error(String(run.stderr));
  return String(run.stdout);
};
try {
  const [server, port] = await freePorts(2);
  const data = stage.makeFolder('data');
  const made = stage.start(`${BINARIES}/initdb`, ['-D', data, '-A', 'trust', '-U', 'postgres']);
  await new Promise((done) => made.once('exit', done));
  const sockets = ['-k', stage.folder];
  stage.start(`${BINARIES}/postgres`, ['-D', data, '-p', server, '-h', '127.0.0.1', ...sockets]);
  await until('PostgreSQL', () => listens(server));
  for (const limit of ['statement_timeout', 'lock_timeout'])
    psql(server, ['-c', `alter role postgres set ${limit} = '5s'`]);
  stage.start('pgbouncer', [stage.write('pgbouncer.ini', poolerSettings(port, server))]);
  await until('PgBouncer', () => listens(port));
  const database = `postgres://postgres@127.0.0.1:${port}/farmctl?prepared=${isPrepared}`;
  const { baseUrl, keys } = await stage.serve(database, { FARMCTL_SECRET_KEY: 'ab'.repeat(32) });
  const load = await startWriters({ baseUrl, key: keys.admin }, WRITERS);
  await sleep(LOAD_MILLIS);
  await load.stop();
  const stored = await load.stored();
  const statuses = {};
  for (const { status } of load.attempts) statuses[status] = (statuses[status] ?? 0) + 1;

  psql(server, ['-f', join(PROJECT, 'deploy/analyst-views.sql')]);
  const page = readFileSync(join(PROJECT, 'docs/analysts.md'), 'utf8');
  const queries = [...page.matchAll(/```sql\n((?:select|with)[\s\S]*?)```/g)].map(
    ([, text]) => text,
  );
  const asReader = ['-c', 'set role farmctl_reader', '-c', 'set search_path = farm'];
  for (const query of queries) psql(server, [...asReader, '-c', query]);

  // pg_dump needs its own session, which a pooler in transaction mode does not provide.
  const direct = await stage.serve(`postgres://postgres@127.0.0.1:${server}/postgres`, {
    FARMCTL_SECRET_KEY: 'ab'.repeat(32),
  });
  const answer = await fetch(`${direct.baseUrl}/v1/platform/os/backups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.admin}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const file = join(stage.folder, 'backup.dump');
  writeFileSync(file, bytes);
  const listed = spawnSync('pg_restore', ['--list', file]).stdout.toString();
  const result = {
    versions: [
      versionOf(`${BINARIES}/postgres`),
      versionOf('pgbouncer'),
      versionOf('pg_dump'),
      versionOf('pg_restore'),
    ],
    isPrepared,
    writers: WRITERS,
    acknowledged: load.acknowledged.length,
    ...compare(load.acknowledged, stored),
    attemptsByStatus: statuses,
    queriesOfAnalysts: queries.length,
    backup: {
      status: answer.status,
      bytes: bytes.length,
      tablesInArchive: (listed.match(/TABLE DATA/g) ?? []).length,
      ...(answer.ok ? {} : { body: bytes.toString().slice(0, 300) }),
    },
  };
  process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
  if (result.lost > 0 || result.twice > 0 || !answer.ok) process.exitCode = 1;
} finally {
  await stage.end();
}

import { expect, test } from 'vitest';
import {
  commandText,
  dumpCommand,
  dumpedVersion,
  restoreCommand,
  splitPassword,
  toolObstacle,
} from '../../../src/server/backup/postgres-backup.ts';

const URL_WITH_PASSWORD = 'postgres://farm:s%20ecret@db.example:5433/farm?sslmode=require';

test('the dump is one file of the custom format, and its command contains no password', () => {
  expect(commandText(dumpCommand(URL_WITH_PASSWORD, '/b/farm data.dump'))).toBe(
    "pg_dump --format=custom --no-password '--dbname=postgres://farm@db.example:5433/farm?sslmode=require' '--file=/b/farm data.dump'",
  );
});

test('the dump is restored completely or not at all', () => {
  expect(commandText(restoreCommand('postgres://db/farm', '/b/farm.dump'))).toBe(
    'pg_restore --no-owner --no-privileges --single-transaction --no-password --dbname=postgres://db/farm /b/farm.dump',
  );
});

test.each([
  [URL_WITH_PASSWORD, 's ecret', 'postgres://farm@db.example:5433/farm?sslmode=require'],
  ['postgres://db/farm?user=f&password=w', 'w', 'postgres://db/farm?user=f'],
  ['postgres://db/farm', undefined, 'postgres://db/farm'],
])('the password of %s is removed from it', (url, password, address) => {
  expect(splitPassword(url)).toEqual({ address, password });
});

test('a name with a quote is a single shell word', () => {
  expect(commandText(dumpCommand('postgres://db/farm', "/b/o'hara"))).toContain(
    "'--file=/b/o'\\''hara'",
  );
});

test.each([
  [null, 18, 'pg_dump is not on PATH: install the client programs of PostgreSQL'],
  [15, 18, 'pg_dump is of version 15, the server of 18: install that of the server or a later one'],
  [18, 18, null],
  [18, 15, null],
])('pg_dump %s and a server of %s: %s', (tool, server, obstacle) => {
  expect(toolObstacle(tool, server)).toBe(obstacle);
});

const dumped = (rows: string) =>
  `SET x;\nCOPY public.schema_migrations (version, name, applied_at) FROM stdin;\n${rows}\\.\n\n`;

test.each([
  [dumped('1\tinitial schema\t2026-11-01\n2\tmore\t2026-11-02\n'), 2],
  [dumped(''), undefined],
  ['COPY public.posts (id) FROM stdin;\n7\n\\.\n', undefined],
  ['COPY public.schema_migrations (version) FROM stdin;\n20240101\n\\.\n', undefined],
])('the schema version of a dump is read from its rows (%#)', (text, version) => {
  expect(dumpedVersion(text)).toBe(version);
});

import { readdirSync } from 'node:fs';
import { copyFile, mkdir, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { bootstrapDatabase } from '../../../src/server/bootstrap.ts';
import { databaseFile, openDatabase } from '../../../src/server/core/open-database.ts';
import { UnusableDatabase } from '../../../src/storage/core/errors.ts';
import { openSqliteHandle, type SqliteHandle } from '../../../src/storage/sqlite/driver.ts';
import { folderBytes, releaseFiles } from '../../support/folder-bytes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PAGE = 4096;

/** A folder with a database that was closed in order. */
async function aDatabase(): Promise<string> {
  const dataDir = await temporaryFolder();
  await bootstrapDatabase({ dataDir });
  await releaseFiles(dataDir);
  return dataDir;
}

/** A log left by a crash, beside its database. */
async function leaveLog(dataDir: string, script: string): Promise<void> {
  const path = databaseFile(dataDir);
  const handle = await openSqliteHandle(path);
  handle.exec(`pragma journal_mode = wal; ${script}`);
  const stored = `${path}-kept`;
  await copyFile(path, stored);
  await copyFile(`${path}-wal`, `${stored}-wal`);
  handle.close();
  await copyFile(stored, path);
  await copyFile(`${stored}-wal`, `${path}-wal`);
  for (const file of [stored, `${stored}-wal`]) await rm(file);
}

async function overwrite(path: string, position: number, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(bytes, 0, bytes.length, position);
  await file.close();
}

async function createForeignDatabase(dataDir: string, script: string): Promise<void> {
  const handle: SqliteHandle = await openSqliteHandle(databaseFile(dataDir));
  handle.exec(script);
  handle.close();
}

async function rootPage(dataDir: string, table: string): Promise<number> {
  const handle = await openSqliteHandle(databaseFile(dataDir), { readOnly: true });
  const row = handle.prepare('select rootpage from sqlite_master where name = ?').get(table);
  handle.close();
  return (row as { rootpage: number }).rootpage;
}

const bump = "insert into schema_migrations (version, name) values (999, 'later');";

describe('a database is rejected in one line, and unchanged to the byte,', () => {
  test.each<[string, RegExp, (dataDir: string) => Promise<unknown>]>([
    [
      'if it is not a database',
      /farmctl\.db is not a database: move it away, or put a backup in its place with: farmctl restore FILE$/,
      (dataDir) => writeFile(databaseFile(dataDir), 'these are my notes. '.repeat(500)),
    ],
    [
      'if its first bytes are garbage',
      /farmctl\.db is not a database: /,
      (dataDir) => overwrite(databaseFile(dataDir), 0, Buffer.alloc(64, 0xa5)),
    ],
    [
      'if it is truncated',
      /farmctl\.db is damaged \(cut off at 8192 of \d+ bytes\): put a backup in its place/,
      (dataDir) => truncate(databaseFile(dataDir), 2 * PAGE),
    ],
    [
      'if a page of it was overwritten',
      /farmctl\.db is damaged \(.*\): put a backup in its place with: farmctl restore FILE$/,
      async (dataDir) => {
        const page = await rootPage(dataDir, 'organisations');
        await overwrite(databaseFile(dataDir), (page - 1) * PAGE, Buffer.alloc(PAGE, 0x5a));
      },
    ],
    [
      'if it is newer than the program',
      /the database has schema version 999, this program knows up to \d+: use a newer farmctl$/,
      (dataDir) => createForeignDatabase(dataDir, bump),
    ],
    [
      'if it is newer, according to its log only',
      /the database has schema version 999/,
      (dataDir) => leaveLog(dataDir, bump),
    ],
    [
      'if it belongs to another program by its marker',
      /is the database of another program \(application id 00000007\): give farmctl a folder of its own/,
      (dataDir) => overwrite(databaseFile(dataDir), 68, Buffer.from([0, 0, 0, 7])),
    ],
    [
      'if a folder is in its place',
      /farmctl\.db is not a file but a folder or device: move it away, or choose another --data$/,
      async (dataDir) => {
        await rm(databaseFile(dataDir));
        await mkdir(databaseFile(dataDir));
      },
    ],
    [
      'if the log beside it belongs to another database',
      /farmctl\.db-wal does not belong to .*: if the database was copied there, move the log away/,
      async (dataDir) => {
        const other = await aDatabase();
        const grow = "insert into organisations values ('x', hex(zeroblob(9000)), 'UTC', 'en', '')";
        await leaveLog(other, grow);
        await copyFile(`${databaseFile(other)}-wal`, `${databaseFile(dataDir)}-wal`);
      },
    ],
    [
      'if the file beside it is not a log',
      /farmctl\.db-wal does not belong to /,
      (dataDir) => writeFile(`${databaseFile(dataDir)}-wal`, 'a letter to my aunt'.repeat(10)),
    ],
    [
      'if it is missing and its log is not',
      /farmctl\.db is missing, but its log .*-wal holds changes: bring the file back, or move the log away$/,
      async (dataDir) => {
        await leaveLog(dataDir, "update organisations set name = 'kept'");
        await rm(databaseFile(dataDir));
      },
    ],
    [
      'if it is missing and its marker records commits',
      /farmctl\.db is missing, but \d+ commits in it were acknowledged: bring the file back, put a backup in its place with: farmctl restore FILE, or delete .*farmctl\.db and .*farmctl\.db-mark to start with an empty database$/,
      (dataDir) => rm(databaseFile(dataDir)),
    ],
    [
      'if it is empty, as after a disk failure',
      /farmctl\.db is empty \(0 bytes\), but a database was expected: put a backup in its place with: farmctl restore FILE, or delete .*farmctl\.db and .*farmctl\.db-mark to start with an empty database$/,
      (dataDir) => truncate(databaseFile(dataDir), 0),
    ],
    [
      'if it is empty and its log is not',
      /farmctl\.db is empty, but its log /,
      async (dataDir) => {
        await leaveLog(dataDir, "update organisations set name = 'kept'");
        await truncate(databaseFile(dataDir), 0);
      },
    ],
    [
      'while a restore is incomplete',
      /a restore into .* did not come to its end: run farmctl restore again$/,
      (dataDir) => copyFile(databaseFile(dataDir), `${databaseFile(dataDir)}.restoring`),
    ],
  ])('%s', async (_, message, spoil) => {
    const dataDir = await aDatabase();
    await spoil(dataDir);
    const before = folderBytes(dataDir);
    const refusal: unknown = await openDatabase({ kind: 'sqlite', dataDir }).catch(
      (error) => error,
    );
    expect(refusal).toBeInstanceOf(UnusableDatabase);
    expect((refusal as Error).message).toMatch(message);
    expect((refusal as Error).message).not.toContain('\n');
    expect(folderBytes(dataDir)).toEqual(before);
  });

  test.each([
    ['tables of another program', 'create table recipes (name text)', 'recipes'],
    [
      'the migrations of another program',
      'create table schema_migrations (version text); create table posts (id integer)',
      'schema_migrations, posts',
    ],
  ])(
    'a database is rejected in one line, and unchanged to the byte, if it contains %s',
    async (_, script, reason) => {
      const dataDir = await temporaryFolder();
      await createForeignDatabase(dataDir, script);
      const before = folderBytes(dataDir);
      await expect(openDatabase({ kind: 'sqlite', dataDir })).rejects.toThrow(
        `the database holds tables of another program (${reason}): give farmctl a database of its own`,
      );
      expect(folderBytes(dataDir)).toEqual(before);
    },
  );
});

describe('a database is opened', () => {
  test('a database is opened with the log left by a crash', async () => {
    const dataDir = await aDatabase();
    await leaveLog(dataDir, "update organisations set name = 'from the log'");
    const database = await openDatabase({ kind: 'sqlite', dataDir });
    expect(await database.first(sql`select name from organisations`)).toEqual({
      name: 'from the log',
    });
    await database.close();
  });

  test('a database is opened with a log that extended it', async () => {
    const dataDir = await aDatabase();
    await leaveLog(dataDir, 'update organisations set name = hex(zeroblob(20000))');
    const database = await openDatabase({ kind: 'sqlite', dataDir });
    const row = await database.first(sql`select length(name) as length from organisations`);
    expect(row).toEqual({ length: 40_000 });
    await database.close();
  });

  test('a database is opened if it predates file markers, and gets one', async () => {
    const dataDir = await aDatabase();
    await createForeignDatabase(dataDir, 'pragma application_id = 0; pragma user_version = 0');
    await (await openDatabase({ kind: 'sqlite', dataDir })).close();
    const header = await readFile(databaseFile(dataDir));
    expect(header.toString('latin1', 68, 72)).toBe('Farm');
    expect(header.readInt32BE(60)).toBeGreaterThan(0);
  });

  test('a database is opened if it does not exist yet; nothing else is left in its folder', async () => {
    const dataDir = await temporaryFolder();
    await (await openDatabase({ kind: 'sqlite', dataDir })).close();
    expect(readdirSync(dataDir).filter((name) => name.includes('new-'))).toEqual([]);
    await (await openDatabase({ kind: 'sqlite', dataDir })).close();
  });

  test('a database is opened by two processes concurrently, if it does not exist yet', async () => {
    const dataDir = join(await temporaryFolder(), 'new');
    const both = await Promise.all([
      openDatabase({ kind: 'sqlite', dataDir }),
      openDatabase({ kind: 'sqlite', dataDir }),
    ]);
    for (const database of both) await database.close();
    expect((await stat(databaseFile(dataDir))).mode & 0o777).toBe(0o600);
  });
});

test('a folder that cannot be created is reported, even below /proc, where nothing can be', async () => {
  const dataDir = '/proc/farmctl/data';
  await expect(openDatabase({ kind: 'sqlite', dataDir })).rejects.toThrow(
    'the folder /proc/farmctl/data cannot be made (ENOENT): choose another --data',
  );
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(openDatabase({ kind: 'sqlite', dataDir: join(file, 'data') })).rejects.toThrow(
    `the folder ${file}/data cannot be made (ENOTDIR): choose another --data`,
  );
});

describe('PostgreSQL is rejected', () => {
  const url = (change: (address: URL) => void) => {
    const address = new URL(inject('postgresUrl'));
    change(address);
    return address.href;
  };
  const refusalOf = async (address: string) => {
    const refusal: unknown = await openDatabase({ kind: 'postgres', url: address }).catch(
      (error) => error,
    );
    expect(refusal).toBeInstanceOf(UnusableDatabase);
    const { message, reason } = refusal as UnusableDatabase;
    return { message, reason };
  };

  test('PostgreSQL is rejected for a wrong password, which is not repeated', async () => {
    const { message, reason } = await refusalOf(
      url((address) => {
        address.password = 'wrong-word';
      }),
    );
    expect(message).toMatch(
      /^PostgreSQL at \S+ does not let user "\w+" in: correct user and password in the address, or set PGPASSWORD$/,
    );
    expect(reason).toBe('not_allowed');
  });

  test('PostgreSQL is rejected for a missing database', async () => {
    const { message, reason } = await refusalOf(
      url((address) => {
        address.pathname = '/nowhere';
      }),
    );
    expect(message).toMatch(/^there is no database "nowhere" at \S+: make it with createdb/);
    expect(reason).toBe('unfit');
  });

  test('PostgreSQL is rejected if nothing responds', async () => {
    const { message, reason } = await refusalOf('postgres://farm:word@127.0.0.1:1/farm');
    expect(message).toBe(
      'PostgreSQL at 127.0.0.1:1 does not answer (connect ECONNREFUSED 127.0.0.1:1): start it, or correct the address',
    );
    expect(reason).toBe('unreachable');
  });

  test('PostgreSQL is rejected if it is too old', async () => {
    const port = await oldPostgres();
    const { message } = await refusalOf(`postgres://farm@127.0.0.1:${port}/farm`);
    expect(message).toBe(
      'the server is PostgreSQL 9, farmctl needs 14 or later: upgrade the server, or name another',
    );
  });
});

/** A server that speaks the required part of the PostgreSQL 9.6 protocol; returns its port. */
async function oldPostgres(): Promise<number> {
  const message = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(kind), length, body]);
  };
  const text = Buffer.from('90624');
  const ready = message('Z', Buffer.from('I'));
  const welcome = Buffer.concat([message('R', Buffer.alloc(4)), ready]);
  const column = Buffer.from(
    'server_version_num\0\0\0\0\0\0\0\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0',
    'latin1',
  );
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, text.length]), text]);
  const answer = Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), column])),
    message('D', row),
    message('C', Buffer.from('SHOW\0')),
    ready,
  ]);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (request) => {
      if (request[0] === 0x51) socket.write(answer);
      else if (request[0] !== 0x58) socket.write(welcome);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as { port: number }).port;
}

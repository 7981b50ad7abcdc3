import { pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import type { Transaction } from '../core/database.ts';
import { UnusableDatabase } from '../core/errors.ts';
import { SCHEMA_VERSION } from '../migrations/migrate.ts';
import { openSqliteHandle, type SqliteHandle } from './driver.ts';

const TABLE = 'farmctl_snapshot';
/** By default, an in-memory connection would attach the file in memory too. */
const DISK = process.platform === 'win32' ? 'win32' : 'unix';
const FOREIGN = 'it is no snapshot of a mock server';

/** Writes the whole content of a database and a note to a new file. */
export async function saveSnapshot(
  handle: SqliteHandle,
  path: string,
  note: string,
): Promise<void> {
  handle.prepare('vacuum into ?').run(onDisk(path));
  const file = await openSqliteHandle(path);
  try {
    file.exec(`create table ${TABLE} (schema_version integer not null, note text not null) strict`);
    file.prepare(`insert into ${TABLE} values (?, ?)`).run(SCHEMA_VERSION, note);
  } finally {
    file.close();
  }
}

/** The note of a snapshot; throws UnusableDatabase for another schema or another kind of file. */
export async function readSnapshot(path: string): Promise<string> {
  const file = await openSqliteHandle(path, { readOnly: true });
  try {
    const row = readNote(file);
    if (row.version === SCHEMA_VERSION) return row.note;
    throw new UnusableDatabase(
      `the snapshot has schema version ${row.version}, this server ${SCHEMA_VERSION}`,
      'load it into a server of the version that saved it',
    );
  } finally {
    file.close();
  }
}

function onDisk(path: string): string {
  return `${pathToFileURL(path).href}?vfs=${DISK}`;
}

function readNote(file: SqliteHandle): { readonly version: number; readonly note: string } {
  try {
    const row = file.prepare(`select schema_version as version, note from ${TABLE}`).get();
    if (row) return row as { version: number; note: string };
  } catch (error) {
    throw new UnusableDatabase(FOREIGN, 'save one with: farmctl snapshot save', { cause: error });
  }
  throw new UnusableDatabase(FOREIGN, 'save one with: farmctl snapshot save');
}

/** Replaces all rows with those of a snapshot of the same schema, or changes nothing. */
export function loadSnapshot(handle: SqliteHandle, path: string): void {
  handle.prepare('attach ? as snapshot').run(onDisk(path));
  try {
    handle.exec('begin immediate');
    replaceRows(handle);
    handle.exec('commit');
  } catch (error) {
    handle.exec('rollback');
    throw error;
  } finally {
    handle.exec('detach snapshot');
  }
}

function replaceRows(handle: SqliteHandle): void {
  // Rows reference rows of later tables.
  handle.exec('pragma defer_foreign_keys = on');
  const triggers = namesOf(handle, 'trigger');
  // Some triggers prevent deletions, which are required here.
  for (const { name } of triggers) handle.exec(`drop trigger "${name}"`);
  for (const { name } of namesOf(handle, 'table')) {
    handle.exec(`delete from main."${name}"`);
    handle.exec(`insert into main."${name}" select * from snapshot."${name}"`);
  }
  for (const { sql } of triggers) handle.exec(sql);
}

function namesOf(handle: SqliteHandle, type: 'table' | 'trigger') {
  const rows = handle
    .prepare("select name, sql from main.sqlite_master where type = ? and name not like 'sqlite_%'")
    .all(type);
  return rows as { readonly name: string; readonly sql: string }[];
}

const VFS = '?vfs=memdb';

/**
 * The path of an in-memory database for `openSqlite`: all connections of this process that open the
 * same name share its rows, including those of other threads. It exists as long as a connection is
 * open.
 */
export function sharedMemory(name: string): string {
  return `file:/${name}${VFS}`;
}

/** Whether a path was created by `sharedMemory`. */
export function isSharedMemory(place: string): boolean {
  return place.startsWith('file:/') && place.endsWith(VFS);
}

/**
 * Drops indexes while `work` fills empty tables and creates them afterwards, from sorted rows,
 * which takes half the time. Unique indexes stay, because inserts need them. On PostgreSQL all
 * indexes stay: dropping one would lock its table.
 */
export async function withLateIndexes(
  transaction: Transaction,
  work: () => Promise<void>,
): Promise<void> {
  if (transaction.dialect.name !== 'sqlite') return work();
  const indexes = await transaction.all<{ name: string; sql: string }>(sql`
    select name, sql from sqlite_master
    where type = 'index' and sql is not null and sql not like 'create unique%' order by rowid`);
  await transaction.runScript(indexes.map(({ name }) => `drop index ${name};`).join(''));
  await work();
  await transaction.runScript(indexes.map((index) => `${index.sql};`).join(''));
}

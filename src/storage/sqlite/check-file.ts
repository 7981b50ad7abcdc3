import { statSync } from 'node:fs';
import sql, { raw } from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { UnusableDatabase } from '../core/errors.ts';
import { requireKnownSchema } from '../migrations/migrate.ts';
import { openSqliteReader, type SqliteReader } from './database.ts';
import { damageOf } from './dialect.ts';
import { readCheck } from './file-condition.ts';
import { type InspectedFile, inspectFile } from './inspect-file.ts';

/** Options of a file check before opening. */
interface CheckOptions {
  readonly monotonicMillis: () => number;
  /** Whether a server is about to start on it; the check then takes longer. */
  readonly isThorough: boolean;
}

/**
 * Throws UnusableDatabase if the file is not an undamaged database of this program's version or an
 * earlier one. The time is bounded for any file size, unless the last check found damage: then the
 * whole file is read. Makes no changes. A missing file is not an error.
 */
export async function checkFile(path: string, options: CheckOptions): Promise<void> {
  const file = inspectFile(path);
  if (!file) return;
  // Next to a file without a log no file may be created, in case the database is refused.
  const before = stampOf(path);
  const refusal = await findRefusal(path, file, { isStill: !file.hasLog, ...options });
  if (refusal === undefined) return;
  // Another program opened it in the meantime, so a partial change may have been read.
  const isUnsure = !file.hasLog && stampOf(path) !== before;
  const secondRefusal = isUnsure && (await findRefusal(path, file, { isStill: false, ...options }));
  if (secondRefusal !== undefined) throw secondRefusal || refusal;
}

async function findRefusal(
  path: string,
  { bytes }: InspectedFile,
  options: CheckOptions & { readonly isStill: boolean },
): Promise<unknown> {
  let reader: SqliteReader | undefined;
  try {
    reader = await openSqliteReader(path, options);
    await requireKnownSchema(reader);
    const fault = (await isSuspect(path, reader, options))
      ? await integrityCheck(reader)
      : await quickCheck(reader, { bytes, ...options });
    return fault === undefined ? undefined : damaged(path, fault);
  } catch (error) {
    const fault = damageOf(error);
    return fault === undefined ? error : damaged(path, fault, error);
  } finally {
    reader?.close();
  }
}

/** Whether a server is to start on a file that the last check found damaged. */
async function isSuspect(
  path: string,
  reader: Connection,
  { isThorough }: CheckOptions,
): Promise<boolean> {
  if (!isThorough) return false;
  const row = await reader.first<{ user_version: number }>(sql`pragma user_version`);
  return typeof readCheck(path, row?.user_version ?? 0)?.fault === 'string';
}

function damaged(path: string, fault: string, cause?: unknown): UnusableDatabase {
  return new UnusableDatabase(
    `${path} is damaged (${fault})`,
    'put a backup in its place with: farmctl restore FILE',
    { cause },
  );
}

function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return `${size} ${mtimeMs} ${log?.size}`;
}

/** Files up to this size are checked completely at every opening; 8 MiB take about 20 ms. */
const SMALL_BYTES = 8 * 1024 * 1024;
/** Files up to this size are checked with their indexes when a server starts: about 0.5 s. */
const THOROUGH_BYTES = 48 * 1024 * 1024;
/** In a larger file, tables with up to this many rows are checked until the time limit. */
const FEW_ROWS = 1000;
const LONGEST_MILLIS = 250;

/**
 * Checks for damage in a time independent of the database size: small files completely, of large
 * ones the first and last rows of every table, and small tables. Returns the fault, or undefined.
 */
export async function quickCheck(
  connection: Connection,
  {
    bytes,
    monotonicMillis,
    isThorough = false,
  }: {
    readonly bytes: number;
    readonly monotonicMillis: () => number;
    /** Whether it may take as long as the start of a server. */
    readonly isThorough?: boolean;
  },
): Promise<string | undefined> {
  if (isThorough && bytes <= THOROUGH_BYTES) return integrityCheck(connection);
  if (bytes <= SMALL_BYTES) return findFault(connection);
  const end = monotonicMillis() + LONGEST_MILLIS;
  const smallTables: string[] = [];
  for (const table of await listTables(connection)) {
    const rows = await touchEdges(connection, table);
    if (rows !== undefined && rows <= FEW_ROWS) smallTables.push(table.name);
  }
  for (const table of smallTables) {
    if (monotonicMillis() > end) return undefined;
    const fault = await findFault(connection, table);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The first fault found by `integrity_check`: in pages, and between tables and indexes. */
function integrityCheck(connection: Connection): Promise<string | undefined> {
  return firstFault(connection, 'integrity_check(1)');
}

/** The first fault found by `quick_check`, in the whole file or in one table. */
function findFault(connection: Connection, table?: string): Promise<string | undefined> {
  return firstFault(connection, `quick_check(${table === undefined ? '1' : quoted(table)})`);
}

async function firstFault(connection: Connection, check: string): Promise<string | undefined> {
  const rows = await connection.all<object>(sql`${raw(`pragma ${check}`)}`);
  const [verdict = 'ok'] = rows.map((row) => String(Object.values(row)[0]));
  return verdict === 'ok' ? undefined : verdict.split('\n').join(', ');
}

interface Table {
  readonly name: string;
  /** Whether the table has row ids, so that the highest one indicates the number of rows. */
  readonly isNumbered: boolean;
}

async function listTables(connection: Connection): Promise<readonly Table[]> {
  const tables = await connection.all<{ name: string; wr: number }>(sql`
    select name, wr from pragma_table_list
    where schema = 'main' and type = 'table' order by name`);
  return tables.map(({ name, wr }) => ({ name, isNumbered: wr === 0 }));
}

/** Reads the first and the last row of a table; returns the approximate number of its rows. */
async function touchEdges(
  connection: Connection,
  { name, isNumbered }: Table,
): Promise<number | undefined> {
  const table = raw(quoted(name));
  if (!isNumbered) {
    await connection.first(sql`select * from ${table} limit 1`);
    return undefined;
  }
  const ends = await connection.all<{ number: number }>(sql`
    select * from (select rowid as number, * from ${table} order by rowid limit 1)
    union all
    select * from (select rowid as number, * from ${table} order by rowid desc limit 1)`);
  return Math.max(0, ...ends.map(({ number }) => number));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

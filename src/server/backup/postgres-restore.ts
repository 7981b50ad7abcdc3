import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import type { Connection } from '../../storage/database.ts';
import { SCHEMA_VERSION } from '../../storage/migrations/migrate.ts';
import { findServerMajor, requireSupported } from '../../storage/postgres/server-version.ts';
import { type DatabaseContent, readContent } from '../../storage/system/database-content.ts';
import { UnusableDatabase } from '../../storage/unusable-database.ts';
import { readDatabase } from '../read-database.ts';
import { BackupRefused } from './backup-refused.ts';
import { commandText, restoreCommand, splitPassword } from './postgres-commands.ts';
import { runTool, type ToolRun } from './run-tool.ts';

/** What is restored, and where to. */
export interface PostgresRestoreRequest {
  readonly url: string;
  /** Absolute path of a file that pg_dump made. */
  readonly file: string;
  readonly environment: ToolRun['environment'];
  readonly signal?: AbortSignal | undefined;
}

const DUMP_MAGIC = 'PGDMP';

/**
 * Looks at file and server and says what to run. Throws BackupRefused for a file that is no dump,
 * UnusableDatabase for a database that is not empty: the one that is in use stays as it is.
 */
export async function planPostgresRestore({
  url,
  file,
}: Pick<PostgresRestoreRequest, 'url' | 'file'>): Promise<{
  readonly command: string;
  readonly serverMajor: number;
}> {
  requireDump(file);
  const serverMajor = await readDatabase({ kind: 'postgres', url }, requireEmpty);
  return { command: commandText(restoreCommand(url, file)), serverMajor };
}

async function requireEmpty(connection: Connection): Promise<number> {
  await requireSupported(connection);
  const { schemaVersion, rows } = await readContent(connection);
  if (schemaVersion === 0) return findServerMajor(connection);
  throw new UnusableDatabase(
    `the database holds ${rows} rows already`,
    'make an empty one with createdb, restore into that, and start the servers on it',
  );
}

function requireDump(file: string): void {
  if (!existsSync(file)) throw new BackupRefused('missing', `there is no file ${file}`);
  const start = Buffer.alloc(16);
  const opened = openSync(file, 'r');
  readSync(opened, start, 0, start.length, 0);
  closeSync(opened);
  const text = start.toString('latin1');
  if (text.startsWith(DUMP_MAGIC)) return;
  const other = text.startsWith('SQLite format 3')
    ? 'is a backup of an embedded database: restore it with --data'
    : 'was not made by pg_dump --format=custom: take a file that was';
  throw new BackupRefused('unfit', `${file} ${other}`);
}

/** Runs pg_restore, which restores wholly or not at all; returns what the database then holds. */
export async function restorePostgres(request: PostgresRestoreRequest): Promise<DatabaseContent> {
  const { url, file, environment, signal } = request;
  await planPostgresRestore(request);
  const { password = environment['PGPASSWORD'] } = splitPassword(url);
  const run = { environment: { ...environment, PGPASSWORD: password }, signal };
  await requireOwnDump(file, run);
  await runTool({ ...restoreCommand(url, file), ...run });
  return readDatabase({ kind: 'postgres', url }, readContent);
}

/** Reads the schema version out of the dump, which nothing else would tell before it is restored. */
async function requireOwnDump(
  file: string,
  run: Pick<ToolRun, 'environment' | 'signal'>,
): Promise<void> {
  const words = ['--data-only', '--table=schema_migrations', '--file=-', file];
  const text = await runTool({ tool: 'pg_restore', arguments: words, ...run });
  const version = dumpedVersion(text);
  if (version === undefined) {
    throw new BackupRefused('unfit', `${file} is a dump of another program's database`);
  }
  if (version <= SCHEMA_VERSION) return;
  throw new BackupRefused(
    'unfit',
    `${file} has schema version ${version}, this program knows up to ${SCHEMA_VERSION}: use a newer farmctl`,
  );
}

const COPY_MIGRATIONS = /^COPY (?:[^\s.]+\.)?schema_migrations \(version,/;

/** The highest version among the rows that pg_restore prints as text; undefined without any. */
export function dumpedVersion(text: string): number | undefined {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => COPY_MIGRATIONS.test(line));
  const to = from < 0 ? -1 : lines.indexOf('\\.', from);
  const versions = lines.slice(from + 1, Math.max(to, from + 1)).flatMap((line) => {
    const [version = ''] = line.split('\t');
    return /^\d+$/.test(version) ? [Number(version)] : [];
  });
  return versions.length === 0 ? undefined : Math.max(...versions);
}

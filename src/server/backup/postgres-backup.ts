import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { message } from '../../model/core/message.ts';
import type { Connection } from '../../storage/core/database.ts';
import { UnusableDatabase } from '../../storage/core/errors.ts';
import { SCHEMA_VERSION } from '../../storage/migrations/migrate.ts';
import {
  type ArchiveFacts,
  findServerMajor,
  readServerFacts,
  requireSupported,
} from '../../storage/postgres/server-facts.ts';
import { type DatabaseContent, readContent } from '../../storage/system/database-content.ts';
import { readDatabase } from '../core/open-database.ts';
import {
  BackupRefused,
  bytesOf,
  partialName,
  putInPlace,
  requireTarget,
  syncFile,
} from './copy-database.ts';

/** Source and target of a backup. */
export interface PostgresBackupRequest {
  readonly url: string;
  /** Absolute path of the target file. */
  readonly file: string;
  readonly overwrites?: boolean | undefined;
  /** The environment of the process: pg_dump is searched on its PATH. */
  readonly environment: ToolRun['environment'];
  readonly signal?: AbortSignal | undefined;
}

/** The command to run, and the facts read from the server. */
export interface PostgresBackupPlan extends DatabaseContent {
  readonly command: string;
  readonly serverMajor: number;
  /** Major version of pg_dump on PATH; null if it is not installed. */
  readonly toolMajor: number | null;
  /** Why the command would fail on this machine; null if no obstacle is known. */
  readonly obstacle: string | null;
  readonly archive: ArchiveFacts;
}

/** Inspects the server and plans the command. Throws UnusableDatabase for a foreign database. */
export async function planPostgresBackup(
  request: PostgresBackupRequest,
): Promise<PostgresBackupPlan> {
  const { url, file, environment } = request;
  const { content, facts } = await readDatabase({ kind: 'postgres', url }, inspect);
  const toolMajor = (await findToolMajor('pg_dump', environment)) ?? null;
  return {
    ...content,
    command: commandText(dumpCommand(url, file)),
    serverMajor: facts.major,
    toolMajor,
    obstacle: toolObstacle(toolMajor, facts.major),
    archive: facts.archive,
  };
}

async function inspect(connection: Connection) {
  await requireSupported(connection);
  const content = await readContent(connection);
  if (content.organisations === 0) {
    throw new BackupRefused('missing', message('fault.backupNothingHere'));
  }
  return { content, facts: await readServerFacts(connection) };
}

/** Why a PostgreSQL client program cannot work with a server; null if it can. */
export function toolObstacle(toolMajor: number | null, serverMajor: number): string | null {
  if (toolMajor === null)
    return 'pg_dump is not on PATH: install the client programs of PostgreSQL';
  if (toolMajor >= serverMajor) return null;
  return `pg_dump is of version ${toolMajor}, the server of ${serverMajor}: install that of the server or a later one`;
}

/** Runs pg_dump; the file is created only once it is complete and readable. */
export async function backUpPostgres(
  request: PostgresBackupRequest,
): Promise<PostgresBackupPlan & { readonly bytes: number }> {
  const { url, file, environment, signal, overwrites = false } = request;
  requireTarget(file, overwrites);
  const plan = await planPostgresBackup(request);
  if (plan.obstacle !== null) throw new BackupRefused('missing', plan.obstacle);
  const { password = environment['PGPASSWORD'] } = splitPassword(url);
  const run = { environment: { ...environment, PGPASSWORD: password }, signal };
  const partial = partialName(file);
  closeSync(openSync(partial, 'wx', 0o600));
  try {
    await runTool({ ...dumpCommand(url, partial), ...run });
    await requireWhole(partial, run);
    syncFile(partial);
    putInPlace(partial, file, overwrites);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  syncFile(dirname(file));
  return { ...plan, bytes: bytesOf(file) };
}

/** Throws BackupRefused unless pg_restore finds organisations in an archive. */
export async function requireWhole(file: string, run: Pick<ToolRun, 'environment' | 'signal'>) {
  const listed = await runTool({ tool: 'pg_restore', arguments: ['--list', file], ...run });
  if (/TABLE DATA \S+ organisations /.test(listed)) return;
  throw new BackupRefused('failed', message('fault.dumpEmpty'));
}

/** Source and target of a restore. */
export interface PostgresRestoreRequest {
  readonly url: string;
  /** Absolute path of a pg_dump archive. */
  readonly file: string;
  readonly environment: ToolRun['environment'];
  readonly signal?: AbortSignal | undefined;
}

const DUMP_MAGIC = 'PGDMP';

/**
 * Inspects file and server and plans the command. Throws BackupRefused if the file is not a dump,
 * and UnusableDatabase if the database is not empty: a database in use is never changed.
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
  if (!existsSync(file)) throw new BackupRefused('missing', message('cli.noFile', { file }));
  const start = Buffer.alloc(16);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, start, 0, start.length, 0);
  closeSync(descriptor);
  const text = start.toString('latin1');
  if (text.startsWith(DUMP_MAGIC)) return;
  const other = text.startsWith('SQLite format 3')
    ? message('fault.dumpIsEmbedded', { file })
    : message('fault.notADump', { file });
  throw new BackupRefused('unfit', other);
}

/** Runs pg_restore in a single transaction; returns the content of the restored database. */
export async function restorePostgres(request: PostgresRestoreRequest): Promise<DatabaseContent> {
  const { url, file, environment, signal } = request;
  await planPostgresRestore(request);
  const { password = environment['PGPASSWORD'] } = splitPassword(url);
  const run = { environment: { ...environment, PGPASSWORD: password }, signal };
  await requireOwnDump(file, run);
  await runTool({ ...restoreCommand(url, file), ...run });
  return readDatabase({ kind: 'postgres', url }, readContent);
}

/** Reads the schema version from the dump, which is not known otherwise before the restore. */
async function requireOwnDump(
  file: string,
  run: Pick<ToolRun, 'environment' | 'signal'>,
): Promise<void> {
  const words = ['--data-only', '--table=schema_migrations', '--file=-', file];
  const text = await runTool({ tool: 'pg_restore', arguments: words, ...run });
  const version = dumpedVersion(text);
  if (version === undefined) {
    throw new BackupRefused('unfit', message('fault.dumpOfOther', { file }));
  }
  if (version <= SCHEMA_VERSION) return;
  throw new BackupRefused(
    'unfit',
    message('fault.dumpNewer', {
      file,
      version: String(version),
      known: String(SCHEMA_VERSION),
    }),
  );
}

const COPY_MIGRATIONS = /^COPY (?:[^\s.]+\.)?schema_migrations \(version,/;

/** The highest version among the rows that pg_restore prints as text; undefined without rows. */
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

/** A PostgreSQL client program with its arguments; the password is not among them. */
export interface ToolCommand {
  readonly tool: 'pg_dump' | 'pg_restore';
  readonly arguments: readonly string[];
}

/** The command that backs up a PostgreSQL database to a single file. */
export function dumpCommand(url: string, file: string): ToolCommand {
  const { address } = splitPassword(url);
  return {
    tool: 'pg_dump',
    arguments: ['--format=custom', '--no-password', `--dbname=${address}`, `--file=${file}`],
  };
}

/** The command that restores such a file into an empty database, in a single transaction. */
export function restoreCommand(url: string, file: string): ToolCommand {
  const { address } = splitPassword(url);
  return {
    tool: 'pg_restore',
    arguments: [
      ...['--no-owner', '--no-privileges', '--single-transaction', '--no-password'],
      ...[`--dbname=${address}`, file],
    ],
  };
}

/** Removes the password from a URL, because other users could see it in the process list. */
export function splitPassword(url: string): {
  readonly address: string;
  readonly password: string | undefined;
} {
  const address = new URL(url);
  const { searchParams } = address;
  const password = decodeURIComponent(address.password) || searchParams.get('password');
  address.password = '';
  searchParams.delete('password');
  return { address: address.href, password: password ?? undefined };
}

/** The command as typed in a shell. */
export function commandText({ tool, arguments: words }: ToolCommand): string {
  return [tool, ...words.map(quoteWord)].join(' ');
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Options for running a PostgreSQL client program. */
export interface ToolRun {
  readonly tool: 'pg_dump' | 'pg_restore';
  readonly arguments: readonly string[];
  /** Includes PATH, and PGPASSWORD if there is a password. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

const MOST_OUTPUT = 16 * 1024 * 1024;
const MOST_SAID = 2000;

/** Runs a program and returns its output; throws BackupRefused if it is missing or fails. */
async function runTool(run: ToolRun): Promise<string> {
  const { tool, environment, signal } = run;
  signal?.throwIfAborted();
  const child = spawn(tool, [...run.arguments], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment },
  });
  const stop = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', stop, { once: true });
  let printed = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (printed.length < MOST_OUTPUT) printed += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output = (output + chunk).slice(-MOST_SAID);
  });
  const status = await new Promise<number | NodeJS.ErrnoException | null>((resolve) => {
    child.on('error', resolve);
    child.on('close', resolve);
  });
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  if (status === 0) return printed;
  if (status instanceof Error && status.code === 'ENOENT') throw missing(tool);
  throw new BackupRefused(
    'failed',
    message('fault.toolFailed', { tool, said: decisiveLine(output) || String(status) }),
  );
}

function missing(tool: string): BackupRefused {
  return new BackupRefused('missing', message('fault.toolMissing', { tool }));
}

/** The first error is the cause; later ones are its consequences. */
function decisiveLine(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

/** Major version of a program on PATH; undefined if it is not installed. */
export async function findToolMajor(
  tool: ToolRun['tool'],
  environment: ToolRun['environment'],
): Promise<number | undefined> {
  const output = await runTool({ tool, arguments: ['--version'], environment }).catch(() => '');
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  return major === undefined ? undefined : Number(major);
}

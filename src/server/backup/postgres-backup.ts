import { closeSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Connection } from '../../storage/database.ts';
import { type ArchiveFacts, readServerFacts } from '../../storage/postgres/server-facts.ts';
import { requireSupported } from '../../storage/postgres/server-version.ts';
import { type DatabaseContent, readContent } from '../../storage/system/database-content.ts';
import { readDatabase } from '../read-database.ts';
import { BackupRefused } from './backup-refused.ts';
import { bytesOf, syncFile } from './copy-database.ts';
import { commandText, dumpCommand, splitPassword } from './postgres-commands.ts';
import { findToolMajor, runTool, type ToolRun } from './run-tool.ts';
import { partialName, putInPlace, requireTarget } from './target-file.ts';

/** What is backed up, and where to. */
export interface PostgresBackupRequest {
  readonly url: string;
  /** Absolute path of the file to make. */
  readonly file: string;
  readonly overwrites?: boolean | undefined;
  /** That of the process: pg_dump is looked for on its PATH. */
  readonly environment: ToolRun['environment'];
  readonly signal?: AbortSignal | undefined;
}

/** What is to be run, and what was seen of the server. */
export interface PostgresBackupPlan extends DatabaseContent {
  readonly command: string;
  readonly serverMajor: number;
  /** Major version of pg_dump on PATH; null when it is not there. */
  readonly toolMajor: number | null;
  /** Why the command would fail on this machine; null when nothing is known to stand in its way. */
  readonly obstacle: string | null;
  readonly archive: ArchiveFacts;
}

/** Looks at the server and says what to run. Throws UnusableDatabase for a database not ours. */
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
    throw new BackupRefused(
      'missing',
      'the database holds no organisation: there is nothing to keep',
    );
  }
  return { content, facts: await readServerFacts(connection) };
}

/** Why a program of PostgreSQL cannot work with a server; null when it can. */
export function toolObstacle(toolMajor: number | null, serverMajor: number): string | null {
  if (toolMajor === null)
    return 'pg_dump is not on PATH: install the client programs of PostgreSQL';
  if (toolMajor >= serverMajor) return null;
  return `pg_dump is of version ${toolMajor}, the server of ${serverMajor}: install that of the server or a later one`;
}

/** Runs pg_dump; the file appears under its name only when it is whole and can be read back. */
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

async function requireWhole(file: string, run: Pick<ToolRun, 'environment' | 'signal'>) {
  const listed = await runTool({ tool: 'pg_restore', arguments: ['--list', file], ...run });
  if (/TABLE DATA \S+ organisations /.test(listed)) return;
  throw new BackupRefused(
    'failed',
    'pg_dump wrote no organisations: look at the rights of its user',
  );
}

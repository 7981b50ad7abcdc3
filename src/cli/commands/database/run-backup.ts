import { message, sizeOf } from '../../../model/core/message.ts';
import type { PostgresBackupPlan } from '../../../server/backup/postgres-backup.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import { quoteWord } from '../../../tools/words.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { keyWays, resolveSettings } from '../../config/resolve-settings.ts';
import { CliError, usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { type Column, inferColumns, type RecordOutput, type Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { createProgressLine } from '../core/file-transfer.ts';
import {
  type BackupOptions,
  explainRefusal,
  findDatabase,
  findServedDatabase,
  type RestoreOptions,
  warnOfLostSecrets,
  warnOfRemainingKey,
} from '../core/named-database.ts';
import { settingsInput } from '../core/stored-settings.ts';
import { isConfirmed } from '../core/write-results.ts';

const COPIED = ['file', 'database', 'bytes', 'schemaVersion', 'organisations', 'rows'] as const;
/** Fields about a PostgreSQL server, and the command for it. */
const PLANNED = [
  ...['done', 'command', 'serverMajor', 'toolMajor', 'obstacle', 'archiveOn', 'lastArchived'],
] as const;

const UNITS: Readonly<Record<string, string>> = { bytes: 'bytes', durationMs: 'ms' };

/** A record with the units of its sizes and durations. */
function withUnits(record: Values): RecordOutput {
  const columns = inferColumns([record]).map((column): Column => {
    const unit = UNITS[column.name];
    return unit === undefined ? column : { ...column, unit };
  });
  return { kind: 'record', columns, record };
}

/** `backup`: writes a file with all committed data, and prints a summary. */
export async function runBackup(
  context: CommandContext,
  typed: string,
  options: BackupOptions,
): Promise<void> {
  const { io } = context;
  if (typed === '-') throw usageError(message('fault.backupNeedsFile'));
  requireFields(context, [...COPIED, 'dataDir', 'server', 'durationMs', ...PLANNED]);
  const file = absolutePath(typed, { base: io.cwd, home: io.home });
  const database = await findServedDatabase(context, options.database);
  if (database.kind === 'postgres') {
    return runPostgresBackup(context, { file, url: database.url, ...options });
  }
  if (options.run) throw usageError(message('fault.runNeedsPostgres'));
  if (database.kind === 'server') {
    return runRemoteBackup(context, file, options);
  }
  const { dataDir } = database;
  const backup = await copy(context, { dataDir, file, overwrites: options.force });
  await context.print(withUnits({ ...backup }));
  const { bytes, rows, durationMs } = backup;
  const seconds = Math.round(durationMs / 100) / 10;
  const written = { rows, size: sizeOf(bytes), file: neutralise(file), seconds };
  await context.report('done.backedUp', written);
  const { findKeyFile } = await import('../../../server/core/secrets.ts');
  const keyFile = findKeyFile(dataDir);
  if (keyFile === undefined) return;
  await context.report('done.keyNotInBackup', { file: neutralise(keyFile) });
}

async function copy(
  { io, now, t }: CommandContext,
  request: {
    readonly dataDir: string;
    readonly file: string;
    readonly overwrites: boolean | undefined;
  },
) {
  const { backupToFile } = await import('../../../server/backup/backup-file.ts');
  const { recordInJournal } = await import('../../../server/backup/backup-file.ts');
  const line = createProgressLine({ io, t }, 'note.copying');
  const start = performance.now();
  const at = formatInstant(now.now());
  try {
    const backup = await backupToFile({
      ...request,
      signal: io.interruption,
      onProgress: line.show,
    });
    const { file, bytes } = backup;
    recordInJournal(request.dataDir, { lastBackup: { at, file, bytes } });
    return {
      ...backup,
      dataDir: request.dataDir,
      durationMs: Math.round(performance.now() - start),
    };
  } catch (error) {
    throw explainRefusal(error);
  } finally {
    await line.end();
  }
}

/** `restore`: restores the database of a backup into the directory, and prints the next steps. */
export async function runRestore(
  context: CommandContext,
  typed: string,
  options: RestoreOptions,
): Promise<void> {
  const { io } = context;
  requireFields(context, [...COPIED, 'kept', ...PLANNED]);
  const file = absolutePath(typed, { base: io.cwd, home: io.home });
  const database = await findDatabase(context, options.database);
  if (database.kind === 'postgres') {
    return runPostgresRestore(context, { file, url: database.url, ...options });
  }
  if (options.run) throw usageError(message('fault.runNeedsPostgres'));
  const restored = await putInPlace(context, file, database.dataDir);
  if (!restored) return;
  await context.print(withUnits({ ...restored }));
  const { rows, bytes, kept } = restored;
  const params = { rows, size: sizeOf(bytes), file: neutralise(file) };
  await context.report('done.restored', params);
  if (kept !== null) {
    await context.report('done.previousDatabase', { file: neutralise(kept) });
  }
  const { dataDir } = database;
  await warnOfLostSecrets(context, { kind: 'sqlite', dataDir }, 'note.keyOfOldMachine');
  await warnOfRemainingKey(context, dataDir);
  // Suggested commands use the same directory.
  const folder = context.flags().dataDir === undefined ? '' : ` --data ${quoteWord(dataDir)}`;
  await reportValidKeys(context, `embedded${folder}`);
  // Before login, only `--data` names the restored database: the usual server does not run yet.
  const first = `farmctl doctor --deep --data ${quoteWord(dataDir)}`;
  const next = { first, second: `farmctl serve${folder}` };
  await context.report('done.next', next);
}

/** Where no key is configured, reports which keys a restored database accepts. */
async function reportValidKeys(context: CommandContext, server: string): Promise<void> {
  const { settings } = await resolveSettings(settingsInput(context));
  if (keyWays.some((name) => settings[name].value !== undefined)) return;
  await context.report('note.keysOfBackup', { command: `farmctl auth login --server ${server}` });
}

async function putInPlace(context: CommandContext, file: string, dataDir: string) {
  const { io, now } = context;
  const { restoreFile } = await import('../../../server/backup/restore-file.ts');
  const line = createProgressLine(context, 'note.restoring');
  const mayReplace = (existing: string) =>
    isConfirmed(context, { text: 'cli.ask.restore', params: { place: neutralise(existing) } });
  try {
    return await restoreFile({
      file,
      dataDir,
      now: now.now(),
      mayReplace,
      signal: io.interruption,
      onProgress: line.show,
    });
  } catch (error) {
    throw explainRefusal(error);
  } finally {
    await line.end();
  }
}

/** The server responds once the backup is complete, which depends on the database size. */
const LONGEST_MILLIS = 3_600_000;

/** `backup` of the database of a remote server: downloads a backup and verifies it. */
async function runRemoteBackup(
  context: CommandContext,
  file: string,
  { force: overwrites = false }: BackupOptions,
): Promise<void> {
  const { io } = context;
  const { requireTarget } = await import('../../../server/backup/copy-database.ts');
  const { receiveBackup } = await import('../../../server/backup/backup-file.ts');
  const settings = await context.settings();
  const timeoutMs = Math.max(settings.timeoutMs, LONGEST_MILLIS);
  const client = await context.connect({ ...settings, timeoutMs });
  const line = createProgressLine(context, 'note.downloading');
  const start = performance.now();
  try {
    requireTarget(file, overwrites);
    const { headers, chunks } = await client.download({
      method: 'POST',
      path: '/os/backups',
      headers: { accept: '*/*' },
    });
    const { isRead, ...backup } = await receiveBackup({
      headers,
      chunks,
      file,
      overwrites,
      environment: io.environment,
      signal: io.interruption,
      onProgress: line.show,
    });
    await line.end();
    const durationMs = Math.round(performance.now() - start);
    const record = { file, server: client.server, ...backup, durationMs };
    await context.print(withUnits(record));
    await reportReceived(context, { ...record, isRead });
  } catch (error) {
    throw explainRefusal(error);
  } finally {
    await line.end();
    await client.close();
  }
}

interface Received {
  readonly file: string;
  readonly server: string;
  readonly database: 'sqlite' | 'postgresql';
  readonly rows: number | null;
  readonly bytes: number;
  readonly durationMs: number;
  readonly isRead: boolean;
}

async function reportReceived(context: CommandContext, backup: Received): Promise<void> {
  const { database, rows, bytes, isRead } = backup;
  const facts = {
    size: sizeOf(bytes),
    file: neutralise(backup.file),
    seconds: Math.round(backup.durationMs / 100) / 10,
  };
  if (rows === null) {
    await context.report('done.backupSaved', { ...facts, server: neutralise(backup.server) });
  } else {
    await context.report('done.backedUp', { ...facts, rows });
  }
  if (!isRead) await context.report('note.dumpUnread');
  const key = database === 'sqlite' ? 'farmctl.key' : 'FARMCTL_SECRET_KEY';
  await context.report('done.keyNotInBackup', { file: key });
}

interface PostgresBackup extends Pick<BackupOptions, 'force' | 'run'> {
  readonly url: string;
  readonly file: string;
}

/**
 * `backup --database`: checks the server and prints the command to run; `--run` runs it. Without
 * `--run`, nothing is backed up, and the exit status indicates that.
 */
async function runPostgresBackup(
  context: CommandContext,
  { url, file, force, run }: PostgresBackup,
): Promise<void> {
  const { environment, interruption } = context.io;
  const server = await import('../../../server/backup/postgres-backup.ts');
  const request = { url, file, overwrites: force, environment, signal: interruption };
  if (run) {
    const { bytes, ...plan } = await server.backUpPostgres(request).catch(throwRefusal);
    await context.print(withUnits({ file, bytes, ...planRow(plan) }));
    await context.report('note.pgBackedUp', {
      rows: plan.rows,
      size: sizeOf(bytes),
      file: neutralise(file),
      version: String(plan.toolMajor),
    });
    return;
  }
  const plan = await server.planPostgresBackup(request).catch(throwRefusal);
  const data = { done: false, ...planRow(plan) };
  const text = await planText(context, plan);
  await context.print({ kind: 'reading', data, render: () => text });
  throw new CliError('partlyDone', message('fault.notBackedUpYet'), {
    hint: message('hint.runPrintedCommand'),
  });
}

function throwRefusal(error: unknown): never {
  throw explainRefusal(error);
}

function planRow({ archive, ...plan }: PostgresBackupPlan) {
  const { isOn, lastArchived } = archive;
  return {
    ...plan,
    archiveOn: isOn,
    lastArchived: lastArchived === undefined ? null : new Date(lastArchived).toISOString(),
  };
}

async function planText(
  { t }: CommandContext,
  { command, obstacle, archive, ...plan }: PostgresBackupPlan,
): Promise<string> {
  const contents = {
    major: String(plan.serverMajor),
    schema: String(plan.schemaVersion),
    rows: plan.rows,
  };
  const lines = [
    await t('note.pgContents', contents),
    await t(archive.isOn ? 'note.pgArchived' : 'note.pgNotArchived'),
    ...(obstacle === null ? [] : [await t('note.pgObstacle', { obstacle })]),
    await t('note.pgPassword'),
    '',
    command,
  ];
  return lines.map((line) => `${neutralise(line)}\n`).join('');
}

interface PostgresRestore extends Pick<RestoreOptions, 'run'> {
  readonly url: string;
  readonly file: string;
}

/**
 * `restore --database`: checks the file and server and prints the command to run; `--run` runs it.
 * Without `--run`, nothing is restored, and the exit status indicates that.
 */
async function runPostgresRestore(
  context: CommandContext,
  { url, file, run }: PostgresRestore,
): Promise<void> {
  const { environment, interruption } = context.io;
  const server = await import('../../../server/backup/postgres-backup.ts');
  if (run) {
    const request = { url, file, environment, signal: interruption };
    const restored = await server.restorePostgres(request).catch(throwRefusal);
    await context.print({ kind: 'record', record: { file, ...restored } });
    const params = { rows: String(restored.rows), file: neutralise(file) };
    await context.report('note.pgRestored', params);
    await warnOfLostSecrets(context, { kind: 'postgres', url }, 'note.keyOfOldServer');
    await reportValidKeys(context, 'URL');
    const next = { first: 'farmctl doctor --deep --database URL', second: 'farmctl serve' };
    await context.report('done.next', next);
    return;
  }
  const plan = await server.planPostgresRestore({ url, file }).catch(throwRefusal);
  const lines = [
    await context.t('note.pgEmpty', { major: String(plan.serverMajor) }),
    await context.t('note.pgPassword'),
    '',
    neutralise(plan.command),
  ];
  await context.print({
    kind: 'reading',
    data: { done: false, ...plan },
    render: () => lines.map((line) => `${line}\n`).join(''),
  });
  throw new CliError('partlyDone', message('fault.notRestoredYet'), {
    hint: message('hint.runPrintedCommand'),
  });
}

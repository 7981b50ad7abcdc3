import { message } from '../../../model/core/message.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { createProgressLine, sizeText } from '../core/file-transfer.ts';
import {
  type BackupOptions,
  explainRefusal,
  findDatabase,
  findServedDatabase,
  type RestoreOptions,
  tellLostSecrets,
} from '../core/named-database.ts';
import { isConfirmed } from '../core/write-results.ts';

/** `backup`: makes a file with all that is committed, and says what is in it. */
export async function runBackup(
  context: CommandContext,
  typed: string,
  options: BackupOptions,
): Promise<void> {
  const { io } = context;
  if (typed === '-') throw usageError(message('fault.backupNeedsFile'));
  const file = absolutePath(typed, { base: io.cwd, home: io.home });
  const database = await findServedDatabase(context, options.database);
  if (database.kind === 'postgres') {
    const { runPostgresBackup } = await import('./run-postgres-backup.ts');
    return runPostgresBackup(context, { file, url: database.url, ...options });
  }
  if (options.run) throw usageError(message('fault.runNeedsPostgres'));
  if (database.kind === 'server') {
    const { runRemoteBackup } = await import('./run-remote-backup.ts');
    return runRemoteBackup(context, file, options);
  }
  const { dataDir } = database;
  const backup = await copy(context, { dataDir, file, overwrites: options.force });
  await context.print({ kind: 'record', record: { ...backup } });
  const { bytes, rows, durationMs } = backup;
  const seconds = (durationMs / 1000).toFixed(1);
  const written = { rows: String(rows), size: sizeText(bytes), file: neutralise(file), seconds };
  await context.tell('done.backedUp', written);
  const { findKeyFile } = await import('../../../server/core/secrets.ts');
  const keyFile = findKeyFile(dataDir);
  if (keyFile === undefined) return;
  await context.tell('done.keyNotInBackup', { file: neutralise(keyFile) });
}

async function copy(
  { io, now, say }: CommandContext,
  request: {
    readonly dataDir: string;
    readonly file: string;
    readonly overwrites: boolean | undefined;
  },
) {
  const { backupToFile } = await import('../../../server/backup/backup-file.ts');
  const { noteInJournal } = await import('../../../server/backup/backup-file.ts');
  const line = createProgressLine({ io, say }, 'note.copying');
  const start = performance.now();
  const at = formatInstant(now.now());
  try {
    const backup = await backupToFile({
      ...request,
      signal: io.interruption,
      onProgress: line.show,
    });
    const { file, bytes } = backup;
    noteInJournal(request.dataDir, { lastBackup: { at, file, bytes } });
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

/** `restore`: puts the database of a backup into the folder, and says what to do next. */
export async function runRestore(
  context: CommandContext,
  typed: string,
  options: RestoreOptions,
): Promise<void> {
  const { io } = context;
  const file = absolutePath(typed, { base: io.cwd, home: io.home });
  const database = await findDatabase(context, options.database);
  if (database.kind === 'postgres') {
    const { runPostgresRestore } = await import('./run-postgres-backup.ts');
    return runPostgresRestore(context, { file, url: database.url, ...options });
  }
  if (options.run) throw usageError(message('fault.runNeedsPostgres'));
  const restored = await putInPlace(context, file, database.dataDir);
  if (!restored) return;
  await context.print({ kind: 'record', record: { ...restored } });
  const { rows, bytes, kept } = restored;
  const taken = { rows: String(rows), size: sizeText(bytes), file: neutralise(file) };
  await context.tell('done.restored', taken);
  if (kept !== null) {
    await context.tell('done.previousDatabase', { file: neutralise(kept) });
  }
  const { dataDir } = database;
  await tellLostSecrets(context, { kind: 'sqlite', dataDir }, 'note.keyOfOldMachine');
  const next = { first: 'farmctl doctor --deep', second: 'farmctl serve' };
  await context.tell('done.next', next);
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

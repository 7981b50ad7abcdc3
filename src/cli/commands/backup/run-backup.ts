import { formatInstant } from '../../../tools/calendar.ts';
import { absolutePath } from '../../config/config-paths.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { explainRefusal } from '../explain-refusal.ts';
import { findDatabase } from '../named-database.ts';
import type { BackupOptions } from './backup-options.ts';
import { createProgressLine, sizeText } from './copy-progress.ts';

/** `backup`: makes a file with all that is committed, and says what is in it. */
export async function runBackup(
  context: CommandContext,
  typed: string,
  options: BackupOptions,
): Promise<void> {
  const { io } = context;
  if (typed === '-') throw usageError('a backup is a file, not a stream: name one');
  const file = absolutePath(typed, { base: io.cwd, home: io.home });
  const database = await findDatabase(context, options.database);
  if (database.kind === 'postgres') {
    const { runPostgresBackup } = await import('./run-postgres-backup.ts');
    return runPostgresBackup(context, { file, url: database.url, ...options });
  }
  if (options.run) throw usageError('--run is for PostgreSQL; name it with --database');
  const { dataDir } = database;
  const backup = await copy(context, { dataDir, file, overwrites: options.force });
  await context.print({ kind: 'record', record: { ...backup } });
  const { bytes, rows, durationMs } = backup;
  const seconds = (durationMs / 1000).toFixed(1);
  await context.note(
    `backed up ${rows} rows (${sizeText(bytes)}) to ${neutralise(file)} in ${seconds} s`,
  );
  const { findKeyFile } = await import('../../../server/restored-secrets.ts');
  const keyFile = findKeyFile(dataDir);
  if (keyFile === undefined) return;
  await context.note(
    `Not in it: ${neutralise(keyFile)}, without which the secrets of webhooks cannot be opened; keep a copy elsewhere`,
  );
}

async function copy(
  { io, now }: CommandContext,
  request: {
    readonly dataDir: string;
    readonly file: string;
    readonly overwrites: boolean | undefined;
  },
) {
  const { backupToFile } = await import('../../../server/backup/backup-file.ts');
  const { noteInJournal } = await import('../../../server/backup/backup-journal.ts');
  const line = createProgressLine(io, 'copying');
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

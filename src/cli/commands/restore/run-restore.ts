import { absolutePath } from '../../config/config-paths.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { createProgressLine, sizeText } from '../backup/copy-progress.ts';
import { explainRefusal } from '../explain-refusal.ts';
import { isConfirmed } from '../is-confirmed.ts';
import { findDatabase } from '../named-database.ts';
import type { RestoreOptions } from './restore-options.ts';
import { tellLostSecrets } from './tell-lost-secrets.ts';

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
    const { runPostgresRestore } = await import('./run-postgres-restore.ts');
    return runPostgresRestore(context, { file, url: database.url, ...options });
  }
  if (options.run) throw usageError('--run is for PostgreSQL; name it with --database');
  const restored = await putInPlace(context, file, database.dataDir);
  if (!restored) return;
  await context.print({ kind: 'record', record: { ...restored } });
  const { rows, bytes, kept } = restored;
  await context.note(`restored ${rows} rows (${sizeText(bytes)}) from ${neutralise(file)}`);
  if (kept !== null) {
    await context.note(
      `The database that was there is ${neutralise(kept)}; delete it when all is well`,
    );
  }
  const { dataDir } = database;
  await tellLostSecrets(context, { kind: 'sqlite', dataDir }, 'farmctl.key of the old machine');
  await context.note('Next: farmctl doctor --deep, then farmctl serve');
}

async function putInPlace(context: CommandContext, file: string, dataDir: string) {
  const { io, now } = context;
  const { restoreFile } = await import('../../../server/backup/restore-file.ts');
  const line = createProgressLine(io, 'restoring');
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

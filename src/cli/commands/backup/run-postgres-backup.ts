import type { PostgresBackupPlan } from '../../../server/backup/postgres-backup.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { explainRefusal } from '../explain-refusal.ts';
import type { BackupOptions } from './backup-options.ts';
import { sizeText } from './copy-progress.ts';

interface PostgresBackup extends Pick<BackupOptions, 'force' | 'run'> {
  readonly url: string;
  readonly file: string;
}

/**
 * `backup --database`: says what to run, after a look at the server; with `--run` runs it.
 * Without, nothing is backed up, and the exit status says so.
 */
export async function runPostgresBackup(
  context: CommandContext,
  { url, file, force, run }: PostgresBackup,
): Promise<void> {
  const { environment, interruption } = context.io;
  const server = await import('../../../server/backup/postgres-backup.ts');
  const request = { url, file, overwrites: force, environment, signal: interruption };
  if (run) {
    const { bytes, ...plan } = await server.backUpPostgres(request).catch(refuse);
    await context.print({ kind: 'record', record: { file, bytes, ...rowOf(plan) } });
    await context.note(
      `backed up ${plan.rows} rows (${sizeText(bytes)}) to ${neutralise(file)} with pg_dump ${plan.toolMajor}`,
    );
    return;
  }
  const plan = await server.planPostgresBackup(request).catch(refuse);
  const data = { done: false, ...rowOf(plan) };
  await context.print({ kind: 'reading', data, render: () => renderPlan(plan) });
  throw new CliError('partlyDone', 'nothing was backed up yet', {
    hint: 'Run the command that was printed, or add --run',
  });
}

function refuse(error: unknown): never {
  throw explainRefusal(error);
}

function rowOf({ archive, ...plan }: PostgresBackupPlan) {
  const { isOn, lastArchived } = archive;
  return {
    ...plan,
    archiveOn: isOn,
    lastArchived: lastArchived === undefined ? null : new Date(lastArchived).toISOString(),
  };
}

function renderPlan({ command, obstacle, archive, ...plan }: PostgresBackupPlan): string {
  const lines = [
    `PostgreSQL ${plan.serverMajor}, schema version ${plan.schemaVersion}, ${plan.rows} rows`,
    archive.isOn
      ? 'Its log is archived: any moment since the last base backup can be restored.'
      : 'Its log is not archived: what is written after a backup is not in it.',
    ...(obstacle === null ? [] : [`Not from this machine: ${obstacle}.`]),
    'The password belongs into ~/.pgpass or PGPASSWORD.',
    '',
    command,
  ];
  return lines.map((line) => `${neutralise(line)}\n`).join('');
}

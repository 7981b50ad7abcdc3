import { message } from '../../../model/core/message.ts';
import type { PostgresBackupPlan } from '../../../server/backup/postgres-backup.ts';
import { CliError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { sizeText } from '../core/file-transfer.ts';
import {
  type BackupOptions,
  explainRefusal,
  type RestoreOptions,
  tellLostSecrets,
} from '../core/named-database.ts';

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
  throw new CliError('partlyDone', message('fault.nothingWasBackedUpYet'), {
    hint: message('hint.runTheCommandThatWas'),
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

interface PostgresRestore extends Pick<RestoreOptions, 'run'> {
  readonly url: string;
  readonly file: string;
}

/**
 * `restore --database`: says what to run, after a look at file and server; with `--run` runs it.
 * Without, nothing is restored, and the exit status says so.
 */
export async function runPostgresRestore(
  context: CommandContext,
  { url, file, run }: PostgresRestore,
): Promise<void> {
  const { environment, interruption } = context.io;
  const server = await import('../../../server/backup/postgres-backup.ts');
  if (run) {
    const request = { url, file, environment, signal: interruption };
    const restored = await server.restorePostgres(request).catch(refuse);
    await context.print({ kind: 'record', record: { file, ...restored } });
    await context.note(`restored ${restored.rows} rows from ${neutralise(file)}`);
    await tellLostSecrets(
      context,
      { kind: 'postgres', url },
      'FARMCTL_SECRET_KEY of the old server',
    );
    await context.note('Next: farmctl doctor --deep --database URL, then farmctl serve');
    return;
  }
  const plan = await server.planPostgresRestore({ url, file }).catch(refuse);
  await context.print({
    kind: 'reading',
    data: { done: false, ...plan },
    render: () => renderRestorePlan(plan),
  });
  throw new CliError('partlyDone', message('fault.nothingWasRestoredYet'), {
    hint: message('hint.runTheCommandThatWas'),
  });
}

function renderRestorePlan(plan: {
  readonly command: string;
  readonly serverMajor: number;
}): string {
  const lines = [
    `PostgreSQL ${plan.serverMajor}; the database is empty, as it is to be.`,
    'The password belongs into ~/.pgpass or PGPASSWORD.',
    '',
    neutralise(plan.command),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

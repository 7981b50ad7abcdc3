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
    await context.tell('note.pgBackedUp', {
      rows: String(plan.rows),
      size: sizeText(bytes),
      file: neutralise(file),
      version: String(plan.toolMajor),
    });
    return;
  }
  const plan = await server.planPostgresBackup(request).catch(refuse);
  const data = { done: false, ...rowOf(plan) };
  const text = await planText(context, plan);
  await context.print({ kind: 'reading', data, render: () => text });
  throw new CliError('partlyDone', message('fault.notBackedUpYet'), {
    hint: message('hint.runPrintedCommand'),
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

async function planText(
  { say }: CommandContext,
  { command, obstacle, archive, ...plan }: PostgresBackupPlan,
): Promise<string> {
  const contents = {
    major: String(plan.serverMajor),
    schema: String(plan.schemaVersion),
    rows: String(plan.rows),
  };
  const lines = [
    await say('note.pgContents', contents),
    await say(archive.isOn ? 'note.pgArchived' : 'note.pgNotArchived'),
    ...(obstacle === null ? [] : [await say('note.pgObstacle', { obstacle })]),
    await say('note.pgPassword'),
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
    const done = { rows: String(restored.rows), file: neutralise(file) };
    await context.tell('note.pgRestored', done);
    await tellLostSecrets(context, { kind: 'postgres', url }, 'note.keyOfOldServer');
    const next = { first: 'farmctl doctor --deep --database URL', second: 'farmctl serve' };
    await context.tell('done.next', next);
    return;
  }
  const plan = await server.planPostgresRestore({ url, file }).catch(refuse);
  const lines = [
    await context.say('note.pgEmpty', { major: String(plan.serverMajor) }),
    await context.say('note.pgPassword'),
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

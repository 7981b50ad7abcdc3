import type { Command } from 'commander';
import type { CommandContext } from '../../session/context.ts';
import type { BackupOptions, RestoreOptions } from '../core/named-database.ts';
import type { DoctorOptions } from '../setup/run-doctor.ts';

/** Adds `backup`: copies the database, even while a server is using it. */
export function addBackup(parent: Command, context: CommandContext): void {
  parent
    .command('backup')
    .argument('<file>', 'file to make')
    .description('Back up the database, even while a server is using it')
    .option('--database <url>', 'print how to back up this PostgreSQL database')
    .option('--run', 'with --database: run pg_dump')
    .option('--force', 'overwrite an existing file')
    .addHelpText(
      'after',
      '\nThe file is created only once the backup is complete and verified. If the profile uses a server on\n' +
        'another machine, its backup is downloaded; this needs a key with admin:* and read:*.\n' +
        'On a schedule: farmctl serve --backup-dir.\n' +
        '\nExamples:\n' +
        '  $ farmctl backup /media/stick/farm.db\n' +
        '  $ farmctl backup farm.dump --database postgres://farm@db.example/farmctl --run',
    )
    .action(async (file: string, options: BackupOptions) => {
      const { runBackup } = await import('./run-backup.ts');
      await runBackup(context, file, options);
    });
}

/** Adds `restore`: replaces the database with that of a backup. */
export function addRestore(parent: Command, context: CommandContext): void {
  parent
    .command('restore')
    .argument('<file>', 'backup, as farmctl backup made it')
    .description('Restore the database from a backup')
    .option('--database <url>', 'print how to restore into this empty PostgreSQL database')
    .option('--run', 'with --database: run pg_restore')
    .addHelpText(
      'after',
      '\nStop the server first. The previous database is kept next to the restored one;\n' +
        'on PostgreSQL it is not changed, and the backup is restored into an empty database.\n' +
        '\nExamples:\n' +
        '  $ farmctl restore /media/stick/farm.db\n' +
        '  $ farmctl restore backups/farmctl-20261120-030000.db --data /srv/farm --yes',
    )
    .action(async (file: string, options: RestoreOptions) => {
      const { runRestore } = await import('./run-backup.ts');
      await runRestore(context, file, options);
    });
}

/** Adds `doctor`: diagnoses this installation and suggests fixes. */
export function addDoctor(parent: Command, context: CommandContext): void {
  parent
    .command('doctor')
    .description('Check configuration, server, database and backups')
    .option('--deep', 'read the whole database and the whole audit log')
    .option('--database <url>', 'check this PostgreSQL database')
    .option(
      '--audit-anchors <file>',
      'compare the audit log with the checkpoints in this file (default: audit-anchors.jsonl in the data folder)',
    )
    .option('--accept-loss', 'accept that acknowledged writes are or may be missing')
    .option('--exit-status', 'exit with status 10 if there are warnings')
    .addHelpText(
      'after',
      '\nChecks the server of the profile, or the database of --data. Changes nothing,\n' +
        'except that --accept-loss records the acceptance next to the database.\n' +
        '\nExamples:\n' +
        '  $ farmctl doctor --deep --data /srv/farm\n' +
        '  $ farmctl doctor --jq \'.[] | select(.state != "ok") | .whatToDo\'',
    )
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('../setup/run-doctor.ts');
      await runDoctor(context, options);
    });
}

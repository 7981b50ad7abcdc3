import type { Command } from 'commander';
import type { CommandContext } from '../../session/context.ts';
import type { BackupOptions, RestoreOptions } from '../core/named-database.ts';
import type { DoctorOptions } from '../setup/run-doctor.ts';

/** Adds `backup`: copies the database, even while a server is using it. */
export function addBackup(parent: Command, context: CommandContext): void {
  parent
    .command('backup')
    .argument('<file>', 'file to make')
    .description('Back up the database, also while a server writes to it')
    .option('--database <url>', 'say how to back up this PostgreSQL database')
    .option('--run', 'with --database: run pg_dump')
    .option('--force', 'replace the file when it already exists')
    .addHelpText(
      'after',
      '\nThe file appears when it is whole and verified. Where the profile means a server on another\n' +
        'machine, its backup is downloaded, which needs a key with admin:* and read:*.\n' +
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
    .description('Put the database of a backup in place of the present one')
    .option('--database <url>', 'say how to restore into this empty PostgreSQL database')
    .option('--run', 'with --database: run pg_restore')
    .addHelpText(
      'after',
      '\nNo server may run on it. The database that was there is kept beside the new one;\n' +
        'on PostgreSQL it stays as it is, and the backup goes into an empty one.\n' +
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
      'compare the audit log with the anchors in this file (default: audit-anchors.jsonl in the data folder)',
    )
    .option('--accept-loss', 'accept that acknowledged writes are missing, or may be')
    .option('--exit-status', 'end with exit status 10 when there are warnings')
    .addHelpText(
      'after',
      '\nChecks what the profile stands for: a server, or the database of --data. Changes nothing,\n' +
        'except that --accept-loss records the acceptance beside the database.\n' +
        '\nExamples:\n' +
        '  $ farmctl doctor --deep --data /srv/farm\n' +
        '  $ farmctl doctor --jq \'.[] | select(.state != "ok") | .whatToDo\'',
    )
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('../setup/run-doctor.ts');
      await runDoctor(context, options);
    });
}

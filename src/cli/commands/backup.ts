import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import type { BackupOptions } from './backup/backup-options.ts';

/** Adds `backup`: a copy of the database, also while a server writes to it. */
export function addBackup(parent: Command, context: CommandContext): void {
  parent
    .command('backup')
    .argument('<file>', 'file to make')
    .description('Back up the database, also while a server writes to it')
    .option('--database <url>', 'say how to back up this PostgreSQL database')
    .option('--run', 'with --database: run pg_dump')
    .option('--force', 'replace the file when it is there already')
    .addHelpText(
      'after',
      '\nThe file appears when it is whole and checked. By the clock: farmctl serve --backup-dir.\n' +
        '\nExamples:\n' +
        '  $ farmctl backup /media/stick/farm.db\n' +
        '  $ farmctl backup farm.dump --database postgres://farm@db.example/farmctl --run',
    )
    .action(async (file: string, options: BackupOptions) => {
      const { runBackup } = await import('./backup/run-backup.ts');
      await runBackup(context, file, options);
    });
}

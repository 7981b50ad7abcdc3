import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import type { RestoreOptions } from './restore/restore-options.ts';

/** Adds `restore`: the database of a backup in place of the present one. */
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
      const { runRestore } = await import('./restore/run-restore.ts');
      await runRestore(context, file, options);
    });
}

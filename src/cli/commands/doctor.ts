import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import type { DoctorOptions } from './doctor/doctor-options.ts';

/** Adds `doctor`: what is wrong with this installation, and what to do about it. */
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
      const { runDoctor } = await import('./doctor/run-doctor.ts');
      await runDoctor(context, options);
    });
}

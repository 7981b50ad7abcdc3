import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';

const SAVE_NOTE = `All rows, keys, settings and files, the clock and the faults, as one SQLite file.`;

const LOAD_NOTE = `Everything the server holds is replaced, its keys too: those of the server that was saved are in
force. A snapshot of another version of the schema is refused.`;

/** Adds `snapshot`: everything a mock server holds, kept in a file. */
export function addSnapshot(parent: Command, context: CommandContext): void {
  const snapshot = parent
    .command('snapshot')
    .description('Keep everything a mock server holds in a file, and put it back');
  snapshot
    .command('save <file>')
    .description('Write everything the server holds into a file')
    .option('--force', 'replace a file of that name')
    .addHelpText(
      'after',
      renderExamples(
        ['farmctl snapshot save before.db', 'farmctl snapshot save before.db --force'],
        SAVE_NOTE,
      ),
    )
    .action(async (file: string, flags: { readonly force?: boolean }) => {
      const { runSnapshotSave } = await import('./snapshot/run-snapshot.ts');
      await runSnapshotSave(context, file, flags);
    });
  snapshot
    .command('load <file>')
    .description('Put what a file holds in place of everything on the server')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl snapshot load before.db',
          'farmctl snapshot load before.db --yes && farmctl digest',
        ],
        LOAD_NOTE,
      ),
    )
    .action(async (file: string) => {
      const { runSnapshotLoad } = await import('./snapshot/run-snapshot.ts');
      await runSnapshotLoad(context, file);
    });
}

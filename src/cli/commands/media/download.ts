import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { renderExamples } from '../../help-examples.ts';
import type { DownloadFlags } from './run-download.ts';

const NOTE =
  'The file is called as its media item is, unless -O says otherwise, and no file is overwritten\n' +
  'unless --force is given. With -O - it goes to standard output.';

/** Adds `media download <id>`. */
export function addDownload(parent: Command, context: CommandContext): void {
  parent
    .command('download <id>')
    .description('Save the file of a media item')
    .option('-O, --to-file <file>', 'where it is saved; - for standard output')
    .option('--thumbnail', 'a small picture in its place; of images only')
    .option('--force', 'overwrite a file that is there')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl media download media_01K…',
          'farmctl media download media_01K… -O - > litter.jpg',
        ],
        NOTE,
      ),
    )
    .action(async (id: string, flags: DownloadFlags) => {
      const { runDownload } = await import('./run-download.ts');
      await runDownload(context, id, flags);
    });
}

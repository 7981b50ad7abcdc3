import { type Command, Option } from 'commander';
import { media } from '../../../model/resources/media.ts';
import { collectValue } from '../../collect-value.ts';
import { suggestWords } from '../../completed-option.ts';
import type { CommandContext } from '../../context.ts';
import { wordsOf } from '../../field-flags.ts';
import { renderExamples } from '../../help-examples.ts';
import type { UploadFlags } from './run-upload.ts';

const NOTE =
  'A media item is made for each file, named like it. Files that are refused leave none behind; when\n' +
  'only some are, the exit status is 9. Images, videos, recordings and documents are taken.';

/** Adds `media upload <file...>`. */
export function addUpload(parent: Command, context: CommandContext): void {
  parent
    .command('upload <files...>')
    .description('Send photos, videos, recordings or documents')
    .option('--barn <barn>', 'what they show or are about: id or name of a barn')
    .option('--flock <flock>', 'id or code of a flock')
    .option('--contact <contact>', 'id or name of a contact')
    .addOption(
      suggestWords(
        new Option('--category <word>', 'such as litter, mortality or invoice'),
        wordsOf(media.fields.category),
      ),
    )
    .option('--name <text>', 'in place of the name of the file')
    .option('--description <text>', 'what is to be seen')
    .option('--tag <tag>', 'may be given again', collectValue)
    .option('--to <id>', 'give an existing media item the file, in place of the one it has')
    .addHelpText(
      'after',
      renderExamples(
        [
          "farmctl media upload litter-*.jpg --barn 'Barn 1' --category litter",
          'farmctl media upload lab.pdf --flock B1-2611 --category lab_result --jq .id',
        ],
        NOTE,
      ),
    )
    .action(async (files: readonly string[], flags: UploadFlags) => {
      const { runUpload } = await import('./run-upload.ts');
      await runUpload(context, files, flags);
    });
}

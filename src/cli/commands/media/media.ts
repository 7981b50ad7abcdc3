import { type Command, Option } from 'commander';
import { media } from '../../../model/resources/media.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { collectValue, renderExamples, suggestWords } from '../../core/command-line.ts';
import { wordsOf } from '../../input/field-flags.ts';
import { neutralise } from '../../output/neutralise.ts';
import { allColumns } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { expectObject, printWrite, rowOutput } from '../core/write-results.ts';
import type { DownloadFlags, UploadFlags } from './run-transfer.ts';

const UPLOAD_NOTE =
  'A media item is made for each file, named like it. Files that are refused leave none behind; when\n' +
  'only some are, the exit status is 9. Images, videos, recordings and documents are taken.';

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
        UPLOAD_NOTE,
      ),
    )
    .action(async (files: readonly string[], flags: UploadFlags) => {
      const { runUpload } = await import('./run-transfer.ts');
      await runUpload(context, files, flags);
    });
}

const DOWNLOAD_NOTE =
  'The file is called as its media item is, unless -O says otherwise, and no file is overwritten\n' +
  'unless --force is given. With -O - it goes to standard output.';

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
        DOWNLOAD_NOTE,
      ),
    )
    .action(async (id: string, flags: DownloadFlags) => {
      const { runDownload } = await import('./run-transfer.ts');
      await runDownload(context, id, flags);
    });
}

const ANALYZE_NOTE =
  'The language model of the service looks at the image and says how serious it is. A service without\n' +
  'one refuses: whoever runs it sets FARMCTL_MODEL_URL and FARMCTL_MODEL.';

export function addAnalyze(parent: Command, context: CommandContext): void {
  parent
    .command('analyze <id>')
    .description('Have the language model look at an image')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl media analyze media_01K…',
          'farmctl media analyze media_01K… --fields aiSeverity,aiSummary -o csv',
        ],
        ANALYZE_NOTE,
      ),
    )
    .action((id: string) => runAnalyze(context, id));
}

async function runAnalyze(context: CommandContext, id: string): Promise<void> {
  requireFields(context, allColumns(media));
  const client = await context.client();
  const path = `/os/media/${encodeURIComponent(id)}/analyze`;
  const { data } = await client.request({ method: 'POST', path });
  const answer = expectObject(data, { method: 'POST', path, server: client.server });
  const row = isRecord(answer['media']) ? answer['media'] : {};
  const severity = neutralise(String(row['aiSeverity']));
  const text = await context.t('note.looked', { id: neutralise(id), severity });
  await printWrite(context, text, rowOutput(media, row));
}

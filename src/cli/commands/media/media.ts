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
  'Creates a media item for each file, with its name. Rejected files leave no media item; if only some\n' +
  'are rejected, the exit status is 9. Accepts images, videos, recordings and documents.';

export function addUpload(parent: Command, context: CommandContext): void {
  parent
    .command('upload <files...>')
    .description('Upload photos, videos, recordings or documents')
    .option('--barn <barn>', 'barn that the files are about: id or name')
    .option('--flock <flock>', 'flock that the files are about: id or code')
    .option('--contact <contact>', 'contact that the files are about: id or name')
    .addOption(
      suggestWords(
        new Option('--category <word>', 'such as litter, mortality or invoice'),
        wordsOf(media.fields.category),
      ),
    )
    .option('--name <text>', 'name (default: the file name)')
    .option('--description <text>', 'description of the content')
    .option('--tag <tag>', 'tag; repeatable', collectValue)
    .option('--to <id>', 'replace the file of this media item')
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
  'The file gets the name of the media item, or that of -O. Existing files are not overwritten without\n' +
  '--force. -O - writes to standard output.';

export function addDownload(parent: Command, context: CommandContext): void {
  parent
    .command('download <id>')
    .description('Save the file of a media item')
    .option('-O, --to-file <file>', 'file to write; - is standard output')
    .option('--thumbnail', 'save the thumbnail instead; images only')
    .option('--force', 'overwrite an existing file')
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
  'The language model of the service rates the severity of what the image shows. A service without a\n' +
  'model rejects the request: set FARMCTL_MODEL_URL and FARMCTL_MODEL on the server.';

export function addAnalyze(parent: Command, context: CommandContext): void {
  parent
    .command('analyze <id>')
    .description('Analyse an image with the language model')
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

import type { Command } from 'commander';
import { media } from '../../../model/resources/media.ts';
import type { CommandContext } from '../../context.ts';
import { renderExamples } from '../../help-examples.ts';
import { isValues } from '../../output/infer-columns.ts';
import { neutralise } from '../../output/neutralise.ts';
import { expectObject } from '../keys/expect-object.ts';
import { printWrite, rowOutput } from '../resource/row-output.ts';

const NOTE =
  'The language model of the service looks at the image and says how serious it is. A service without\n' +
  'one refuses: whoever runs it sets FARMCTL_MODEL_URL and FARMCTL_MODEL.';

/** Adds `media analyze <id>`. */
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
        NOTE,
      ),
    )
    .action((id: string) => runAnalyze(context, id));
}

async function runAnalyze(context: CommandContext, id: string): Promise<void> {
  const client = await context.client();
  const path = `/os/media/${encodeURIComponent(id)}/analyze`;
  const { data } = await client.request({ method: 'POST', path });
  const answer = expectObject(data, { method: 'POST', path, server: client.server });
  const row = isValues(answer['media']) ? answer['media'] : {};
  const severity = neutralise(String(row['aiSeverity']));
  const said = `looked at ${neutralise(id)}: ${severity}`;
  await printWrite(context, said, rowOutput(media, row));
}

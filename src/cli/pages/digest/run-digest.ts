import { digestAnswer } from '../../../model/answers/digest.ts';
import type { CommandContext } from '../../context.ts';
import { oneFarm } from '../one-farm.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { digestPage } from './digest-page.ts';

/** `digest`: the morning briefing; its rows are the mortality of each flock. */
export async function runDigest(context: CommandContext): Promise<void> {
  await printPage(context, {
    path: '/digest',
    query: { farmId: await oneFarm(context) },
    isSpoken: true,
    rows: () => rowsUnder('mortality', rowColumns(rowSchema(digestAnswer.schema, 'mortality'))),
    compose: digestPage,
  });
}

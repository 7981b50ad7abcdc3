import { setupAnswer } from '../../../model/answers/setup.ts';
import type { CommandContext } from '../../context.ts';
import { oneFarm } from '../one-farm.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { setupPage } from './setup-page.ts';

/** `setup`: how far the farm is set up; its rows are the steps. */
export async function runSetup(context: CommandContext): Promise<void> {
  const farmId = await oneFarm(context);
  await printPage(context, {
    path: '/setup',
    query: { farmId },
    isSpoken: true,
    rows: () => rowsUnder('items', rowColumns(rowSchema(setupAnswer.schema, 'items'))),
    compose: (answer, desk) => setupPage(answer, farmId, desk),
  });
}

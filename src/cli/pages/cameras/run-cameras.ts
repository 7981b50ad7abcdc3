import { camerasAnswer } from '../../../model/answers/cameras.ts';
import type { CommandContext } from '../../context.ts';
import { oneFarm } from '../one-farm.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { camerasPage } from './cameras-page.ts';

/** `cameras list`: how the cameras of a farm do; its rows are the cameras. */
export async function runCameras(context: CommandContext): Promise<void> {
  await printPage(context, {
    path: '/os/cameras',
    query: { farmId: await oneFarm(context) },
    isSpoken: false,
    rows: () => rowsUnder('cameras', rowColumns(rowSchema(camerasAnswer.schema, 'cameras'))),
    compose: camerasPage,
  });
}

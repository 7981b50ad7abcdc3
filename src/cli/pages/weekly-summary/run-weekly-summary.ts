import { weeklySummaryAnswer } from '../../../model/answers/weekly-summary.ts';
import type { CommandContext } from '../../context.ts';
import { oneFarm } from '../one-farm.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { weeklySummaryPage } from './weekly-summary-page.ts';

/** Flags of `weekly-summary` as they were typed. */
export interface WeeklySummaryFlags {
  readonly week?: string;
}

/** `weekly-summary`: a week against the one before; its rows are the flocks. */
export async function runWeeklySummary(
  context: CommandContext,
  { week }: WeeklySummaryFlags,
): Promise<void> {
  await printPage(context, {
    path: '/os/weekly-summary',
    query: { farmId: await oneFarm(context), week },
    isSpoken: true,
    rows: () => rowsUnder('flocks', rowColumns(rowSchema(weeklySummaryAnswer.schema, 'flocks'))),
    compose: weeklySummaryPage,
  });
}

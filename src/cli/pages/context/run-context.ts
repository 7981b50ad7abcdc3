import type { FarmClient } from '../../../client/client.ts';
import { contextAnswer } from '../../../model/answers/context.ts';
import { limits } from '../../../model/limits.ts';
import type { CommandContext } from '../../context.ts';
import { checkWord } from '../check-word.ts';
import type { Facts } from '../facts.ts';
import { oneFarm } from '../one-farm.ts';
import { type Gathered, printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { contextPage } from './context-page.ts';

/** Flags of `context` as they were typed. */
export interface ContextFlags {
  readonly depth?: string;
}

const DEPTHS = ['full', 'summary'];

/** `context`: the whole farm; its rows are the flocks. */
export async function runContext(context: CommandContext, flags: ContextFlags): Promise<void> {
  const { depth } = flags;
  if (depth !== undefined) checkWord('--depth', depth, DEPTHS);
  await printPage(context, {
    path: '/context',
    query: { farmId: await oneFarm(context), depth },
    isSpoken: true,
    rows: () => rowsUnder('flocks', rowColumns(rowSchema(contextAnswer.schema, 'flocks'))),
    compose: contextPage,
    gather: gatherLogs,
  });
}

const LOG_FIELDS = 'flockId,date,avgWeightGr,standardG,tempMin,tempMax';

/** The newest daily logs, which tell the standard of each day: a context tells only that of today. */
async function gatherLogs(client: FarmClient, answer: Facts): Promise<Gathered> {
  const farmId = answer.text('farm.id');
  if (farmId === undefined || answer.list('flocks').length === 0) return {};
  const query = {
    farmId,
    order: 'date',
    dir: 'desc',
    limit: limits.maxPageSize,
    fields: LOG_FIELDS,
  };
  const { data } = await client.list('daily-logs', query);
  return { facts: { logs: data } };
}

import { riskLedgerAnswer } from '../../../model/answers/risk-ledger.ts';
import type { JsonSchema } from '../../../model/json-schema/json-schema.ts';
import { riskItems } from '../../../model/risk-items.ts';
import type { CommandContext } from '../../context.ts';
import { isValues } from '../../output/infer-columns.ts';
import type { Values } from '../../output/output.ts';
import { checkWord } from '../check-word.ts';
import { oneFarm } from '../one-farm.ts';
import { type PageRows, printPage } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { riskLedgerPage } from './risk-ledger-page.ts';

/** Flags of `risk ledger` as they were typed. */
export interface RiskLedgerFlags {
  readonly from?: string;
  readonly to?: string;
  readonly item?: string;
}

/** `risk ledger`: the risks of a farm day by day; its rows are the days of each item. */
export async function runRiskLedger(
  context: CommandContext,
  { from, to, item }: RiskLedgerFlags,
): Promise<void> {
  if (item !== undefined) checkWord('--item', item, riskItems);
  await printPage(context, {
    path: '/os/risk/ledger',
    query: { farmId: await oneFarm(context), from, to, item },
    isSpoken: true,
    rows: ledgerRows,
    compose: riskLedgerPage,
  });
}

function ledgerRows(): PageRows {
  const items: JsonSchema = rowSchema(riskLedgerAnswer.schema, 'items');
  const columns = [
    ...rowColumns(rowSchema(items, 'history')).filter(({ name }) => name === 'day'),
    { name: 'item' },
    ...rowColumns(rowSchema(items, 'history')).filter(({ name }) => name !== 'day'),
  ];
  return { columns, of: (answer) => listOf(answer, 'items').flatMap(daysOf) };
}

function daysOf(item: Values): readonly Values[] {
  return listOf(item, 'history').map((day) => ({ ...day, item: item['key'] }));
}

function listOf(answer: unknown, name: string): readonly Values[] {
  const list: unknown = isValues(answer) ? answer[name] : undefined;
  return Array.isArray(list) ? list.filter(isValues) : [];
}

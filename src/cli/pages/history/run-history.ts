import { historyAnswer } from '../../../model/answers/history.ts';
import { limits } from '../../../model/limits.ts';
import { message } from '../../../model/message.ts';
import { getResource } from '../../../model/registry.ts';
import { nameOf, requireFarmOf } from '../../commands/resource/row-id.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { isNamedResource, resolveName } from '../../resolve-name.ts';
import { factsOf } from '../facts.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { historyPage } from './history-page.ts';

/** Flags of `history` as they were typed. */
export interface HistoryFlags {
  readonly field?: string;
  readonly limit?: string;
}

/** A row, as it was typed. */
interface TypedRow {
  readonly resource: string;
  readonly id: string;
}

/** `history <resource> <id>`: who changed a row, when, from what to what. */
export async function runHistory(
  context: CommandContext,
  { resource, id: typed }: TypedRow,
  { field, limit }: HistoryFlags,
): Promise<void> {
  const name = nameOf(getResource(resource));
  const most = mostOf(limit);
  const [farmId] = await context.farms();
  const client = await context.client();
  const isId = typed.startsWith(`${getResource(name).idPrefix}_`);
  const id =
    !isId && isNamedResource(name) ? await resolveName(client, name, { typed, farmId }) : typed;
  const path = `/os/history/${name}/${encodeURIComponent(id)}`;
  if (context.flags().farm !== undefined) {
    // The row itself may be gone; its history says whose it was.
    const { data: newest } = await client.request({ method: 'GET', path, query: { limit: 1 } });
    await requireFarmOf(context, name, { id, farmId: factsOf(newest).text('farmId') });
  }
  const data = await printPage(context, {
    path,
    query: { field, limit: most },
    isSpoken: false,
    rows: () => rowsUnder('data', rowColumns(rowSchema(historyAnswer.schema, 'data'))),
    compose: historyPage,
  });
  const answer = factsOf(data);
  if (!answer.flag('meta.hasMore')) return;
  const total = answer.number('meta.total') ?? 0;
  const number = new Intl.NumberFormat('en-US');
  const shown = number.format(answer.list('data').length);
  await context.note(`the newest ${shown} of ${number.format(total)}; --limit for more`);
}

function mostOf(limit: string | undefined): number | undefined {
  if (limit === undefined) return undefined;
  const most = Number(limit);
  if (/^\d{1,3}$/.test(limit) && most >= 1 && most <= limits.maxPageSize) return most;
  throw usageError(`--limit must be a whole number from 1 to ${limits.maxPageSize}`, {
    text: [message('cli.wholeBetween', { flag: '--limit', least: 1, most: limits.maxPageSize })],
  });
}

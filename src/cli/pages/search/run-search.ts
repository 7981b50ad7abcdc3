import { searchAnswer } from '../../../model/answers/search.ts';
import { message } from '../../../model/message.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { cleanText, factsOf } from '../facts.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { searchPage } from './search-page.ts';

const SHORTEST = 2;

/** `search`: looks for a text in all modules of all farms that the key sees. */
export async function runSearch(context: CommandContext, typed: readonly string[]): Promise<void> {
  const wanted = typed.join(' ').trim();
  if ([...wanted].length < SHORTEST) {
    throw usageError('a search needs at least two characters', {
      text: [message('cli.shortSearch')],
    });
  }
  const data = await printPage(context, {
    path: '/search',
    query: { q: wanted },
    isSpoken: false,
    rows: () => rowsUnder('data', rowColumns(rowSchema(searchAnswer.schema, 'data'))),
    compose: (answer, desk) => searchPage(answer, cleanText(wanted), desk),
  });
  const answer = factsOf(data);
  const [shown, total] = [answer.list('data').length, answer.number('meta.total') ?? 0];
  if (total > shown) await context.note(`${shown} of ${total}; a longer text finds fewer`);
}

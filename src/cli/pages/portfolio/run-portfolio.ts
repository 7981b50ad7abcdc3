import { portfolioAnswer } from '../../../model/answers/portfolio.ts';
import type { CommandContext } from '../../context.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { portfolioPage } from './portfolio-page.ts';

/** `portfolio`: all farms that the key sees. */
export async function runPortfolio(context: CommandContext): Promise<void> {
  await printPage(context, {
    path: '/portfolio',
    query: {},
    isSpoken: false,
    rows: () => rowsUnder('farms', rowColumns(rowSchema(portfolioAnswer.schema, 'farms'))),
    compose: portfolioPage,
  });
}

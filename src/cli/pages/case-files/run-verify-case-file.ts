import { caseFileVerifyAnswer } from '../../../model/answers/case-files.ts';
import { refused } from '../../../model/errors.ts';
import type { CommandContext } from '../../context.ts';
import { factsOf } from '../facts.ts';
import { type PageRows, printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { caseFileChecksPage } from './case-file-checks-page.ts';

/** `case-files verify <id>`: what holds and what does not; its rows are the differences. */
export async function runVerifyCaseFile(context: CommandContext, id: string): Promise<void> {
  const data = await printPage(context, {
    path: `/os/case-files/${encodeURIComponent(id)}/verify`,
    query: {},
    isSpoken: false,
    rows: differences,
    compose: caseFileChecksPage,
  });
  const answer = factsOf(data);
  if (answer.flag('ok')) return;
  const count = answer.number('checks.rows.differing') ?? 0;
  const named = count > 0 ? `; ${count} ${count === 1 ? 'row differs' : 'rows differ'}` : '';
  throw refused('case_file_broken', `The case file is not what was sealed${named}.`);
}

function differences(): PageRows {
  return rowsUnder(
    'differences',
    rowColumns(rowSchema(caseFileVerifyAnswer.schema, 'differences')),
  );
}

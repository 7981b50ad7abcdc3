import { loadLabels } from '../../../i18n/labels.ts';
import { loadLanguage } from '../../../i18n/load-language.ts';
import { fact } from '../../../model/answers/ask.ts';
import { object } from '../../../model/json-schema/json-schema.ts';
import { isLanguage } from '../../../model/languages.ts';
import type { CommandContext } from '../../context.ts';
import { isValues } from '../../output/infer-columns.ts';
import type { Values } from '../../output/output.ts';
import { type AskPageOptions, askPage } from '../../pages/ask/ask-page.ts';
import { factsOf } from '../../pages/facts.ts';
import { isAsciiOnly } from '../../pages/is-ascii-only.ts';
import { renderPage } from '../../pages/render-page.ts';
import { rowColumns } from '../../pages/row-columns.ts';
import { createWords } from '../../pages/words.ts';

/** How an answer is printed. */
export type PrintAnswerOptions = Omit<AskPageOptions, 'words'>;

/** Prints an answer: text to read, its facts as rows, or all of it for programs. */
export async function printAnswer(
  context: CommandContext,
  answer: Values,
  options: PrintAnswerOptions,
): Promise<void> {
  const form = await chooseForm(context, options);
  if (form === 'document') return context.print({ kind: 'document', data: answer });
  if (form === 'rows') {
    const facts = Array.isArray(answer['facts']) ? answer['facts'].filter(isValues) : [];
    return context.print({ kind: 'rows', columns: rowColumns(object(fact)), rows: facts });
  }
  return printText(context, answer, options);
}

async function chooseForm(
  context: CommandContext,
  { isChat }: PrintAnswerOptions,
): Promise<'text' | 'rows' | 'document'> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  if (fields !== undefined) return 'rows';
  // In a conversation a line of JSON is an answer.
  if (jq !== undefined || (isChat && format === 'jsonl')) return 'document';
  if (format === 'tsv' || format === 'csv' || format === 'jsonl') return 'rows';
  return format === undefined || format === 'table' ? 'text' : 'document';
}

async function printText(
  context: CommandContext,
  answer: Values,
  options: PrintAnswerOptions,
): Promise<void> {
  const facts = factsOf(answer);
  const lang = facts.text('lang') ?? '';
  const language = isLanguage(lang) ? lang : 'en';
  const words = createWords(await loadLanguage(language), 'UTC', await loadLabels(language));
  const blocks = askPage(facts, { ...options, words });
  const style = { language: words.language, isAscii: isAsciiOnly(context.io.environment) };
  await context.print({
    kind: 'reading',
    data: answer,
    render: (view) => renderPage(blocks, view, style),
  });
}

import { FarmError } from '../../../model/core/errors.ts';
import { type Message, message } from '../../../model/core/message.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { kebabCase } from '../../../tools/words.ts';
import { OF_FILE, phrasesOf, rowIssueText } from '../../output/error-report.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import type { ImportIssue, ImportReport } from './import-file.ts';

/** Maximum number of findings that are listed individually. */
export const MAX_REPORTED = 5;

/** Reports problems in imported rows, and how to correct them. */
export async function reportWarnings(
  context: CommandContext,
  { name }: ResourceDefinition,
  { warnings, doubts, leftOut, dryRun }: ImportReport,
): Promise<void> {
  const { note, t } = context;
  const movedRows = warnings.find(({ code }) => code === 'other_farm')?.rows ?? 0;
  if (movedRows > 0) await note(`farmctl: ${await t('import.otherFarm', { count: movedRows })}`);
  await reportSkipped(context, leftOut);
  const rows = warnings.find(({ code }) => code === 'implausible')?.rows ?? 0;
  if (rows === 0) return;
  await note(`farmctl: ${await t('import.doubtful', { count: rows })}`);
  const phrases = await phrasesOf(context);
  for (const doubt of doubts.slice(0, MAX_REPORTED)) {
    const { line, message, reason, existingId } = doubt;
    const text = reason ? rowIssueText(doubt, phrases) : message;
    await note(`  ${await t('import.doubt', { line, doubt: neutralise(text) })}`);
    if (dryRun || existingId === undefined) continue;
    const command = correctionOf(name, doubt);
    if (command !== undefined) await note(`    ${await t('import.correct', { command })}`);
  }
  const count = doubts.length - MAX_REPORTED;
  if (count <= 0) return;
  const command = dryRun ? '--output json' : 'farmctl gaps';
  await note(`  ${await t('import.moreDoubts', { count, command })}`);
}

/** The command that corrects an implausible row; undefined if a later line has replaced it. */
function correctionOf(name: string, { path, existingId = '', reason }: ImportIssue) {
  if (reason?.text === 'reason.repeatedLine') return `farmctl ${name} delete ${existingId}`;
  if (path === 'row') return undefined;
  const value = path === 'date' ? '<day>' : '<value>';
  return `farmctl ${name} update ${existingId} --${kebabCase(path)} ${value}`;
}

/** Reports rows that were treated as totals, headings or notes. */
async function reportSkipped(
  { note, t }: CommandContext,
  leftOut: ImportReport['leftOut'] = [],
): Promise<void> {
  if (leftOut.length === 0) return;
  await note(`farmctl: ${await t('import.leftOut', { count: leftOut.length })}`);
  for (const { line, kind, text } of leftOut.slice(0, MAX_REPORTED)) {
    await note(`  ${await t('import.leftOutLine', { line, kind, text: neutralise(text) })}`);
  }
}

/** Options for importing a file with the settings of a previous import. */
export interface CommandOf {
  readonly again: (file: string, more?: readonly string[]) => string;
}

/** If nothing was stored, importing only the corrected rejects would lose the other rows. */
export function hintOf(
  report: ImportReport,
  file: string | undefined,
  again: CommandOf['again'],
): Message {
  if (file === undefined) return message('hint.correctAndImport');
  const isRest = report.rejected === report.rows || (!report.dryRun && acceptedRows(report) > 0);
  return isRest
    ? message('hint.correctRejects', { file, command: again(file) })
    : message('hint.correctWhole', { file, flag: '--on-error skip' });
}

export function acceptedRows({ stored, updated, skipped }: ImportReport): number {
  return stored + updated + skipped;
}

export function refusedText(report: ImportReport): readonly Message[] {
  const { rejected, rows, dryRun } = report;
  const text = message('fault.rowsRefused', { rejected, rows });
  if (dryRun) return [text, message('fault.onlyChecked')];
  return acceptedRows(report) > 0 ? [text] : [text, message('fault.nothingStored')];
}

/** An import parameter with its value, as in API messages. */
const PARAMETER = /\b(dateFormat|decimal|encoding|onDuplicate|onError)=/g;

/** An API message about an import, with flags instead of parameters. */
function flagsIn(message: string): string {
  return message
    .replace(PARAMETER, (_, name: string) => `--${kebabCase(name)} `)
    .replace(/^map (leads|names) /, '--map $1 ')
    .replace('with map, or leave the column out with an empty one.', HOW_TO_MAP)
    .replace(/did you mean (\w+)\?/, 'did you mean "$1"?')
    .replace(/change that one\.$/, 'change that one, or pass --on-duplicate skip or update.')
    .replace('leave one out with map.', "leave one out with --map 'COLUMN='.")
    .replace('leave the column out with map.', "leave the column out with --map 'COLUMN='.")
    .replace('name the one that does with map.', "name it with --map 'COLUMN=FIELD'.");
}

const HOW_TO_MAP = "with --map 'COLUMN=FIELD', or leave the column out with --map 'COLUMN='.";

/** A finding whose message refers to flags. */
export function withFlags<I extends { readonly message: string }>(issue: I): I {
  return { ...issue, message: flagsIn(issue.message) };
}

/** Runs the work; API errors that it throws refer to flags. */
export async function namingFlags<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FarmError) || error.issues === undefined) throw error;
    const { slug, code, issues, cause } = error;
    throw new FarmError(slug, {
      message: flagsIn(error.message),
      issues: issues.map((issue) => ({ ...withFlags(issue), [OF_FILE]: true })),
      ...(code === undefined ? {} : { code }),
      cause,
    });
  }
}

import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { kebabCase } from '../../../tools/words.ts';
import { phrasesOf, rowIssueText } from '../../output/error-report.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import type { ImportIssue, ImportReport } from './import-file.ts';

/** Maximum number of findings that are listed individually. */
export const MOST_TOLD = 5;

/** Reports problems in imported rows, and how to correct them. */
export async function reportWarnings(
  context: CommandContext,
  { name }: ResourceDefinition,
  { warnings, doubts, leftOut, dryRun }: ImportReport,
): Promise<void> {
  const { note, t } = context;
  const moved = warnings.find(({ code }) => code === 'other_farm')?.rows ?? 0;
  if (moved > 0) await note(`farmctl: ${await t('import.otherFarm', { count: moved })}`);
  await reportSkipped(context, leftOut);
  const rows = warnings.find(({ code }) => code === 'implausible')?.rows ?? 0;
  if (rows === 0) return;
  await note(`farmctl: ${await t('import.doubtful', { count: rows })}`);
  const phrases = await phrasesOf(context);
  for (const doubt of doubts.slice(0, MOST_TOLD)) {
    const { line, message, reason, existingId } = doubt;
    const text = reason ? rowIssueText(doubt, phrases) : message;
    await note(`  ${await t('import.doubt', { line, doubt: neutralise(text) })}`);
    if (dryRun || existingId === undefined) continue;
    const command = correctionOf(name, doubt);
    if (command !== undefined) await note(`    ${await t('import.correct', { command })}`);
  }
  const count = doubts.length - MOST_TOLD;
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
  for (const { line, kind, text } of leftOut.slice(0, MOST_TOLD)) {
    await note(`  ${await t('import.leftOutLine', { line, kind, text: neutralise(text) })}`);
  }
}

import type { Preference } from '../../../client/client.ts';
import { FarmError, type Issue } from '../../../model/core/errors.ts';
import { message } from '../../../model/core/message.ts';
import { CliError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';

/**
 * Writes a record; on a terminal, asks for confirmation of implausible values and stores them only
 * when confirmed. In non-interactive use they are stored and reported.
 */
export async function writeAsking<R extends object>(
  context: CommandContext,
  isDoubted: boolean,
  write: (preference: Preference) => Promise<R>,
): Promise<R> {
  if (!isDoubted) return write({});
  const { language } = await context.translator();
  const canAsk = context.io.terminal !== undefined;
  try {
    const row = await write({ isStrict: true, language });
    return canAsk ? row : await collectDoubts(context, [], row);
  } catch (error) {
    const doubtIssues = doubtsOf(error);
    if (doubtIssues.length === 0) throw error;
    // Without a terminal there is no confirmation: the second attempt stores implausible values.
    if (!canAsk) return collectDoubts(context, doubtIssues, await write({}));
    if (!isAllDoubted(error)) throw error;
    for (const { message: doubt } of doubtIssues) await context.note(neutralise(doubt));
    const question = await context.t('suspect.ask', { about: aboutOf(doubtIssues) });
    if (await context.prompts().confirm({ message: question, flag: 'an answer' })) return write({});
    throw new CliError('interrupted', message('suspect.notStored'));
  }
}

/** Values that figures exclude once stored. */
const LEFT_OUT: readonly string[] = ['avgWeightGr', 'feedKg', 'waterL', 'eggs', 'totalWeightKg'];

function aboutOf(issues: readonly Issue[]): 'breed' | 'leftOut' | 'other' {
  if (issues.some(({ path }) => LEFT_OUT.includes(path))) return 'leftOut';
  return issues.every(({ path }) => path === 'breed') ? 'breed' : 'other';
}

function isAllDoubted(error: unknown): boolean {
  const issues = error instanceof FarmError ? (error.issues ?? []) : [];
  return issues.length === doubtsOf(error).length;
}

function doubtsOf(error: unknown): readonly Issue[] {
  const issues = error instanceof FarmError ? (error.issues ?? []) : [];
  return issues.filter(({ code }) => code === 'implausible');
}

/** Reports implausible values that were stored anyway, and whether figures exclude them. */
async function collectDoubts<R extends object>(
  context: CommandContext,
  issues: readonly Issue[],
  row: R,
): Promise<R> {
  const { suspect, breed, breedSuggestion } = row as Readonly<Record<string, unknown>>;
  const leftOut = Array.isArray(suspect) ? suspect.map(String) : [];
  const isSale = 'birdsCount' in row;
  const note = (line: string) => context.note(`farmctl: ${neutralise(line)}`);
  for (const { path, message: doubt } of issues) {
    // For weight, feed and water, the line below is sufficient.
    const isReported = leftOut.includes(path) && !(isSale && path !== 'totalWeightKg');
    if (path !== 'breed' && !isReported) await note(doubt);
  }
  for (const name of leftOut) {
    const field = isSale && name === 'date' ? 'saleDate' : name;
    await note(await context.t('suspect.stored', { field }));
  }
  if (typeof breedSuggestion === 'string') {
    const names = { breed: String(breed), suggestion: breedSuggestion };
    await note(await context.t('suspect.breed', names));
  }
  return row;
}

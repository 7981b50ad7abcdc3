import type { Preference } from '../../../client/client.ts';
import { FarmError } from '../../../model/core/errors.ts';
import { message } from '../../../model/core/message.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { CliError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';

/** Whether values of the resource are judged when they are written. */
export function canBeDoubted({ fields }: ResourceDefinition): boolean {
  return 'suspect' in fields || 'breedSuggestion' in fields;
}

/**
 * Writes a record; a person at the terminal is asked about values that cannot be right, and they
 * are stored only when that person says so. Where nobody can be asked they are stored and named.
 */
export async function writeAsking<R extends object>(
  context: CommandContext,
  isDoubted: boolean,
  write: (preference: Preference) => Promise<R>,
): Promise<R> {
  const canAsk = isDoubted && context.io.terminal !== undefined;
  if (!canAsk) return noteSuspect(context, await write({}));
  const { language } = await context.speaker();
  try {
    return await write({ isStrict: true, language });
  } catch (error) {
    if (!isAllDoubted(error)) throw error;
    const issues = error.issues ?? [];
    for (const { message: doubt } of issues) await context.note(neutralise(doubt));
    const [{ path: about = '' } = {}, ...others] = issues;
    const isOne = others.every(({ path }) => path === about);
    const question = await context.say('suspect.ask', { about: isOne ? about : '' });
    if (await context.prompts().confirm({ message: question, flag: 'an answer' })) return write({});
    throw new CliError('interrupted', message('suspect.notStored'));
  }
}

function isAllDoubted(error: unknown): error is FarmError {
  const issues = error instanceof FarmError ? (error.issues ?? []) : [];
  return issues.length > 0 && issues.every(({ code }) => code === 'implausible');
}

async function noteSuspect<R extends object>(context: CommandContext, row: R): Promise<R> {
  const { suspect, breed, breedSuggestion } = row as Readonly<Record<string, unknown>>;
  const note = (line: string) => context.note(`farmctl: ${neutralise(line)}`);
  for (const field of Array.isArray(suspect) ? suspect.map(String) : [])
    await note(await context.say('suspect.stored', { field }));
  if (typeof breedSuggestion === 'string') {
    const names = { breed: String(breed), suggestion: breedSuggestion };
    await note(await context.say('suspect.breed', names));
  }
  return row;
}

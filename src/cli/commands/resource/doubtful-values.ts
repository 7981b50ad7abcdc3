import { FarmError } from '../../../model/errors.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';

/**
 * Writes a record; a person at the terminal is asked about values that cannot be right, and they
 * are stored only when that person says so. Where nobody can be asked they are stored and named.
 */
export async function writeAsking<R extends object>(
  context: CommandContext,
  definition: ResourceDefinition,
  write: (options: { readonly isStrict: boolean }) => Promise<R>,
): Promise<R> {
  const isDoubted = 'suspect' in definition.fields || 'breedSuggestion' in definition.fields;
  const canAsk = isDoubted && context.io.terminal !== undefined;
  if (!canAsk) return noteSuspect(context, await write({ isStrict: false }));
  try {
    return await write({ isStrict: true });
  } catch (error) {
    if (!isAllDoubted(error)) throw error;
    for (const { message } of error.issues ?? []) await context.note(message);
    const message = 'Store it all the same?';
    if (await context.prompts().confirm({ message, flag: 'an answer' }))
      return write({ isStrict: false });
    throw new CliError('interrupted', 'nothing was stored');
  }
}

function isAllDoubted(error: unknown): error is FarmError {
  const issues = error instanceof FarmError ? (error.issues ?? []) : [];
  return issues.length > 0 && issues.every(({ code }) => code === 'implausible');
}

async function noteSuspect<R extends object>(context: CommandContext, row: R): Promise<R> {
  const { suspect, breed, breedSuggestion } = row as Readonly<Record<string, unknown>>;
  if (Array.isArray(suspect) && suspect.length > 0)
    await context.note(
      `farmctl: ${suspect.join(', ')} cannot be right; stored, but left out of all figures`,
    );
  if (typeof breedSuggestion === 'string')
    await context.note(
      `farmctl: no standard is known for the breed ${JSON.stringify(breed)}; did you mean ${JSON.stringify(breedSuggestion)}?`,
    );
  return row;
}

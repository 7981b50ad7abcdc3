import type { CommandContext } from '../context.ts';

/**
 * Whether something that cannot be undone may be done: `--yes`, or yes to the question.
 * Throws a usage error that names the flag when nobody can be asked.
 */
export async function isConfirmed(context: CommandContext, message: string): Promise<boolean> {
  if (context.flags().yes) return true;
  if (await context.prompts().confirm({ message, flag: '--yes' })) return true;
  await context.note('nothing was changed');
  return false;
}

/** Throws where the question of `isConfirmed` could not be asked; for those that look up its words. */
export function requireConfirmable(context: CommandContext): void {
  if (!context.flags().yes) context.prompts().requirePerson('--yes');
}

import type { TextKey } from '../../i18n/en.ts';
import type { MessageParams } from '../../model/message.ts';
import type { CommandContext } from '../context.ts';

/** What is asked before something that cannot be undone. */
export interface Confirmation {
  readonly text: TextKey;
  readonly params: MessageParams;
}

/**
 * Whether something that cannot be undone may be done: `--yes`, or yes to the question. A no is an
 * answer: nothing is done, and the exit status is 0. Throws a usage error that names the flag when
 * nobody can be asked.
 */
export async function isConfirmed(
  context: CommandContext,
  { text, params }: Confirmation,
): Promise<boolean> {
  if (context.flags().yes) return true;
  const message = await context.say(text, params);
  if (await context.prompts().confirm({ message, flag: '--yes' })) return true;
  await context.note(await context.say('cli.notChanged'));
  return false;
}

/** Throws where the question of `isConfirmed` could not be asked; for those that look up its words. */
export function requireConfirmable(context: CommandContext): void {
  if (!context.flags().yes) context.prompts().requirePerson('--yes');
}

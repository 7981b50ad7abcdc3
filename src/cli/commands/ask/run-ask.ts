import type { CommandContext } from '../../context.ts';
import { endWith, usageError } from '../../errors.ts';
import { type AskFlags, answerQuestion } from './answer-question.ts';
import { readQuestion } from './read-question.ts';

/** `ask`: one question; ends with 3 when it could not be answered. */
export async function runAsk(
  context: CommandContext,
  words: readonly string[],
  flags: AskFlags,
): Promise<void> {
  requireAgreement(context, flags);
  const question = await readQuestion(words, context.io.stdin);
  const { outcome } = await answerQuestion(context, question, { ...flags, isChat: false });
  if (outcome) throw endWith(outcome);
}

/** What nobody could agree to is refused before anything is sent. */
export function requireAgreement(context: CommandContext, { execute = false }: AskFlags): void {
  if (!execute || context.flags().yes || context.io.terminal) return;
  throw usageError('--execute asks before it runs anything, and nobody can be asked: give --yes');
}

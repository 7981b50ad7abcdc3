import type { CommandContext } from '../../context.ts';
import type { CliOutcome } from '../../errors.ts';
import { type Facts, factsOf } from '../../pages/facts.ts';
import { answerOutcome } from './answer-outcome.ts';
import { printAnswer } from './print-answer.ts';
import { sendQuestion } from './send-question.ts';
import { settleAction } from './settle-action.ts';

/** How a question is asked. */
export interface AskFlags {
  readonly execute?: boolean;
  readonly explain?: boolean;
}

/** What came of a question. */
export interface Answered {
  readonly answer: Facts;
  /** How a command ends with it; undefined when it was answered, or done. */
  readonly outcome: CliOutcome | undefined;
}

/** Asks a question, runs what it orders where that is wished and agreed to, and prints the answer. */
export async function answerQuestion(
  context: CommandContext,
  question: string,
  options: AskFlags & { readonly isChat: boolean; readonly conversationId?: string | undefined },
): Promise<Answered> {
  const { execute: isExecuted = false, explain: isExplained = false, isChat } = options;
  const asked = await sendQuestion(context, question, options.conversationId);
  const answer = isExecuted ? await settleAction(context, asked) : asked;
  await printAnswer(context, answer, { question, isExplained, isChat });
  const facts = factsOf(answer);
  if (facts.flag('degraded')) {
    await context.note('farmctl: the model could not help; this is the answer without it');
  }
  return { answer: facts, outcome: answerOutcome(facts, { isExecuted }) };
}

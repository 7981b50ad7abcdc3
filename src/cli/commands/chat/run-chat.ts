import type { CommandContext } from '../../context.ts';
import { buildErrorReport, renderReport } from '../../error-report.ts';
import { CliError, type CliOutcome, endWith } from '../../errors.ts';
import { outcomeOf } from '../../exit-codes.ts';
import { OutputClosed } from '../../io.ts';
import { nextQuestion } from '../../pages/ask/next-question.ts';
import type { Facts } from '../../pages/facts.ts';
import { type AskFlags, answerQuestion } from '../ask/answer-question.ts';
import { requireAgreement } from '../ask/run-ask.ts';
import { promptLines } from './prompt-lines.ts';
import { readLines } from './read-lines.ts';

const LEAVE = /^(exit|quit)$/i;
const RESET = /^\/(new|reset)$/i;

/** The question before, whose choices can be named by their number. */
interface Turn {
  readonly question: string;
  readonly choices: readonly Facts[];
  /** By which the service knows what the next question continues. */
  readonly conversationId?: string | undefined;
}

const NO_TURN: Turn = { question: '', choices: [] };

/** `chat`: asks until it is left; in a pipe its status tells how many questions were answered. */
export async function runChat(context: CommandContext, flags: AskFlags): Promise<void> {
  requireAgreement(context, flags);
  const { terminal, stdin } = context.io;
  const outcomes: (CliOutcome | undefined)[] = [];
  let turn = NO_TURN;
  for await (const line of terminal ? promptLines(terminal) : readLines(stdin)) {
    const typed = line.trim();
    if (typed === '') continue;
    if (LEAVE.test(typed)) break;
    if (RESET.test(typed)) {
      turn = NO_TURN;
      continue;
    }
    const question = questionOf(typed, turn);
    const { conversationId } = turn;
    const { answer, outcome } = await answerOrTell(context, question, { ...flags, conversationId });
    outcomes.push(outcome);
    turn = {
      question,
      choices: answer?.list('clarify') ?? [],
      conversationId: answer?.text('conversationId') ?? conversationId,
    };
  }
  if (!terminal) endTruly(outcomes);
}

/** A number names a choice of the answer before. */
function questionOf(typed: string, { question, choices }: Turn): string {
  const choice = /^\d{1,3}$/.test(typed) ? choices[Number(typed) - 1] : undefined;
  return choice ? nextQuestion(question, choice, choices) : typed;
}

interface TurnResult {
  readonly answer?: Facts;
  readonly outcome: CliOutcome | undefined;
}

/** One refusal ends no conversation; what would befall every further question of a pipe does. */
async function answerOrTell(
  context: CommandContext,
  question: string,
  flags: AskFlags & Pick<Turn, 'conversationId'>,
): Promise<TurnResult> {
  try {
    return await answerQuestion(context, question, { ...flags, isChat: true });
  } catch (error) {
    const { io } = context;
    const outcome = outcomeOf(error);
    const isOver = io.interruption.aborted || error instanceof OutputClosed || outcome === 'bug';
    const isAlone = error instanceof CliError && error.message === '';
    if (isOver || isAlone || (!io.terminal && outcome !== 'rejected')) throw error;
    const report = buildErrorReport(error, ['chat'], {}, await context.speaker());
    await io.stderr.write(renderReport(report, io.paint(io.stderr, undefined)));
    return { outcome: 'rejected' };
  }
}

/** Throws what a pipe of questions ends with, unless all of them were answered. */
function endTruly(outcomes: readonly (CliOutcome | undefined)[]): void {
  const failed = outcomes.filter((outcome) => outcome !== undefined);
  const [first] = failed;
  if (first === undefined) return;
  if (failed.length < outcomes.length) throw endWith('partlyDone');
  throw endWith(failed.every((outcome) => outcome === first) ? first : 'notFound');
}

import { createInterface } from 'node:readline';
import { en } from '../../../i18n/en.ts';
import { message } from '../../../model/core/message.ts';
import { CliError, type CliOutcome, endWith, outcomeOf, usageError } from '../../core/errors.ts';
import { type InputStream, OutputClosed, type Terminal } from '../../core/io.ts';
import { buildErrorReport, phrasesOf, renderReport } from '../../output/error-report.ts';
import { type Asked, type Choice, nextQuestion } from '../../pages/ask.ts';
import type { CommandContext } from '../../session/context.ts';
import { writeHint } from '../../session/follow-up.ts';
import { type AskFlags, answerQuestion, proposedBy, requireAgreement } from './run-ask.ts';

const RESET = /^\/(new|reset)$/i;

/** The previous question, whose choices can be selected by number. */
interface Turn {
  readonly question: string;
  readonly choices: readonly Choice[];
  /** Identifies the conversation for follow-up questions. */
  readonly conversationId?: string | undefined;
  /** The proposed action, as text. */
  readonly proposal?: string | undefined;
}

const NO_TURN: Turn = { question: '', choices: [] };

/**
 * `chat`: asks questions until the user leaves; in a pipe, the exit status reports unanswered
 * questions.
 */
export async function runChat(context: CommandContext, flags: AskFlags): Promise<void> {
  requireAgreement(context, flags);
  const { terminal, stdin } = context.io;
  const outcomes: (CliOutcome | undefined)[] = [];
  const refusals: string[] = [];
  let turn = NO_TURN;
  const leaveWords = await leaveWordsOf(context);
  if (terminal) await context.report('chat.begin', { word: leaveWords[0] });
  for await (const line of terminal ? promptLines(terminal) : readLines(stdin)) {
    const typed = line.trim();
    if (typed === '') continue;
    if (leaveWords.includes(typed.toLowerCase())) break;
    if (RESET.test(typed)) {
      turn = NO_TURN;
      continue;
    }
    const question = questionOf(typed, turn);
    const { conversationId, proposal } = turn;
    const request = { question, ...flags, conversationId, proposal };
    const { answer, outcome } = await answerOrTell(context, request, refusals);
    outcomes.push(outcome);
    turn = {
      question,
      choices: answer?.list('clarify') ?? [],
      conversationId: answer?.text('conversationId') ?? conversationId,
      proposal: answer && proposedBy(answer),
    };
  }
  if (terminal) return;
  const repeated = refusals.length - new Set(refusals).size;
  if (repeated > 0) await context.report('note.refusedAlike', { count: repeated });
  endTruly(outcomes);
}

/** Words that end a conversation, in the command's language and in English. */
async function leaveWordsOf(context: CommandContext): Promise<readonly [string, ...string[]]> {
  const { texts } = await context.translator();
  const words = [texts, en].flatMap((each) => each['chat.leaveWords'].split(' '));
  return [words[0] ?? 'exit', ...words];
}

/** A number selects a choice of the previous answer. */
function questionOf(typed: string, { question, choices }: Turn): string {
  const choice = /^\d{1,3}$/.test(typed) ? choices[Number(typed) - 1] : undefined;
  return choice ? nextQuestion(question, choice, choices) : typed;
}

interface TurnResult {
  readonly answer?: Asked;
  readonly outcome: CliOutcome | undefined;
}

/**
 * A rejected question does not end the conversation, unless the error would recur for every further
 * question of a pipe. Reports are collected in `refusals`, so that a pipe prints identical ones
 * only once.
 */
async function answerOrTell(
  context: CommandContext,
  { question, ...options }: AskFlags & Pick<Turn, 'question' | 'conversationId' | 'proposal'>,
  refusals: string[],
): Promise<TurnResult> {
  try {
    return await answerQuestion(context, question, { ...options, isChat: true });
  } catch (error) {
    const { io } = context;
    const outcome = outcomeOf(error);
    const isOver = io.interruption.aborted || error instanceof OutputClosed || outcome === 'bug';
    const isAlone = error instanceof CliError && error.message === '';
    if (isOver || isAlone || (!io.terminal && outcome !== 'rejected')) throw error;
    const phrases = await phrasesOf(context);
    const { requestId: _id, ...report } = buildErrorReport(error, ['chat'], {}, phrases.translator);
    const followUp = { ...phrases.translator, flags: context.flags() };
    const text = renderReport(writeHint(report, followUp), io.paint(io.stderr, undefined), phrases);
    if (io.terminal || !refusals.includes(text)) await io.stderr.write(text);
    refusals.push(text);
    return { outcome: 'rejected' };
  }
}

/** Throws the outcome of a pipe of questions, unless all were answered. */
function endTruly(outcomes: readonly (CliOutcome | undefined)[]): void {
  const failed = outcomes.filter((outcome) => outcome !== undefined);
  const [first] = failed;
  if (first === undefined) return;
  if (failed.length < outcomes.length) throw endWith('partlyDone');
  throw endWith(failed.every((outcome) => outcome === first) ? first : 'notFound');
}

const PROMPT = '> ';
const MOST_REMEMBERED = 200;

/**
 * Lines typed on a terminal, with history, until Ctrl-D. Throws `interrupted` on Ctrl-C. The
 * terminal is restored between lines, so that an answer can be interrupted and other prompts shown.
 */
async function* promptLines(terminal: Terminal): AsyncGenerator<string> {
  let history: string[] = [];
  for (;;) {
    const line = await promptLine(terminal, history, (newest) => {
      history = newest;
    });
    if (line === undefined) return;
    yield line;
  }
}

function promptLine(
  { input, output }: Terminal,
  history: readonly string[],
  remember: (history: string[]) => void,
): Promise<string | undefined> {
  const lines = createInterface({
    input,
    output,
    terminal: true,
    prompt: PROMPT,
    history: [...history],
    historySize: MOST_REMEMBERED,
    removeHistoryDuplicates: true,
  });
  return new Promise((resolve, reject) => {
    lines.on('history', (newest) => remember([...newest]));
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('SIGINT', () => {
      output.write('\n');
      reject(new CliError('interrupted', ''));
      lines.close();
    });
    // No effect if a line was received first.
    lines.once('close', () => resolve(undefined));
    lines.prompt();
  });
}

const LONGEST_LINE = 64 * 1024;

/** Lines of the input as they arrive, including an unterminated last line. */
async function* readLines(stdin: InputStream): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stdin.chunks()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw usageError(message('fault.inputLineTooLong'));
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

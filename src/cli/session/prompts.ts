import type { Translator } from '../../i18n/render-message.ts';
import { message } from '../../model/core/message.ts';
import { CliError, usageError } from '../core/errors.ts';
import type { Io, Terminal } from '../core/io.ts';

/** A prompt, and the flag that replaces it in non-interactive use. */
export interface Question {
  readonly message: string;
  readonly flag: string;
  /** Whether `--yes` accepts the proposed value. */
  readonly hasDefault?: boolean;
}

/** A prompt for a line of text. */
export interface TextQuestion extends Question {
  readonly initial?: string;
  /** Validates an answer: the problem, or undefined when it is valid. */
  readonly problem?: (answer: string) => string | undefined;
}

/** One of several options. */
export interface Choice {
  readonly value: string;
  readonly name: string;
}

/**
 * Prompts on the terminal, written to stderr. Throws a usage error that names the flag in
 * non-interactive use, or when the input ends.
 */
export interface Prompts {
  /** Throws the error of a prompt in non-interactive use, before any lookup is made for it. */
  requirePerson(flag: string): void;
  /** Yes or no, in the current language or in English; Enter is no. */
  confirm(question: Question): Promise<boolean>;
  /** Asks again until the answer is valid, and shows the problem. */
  text(question: TextQuestion): Promise<string>;
  /** Text that is not echoed. */
  secret(question: Question): Promise<string>;
  choose(question: Question & { readonly choices: readonly Choice[] }): Promise<string>;
}

interface Asked {
  readonly flag: string;
  readonly hasDefault?: boolean | undefined;
  readonly question:
    | {
        readonly type: 'input';
        readonly message: string;
        readonly default?: string;
        readonly validate: (answer: string) => string | true;
      }
    | { readonly type: 'password'; readonly message: string; readonly mask: string }
    | { readonly type: 'select'; readonly message: string; readonly choices: readonly Choice[] };
}

/** Creates the prompts of a command; answers are parsed in the translator's language. */
export function createPrompts(
  { terminal, interruption }: Pick<Io, 'terminal' | 'interruption'>,
  translator: () => Promise<Translator>,
) {
  const ask = async (requested: Asked) => {
    if (!terminal) throw notAsked(requested.flag, requested.hasDefault);
    return String(await promptOn(terminal, requested, interruption));
  };
  return {
    requirePerson: (flag: string) => {
      if (!terminal) throw notAsked(flag);
    },
    confirm: async ({ message: question, flag }) => {
      if (!terminal) throw notAsked(flag);
      const { asked, problem, read } = await yesOrNo(await translator(), question);
      const validate = (answer: string) => read(answer) !== undefined || problem;
      return (
        read(await ask({ flag, question: { type: 'input', message: asked, validate } })) === true
      );
    },
    text: ({ message, flag, hasDefault, initial, problem }: TextQuestion) =>
      ask({
        flag,
        hasDefault,
        question: {
          type: 'input',
          message,
          validate: (answer) => problem?.(answer.trim()) ?? true,
          ...(initial === undefined ? {} : { default: initial }),
        },
      }),
    secret: ({ message, flag }) =>
      ask({ flag, question: { type: 'password', message, mask: '*' } }),
    choose: ({ message, flag, choices }) =>
      ask({ flag, question: { type: 'select', message, choices } }),
  } satisfies Prompts;
}

/** A yes/no question: its prompt, its answers and the error for any other answer. */
async function yesOrNo(translator: Translator, question: string) {
  const { renderMessage } = await import('../../i18n/render-message.ts');
  const { en } = await import('../../i18n/en.ts');
  const isOneOf = (name: 'answer.yes' | 'answer.no', answer: string) =>
    [translator.texts, en].some((texts) => texts[name].split(' ').includes(answer));
  return {
    asked: renderMessage(translator, message('answer.ask', { question })),
    problem: renderMessage(translator, message('answer.yesOrNo')),
    read(typed: string): boolean | undefined {
      const answer = typed.trim().normalize('NFKC').toLowerCase();
      if (answer === '' || isOneOf('answer.no', answer)) return false;
      return isOneOf('answer.yes', answer) || undefined;
    },
  };
}

function notAsked(flag: string, hasDefault = false): CliError {
  return usageError(message(hasDefault ? 'cli.answerOrDefaults' : 'cli.answerNeeded', { flag }));
}

async function promptOn(
  terminal: Terminal,
  { flag, hasDefault, question }: Asked,
  interruption: AbortSignal,
): Promise<unknown> {
  const { default: inquirer } = await import('inquirer');
  const streamEnd = watchEnd(terminal);
  try {
    const prompt = inquirer.createPromptModule({
      input: terminal.input,
      output: terminal.output,
      signal: AbortSignal.any([streamEnd.signal, interruption]),
    });
    const answers = await prompt([{ ...question, name: 'answer' }]);
    return answers.answer;
  } catch (error) {
    if (interruption.aborted) throw interruption.reason;
    if (streamEnd.signal.aborted) throw notAsked(flag, hasDefault);
    if (error instanceof Error && error.name === 'ExitPromptError') {
      throw new CliError('interrupted', '');
    }
    throw error;
  } finally {
    streamEnd.stop();
  }
}

/** Aborts when the input ends, on its own or by Ctrl-D; inquirer would wait forever. */
function watchEnd({ input }: Terminal) {
  const controller = new AbortController();
  const end = () => controller.abort();
  const onKey = (_text: string, key: { readonly ctrl?: boolean; readonly name?: string }) => {
    if (key.ctrl === true && key.name === 'd') end();
  };
  input.on('end', end).on('close', end).on('keypress', onKey);
  return {
    signal: controller.signal,
    stop() {
      input.off('end', end).off('close', end).off('keypress', onKey);
      // The prompt has read from stdin; a stream that still flows would keep the process alive.
      input.pause();
    },
  };
}

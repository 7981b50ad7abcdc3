import { renderMessage, type Speaker } from '../../../i18n/render-message.ts';
import { type Message, message } from '../../../model/message.ts';
import type { CommandContext } from '../../context.ts';
import { english } from '../../error-hints.ts';
import { usageError } from '../../errors.ts';

/** A question of `init`, and the flag that answers it. */
export interface InitQuestion {
  readonly message: Message;
  readonly flag: string;
  /** The answer of `--yes`, and of Enter. */
  readonly initial: string;
  /** What is wrong with an answer; undefined when it will do. */
  readonly problem?: (answer: string) => Message | undefined;
  /** Where nobody can be asked, the answer is the initial one. */
  readonly isExtra?: boolean;
}

/** Takes the flag's answer where there is one, else asks; throws a usage error for a wrong one. */
export type Ask = (given: string | undefined, question: InitQuestion) => Promise<string>;

/** Flags, then a question where a person can be asked, then the default with `--yes`. */
export function createAsk(context: CommandContext): Ask {
  const { yes } = context.flags();
  return async (given, { message: question, flag, initial, problem, isExtra = false }) => {
    if (given !== undefined) {
      const wrong = problem?.(given.trim());
      if (wrong !== undefined) {
        throw usageError(`${flag}: ${renderMessage(english, wrong)}`, { text: [wrong] });
      }
      return given.trim();
    }
    if (yes || (isExtra && !context.io.terminal)) return initial;
    const speaker = await context.speaker();
    const answer = await context.prompts().text({
      message: renderMessage(speaker, question),
      flag: `${flag}, or --yes for the defaults`,
      ...(initial === '' ? {} : { initial }),
      ...(problem ? { problem: (typed) => problemText(speaker, problem(typed)) } : {}),
    });
    return answer.trim();
  };
}

function problemText(speaker: Speaker, problem: Message | undefined): string | undefined {
  return problem && renderMessage(speaker, problem);
}

/** The error of a flag that another one needs. */
export function missing(flag: string, beside?: string) {
  const place = beside === undefined ? '' : ` beside ${beside}`;
  return usageError(`${flag} is missing${place}`, { text: [message('cli.isMissing', { flag })] });
}

import type { Option } from 'commander';
import { message } from '../../../model/core/message.ts';
import { eventNames } from '../../../model/core/resource.ts';
import { parseUrl } from '../../../tools/parse-url.ts';
import { nearestWord } from '../../../tools/words.ts';
import { collectValue, completedOption } from '../../core/command-line.ts';
import { CliError, didYouMean, usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { resolveName } from '../../session/resolve-name.ts';
import { splitList } from '../organisation/keys.ts';

/** The words of `--events`; a shell would read `*` as the files of the folder. */
const eventWords: readonly string[] = ['all', ...eventNames];

/** The flag that names events; may be given again, and hold several with commas between them. */
export function eventsOption(summary: string): Option {
  return completedOption('--events <events>', summary, eventWords).argParser(collectValue);
}

/** The names of `--events`; throws a usage error with the nearest one for a name that is none. */
export function parseEvents(typed: readonly string[]): readonly string[] {
  const events = splitList(typed).map((word) => (word === 'all' || word === '*' ? '*' : word));
  for (const event of events) if (event !== '*') requireEvent(event, '--events');
  if (events.length === 0) throw usageError(message('fault.eventsEmpty'));
  return events.includes('*') ? ['*'] : [...new Set(events)];
}

/** Throws a usage error for a name that none of the 17 events has. */
export function requireEvent(name: string, place: string): void {
  if (eventNames.some((event) => event === name)) return;
  const near = nearestWord(name, eventNames);
  throw usageError(
    [message('fault.unknownEvent', { place, name: JSON.stringify(name) }), ...didYouMean(near)],
    {
      hint: message('hint.eventNames', { eventNames: eventNames.join(', ') }),
    },
  );
}

/** The flag of the farms that a webhook is told of. */
export const FARM_FLAG = '--farm <id or name>';

/**
 * The ids of the farms that were named on the line. A farm of the profile is for the work on farms:
 * here it would keep events of the others back without a word.
 */
export async function webhookFarms(
  context: CommandContext,
  typed: readonly string[] | undefined,
): Promise<readonly string[]> {
  const { farm } = context.flags();
  const names = typed === undefined && farm !== undefined ? [farm] : splitList(typed);
  if (names.length === 0) return [];
  const client = await context.client();
  return Promise.all(names.map((name) => resolveName(client, 'farms', { typed: name })));
}

/** The address of a flag where it is one of the web; else throws a usage error. */
export function requireAddress(typed: string, flag: string): string {
  if (/^https?:$/.test(parseUrl(typed)?.protocol ?? '')) return typed;
  const shown = JSON.stringify(typed);
  throw usageError(message('fault.urlScheme', { flag, shown }));
}

/** How a receiver took a delivery. */
export interface Reception {
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Why there was no answer, such as `timeout`. */
  readonly failure: string | null;
}

const HINT = message('hint.readReceiverLog');

/**
 * The error that a command ends with whose delivery was not taken, by the table of exit statuses
 * with the receiver in place of the server: 5 for a refusal, 7 for 500 and above, 8 for no answer.
 * Undefined for a delivery that was taken.
 */
export function receiverError(event: string, { status, failure }: Reception): CliError | undefined {
  const name = neutralise(event);
  if (status === null) {
    const why = failure === null ? message('failure.noAnswer') : neutralise(failure);
    return new CliError('noConnection', message('fault.receiverSilent', { name, why }), {
      hint: message('hint.checkReceiver'),
    });
  }
  if (status >= 200 && status <= 299) return undefined;
  const said = message('fault.receiverStatus', { event: name, status });
  return new CliError(status >= 500 ? 'serverError' : 'rejected', said, { hint: HINT });
}

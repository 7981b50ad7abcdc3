import type { Option } from 'commander';
import { message } from '../../../model/core/message.ts';
import { eventNames } from '../../../model/core/resource.ts';
import { parseUrl } from '../../../tools/unknown-values.ts';
import { nearestWord } from '../../../tools/words.ts';
import { collectValue, completedOption } from '../../core/command-line.ts';
import { CliError, didYouMean, usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { resolveName } from '../../session/resolve-name.ts';
import { splitList } from '../organisation/keys.ts';

/**
 * Values of `--events`; `all` is an alternative to `*`, which a shell would expand to file names.
 */
const eventWords: readonly string[] = ['all', ...eventNames];

/** The flag for event names; repeatable, and accepts comma-separated values. */
export function eventsOption(summary: string): Option {
  return completedOption('--events <events>', summary, eventWords).argParser(collectValue);
}

/** The names in `--events`; throws a usage error with the nearest name for an unknown one. */
export function parseEvents(typed: readonly string[]): readonly string[] {
  const events = splitList(typed).map((word) => (word === 'all' || word === '*' ? '*' : word));
  for (const event of events) if (event !== '*') requireEvent(event, '--events');
  if (events.length === 0) throw usageError(message('fault.eventsEmpty'));
  return events.includes('*') ? ['*'] : [...new Set(events)];
}

/** Throws a usage error for a name that is not one of the 17 events. */
export function requireEvent(name: string, place: string): void {
  if (eventNames.some((event) => event === name)) return;
  const suggestion = nearestWord(name, eventNames);
  throw usageError(
    [
      message('fault.unknownEvent', { place, name: JSON.stringify(name) }),
      ...didYouMean(suggestion),
    ],
    {
      hint: message('hint.eventNames', { eventNames: eventNames.join(', ') }),
    },
  );
}

/** The flag for the farms of a webhook. */
export const FARM_FLAG = '--farm <id or name>';

/**
 * IDs of the farms named on the command line. The profile's farm applies to farm commands: here it
 * would silently suppress events of other farms.
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

/** The URL in a flag; throws a usage error unless it is an http(s) URL. */
export function requireAddress(typed: string, flag: string): string {
  if (/^https?:$/.test(parseUrl(typed)?.protocol ?? '')) return typed;
  const text = JSON.stringify(typed);
  throw usageError(message('fault.urlScheme', { flag, shown: text }));
}

/** A receiver's response to a delivery. */
export interface Reception {
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  /** Why there was no response, such as `timeout`. */
  readonly failure: string | null;
}

const HINT = message('hint.readReceiverLog');

/**
 * The error of a command whose delivery failed, with the exit statuses of the server applied to the
 * receiver: 5 for a rejection, 7 for 500 and above, 8 for no response. Undefined for a successful
 * delivery.
 */
export function receiverError(event: string, { status, failure }: Reception): CliError | undefined {
  const name = neutralise(event);
  if (status === null) {
    const reason = failure === null ? message('failure.noAnswer') : neutralise(failure);
    return new CliError('noConnection', message('fault.receiverSilent', { name, why: reason }), {
      hint: message('hint.checkReceiver'),
    });
  }
  if (status >= 200 && status <= 299) return undefined;
  const text = message('fault.receiverStatus', { event: name, status });
  return new CliError(status >= 500 ? 'serverError' : 'rejected', text, { hint: HINT });
}

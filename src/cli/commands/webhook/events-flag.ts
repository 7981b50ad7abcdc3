import type { Option } from 'commander';
import { eventNames } from '../../../model/events.ts';
import { nearestWord } from '../../../tools/nearest-word.ts';
import { collectValue } from '../../collect-value.ts';
import { completedOption } from '../../completed-option.ts';
import { usageError } from '../../errors.ts';
import { splitList } from '../keys/key-request.ts';

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
  if (events.length === 0) throw usageError('--events needs the name of an event, or all');
  return events.includes('*') ? ['*'] : [...new Set(events)];
}

/** Throws a usage error for a name that none of the 17 events has. */
export function requireEvent(name: string, place: string): void {
  if (eventNames.some((event) => event === name)) return;
  const near = nearestWord(name, eventNames);
  const suggestion = near === undefined ? '' : `; did you mean ${near}?`;
  throw usageError(`${place}: there is no event ${JSON.stringify(name)}${suggestion}`, {
    hint: `The events are ${eventNames.join(', ')}`,
  });
}

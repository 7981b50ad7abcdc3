import { type Message, message } from '../../model/core/message.ts';

/** Source of a value: a message with one of these keys. */
export type Source = Message;

export type SourceKind =
  | 'flag'
  | 'environment'
  | 'project'
  | 'profile'
  | 'defaults'
  | 'current'
  | 'builtIn'
  | 'unset'
  | 'onlyFarm'
  | 'withheld'
  | 'file'
  | 'command';

/** Whether the source is of one of these kinds. */
export function isFrom(source: Source | undefined, ...kinds: readonly SourceKind[]): boolean {
  return kinds.some((kind) => source?.text === `source.${kind}`);
}

/** Appends the source of a value in brackets to a message, if the value is set. */
export function withSource(text: Message, source: Source | undefined): Message {
  return !source || isFrom(source, 'unset')
    ? text
    : message('source.behind', { said: text, source });
}

/** The source of an unset value. */
export const NOT_SET: Source = message('source.unset');

/** Source of each effective setting, by name. */
export type Sources = Readonly<Partial<Record<string, Source>>>;

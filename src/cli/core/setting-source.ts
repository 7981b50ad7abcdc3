import { type Message, message } from '../../model/core/message.ts';

/** Where a value came from: a message whose key is one of these kinds. */
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

/** Whether a value came from a place of one of these kinds. */
export function isFrom(source: Source | undefined, ...kinds: readonly SourceKind[]): boolean {
  return kinds.some((kind) => source?.text === `source.${kind}`);
}

/** A sentence with the source of a value in brackets behind it, where something sets the value. */
export function withSource(said: Message, source: Source | undefined): Message {
  return !source || isFrom(source, 'unset') ? said : message('source.behind', { said, source });
}

/** The source of a value that nothing sets. */
export const NOT_SET: Source = message('source.unset');

/** Where each setting that is in force came from, by its name. */
export type Sources = Readonly<Partial<Record<string, Source>>>;

import type { Message } from '../../model/message.ts';
import type { ResourceName } from '../../model/registry.ts';

/** A row as it is stored. */
export type ActivityRow = Readonly<Record<string, unknown>>;

/** A row before and after a change; `before` is undefined for a new one. */
export interface ActivityChange {
  readonly resource: ResourceName;
  readonly before: ActivityRow | undefined;
  readonly after: ActivityRow;
}

/** What makes a change worth telling of. */
export interface ActivityRule {
  /** What the log calls it; `kinds=` asks for it by this word. */
  readonly kind: string;
  readonly resource: ResourceName;
  /** Importance, 0 to 100. */
  readonly base: number;
  readonly applies: (change: ActivityChange) => boolean;
  /** What is said of it, without the place where it happened. */
  readonly title: (row: ActivityRow) => Message;
}

/** Applies to a new row for which the condition holds. */
export function whenCreated(
  holds: (row: ActivityRow) => boolean = () => true,
): ActivityRule['applies'] {
  return ({ before, after }) => before === undefined && holds(after);
}

/** Applies when a field takes one of the values; for a new row, when it has it from the start. */
export function whenEntering(
  field: string,
  ...values: readonly unknown[]
): ActivityRule['applies'] {
  return ({ before, after }) => before?.[field] !== after[field] && values.includes(after[field]);
}

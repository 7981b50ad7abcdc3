import type { Message } from '../../model/message.ts';

/** What a rule says of a barn or a flock: an alert to open or raise, or that there is nothing. */
export interface RuleVerdict {
  /** The name of the rule, kept in `source.rule` of the alert. */
  readonly rule: string;
  /** One alert is open at a time for each key of a farm: the rule with its barn or flock. */
  readonly key: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  /** The moment that was judged. */
  readonly at: string;
  /** Null where the rule was judged and holds nothing: a step towards closing its alert. */
  readonly severity: 'info' | 'warning' | 'critical' | null;
  readonly category: string;
  readonly title: Message;
  /** Where `severity` is null, the note of the closing. */
  readonly message: Message;
  /** How many verdicts in a row that hold nothing close the alert. */
  readonly closesAfter: number;
  /** How many there are, where the rule counts them by itself; else they are counted here. */
  readonly quietInARow?: number;
  /** What the rule looked at, kept in `source` of the alert. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

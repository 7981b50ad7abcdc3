import type { Message } from '../../model/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { ActivityHistory } from './activity-history.ts';
import type { SkipReason, Verdict, VisionRule } from './verdict.ts';
import type { VisionBarn, VisionFlock } from './vision-barn.ts';
import type { TimedReading, VisionReading } from './vision-reading.ts';

/** What a rule looks at beside the reading that it judges. */
export interface RuleSituation {
  readonly barn: VisionBarn;
  readonly flock: VisionFlock;
  readonly thresholds: Thresholds;
  /** All of the barn, stored and new, each once, the oldest first. */
  readonly readings: readonly TimedReading[];
  /** What is known of the activity that a camera of the barn has seen. */
  readonly activityOf: (camera: string) => ActivityHistory;
}

/** What a rule makes of one reading. */
export interface Judgement {
  readonly severity: Verdict['severity'];
  readonly category: Verdict['category'];
  readonly title: Message;
  readonly message: Message;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A rule that judges readings one by one. */
export interface RuleDefinition {
  readonly rule: Exclude<VisionRule, 'mortality_mismatch'>;
  /** Whether each camera has an alert of its own; otherwise the worst camera speaks for the barn. */
  readonly isPerCamera: boolean;
  applies(reading: VisionReading): boolean;
  judge(reading: TimedReading & { readonly value: number }, situation: RuleSituation): Judged;
}

/** A judgement, or why there is none. */
export type Judged = Judgement | SkipReason;

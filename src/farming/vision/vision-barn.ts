import type { ActivityHistory } from './activity-history.ts';
import type { VisionReading } from './vision-reading.ts';

/** What the rules know of a barn. */
export interface VisionBarn {
  readonly barnId: string;
  readonly name: string;
  /** Null while no birds are inside. */
  readonly flock: VisionFlock | null;
  /** The newest temperature with the target of the age of the birds; null without a fresh one. */
  readonly temperature: { readonly valueC: number; readonly targetC: number } | null;
  /**
   * What is stored of its cameras from `visionHistoryHours` ago on, counts and behaviour, in any
   * order, as far as it decides anything; whether the readings of the call are among them makes no
   * difference.
   */
  readonly readings: readonly VisionReading[];
  /**
   * By camera the activity of its flock that baselines are computed from, where that is known apart
   * from the readings; else they are computed from these.
   */
  readonly activity?: ReadonlyMap<string, ActivityHistory>;
}

/** The flocks in a barn: the one placed last, by which alerts are named, and all birds together. */
export interface VisionFlock {
  readonly flockId: string;
  /** The other flocks inside; cameras see all of them. */
  readonly others?: readonly string[];
  /** As people call it. */
  readonly name: string;
  readonly ageDays: number;
  /** Birds of all flocks alive by the log today; null when those of one are unknown. */
  readonly live: number | null;
}

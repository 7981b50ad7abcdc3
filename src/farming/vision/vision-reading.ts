import type { Message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';

/** What the rules see of a row of `vision-events`. */
export interface VisionReading {
  readonly id: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  /** The id of its device; where no device claims it, `source:` and its source. */
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  readonly kind: string;
  readonly unit: string | null;
  readonly value: number | null;
  /** 0 to 1; null where the camera gave none, which counts as 1 wherever values are weighted. */
  readonly confidence: number | null;
  /** When it was seen, in UTC with milliseconds. */
  readonly ts: string;
  readonly meta: unknown;
}

/** A reading whose time has been read, for those that look at thousands. */
export interface TimedReading extends VisionReading {
  /** Milliseconds since 1970. */
  readonly at: number;
}

type VisionRow = Pick<
  StoredOf<'vision-events'>,
  | 'id'
  | 'barnId'
  | 'flockId'
  | 'deviceId'
  | 'source'
  | 'kind'
  | 'unit'
  | 'value'
  | 'confidence'
  | 'ts'
  | 'meta'
>;

/** A stored event as the rules see it; undefined for one without a time. */
export function visionReading(row: VisionRow): VisionReading | undefined {
  const { id, barnId, flockId, deviceId, source, kind, unit, value, confidence, ts, meta } = row;
  if (ts === null || kind === null) return undefined;
  const camera = deviceId ?? `source:${source}`;
  return { id, barnId, flockId, camera, deviceId, source, kind, unit, value, confidence, ts, meta };
}

/** What the rules watch for. */
export type VisionRule =
  | 'count_gap'
  | 'mortality_mismatch'
  | 'panting'
  | 'clustering'
  | 'poor_spread'
  | 'activity_drop';

/** What a rule says of a barn at one moment: an alert to open or raise, or a step to its end. */
export interface Verdict {
  readonly rule: VisionRule;
  /** One alert is open at a time for each key: rule, barn and, where each camera stands alone, camera. */
  readonly key: string;
  readonly barnId: string;
  readonly flockId: string | null;
  /** The camera whose reading decided; null where all cameras of the barn count together. */
  readonly camera: string | null;
  /** When that reading was seen; of a day, when it was judged. */
  readonly at: string;
  /** Null where the rule was judged and holds nothing: a step towards closing its alert. */
  readonly severity: 'warning' | 'critical' | null;
  readonly category: 'count' | 'mortality' | 'climate' | 'health';
  readonly title: Message;
  /** Both figures; where `severity` is null it says what is seen now, as the note of the closing. */
  readonly message: Message;
  /** How many readings in a row that hold nothing close the alert. */
  readonly closesAfter: number;
  /**
   * How many of the newest stored readings hold nothing, up to `closesAfter`: an open alert of this
   * key closes when `quietInARow` reaches `closesAfter`, whatever the order in which they arrived.
   */
  readonly quietInARow: number;
  /** The day that was judged, where a whole day is; see `RuleVerdict`. */
  readonly occasion?: string;
  /** Figures for `source` of the alert. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Why a reading was not judged. */
export type SkipReason =
  | 'no_value'
  | 'unknown_unit'
  | 'no_barn'
  | 'no_flock'
  | 'unknown_birds'
  | 'low_confidence'
  | 'partial_view'
  | 'insufficient_baseline'
  /** Older than `visionFreshHours`: it says nothing about now. */
  | 'too_old'
  /** A newer reading of the same camera came in the same call. */
  | 'older_in_call';

/** A reading that was not judged. */
export interface SkippedReading {
  readonly readingId: string;
  readonly reason: SkipReason;
}

import type { Message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';

/** A row of `vision-events` as the rules use it. */
export interface VisionReading {
  readonly id: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  /** The ID of its device; without a registered device, `source:` and its source. */
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  readonly kind: string;
  readonly unit: string | null;
  readonly value: number | null;
  /** 0 to 1; null when the camera gave none, which counts as 1 in weighted values. */
  readonly confidence: number | null;
  /** When it was seen, in UTC with milliseconds. */
  readonly ts: string;
  readonly meta: unknown;
}

/** A reading with its parsed time, for code that processes thousands. */
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

/** A stored event as a reading; undefined without a time. */
export function visionReading(row: VisionRow): VisionReading | undefined {
  const { id, barnId, flockId, deviceId, source, kind, unit, value, confidence, ts, meta } = row;
  if (ts === null || kind === null) return undefined;
  const camera = deviceId ?? `source:${source}`;
  return { id, barnId, flockId, camera, deviceId, source, kind, unit, value, confidence, ts, meta };
}

/** The camera rules. */
export type VisionRule =
  | 'count_gap'
  | 'mortality_mismatch'
  | 'panting'
  | 'clustering'
  | 'poor_spread'
  | 'activity_drop';

/**
 * The result of a rule for a barn at one moment: an alert to open or escalate, or a step towards
 * closing it.
 */
export interface Verdict {
  readonly rule: VisionRule;
  /** At most one alert is open for each key: rule, barn and, for rules per camera, camera. */
  readonly key: string;
  readonly barnId: string;
  readonly flockId: string | null;
  /** The camera whose reading was decisive; null when all cameras of the barn count together. */
  readonly camera: string | null;
  /** When that reading was seen; for a whole day, when it was evaluated. */
  readonly at: string;
  /** Null when the rule found nothing: a step towards closing its alert. */
  readonly severity: 'warning' | 'critical' | null;
  readonly category: 'count' | 'mortality' | 'climate' | 'health';
  readonly title: Message;
  /** Both figures; when `severity` is null, the current values as the closing note. */
  readonly message: Message;
  /** Number of consecutive readings without a finding that close the alert. */
  readonly closesAfter: number;
  /**
   * Number of the newest stored readings without a finding, up to `closesAfter`: an open alert of
   * this key closes when `quietInARow` reaches `closesAfter`, whatever their order of arrival.
   */
  readonly quietInARow: number;
  /** The evaluated day, if a whole day was evaluated; see `RuleVerdict`. */
  readonly occasion?: string;
  /** Figures for `source` of the alert. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Why a reading was not evaluated. */
export type SkipReason =
  | 'no_value'
  | 'unknown_unit'
  | 'no_barn'
  | 'no_flock'
  | 'unknown_birds'
  | 'low_confidence'
  | 'partial_view'
  | 'insufficient_baseline'
  /** Older than `visionFreshHours`, so not relevant for the current state. */
  | 'too_old'
  /** The same call contains a newer reading of the same camera. */
  | 'older_in_call';

/** A reading that was not evaluated. */
export interface SkippedReading {
  readonly readingId: string;
  readonly reason: SkipReason;
}

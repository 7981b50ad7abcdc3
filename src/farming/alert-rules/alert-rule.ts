import type { MessageParams, Quantity, Unit } from '../../model/core/message.ts';
import { LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { FarmSnapshot, SnapshotPart } from '../core/farm-snapshot.ts';
import { type FigureKind, figure } from '../core/figure.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';

/** The rules that evaluate a farm as a whole; camera rules are in `vision`. */
export type AlertRuleName =
  | 'mortality_spike'
  | 'weight_below_standard'
  | 'water_drop'
  | 'water_feed_ratio'
  | 'feed_out'
  | 'temp_high'
  | 'temp_low'
  | 'co2'
  | 'nh3'
  | 'rh'
  | 'sensor_stale'
  | 'sensors_disagree'
  | 'egg_drop'
  | 'breakage'
  | 'medicine_expired'
  | 'density'
  | 'withdrawal_violation';

/** Snapshot parts for the rules about air and sensors. */
export const AIR_PARTS = [
  ...LIVE_FLOCK_PARTS,
  'alerts',
  'readings',
  'newestReadings',
  'integrations',
] as const;

/** Snapshot parts for all rules. */
export const RULE_PARTS = [
  ...AIR_PARTS,
  'closedFlocks',
  'feedDeliveries',
  'feedOrders',
  'treatments',
  'medicine',
  'moults',
] as const;

export type AirSnapshot = FarmSnapshot<(typeof AIR_PARTS)[number]>;
export type RuleSnapshot = FarmSnapshot<(typeof RULE_PARTS)[number]>;

/** The finding of a rule about one subject. Without enough data a rule has no finding. */
export interface RuleFinding {
  /** The ID of the flock, barn or medicine; with the rule, it forms the key of the alert. */
  readonly subject: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  /** Null when the subject was evaluated and is fine. */
  readonly severity: 'warning' | 'critical' | null;
  /**
   * The text is `alert.<rule>.<why>`; `fits` when all is well, `moult` when the condition is
   * intended.
   */
  readonly why: string;
  readonly params: MessageParams;
  /** The figures with their day or time; the same evidence is the same finding. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A rule that raises alerts; their title is `alert.<rule>.title`. */
export interface AlertRule<P extends SnapshotPart = (typeof RULE_PARTS)[number]> {
  readonly rule: AlertRuleName;
  readonly category: string;
  /** Number of consecutive scans without a problem that close the alert. */
  readonly closesAfter: number;
  readonly find: (snapshot: FarmSnapshot<P>) => readonly RuleFinding[];
}

/** A rule about air or sensors. */
export type AirRule = AlertRule<(typeof AIR_PARTS)[number]>;

/** A finding about a flock, before the flock is added. */
export type Found = Pick<RuleFinding, 'severity' | 'why' | 'params' | 'evidence'>;

/** The findings of a rule for each flock; empty for flocks it cannot evaluate. */
export function flockFindings(
  records: readonly FlockRecord[],
  evaluate: (record: FlockRecord) => Found | null,
): RuleFinding[] {
  return records.flatMap((record) => {
    const finding = evaluate(record);
    if (!finding) return [];
    const { id, barnId } = record.flock;
    const params: MessageParams = { ...alertPlace(record), ...finding.params };
    return [{ subject: id, barnId, flockId: id, ...finding, params }];
  });
}

/** Display names of the barn and the flock. */
export function alertPlace(record: FlockRecord): { readonly barn: string; readonly flock: string } {
  const flock = flockName(record);
  return { barn: record.barn?.name ?? flock, flock };
}

/** The more severe of two conditions that holds; null when neither does. */
export function gradeSeverity(isCritical: boolean, isWarning: boolean): RuleFinding['severity'] {
  if (isCritical) return 'critical';
  return isWarning ? 'warning' : null;
}

/** A figure for texts; 0 when unknown, for texts that then do not mention it. */
export function shownFigure(
  kind: FigureKind,
  value: number | null | undefined,
  unit: Unit,
): Quantity {
  return { quantity: figure(kind, value) ?? 0, unit };
}

import type { MessageParams, Quantity, Unit } from '../../model/core/message.ts';
import { LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { FarmSnapshot, SnapshotPart } from '../core/farm-snapshot.ts';
import { type FigureKind, figure } from '../core/figure.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';

/** The automatic rules that look at a farm as a whole; those about cameras are in `vision`. */
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

/** What the rules about air and sensors look at. */
export const AIR_PARTS = [
  ...LIVE_FLOCK_PARTS,
  'alerts',
  'readings',
  'newestReadings',
  'integrations',
] as const;

/** What all rules look at. */
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

/** What a rule finds of one subject. Where there is nothing to judge by, a rule finds nothing. */
export interface RuleFinding {
  /** The id of the flock, barn or medicine: with the rule, the key of the alert. */
  readonly subject: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  /** Null where it was judged and is well. */
  readonly severity: 'warning' | 'critical' | null;
  /** The text is `alert.<rule>.<why>`; `fits` where it is well, `moult` where it is meant to be so. */
  readonly why: string;
  readonly params: MessageParams;
  /** Figures and the day or moment they are of: the same evidence is the same finding. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A rule that raises alerts; the title of one is `alert.<rule>.title`. */
export interface AlertRule<P extends SnapshotPart = (typeof RULE_PARTS)[number]> {
  readonly rule: AlertRuleName;
  readonly category: string;
  /** How many scans in a row that find it well end the alert. */
  readonly closesAfter: number;
  readonly find: (snapshot: FarmSnapshot<P>) => readonly RuleFinding[];
}

/** A rule about air or sensors. */
export type AirRule = AlertRule<(typeof AIR_PARTS)[number]>;

/** What is found of a flock, before it is said which flock that is. */
export type Found = Pick<RuleFinding, 'severity' | 'why' | 'params' | 'evidence'>;

/** What a rule finds of each flock; of those it cannot judge, nothing. */
export function flockFindings(
  records: readonly FlockRecord[],
  judge: (record: FlockRecord) => Found | null,
): RuleFinding[] {
  return records.flatMap((record) => {
    const found = judge(record);
    if (!found) return [];
    const { id, barnId } = record.flock;
    const params: MessageParams = { ...placeOf(record), ...found.params };
    return [{ subject: id, barnId, flockId: id, ...found, params }];
  });
}

/** What people call the place and the birds. */
export function placeOf(record: FlockRecord): { readonly barn: string; readonly flock: string } {
  const flock = flockName(record);
  return { barn: record.barn?.name ?? flock, flock };
}

/** The worse of two conditions that holds; null where neither does. */
export function gradeSeverity(isCritical: boolean, isWarning: boolean): RuleFinding['severity'] {
  if (isCritical) return 'critical';
  return isWarning ? 'warning' : null;
}

/** A figure as texts show it; 0 where it is not known, for texts that do not speak of it then. */
export function shownFigure(
  kind: FigureKind,
  value: number | null | undefined,
  unit: Unit,
): Quantity {
  return { quantity: figure(kind, value) ?? 0, unit };
}

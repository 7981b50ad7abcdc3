import type { Message } from '../../model/core/message.ts';
import { HOUR_MILLIS } from '../../tools/calendar.ts';
import { CLOSED_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import type { Severity } from '../core/open-items.ts';
import { type Fix, type OtherSections, type UsedSections, usedSections } from '../core/section.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { GAP_PARTS, type Gap } from '../gaps/gap.ts';

/** The kinds of plan items. */
export type PlanKind =
  | 'resolve_alert'
  | 'answer_worker'
  | 'log_today'
  | 'weigh_flock'
  | 'correct_value'
  | 'name_recipients'
  | 'order_feed'
  | 'late_feed_order'
  | 'check_ventilation'
  | 'call_vet'
  | 'sell_window'
  | 'prepare_barn'
  | 'pay_or_collect'
  | 'renew_medicine'
  | 'fix_integration'
  | 'complete_task'
  | 'file_reg_item';

/** A possible action, before ranking. */
export interface PlanCandidate {
  readonly kind: PlanKind;
  readonly title: Message;
  readonly why: readonly Message[];
  readonly severity: Severity;
  readonly flockId: string | null;
  readonly barnId: string | null;
  /** Milliseconds since 1970; null without a due time. */
  readonly dueAt: number | null;
  /** The cost of not acting, in the farm's currency, and its source. */
  readonly impact: PlanImpact | null;
  /** 0 to 1: the share of the required data that is available. */
  readonly confidence: number;
  readonly action: Fix;
  readonly source: { readonly type: string; readonly id: string };
}

/** An amount of money at stake. */
export interface PlanImpact {
  readonly amount: number;
  /** Whether the amount may be higher. */
  readonly isLowerBound?: boolean;
  readonly basis: string;
}

/** Finds candidates for the plan. */
export type PlanRule = (context: PlanContext) => readonly PlanCandidate[];

/** The share of non-null values, 0 to 1. */
export function shareKnown(values: readonly unknown[]): number {
  const presentValues = values.filter((value) => value !== null && value !== undefined);
  return values.length === 0 ? 1 : presentValues.length / values.length;
}

/** The impact of an amount; null when the amount is unknown or zero. */
export function impactOf(amount: number | null | undefined, basis: string): PlanImpact | null {
  return amount === null || amount === undefined || amount <= 0 ? null : { amount, basis };
}

/** Snapshot parts that the plan is computed from. */
export const PLAN_PARTS = [
  ...new Set([...GAP_PARTS, ...CLOSED_FLOCK_PARTS, 'tasks', 'regItems', 'marketOrders'] as const),
] as const;

export type PlanSnapshot = FarmSnapshot<(typeof PLAN_PARTS)[number]>;

/** The inputs of the plan. */
export interface PlanContext {
  readonly snapshot: PlanSnapshot;
  readonly used: UsedSections;
  readonly gaps: readonly Gap[];
  readonly flocks: readonly FlockRecord[];
}

export function planContext(snapshot: PlanSnapshot, others: OtherSections): PlanContext {
  return {
    snapshot,
    used: usedSections(others),
    gaps: findGaps(snapshot),
    flocks: liveFlocksOf(snapshot),
  };
}

/** A live flock by ID, with its display name. */
export function findPlanFlock(
  flockId: string,
  { flocks }: PlanContext,
): { readonly record: FlockRecord; readonly name: string } | undefined {
  const record = flocks.find(({ flock }) => flock.id === flockId);
  return record && { record, name: flockName(record) };
}

const POINTS = { severity: 40, urgency: 25, impact: 20, confidence: 15 } as const;
const OF_SEVERITY: Readonly<Record<Severity, number>> = { critical: 1, warning: 0.6, info: 0.25 };
const WITHOUT_DUE_DATE = 0.3;
const UNKNOWN_IMPACT = 0.2;
/** Share of a flock's revenue at which an impact gets the full score. */
const FULL_IMPACT_SHARE = 0.01;

/** Reference values for a score. */
export interface PlanFrame {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Anything due more than this many hours from now is not urgent. */
  readonly planHours: number;
  /** Expected revenue of the flock; null when unknown. */
  readonly revenue: number | null;
}

/** Priority of a candidate, 0 to 100, from harm, urgency, money and confidence. */
export function planScore(
  candidate: Pick<PlanCandidate, 'severity' | 'dueAt' | 'impact' | 'confidence'>,
  frame: PlanFrame,
): number {
  const parts =
    POINTS.severity * OF_SEVERITY[candidate.severity] +
    POINTS.urgency * urgency(candidate.dueAt, frame) +
    POINTS.impact * impactShare(candidate, frame) +
    POINTS.confidence * candidate.confidence;
  // Shares such as 0.6 are not exact in binary; without this, an exact half could be rounded down.
  return Math.round(Number(parts.toFixed(6)));
}

function urgency(dueAt: number | null, { now, planHours }: PlanFrame): number {
  if (dueAt === null) return WITHOUT_DUE_DATE;
  const hoursLeft = (dueAt - now) / HOUR_MILLIS;
  return Math.min(1, Math.max(0, 1 - hoursLeft / planHours));
}

function impactShare({ impact }: Pick<PlanCandidate, 'impact'>, { revenue }: PlanFrame): number {
  if (impact === null || revenue === null || revenue <= 0) return UNKNOWN_IMPACT;
  return Math.min(1, impact.amount / (FULL_IMPACT_SHARE * revenue));
}

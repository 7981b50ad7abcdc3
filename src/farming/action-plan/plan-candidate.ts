import type { Message } from '../../model/core/message.ts';
import { HOUR_MILLIS } from '../../tools/calendar.ts';
import { CLOSED_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import type { Severity } from '../core/open-items.ts';
import { type Fix, type OtherSections, type UsedSections, usedSections } from '../core/section.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { GAP_PARTS, type Gap } from '../gaps/gap.ts';

/** Everything that a plan may ask for. */
export type PlanKind =
  | 'resolve_alert'
  | 'answer_worker'
  | 'log_today'
  | 'weigh_flock'
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

/** Something to do, before it is ranked. */
export interface PlanCandidate {
  readonly kind: PlanKind;
  readonly title: Message;
  readonly why: readonly Message[];
  readonly severity: Severity;
  readonly flockId: string | null;
  readonly barnId: string | null;
  /** Milliseconds since 1970; null when it is due at no certain time. */
  readonly dueAt: number | null;
  /** What leaving it costs, in the farm's currency, and what says so. */
  readonly impact: PlanImpact | null;
  /** 0 to 1: the share of the data it rests on that are there. */
  readonly confidence: number;
  readonly action: Fix;
  readonly source: { readonly type: string; readonly id: string };
}

/** An amount of money at stake. */
export interface PlanImpact {
  readonly amount: number;
  /** Whether it may be more. */
  readonly isLowerBound?: boolean;
  readonly basis: string;
}

/** Finds things to do. */
export type PlanRule = (context: PlanContext) => readonly PlanCandidate[];

/** The share of values that are there, 0 to 1. */
export function shareKnown(values: readonly unknown[]): number {
  const known = values.filter((value) => value !== null && value !== undefined);
  return values.length === 0 ? 1 : known.length / values.length;
}

/** An impact that is worth naming: known, and not nothing. */
export function impactOf(amount: number | null | undefined, basis: string): PlanImpact | null {
  return amount === null || amount === undefined || amount <= 0 ? null : { amount, basis };
}

/** The parts of a snapshot from which the plan is made. */
export const PLAN_PARTS = [
  ...new Set([...GAP_PARTS, ...CLOSED_FLOCK_PARTS, 'tasks', 'regItems', 'marketOrders'] as const),
] as const;

/** A snapshot from which the plan is made. */
export type PlanSnapshot = FarmSnapshot<(typeof PLAN_PARTS)[number]>;

/** What the plan is made from. */
export interface PlanContext {
  readonly snapshot: PlanSnapshot;
  readonly used: UsedSections;
  readonly gaps: readonly Gap[];
  readonly flocks: readonly FlockRecord[];
}

/** Puts together what the plan is made from. */
export function planContext(snapshot: PlanSnapshot, others: OtherSections): PlanContext {
  return {
    snapshot,
    used: usedSections(others),
    gaps: findGaps(snapshot),
    flocks: liveFlocksOf(snapshot),
  };
}

/** A live flock by its id, with what people call it. */
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
/** So much of what a flock brings makes an impact count in full. */
const FULL_IMPACT_SHARE = 0.01;

/** What a score is told against. */
export interface PlanFrame {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What is due later than so many hours from now is not urgent. */
  readonly planHours: number;
  /** What the flock is expected to bring; null when nothing tells. */
  readonly revenue: number | null;
}

/** How much something is to be done first, 0 to 100: by harm, time, money and how sure it is. */
export function planScore(
  candidate: Pick<PlanCandidate, 'severity' | 'dueAt' | 'impact' | 'confidence'>,
  frame: PlanFrame,
): number {
  const parts =
    POINTS.severity * OF_SEVERITY[candidate.severity] +
    POINTS.urgency * urgency(candidate.dueAt, frame) +
    POINTS.impact * impactShare(candidate, frame) +
    POINTS.confidence * candidate.confidence;
  // Shares such as 0.6 are not exact in binary: what is meant as half a point must not fall short.
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

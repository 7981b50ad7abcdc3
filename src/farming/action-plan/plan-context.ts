import { CLOSED_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { flockName } from '../gaps/flock-name.ts';
import type { Gap } from '../gaps/gap.ts';
import { GAP_PARTS } from '../gaps/gap-rule.ts';
import type { OtherSections } from '../insights/section.ts';
import { type UsedSections, usedSections } from '../insights/used-sections.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

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

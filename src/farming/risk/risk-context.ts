import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { flockName } from '../gaps/flock-name.ts';
import type { Gap } from '../gaps/gap.ts';
import { GAP_PARTS } from '../gaps/gap-rule.ts';
import type { OtherSections } from '../insights/section.ts';
import { type UsedSections, usedSections } from '../insights/used-sections.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** The parts of a snapshot in which risks are looked for. */
export const RISK_PARTS = [...GAP_PARTS, 'devices', 'regItems', 'barnHours'] as const;

/** A snapshot in which risks can be found. */
export type RiskSnapshot = FarmSnapshot<(typeof RISK_PARTS)[number]>;

/** What every risk is told from. */
export interface RiskContext {
  readonly snapshot: RiskSnapshot;
  readonly used: UsedSections;
  readonly gaps: readonly Gap[];
  readonly flocks: readonly FlockRecord[];
}

/** Puts together what risks are told from. */
export function riskContext(snapshot: RiskSnapshot, others: OtherSections): RiskContext {
  return {
    snapshot,
    used: usedSections(others),
    gaps: findGaps(snapshot),
    flocks: liveFlocksOf(snapshot),
  };
}

/** What people call a flock of the farm. */
export function nameOfFlock(flockId: string, { flocks }: Pick<RiskContext, 'flocks'>): string {
  const record = flocks.find(({ flock }) => flock.id === flockId);
  return record ? flockName(record) : flockId;
}

import { type Message, message } from '../../model/core/message.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import { type Fix, type OtherSections, type UsedSections, usedSections } from '../core/section.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { GAP_PARTS, type Gap } from '../gaps/gap.ts';

/** Snapshot parts needed to evaluate risks. */
export const RISK_PARTS = [...GAP_PARTS, 'devices', 'regItems', 'barnHours'] as const;

export type RiskSnapshot = FarmSnapshot<(typeof RISK_PARTS)[number]>;

/** The inputs of every risk. */
export interface RiskContext {
  readonly snapshot: RiskSnapshot;
  readonly used: UsedSections;
  readonly gaps: readonly Gap[];
  readonly flocks: readonly FlockRecord[];
}

export function riskContext(snapshot: RiskSnapshot, others: OtherSections): RiskContext {
  return {
    snapshot,
    used: usedSections(others),
    gaps: findGaps(snapshot),
    flocks: liveFlocksOf(snapshot),
  };
}

/** The display name of a flock of the farm. */
export function nameOfFlock(flockId: string, { flocks }: Pick<RiskContext, 'flocks'>): string {
  const record = flocks.find(({ flock }) => flock.id === flockId);
  return record ? flockName(record) : flockId;
}

/** The probability of a risk, its explanation and a fix. */
export interface RiskFinding {
  /** 0 to 1; null when unknown. */
  readonly p: number | null;
  readonly explanation: Message;
  /** A call that reduces the risk; null when there is nothing to do. */
  readonly fix: Fix | null;
}

/** Computes the probability of one risk. */
export type RiskRule = (context: RiskContext) => RiskFinding;

/** Not enough data. */
export const UNKNOWN: RiskFinding = { p: null, explanation: message('risk.unknown'), fix: null };

/** Impossible without birds. */
export const NO_BIRDS: RiskFinding = { p: 0, explanation: message('risk.no_birds'), fix: null };

export function noRisk(key: string): RiskFinding {
  return { p: 0, explanation: message(`risk.${key}.ok`), fix: null };
}

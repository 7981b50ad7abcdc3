import { type Message, message } from '../../model/core/message.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import { type Fix, type OtherSections, type UsedSections, usedSections } from '../core/section.ts';
import { findGaps } from '../gaps/find-gaps.ts';
import { GAP_PARTS, type Gap } from '../gaps/gap.ts';

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

/** How likely something is to go wrong, why, and what to do about it. */
export interface RiskFinding {
  /** 0 to 1; null when it cannot be told. */
  readonly p: number | null;
  readonly explanation: Message;
  /** The call that lessens it; null where there is nothing to lessen. */
  readonly fix: Fix | null;
}

/** Finds how likely one thing is to go wrong. */
export type RiskRule = (context: RiskContext) => RiskFinding;

/** There are not enough data to tell. */
export const UNKNOWN: RiskFinding = { p: null, explanation: message('risk.unknown'), fix: null };

/** Without birds it cannot happen. */
export const NO_BIRDS: RiskFinding = { p: 0, explanation: message('risk.no_birds'), fix: null };

/** All is well. */
export function noRisk(key: string): RiskFinding {
  return { p: 0, explanation: message(`risk.${key}.ok`), fix: null };
}

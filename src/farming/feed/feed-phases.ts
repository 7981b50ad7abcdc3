import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';

/** A feed of the broiler programme, in the order in which they are fed. */
export type PhaseFeed = 'starter' | 'grower' | 'finisher' | 'withdrawal';

/** A phase of the programme with what was eaten in it. */
export interface FeedPhase {
  readonly feedType: PhaseFeed;
  readonly fromAge: number;
  /** Null as long as the day of sale is open. */
  readonly toAge: number | null;
  /** As logged; null when nothing was logged in it. */
  readonly kg: number | null;
}

const STARTER_TO_AGE = 10;
const GROWER_TO_AGE = 24;
const WITHDRAWAL_DAYS = 5;

/**
 * The phases of the feed of a flock of broilers up to the age at its sale; none for hens and
 * turkeys, which have programmes of their own.
 * Source: the usual programme of Ross and Filaha: starter to day 10, grower to day 24, then
 * finisher, and withdrawal feed on the last five days.
 */
export function feedPhases(record: FlockRecord, saleAge: number | null): readonly FeedPhase[] {
  if (record.kind !== 'broiler') return [];
  const withdrawalFrom = saleAge === null ? null : saleAge - WITHDRAWAL_DAYS + 1;
  const lastBefore = withdrawalFrom === null ? null : withdrawalFrom - 1;
  const until = (age: number) => (lastBefore === null ? age : Math.min(age, lastBefore));
  const plan: readonly Omit<FeedPhase, 'kg'>[] = [
    { feedType: 'starter', fromAge: 0, toAge: until(STARTER_TO_AGE) },
    { feedType: 'grower', fromAge: STARTER_TO_AGE + 1, toAge: until(GROWER_TO_AGE) },
    { feedType: 'finisher', fromAge: GROWER_TO_AGE + 1, toAge: lastBefore },
    ...(withdrawalFrom === null
      ? []
      : [{ feedType: 'withdrawal', fromAge: withdrawalFrom, toAge: saleAge } as const]),
  ];
  // A flock sold very young has no time for the later phases.
  return plan
    .filter(({ fromAge, toAge }) => fromAge >= 0 && (toAge === null || toAge >= fromAge))
    .map((phase) => ({ ...phase, kg: eatenIn(record, phase) }));
}

function eatenIn(
  { days }: FlockRecord,
  { fromAge, toAge }: Pick<FeedPhase, 'fromAge' | 'toAge'>,
): number | null {
  const fed = days
    .filter(({ ageDays }) => ageDays >= fromAge && ageDays <= (toAge ?? ageDays))
    .map(({ log }) => log?.feedKg ?? null)
    .filter((feedKg) => feedKg !== null);
  return fed.length === 0 ? null : sum(fed);
}

import type { StoredOf } from '../../model/registry.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ageDays } from '../metrics/age-days.ts';
import type { FeedPhase, PhaseFeed } from './feed-phases.ts';

/** A feed that does not go with the age of a flock. */
export interface PhaseWarning {
  /** A feed came after its phase, or the feed of the last days has not come. */
  readonly kind: 'late_phase' | 'no_withdrawal';
  readonly feedType: PhaseFeed;
  readonly expected: PhaseFeed;
  readonly ageDays: number;
}

/** A silo may be topped up for so many days with the feed of the phase before. */
const TOLERATED_DAYS = 3;

/** What the deliveries of a flock say against its phases; null when they go together. */
export function phaseWarning(
  record: FlockRecord,
  phases: readonly FeedPhase[],
  deliveries: readonly StoredOf<'feed-deliveries'>[],
): PhaseWarning | null {
  const fed = deliveries.flatMap(({ feedType, date }) => {
    const phase = phases.find((planned) => planned.feedType === phaseOf(feedType));
    return phase ? [{ phase, ageDays: ageDays(record.flock, date) }] : [];
  });
  const newest = fed.at(-1);
  const age = record.ageDays;
  const due = age === null ? undefined : phases.find((phase) => isWithin(phase, age));
  if (!newest || !due || age === null) return null;
  const { phase } = newest;
  if (phase.toAge !== null && newest.ageDays > phase.toAge + TOLERATED_DAYS)
    return {
      kind: 'late_phase',
      feedType: phase.feedType,
      expected: due.feedType,
      ageDays: newest.ageDays,
    };
  if (due.feedType !== 'withdrawal' || fed.some((each) => each.phase === due)) return null;
  return {
    kind: 'no_withdrawal',
    feedType: phase.feedType,
    expected: due.feedType,
    ageDays: age,
  };
}

function phaseOf(feedType: string | null): string | null {
  return feedType === 'prestarter' ? 'starter' : feedType;
}

function isWithin({ fromAge, toAge }: FeedPhase, age: number): boolean {
  return age >= fromAge && (toAge === null || age <= toAge);
}

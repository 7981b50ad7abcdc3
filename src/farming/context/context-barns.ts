import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { densityKgM2 } from '../metrics/density-kg-m2.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { ContextBarn } from './context.ts';
import { liveKg } from './context-flocks.ts';
import { shownRow } from './shown-row.ts';

/** The barns, each with whether birds are inside, and how dense. */
export function contextBarns(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): ContextBarn[] {
  const inside = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
  return snapshot.barns.map((barn) => {
    const records = inside.get(barn.id) ?? [];
    return {
      ...shownRow('barns', barn),
      occupied: records.length > 0,
      flock: records.at(-1)?.flock.id ?? null,
      densityKgM2: figure('kg', densityKgM2(allKg(records), barn.areaSqm)),
    };
  });
}

/** The weight of all birds inside, kg; null when that of one flock is not known. */
function allKg(records: readonly FlockRecord[]): number | null {
  const weights = records.map(liveKg).filter((kg) => kg !== null);
  return weights.length === 0 || weights.length < records.length ? null : sum(weights);
}

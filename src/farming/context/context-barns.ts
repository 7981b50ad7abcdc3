import { figure } from '../figure.ts';
import { barnStatesOf, type LIVE_FLOCK_PARTS } from '../flocks/farm-flocks.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { ContextBarn } from './context.ts';
import { shownRow } from './shown-row.ts';

/** The barns, each with whether birds are inside, and how dense. */
export function contextBarns(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): ContextBarn[] {
  const states = barnStatesOf(snapshot);
  return snapshot.barns.map((barn) => {
    const state = states.get(barn.id);
    return {
      ...shownRow('barns', barn),
      occupied: state !== undefined && state.flocks.length > 0,
      flock: state?.flocks.at(-1)?.flockId ?? null,
      densityKgM2: figure('kg', state?.densityKgM2),
      densityReason: state?.reason ?? null,
    };
  });
}

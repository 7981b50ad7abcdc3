import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { mapById } from '../../tools/collections.ts';

/** What people call the barn of a row, by its id or by that of its flock; null where it has none. */
export function placeLookup({
  barns,
  liveFlocks,
}: FarmSnapshot<'barns' | 'liveFlocks'>): (row: {
  readonly barnId?: string | null;
  readonly flockId?: string | null;
}) => string | null {
  const barnNames = mapById(barns);
  const flocks = mapById(liveFlocks);
  return ({ barnId, flockId }) => {
    const own = barnId ?? flocks.get(flockId ?? '')?.barnId ?? '';
    return barnNames.get(own)?.name ?? null;
  };
}

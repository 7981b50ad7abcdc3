import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import type { AskedScope } from '../measure.ts';

/**
 * The ids of the flocks that a scope holds, planned ones and closed ones among them; undefined for
 * the whole farm, which has rows that belong to no flock as well.
 */
export function flockIdsInScope(
  { liveFlocks, closedFlocks }: FarmSnapshot<'liveFlocks' | 'closedFlocks'>,
  { barnIds, flockIds }: AskedScope,
): ReadonlySet<string | null> | undefined {
  if (!barnIds && !flockIds) return undefined;
  const inside = [...liveFlocks, ...closedFlocks].filter(
    ({ id, barnId }) => (barnIds?.includes(barnId) ?? true) && (flockIds?.includes(id) ?? true),
  );
  return new Set(inside.map(({ id }) => id));
}

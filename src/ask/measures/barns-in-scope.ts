import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { AskedScope } from '../measure.ts';

/** The barns that a scope holds: those it names, those of the flocks it names, else all. */
export function barnsInScope(
  { barns, liveFlocks }: FarmSnapshot<'barns' | 'liveFlocks'>,
  { barnIds, flockIds }: AskedScope,
): readonly StoredOf<'barns'>[] {
  if (!barnIds && !flockIds) return barns;
  const ofFlocks = liveFlocks
    .filter(({ id }) => flockIds?.includes(id))
    .map(({ barnId }) => barnId);
  const wanted = new Set(barnIds ?? ofFlocks);
  return barns.filter(({ id }) => wanted.has(id));
}

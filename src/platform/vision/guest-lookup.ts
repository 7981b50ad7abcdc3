import type { Connection } from '../../storage/database.ts';
import {
  type BarnGuest,
  type BarnSpan,
  listBarnGuests,
} from '../../storage/records/barn-flocks.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import { groupBy } from '../../tools/collections.ts';
import { createDayLookup } from '../computed/day-lookup.ts';

/** Where and when something was seen. */
export interface Sighting {
  readonly barnId: string | null;
  readonly ts: string;
}

/** The flock that was in a barn at a moment; undefined when none was. */
export type GuestLookup = (sighting: Sighting) => BarnGuest | undefined;

/** Reads in one query the flocks that were in barns of a farm when something was seen there. */
export async function loadGuests(
  connection: Connection,
  farm: { readonly orgId: string; readonly farmId: string; readonly zone: string },
  sightings: readonly Sighting[],
): Promise<GuestLookup> {
  const scope = narrowScope({ orgId: farm.orgId, farmIds: 'all' }, farm.farmId);
  const found = await listBarnGuests(connection, scope, spansOf(sightings));
  const guests = groupBy(found, (guest) => guest.barnId);
  const dayOf = createDayLookup();
  return ({ barnId, ts }) => {
    const inside = barnId === null ? undefined : guests.get(barnId);
    if (!inside) return undefined;
    const day = dayOf(Date.parse(ts), farm.zone);
    return inside.find(
      ({ placementDate, closedAt }) =>
        placementDate <= day && (closedAt === null || ts <= closedAt),
    );
  };
}

/** The time from the first to the last sighting in each barn. */
function spansOf(sightings: readonly Sighting[]): BarnSpan[] {
  const placed = sightings.flatMap(({ barnId, ts }) => (barnId === null ? [] : [{ barnId, ts }]));
  return [...groupBy(placed, ({ barnId }) => barnId)].map(([barnId, seen]) => {
    const instants = seen.map(({ ts }) => ts).sort();
    return { barnId, from: instants[0] ?? '', to: instants.at(-1) ?? '' };
  });
}

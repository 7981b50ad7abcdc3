import tzLookup from '@photostructure/tz-lookup';
import type { Connection } from '../../storage/database.ts';
import { listFarmPlaces } from '../../storage/records/farm-places.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';
import { isTimeZone } from '../../tools/calendar.ts';

/** The zone of an organisation that does not name one. */
export const DEFAULT_ZONE = 'Asia/Jerusalem';

const MOST_KNOWN_PLACES = 10_000;
const zonesByPlace = new Map<string, string>();

/** The zone at a place; undefined where this runtime does not know it. */
export function zoneAt(latitude: number, longitude: number): string | undefined {
  const place = `${latitude} ${longitude}`;
  const known = zonesByPlace.get(place);
  if (known) return known;
  const zone = tzLookup(latitude, longitude);
  if (!isTimeZone(zone)) return undefined;
  if (zonesByPlace.size >= MOST_KNOWN_PLACES) zonesByPlace.clear();
  zonesByPlace.set(place, zone);
  return zone;
}

/** The zone whose calendar days an organisation keeps. */
export async function organisationZone(connection: Connection, orgId: string): Promise<string> {
  return (await findOrganisation(connection, orgId))?.timezone ?? DEFAULT_ZONE;
}

/** The zone of a farm: from its coordinates, else the organisation's. */
export async function farmZone(
  connection: Connection,
  input: { readonly orgId: string; readonly farmId: string | undefined },
): Promise<string> {
  if (input.farmId !== undefined) {
    const [place] = await listFarmPlaces(connection, [input.farmId]);
    const zone = place && zoneAt(place.latitude, place.longitude);
    if (zone) return zone;
  }
  return organisationZone(connection, input.orgId);
}

import tzLookup from '@photostructure/tz-lookup';
import type { Connection } from '../../storage/core/database.ts';
import type { Kept } from '../../storage/core/query-cache.ts';
import { listFarmPlaces } from '../../storage/records/farms.ts';
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

/** The zones of some farms of an organisation. */
export interface FarmZones {
  /** Of the farms that have coordinates. */
  readonly placed: ReadonlyMap<string, string>;
  /** Of all others, and of what belongs to no farm. */
  readonly fallback: string;
}

/** The zone of a farm, one of those that were asked for; of the organisation for null. */
export function zoneOf({ placed, fallback }: FarmZones, farmId: string | null): string {
  return (farmId === null ? undefined : placed.get(farmId)) ?? fallback;
}

/** The zones of farms; of `kept` what was read for the same farms before. */
export function farmZones(
  connection: Connection,
  farms: { readonly orgId: string; readonly farmIds: readonly string[] },
  kept?: Kept<FarmZones>,
): Promise<FarmZones> {
  const read = (from: Connection) => readFarmZones(from, farms);
  const key = `${farms.orgId} ${farms.farmIds.join(' ')}`;
  return kept ? kept.find(key, read, connection) : read(connection);
}

async function readFarmZones(
  connection: Connection,
  { orgId, farmIds }: Parameters<typeof farmZones>[1],
): Promise<FarmZones> {
  const [places, fallback] = await Promise.all([
    listFarmPlaces(connection, farmIds),
    organisationZone(connection, orgId),
  ]);
  const placed = new Map<string, string>();
  for (const { id, latitude, longitude } of places) {
    const zone = zoneAt(latitude, longitude);
    if (zone) placed.set(id, zone);
  }
  return { placed, fallback };
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

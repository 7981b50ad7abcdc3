import tzLookup from '@photostructure/tz-lookup';
import countryToCurrency from 'country-to-currency';
import { LRUCache } from 'lru-cache';
import type { Connection } from '../../storage/core/database.ts';
import type { QueryCache } from '../../storage/core/query-cache.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { findZoneSources } from '../../storage/records/farms.ts';
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
  kept?: QueryCache<FarmZones>,
): Promise<FarmZones> {
  const read = (from: Connection) => readFarmZones(from, farms);
  const key = `${farms.orgId} ${farms.farmIds.join(' ')}`;
  return kept ? kept.find(key, read, connection) : read(connection);
}

async function readFarmZones(
  connection: Connection,
  farms: Parameters<typeof farmZones>[1],
): Promise<FarmZones> {
  const { timezone = DEFAULT_ZONE, places } = await findZoneSources(connection, farms);
  const placed = new Map<string, string>();
  for (const { id, latitude, longitude } of places) {
    const zone = zoneAt(latitude, longitude);
    if (zone) placed.set(id, zone);
  }
  return { placed, fallback: timezone };
}

/** The zone of a farm: from its coordinates, else the organisation's. */
export async function farmZone(
  connection: Connection,
  input: { readonly orgId: string; readonly farmId: string | undefined },
): Promise<string> {
  const { orgId, farmId } = input;
  const farmIds = farmId === undefined ? [] : [farmId];
  return zoneOf(await readFarmZones(connection, { orgId, farmIds }), farmId ?? null);
}

/** Farms whose zones are read before it is known whether an answer needs them. */
const MOST_GUESSED = 32;
const MOST_ORGANISATIONS = 1000;

/** The farms of each organisation that answers were about lately. */
const recentFarms = new LRUCache<string, LRUCache<string, true>>({ max: MOST_ORGANISATIONS });

/** Zones that were asked for together with the rows that may need them. */
export interface ZonesAhead {
  readonly farmIds: ReadonlySet<string>;
  readonly zones: Promise<FarmZones>;
}

/**
 * Asks for the zones of the farms that rows of a scope are probably of, the farm that is named among
 * them: those of a few farms, or the ones that answers were about lately.
 */
export function askZonesAhead(
  connection: Connection,
  { orgId, farmIds }: Scope,
  named?: string,
): ZonesAhead {
  const few = farmIds !== 'all' && farmIds.length <= MOST_GUESSED ? farmIds : undefined;
  const guessed = few ?? [...(recentFarms.get(orgId)?.keys() ?? [])];
  const asked = new Set(named === undefined ? guessed : [...guessed, named]);
  const zones = readFarmZones(connection, { orgId, farmIds: [...asked].sort() });
  // Who needs them is told of their failure.
  zones.catch(() => {});
  return { farmIds: asked, zones };
}

/** The zones that were asked for ahead, as far as they suffice; else they are read. */
export async function zonesOfAnswer(
  connection: Connection,
  farms: { readonly orgId: string; readonly farmIds: readonly string[] },
  {
    ahead,
    kept,
  }: { readonly ahead?: ZonesAhead | undefined; readonly kept?: QueryCache<FarmZones> },
): Promise<FarmZones> {
  if (!ahead) return farmZones(connection, farms, kept);
  const { orgId, farmIds } = farms;
  const recent = recentFarms.get(orgId) ?? new LRUCache<string, true>({ max: MOST_GUESSED });
  for (const farmId of farmIds.slice(0, MOST_GUESSED)) recent.set(farmId, true);
  recentFarms.set(orgId, recent);
  const isCovered = farmIds.every((farmId) => ahead.farmIds.has(farmId));
  return isCovered ? ahead.zones : readFarmZones(connection, farms);
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether the text is the code of a currency, such as EUR, in capitals. */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}

/** The currency of the country in which a time zone lies; undefined for zones of no country. */
export function currencyOfZone(zone: string): string | undefined {
  const names = [
    zone,
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone,
  ];
  const found = Object.entries(countryToCurrency).find(([country]) =>
    zonesOf(country).some((name) => names.includes(name)),
  );
  return found && isCurrency(found[1]) ? found[1] : undefined;
}

/** The currency of the country that a place lies in, by its time zone; undefined where it is unknown. */
export function currencyAt(
  { latitude, longitude }: { readonly latitude?: unknown; readonly longitude?: unknown },
  organisationZone: string,
): string | undefined {
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number';
  const zone = (isPlaced && zoneAt(latitude, longitude)) || organisationZone;
  // The currency of that zone is the default of the field; to look for it takes a while.
  return zone === DEFAULT_ZONE ? undefined : currencyOfZone(zone);
}

/** A getter up to Node 22, a method from then on. */
interface LocaleZones extends Intl.Locale {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[];
}

/** By country: to ask for those of one takes two milliseconds, and there are 250. */
const zones = new Map<string, readonly string[]>();

function zonesOf(country: string): readonly string[] {
  const known = zones.get(country);
  if (known) return known;
  const locale: LocaleZones = new Intl.Locale('und', { region: country });
  const found = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  zones.set(country, found);
  return found;
}

import tzLookup from '@photostructure/tz-lookup';
import countryToCurrency from 'country-to-currency';
import { LRUCache } from 'lru-cache';
import type { Issue } from '../../model/core/errors.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { QueryCache } from '../../storage/core/query-cache.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { findZoneSources } from '../../storage/records/farms.ts';
import { findOrganisation } from '../../storage/system/organisations.ts';
import {
  endOfDay,
  formatInstant,
  isCalendarDay,
  isTimeZone,
  parseInstantInZone,
  startOfDay,
} from '../../tools/calendar.ts';

/** The zone of an organisation without a configured one. */
export const DEFAULT_ZONE = 'Asia/Jerusalem';

const MOST_KNOWN_PLACES = 10_000;
const zonesByPlace = new Map<string, string>();

/** The zone at a place; undefined when this runtime does not support it. */
export function zoneAt(latitude: number, longitude: number): string | undefined {
  const place = `${latitude} ${longitude}`;
  const cached = zonesByPlace.get(place);
  if (cached) return cached;
  const zone = tzLookup(latitude, longitude);
  if (!isTimeZone(zone)) return undefined;
  if (zonesByPlace.size >= MOST_KNOWN_PLACES) zonesByPlace.clear();
  zonesByPlace.set(place, zone);
  return zone;
}

/** The zone of an organisation's calendar days. */
export async function organisationZone(connection: Connection, orgId: string): Promise<string> {
  return (await findOrganisation(connection, orgId))?.timezone ?? DEFAULT_ZONE;
}

/** The zones of some farms of an organisation. */
export interface FarmZones {
  /** The farms with coordinates. */
  readonly placed: ReadonlyMap<string, string>;
  /** The zone of all others, and of rows without a farm. */
  readonly fallback: string;
}

/** The zone of one of the requested farms; for null, that of the organisation. */
export function zoneOf({ placed, fallback }: FarmZones, farmId: string | null): string {
  return (farmId === null ? undefined : placed.get(farmId)) ?? fallback;
}

/** The zones of farms; `kept` contains an earlier result for the same farms. */
export function farmZones(
  connection: Connection,
  farms: { readonly orgId: string; readonly farmIds: readonly string[] },
  cache?: QueryCache<FarmZones>,
): Promise<FarmZones> {
  const read = (from: Connection) => readFarmZones(from, farms);
  const key = `${farms.orgId} ${farms.farmIds.join(' ')}`;
  return cache ? cache.find(key, read, connection) : read(connection);
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

/** The zone of a farm: from its coordinates, else that of the organisation. */
export async function farmZone(
  connection: Connection,
  input: { readonly orgId: string; readonly farmId: string | undefined },
): Promise<string> {
  const { orgId, farmId } = input;
  const farmIds = farmId === undefined ? [] : [farmId];
  return zoneOf(await readFarmZones(connection, { orgId, farmIds }), farmId ?? null);
}

/**
 * Maximum number of farms whose zones are read ahead, before it is known whether they are needed.
 */
const MOST_GUESSED = 32;
const MOST_ORGANISATIONS = 1000;

/** Farms in recent answers, per organisation. */
const recentFarms = new LRUCache<string, LRUCache<string, true>>({ max: MOST_ORGANISATIONS });

/** Zones queried together with the rows that may need them. */
export interface PrefetchedZones {
  readonly farmIds: ReadonlySet<string>;
  readonly zones: Promise<FarmZones>;
}

/**
 * Queries the zones of the farms that rows of a scope probably belong to, including a named farm:
 * all of a few farms, or those in recent answers.
 */
export function prefetchZones(
  connection: Connection,
  { orgId, farmIds }: Scope,
  requestedFarmId?: string,
): PrefetchedZones {
  const farmIdsToRead = farmIds !== 'all' && farmIds.length <= MOST_GUESSED ? farmIds : undefined;
  const guessed = farmIdsToRead ?? [...(recentFarms.get(orgId)?.keys() ?? [])];
  const requested = new Set(
    requestedFarmId === undefined ? guessed : [...guessed, requestedFarmId],
  );
  const zones = readFarmZones(connection, { orgId, farmIds: [...requested].sort() });
  // A failure is reported to the code that needs the zones.
  zones.catch(() => {});
  return { farmIds: requested, zones };
}

/** The zones queried ahead, if they suffice; else reads them. */
export async function zonesOfAnswer(
  connection: Connection,
  farms: { readonly orgId: string; readonly farmIds: readonly string[] },
  {
    ahead,
    cache,
  }: { readonly ahead?: PrefetchedZones | undefined; readonly cache?: QueryCache<FarmZones> },
): Promise<FarmZones> {
  if (!ahead) return farmZones(connection, farms, cache);
  const { orgId, farmIds } = farms;
  const recent = recentFarms.get(orgId) ?? new LRUCache<string, true>({ max: MOST_GUESSED });
  for (const farmId of farmIds.slice(0, MOST_GUESSED)) recent.set(farmId, true);
  recentFarms.set(orgId, recent);
  const isCovered = farmIds.every((farmId) => ahead.farmIds.has(farmId));
  return isCovered ? ahead.zones : readFarmZones(connection, farms);
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether the text is an upper-case currency code, such as EUR. */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}

/** The currency of a time zone's country; undefined for zones without a country. */
export function currencyOfZone(zone: string): string | undefined {
  const names = [
    zone,
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone,
  ];
  const entry = Object.entries(countryToCurrency).find(([country]) =>
    zonesOf(country).some((name) => names.includes(name)),
  );
  return entry && isCurrency(entry[1]) ? entry[1] : undefined;
}

/** The currency of the country at a place, by its time zone; undefined when unknown. */
export function currencyAt(
  { latitude, longitude }: { readonly latitude?: unknown; readonly longitude?: unknown },
  organisationZone: string,
): string | undefined {
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number';
  const zone = (isPlaced && zoneAt(latitude, longitude)) || organisationZone;
  // The currency of that zone is the default of the field anyway, and the lookup is slow.
  return zone === DEFAULT_ZONE ? undefined : currencyOfZone(zone);
}

/** A getter up to Node 22, a method in later versions. */
interface LocaleZones extends Intl.Locale {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[];
}

/** Cached by country: a lookup takes two milliseconds, and there are 250 countries. */
const zones = new Map<string, readonly string[]>();

function zonesOf(country: string): readonly string[] {
  const cached = zones.get(country);
  if (cached) return cached;
  const locale: LocaleZones = new Intl.Locale('und', { region: country });
  const countryZones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  zones.set(country, countryZones);
  return countryZones;
}

/**
 * Parses one end of a time span: a timestamp, interpreted in `zone` if it has no offset, or a plain
 * day, which means the whole day in `zone`. Anything else is added to the issues.
 */
export function instantEdge(
  name: 'from' | 'to',
  value: unknown,
  { zone, issues }: { readonly zone: string; readonly issues: Issue[] },
): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (isCalendarDay(value)) {
    return formatInstant(name === 'from' ? startOfDay(value, zone) : endOfDay(value, zone));
  }
  const instant = parseInstantInZone(value, zone);
  if (instant !== undefined) return formatInstant(instant);
  issues.push({
    path: name,
    code: 'invalid_date',
    message: `${name} must be a day such as 2026-11-01 or a time stamp such as 2026-11-01T10:00:00Z.`,
  });
  return undefined;
}

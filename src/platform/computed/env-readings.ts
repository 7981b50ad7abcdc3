import { ageDays } from '../../farming/metrics/age-days.ts';
import { birdKind } from '../../farming/metrics/bird-kind.ts';
import { type ClimateRange, climateRange } from '../../farming/metrics/climate-range.ts';
import { outOfRangeMeasures } from '../../farming/metrics/out-of-range-measures.ts';
import { temperatureHumidityIndex } from '../../farming/metrics/temperature-humidity-index.ts';
import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import {
  type BarnGuest,
  type BarnSpan,
  listBarnGuests,
} from '../../storage/records/barn-flocks.ts';
import { type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';
import { createDayLookup } from './day-lookup.ts';

type Reading = StoredOf<'env-readings'>;

/** A weather service measures outdoors, where no range for birds applies. */
const OUTDOORS = 'weather';

/**
 * What readings mean for the birds that were in the barn at that moment; without birds no range
 * applies, and it is null which measures lie outside it.
 */
export async function computeEnvReadings(
  rows: readonly Reading[],
  { connection, scope, zoneOf }: PageContext,
): Promise<ComputedOf<'env-readings'>[]> {
  const guests = groupBy(
    await listBarnGuests(connection, scope, spansOf(rows)),
    (guest) => guest.barnId,
  );
  const dayOf = createDayLookup();
  const rangeOf = createRangeLookup();
  return rows.map((row) => {
    const day = row.ts === null ? null : dayOf(Date.parse(row.ts), zoneOf(row.farmId));
    const guest = day === null ? undefined : guestAt(guests.get(row.barnId), row, day);
    return {
      thi: temperatureHumidityIndex(row.temp, row.humidity),
      outOfRange: guest && day !== null ? outOfRangeMeasures(row, rangeOf(guest, day)) : null,
    };
  });
}

/** The time from the first to the last indoor reading of each barn. */
function spansOf(rows: readonly Reading[]): BarnSpan[] {
  const indoors = rows.flatMap(({ barnId, ts, source }) =>
    ts === null || source === OUTDOORS ? [] : [{ barnId, millis: Date.parse(ts) }],
  );
  return [...groupBy(indoors, (reading) => reading.barnId)].map(([barnId, readings]) => {
    const instants = readings.map((reading) => reading.millis);
    const [from, to] = [Math.min(...instants), Math.max(...instants)];
    return { barnId, from: formatInstant(from), to: formatInstant(to) };
  });
}

function guestAt(
  guests: readonly BarnGuest[] | undefined,
  { ts, source }: Reading,
  day: CalendarDay,
): BarnGuest | undefined {
  if (source === OUTDOORS || ts === null) return undefined;
  return guests?.find(
    (guest) => guest.placementDate <= day && (guest.closedAt === null || ts <= guest.closedAt),
  );
}

/** Looks up the range for a flock on a day; a page has many readings of the same day. */
function createRangeLookup(): (guest: BarnGuest, day: CalendarDay) => ClimateRange {
  const ranges = new Map<string, ClimateRange>();
  return (guest, day) => {
    const key = `${guest.id} ${day}`;
    const known = ranges.get(key);
    if (known) return known;
    const kind = birdKind(guest.breed, guest.barnType);
    const range = climateRange(kind, ageDays(guest, day));
    ranges.set(key, range);
    return range;
  };
}

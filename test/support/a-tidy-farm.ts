import type { FarmSnapshot } from '../../src/farming/core/farm-snapshot.ts';
import { findGaps } from '../../src/farming/gaps/find-gaps.ts';
import { standardWeightG } from '../../src/farming/standards/standard-values.ts';
import { addDays, daysBetween } from '../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, NOON, row, TODAY } from './a-snapshot.ts';

/** A farm with coordinates. */
export const aPlacedFarm = row('farms', {
  id: 'farm_1',
  name: 'Emek Hefer',
  latitude: 32.36,
  longitude: 34.91,
  currency: 'ILS',
});

/** A picture of `flock_1`. */
export const aPhoto = row('media', { id: 'media_1', kind: 'image', flockId: 'flock_1' });

/**
 * A farm without gaps: with coordinates and a vet, and one flock that is logged, weighed and
 * photographed. Deaths are logged on every day from placement to the first of the given logs.
 */
export function aTidyFarm(parts: Partial<FarmSnapshot> = {}): FarmSnapshot {
  const farm = aSnapshot({
    farm: aPlacedFarm,
    contacts: [row('contacts', { id: 'contact_1', name: 'Dr. Levi', kind: 'vet' })],
    barns: [aBarn()],
    liveFlocks: [aFlock()],
    liveLogs: [aLog(TODAY, { mortality: 3, avgWeightGr: 950 })],
    recentPhotos: [aPhoto],
    ...parts,
  });
  return { ...farm, liveLogs: [...farm.liveFlocks.flatMap(earlierLogs(farm)), ...farm.liveLogs] };
}

function earlierLogs({ liveLogs }: FarmSnapshot) {
  return ({ id: flockId, placementDate }: FarmSnapshot['liveFlocks'][number]) => {
    const first = liveLogs.find((log) => log.flockId === flockId)?.date ?? placementDate;
    const days = Math.max(0, daysBetween(placementDate, first) - 1);
    return Array.from({ length: days }, (_, index) =>
      aLog(addDays(placementDate, index + 1), {
        ...{ id: `log_${flockId}_${index}`, flockId, mortality: 1 },
      }),
    );
  };
}

/** Kind and severity of each gap of a tidy farm with these parts, as `medicine_expired warning`. */
export function gapsWith(parts: Partial<FarmSnapshot>): string[] {
  return findGaps(aTidyFarm(parts)).map(({ kind, severity }) => `${kind} ${severity}`);
}

/** Logs with the standard weight of Ross 308 placed on 2026-11-01, by days before today. */
export function weighedDaysAgo(...daysAgo: readonly number[]) {
  return daysAgo.map((days) => {
    const avgWeightGr = standardWeightG('ross_308', 20 - days);
    return aLog(addDays(TODAY, -days), { mortality: 2, avgWeightGr });
  });
}

/** The time stamp a number of milliseconds before noon. */
export function ago(millis: number): string {
  return new Date(NOON - millis).toISOString();
}

import type { StoredOf } from '../../model/registry.ts';
import { dayInZone, parseInstant } from '../../tools/calendar.ts';
import { figure } from '../figure.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ageDays } from '../metrics/age-days.ts';
import { climateRange, type Range } from '../metrics/climate-range.ts';
import { outOfRangeMeasures } from '../metrics/out-of-range-measures.ts';
import { temperatureHumidityIndex } from '../metrics/temperature-humidity-index.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { ContextClimate } from './context.ts';

type ClimateSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'newestReadings'>;
type Reading = StoredOf<'env-readings'>;

const MINUTE_MILLIS = 60_000;

/** The newest reading of every barn, by the name of the barn, against what its birds need. */
export function contextClimates(snapshot: ClimateSnapshot): ContextClimate[] {
  return snapshot.barns.flatMap((barn) => {
    const reading = snapshot.newestReadings.find(({ barnId }) => barnId === barn.id);
    const at = parseInstant(reading?.ts ?? '');
    return reading && at !== undefined ? [contextClimate(reading, at, snapshot)] : [];
  });
}

function contextClimate(reading: Reading, at: number, snapshot: ClimateSnapshot): ContextClimate {
  const { barnId, temp, humidity, co2, nh3 } = reading;
  const day = dayInZone(at, snapshot.zone);
  const guest = liveFlocksOf(snapshot).findLast(
    ({ flock }) => flock.barnId === barnId && flock.placementDate <= day,
  );
  const range = guest ? rangeFor(guest, day) : null;
  const outOfRange = range ? outOfRangeMeasures(reading, range) : [];
  return {
    barnId,
    ts: reading.ts ?? '',
    temp,
    humidity,
    co2,
    nh3,
    thi: figure('celsius', temperatureHumidityIndex(temp, humidity)),
    status: !guest ? 'no_birds' : outOfRange.length > 0 ? 'out_of_range' : 'ok',
    outOfRange,
    range: range && { ...range, temp: rounded(range.temp) },
    ageMinutes: Math.max(0, Math.floor((snapshot.now - at) / MINUTE_MILLIS)),
  };
}

function rangeFor({ flock, kind }: FlockRecord, day: string) {
  return climateRange(kind, ageDays(flock, day));
}

function rounded({ min, max }: Range): Range {
  return { min: figure('celsius', min) ?? min, max: figure('celsius', max) ?? max };
}

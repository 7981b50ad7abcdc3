import type { StoredOf } from '../../model/resources/registry.ts';
import { DAY_MILLIS, MINUTE_MILLIS, parseInstant } from '../../tools/calendar.ts';
import { groupBy, memoizeByObject } from '../../tools/collections.ts';
import type { Steps } from '../../tools/concurrency.ts';
import { median } from '../../tools/statistics.ts';
import type { AirReading, FarmSnapshot } from '../core/farm-snapshot.ts';
import { hoursAtOrAbove, type Measured, temperatureHumidityIndex } from '../metrics/air.ts';
import {
  type ClimateMeasure,
  climateRange,
  heatLimitsThi,
  isInClimateRange,
} from '../metrics/climate-limits.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';

/** The air values of a reading and the sensor it comes from. */
export type SourcedReading = Pick<
  StoredOf<'env-readings'>,
  'source' | 'sensor' | 'temp' | 'humidity' | 'co2' | 'nh3'
>;

/** A reading with its time, milliseconds since 1970. */
export interface TimedReading {
  readonly at: number;
  readonly reading: SourcedReading;
}

/** The latest value of one source. */
export interface SourceValue {
  readonly at: number;
  readonly value: number;
  readonly source: string;
  readonly sensor: string | null;
}

/** A measure of a barn at one moment: the median of the latest values of its sources. */
export interface CurrentMeasure extends Measured {
  /** One value per source, oldest first. */
  readonly sources: readonly SourceValue[];
}

/** The air of a barn at one moment; null when no source measured it recently. */
export type CurrentClimate = Readonly<Record<ClimateMeasure, CurrentMeasure | null>>;

/** The air of a barn when a reading arrived. */
export interface ClimatePoint extends Readonly<Record<ClimateMeasure, number | null>> {
  readonly at: number;
  /** The measures that arrived at this moment; the others are carried over from just before. */
  readonly measured: readonly ClimateMeasure[];
}

type ClimateSnapshot = FarmSnapshot<'readings'>;
type Latest = Readonly<Record<ClimateMeasure, Map<string, SourceValue>>>;

const MEASURES = ['temp', 'humidity', 'co2', 'nh3'] as const satisfies readonly ClimateMeasure[];
/** Barns have few sensors; with more source names than this, only the newest count. */
const MOST_SOURCES = 50;

/**
 * The current climate of a barn: for each measure, the median of the latest readings of its sources
 * within `climateCurrentMinutes`. Every page, alert and answer about the current air uses this
 * function.
 */
export function currentClimate(barnId: string, snapshot: ClimateSnapshot): CurrentClimate {
  return climatesOf(snapshot, barnId).current;
}

/** The air of a barn over the last 26 hours, one point for each moment with readings. */
export function climateHistory(barnId: string, snapshot: ClimateSnapshot): readonly ClimatePoint[] {
  return climatesOf(snapshot, barnId).points;
}

/**
 * The values of a measure over the last 26 hours, ending with the current one; empty without one.
 */
export function climateValues(
  barnId: string,
  measure: ClimateMeasure | 'thi',
  snapshot: ClimateSnapshot,
): readonly Measured[] {
  const { points, current } = climatesOf(snapshot, barnId);
  return valuesUpToNow(points, measure, current);
}

/** The temperature-humidity index of the current climate; null without either. */
export function currentThi({ temp, humidity }: CurrentClimate): number | null {
  return temperatureHumidityIndex(temp?.value ?? null, humidity?.value ?? null);
}

/** The climate at one moment, from readings in chronological order. */
export function climateAt(
  readings: readonly TimedReading[],
  { at: now, windowMillis }: { readonly at: number; readonly windowMillis: number },
): CurrentClimate {
  const latest = noneYet();
  for (const { at, reading } of readings) {
    if (at <= now && at >= now - windowMillis) note(latest, at, reading);
  }
  return {
    temp: currentOf(latest.temp),
    humidity: currentOf(latest.humidity),
    co2: currentOf(latest.co2),
    nh3: currentOf(latest.nh3),
  };
}

/** The climate at each moment with readings, from readings in chronological order. */
export function climatePoints(
  readings: readonly TimedReading[],
  windowMillis: number,
): ClimatePoint[] {
  const latest = noneYet();
  const points: ClimatePoint[] = [];
  for (const { at, reading } of readings) {
    note(latest, at, reading);
    for (const measure of MEASURES) forget(latest[measure], at - windowMillis);
    const before = points.at(-1)?.at === at ? points.pop() : undefined;
    const now = MEASURES.filter((measure) => reading[measure] !== null);
    points.push({
      at,
      temp: middleOf(latest.temp),
      humidity: middleOf(latest.humidity),
      co2: middleOf(latest.co2),
      nh3: middleOf(latest.nh3),
      measured: before ? [...before.measured, ...now] : now,
    });
  }
  return points;
}

/** The values of a measure at the moments when it was measured. */
export function valuesOfPoints(
  points: readonly ClimatePoint[],
  measure: ClimateMeasure | 'thi',
): readonly Measured[] {
  const values: Measured[] = [];
  for (const point of points) {
    const { at, measured } = point;
    const isMeasured =
      measure === 'thi'
        ? measured.includes('temp') || measured.includes('humidity')
        : measured.includes(measure);
    if (!isMeasured) continue;
    const value =
      measure === 'thi' ? temperatureHumidityIndex(point.temp, point.humidity) : point[measure];
    if (value !== null) values.push({ at, value });
  }
  return values;
}

/** Largest difference between the sources of a measure; null with fewer than two. */
export function spreadOf(measure: CurrentMeasure | null): number | null {
  if (!measure || measure.sources.length < 2) return null;
  const values = measure.sources.map(({ value }) => value);
  return Math.max(...values) - Math.min(...values);
}

/** How long a reading counts as current, in milliseconds. */
export function currentMillis({ thresholds }: Pick<ClimateSnapshot, 'thresholds'>): number {
  return thresholds.climateCurrentMinutes * MINUTE_MILLIS;
}

/** Computes the climate of every barn, one step per barn, and caches it for the functions above. */
export function* climateSteps(snapshot: ClimateSnapshot): Steps<void> {
  for (const barnId of readingsByBarn(snapshot.readings).keys()) {
    climatesOf(snapshot, barnId);
    yield;
  }
}

/** Cached per snapshot and barn. */
function climatesOf(snapshot: ClimateSnapshot, barnId: string) {
  const cachedClimates = climatesBySnapshot(snapshot);
  const cached = cachedClimates.get(barnId);
  if (cached) return cached;
  const windowMillis = currentMillis(snapshot);
  const readings = readingsOfBarn(barnId, snapshot).filter(({ at }) => at <= snapshot.now);
  const climates = {
    points: climatePoints(readings, windowMillis),
    current: climateAt(readings, { at: snapshot.now, windowMillis }),
  };
  cachedClimates.set(barnId, climates);
  return climates;
}

const climatesBySnapshot = memoizeByObject(
  (_snapshot: ClimateSnapshot) =>
    new Map<string, { readonly points: ClimatePoint[]; readonly current: CurrentClimate }>(),
);

function valuesUpToNow(
  points: readonly ClimatePoint[],
  measure: ClimateMeasure | 'thi',
  current: CurrentClimate,
): readonly Measured[] {
  const value = measure === 'thi' ? currentThi(current) : (current[measure]?.value ?? null);
  if (value === null) return [];
  const values = valuesOfPoints(points, measure);
  const last = values.at(-1);
  return last ? [...values.slice(0, -1), { at: last.at, value }] : [];
}

function noneYet(): Latest {
  return { temp: new Map(), humidity: new Map(), co2: new Map(), nh3: new Map() };
}

/** Stores the latest value of a source at the end of the map. */
function note(latest: Latest, at: number, reading: SourcedReading): void {
  const { source, sensor } = reading;
  const key = `${source} ${sensor ?? ''}`;
  for (const measure of MEASURES) {
    const value = reading[measure];
    if (value === null) continue;
    const bySource = latest[measure];
    bySource.delete(key);
    bySource.set(key, { at, value, source: source ?? '', sensor });
    if (bySource.size > MOST_SOURCES) bySource.delete(bySource.keys().next().value ?? '');
  }
}

/** Deletes the sources whose latest value is older; they are at the beginning of the map. */
function forget(bySource: Map<string, SourceValue>, oldest: number): void {
  for (const [key, { at }] of bySource) {
    if (at >= oldest) return;
    bySource.delete(key);
  }
}

function middleOf(bySource: ReadonlyMap<string, SourceValue>): number | null {
  if (bySource.size === 1) for (const { value } of bySource.values()) return value;
  return median([...bySource.values()].map(({ value }) => value));
}

function currentOf(bySource: ReadonlyMap<string, SourceValue>): CurrentMeasure | null {
  const sources = [...bySource.values()];
  const value = middleOf(bySource);
  const newest = sources.at(-1);
  return value === null || !newest ? null : { at: newest.at, value, sources };
}

/** A reading with its time in milliseconds since 1970. */
export interface TimedAirReading {
  readonly at: number;
  readonly reading: AirReading;
}

/**
 * The readings of a barn in chronological order. Grouping, and parsing per barn, happen only once.
 */
export function readingsOfBarn(
  barnId: string,
  { readings }: FarmSnapshot<'readings'>,
): readonly TimedAirReading[] {
  const ofBarn = readingsByBarn(readings).get(barnId);
  return ofBarn ? timedReadings(ofBarn) : [];
}

const readingsByBarn = memoizeByObject((readings: readonly AirReading[]) =>
  groupBy(readings, ({ barnId }) => barnId),
);

const timedReadings = memoizeByObject((readings: readonly AirReading[]) => readings.flatMap(timed));

function timed(reading: AirReading): readonly TimedAirReading[] {
  const at = parseInstant(reading.ts ?? '');
  return at === undefined ? [] : [{ at, reading }];
}

/**
 * The air of a barn over the last 24 hours, evaluated for the age of the birds; null when not
 * measured.
 */
export interface BarnAir {
  readonly readings: number;
  /** From the current climate. */
  readonly thi: number | null;
  /** Hours that were too hot for birds of this age. */
  readonly heatStressHours: number | null;
  readonly outOfRangeMinutes: number | null;
  readonly nh3Max: number | null;
  readonly co2Max: number | null;
  /** Hours of the 24 covered by readings; gaps of more than an hour are not counted. */
  readonly watchedHours: number;
}

/** The birds whose limits apply to the air. */
export interface Breathers {
  readonly barnId: string;
  readonly kind: BirdKind;
  readonly ageDays: number | null;
}
const MINUTES_PER_HOUR = 60;
const HALF = 0.5;

/** The air of the last 24 hours in the barn of a flock, from the readings of all sensors. */
export function barnAir(
  { barnId, kind, ageDays }: Breathers,
  snapshot: FarmSnapshot<'readings'>,
): BarnAir {
  const age = Math.max(0, ageDays ?? 0);
  const readings = climateHistory(barnId, snapshot).filter(
    ({ at }) => at >= snapshot.now - DAY_MILLIS,
  );
  const thi = valuesOfPoints(readings, 'thi');
  const heat = hoursAtOrAbove(thi, heatLimitsThi(kind, age, snapshot.thresholds).warning);
  const range = climateRange(kind, age);
  // 1 is out of range and 0 within; a period between the two counts half.
  const outsideReadings = readings.map((reading) => ({
    at: reading.at,
    value: isInClimateRange(reading, range) ? 0 : 1,
  }));
  const out = hoursAtOrAbove(outsideReadings, HALF);
  return {
    readings: readings.length,
    thi: currentThi(currentClimate(barnId, snapshot)),
    heatStressHours: heat.watchedHours === 0 ? null : heat.hours,
    outOfRangeMinutes: out.watchedHours === 0 ? null : out.hours * MINUTES_PER_HOUR,
    nh3Max: highest(readings.map(({ nh3 }) => nh3)),
    co2Max: highest(readings.map(({ co2 }) => co2)),
    watchedHours: out.watchedHours,
  };
}

function highest(values: readonly (number | null)[]): number | null {
  let highest: number | null = null;
  for (const value of values) {
    if (value !== null && (highest === null || value > highest)) highest = value;
  }
  return highest;
}

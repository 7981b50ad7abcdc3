import { type CalendarDay, dayInZone, HOUR_MILLIS, parseInstant } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { temperatureHumidityIndex } from '../metrics/air.ts';
import { type HeatBand, heatBand, heatLimitsThi } from '../metrics/climate-limits.ts';
import { ageDays } from '../metrics/dates.ts';
import { type BirdKind, birdKind } from '../standards/breed-lookup.ts';

/** The outside air at one moment; null when not reported. */
export interface OutsideHour {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ts: string;
  readonly temp: number | null;
  readonly humidity: number | null;
  readonly thi: number | null;
}

/** The outside air now and in the coming hours. */
export interface OutsideHours {
  /** The newest moment of the last 24 hours; null without one. */
  readonly now: OutsideHour | null;
  /** The next 72 hours, as far as forecast. */
  readonly ahead: readonly OutsideHour[];
}

/** Forecast horizon in hours. */
export const FORECAST_HOURS = 72;
const HOURS_BACK = 24;

/** The known weather; forecasts for past hours count as their weather. */
export function outsideHours({ weather, now }: FarmSnapshot<'weather'>): OutsideHours {
  const hours = weather.flatMap(({ ts, temp, humidity }) => {
    const at = ts === null ? undefined : parseInstant(ts);
    if (ts === null || at === undefined || (temp === null && humidity === null)) return [];
    return [{ at, ts, temp, humidity, thi: temperatureHumidityIndex(temp, humidity) }];
  });
  const pastHours = hours.filter(({ at }) => at <= now && at >= now - HOURS_BACK * HOUR_MILLIS);
  return {
    now: pastHours.at(-1) ?? null,
    ahead: hours.filter(({ at }) => at > now && at <= now + FORECAST_HOURS * HOUR_MILLIS),
  };
}

/** All hours, the present first. */
function allHours({ now, ahead }: OutsideHours): readonly OutsideHour[] {
  return now ? [now, ...ahead] : ahead;
}

/** Consecutive hours. */
export interface Spell {
  /** Time stamps of the first and the last hour. */
  readonly from: string;
  readonly until: string;
}

/** The first consecutive hours that satisfy a condition; null when no hour does. */
function spellOf(
  hours: readonly OutsideHour[],
  meetsCondition: (hour: OutsideHour) => boolean,
): Spell | null {
  const first = hours.findIndex(meetsCondition);
  const from = hours[first];
  if (!from) return null;
  const endIndex = hours.findIndex((hour, index) => index > first && !meetsCondition(hour));
  const until = hours.at(endIndex === -1 ? -1 : endIndex - 1) ?? from;
  return { from: from.ts, until: until.ts };
}

/** Kind and age of the birds of one flock on a day. */
export interface BirdAge {
  readonly kind: BirdKind;
  readonly ageDays: number;
}

/** Returns a function that lists the birds present at a moment, including flocks not yet placed. */
function birdAges(
  snapshot: FarmSnapshot<'liveFlocks' | 'barns'>,
): (millis: number) => readonly BirdAge[] {
  const barns = mapById(snapshot.barns);
  const flocks = snapshot.liveFlocks.map((flock) => ({
    flock,
    kind: birdKind(flock.breed, barns.get(flock.barnId)?.barnType ?? null),
  }));
  const agesByDay = new Map<CalendarDay, readonly BirdAge[]>();
  return (millis) => {
    const day = dayInZone(millis, snapshot.zone);
    const ages =
      agesByDay.get(day) ??
      flocks
        .filter(({ flock }) => flock.placementDate <= day)
        .map(({ flock, kind }) => ({ kind, ageDays: ageDays(flock, day) }));
    agesByDay.set(day, ages);
    return ages;
  };
}

/** Effect of the forecast heat on the birds. */
export type HeatRisk = 'none' | 'mild' | 'warning' | 'critical';

/** The heat forecast. */
export interface HeatOutlook {
  /** Null when temperature or humidity is unknown; `none` without birds. */
  readonly risk: HeatRisk | null;
  /** The highest temperature-humidity index outside, °C. */
  readonly maxThi: number | null;
  /** The first hours at that risk, when it is at least a warning. */
  readonly spell: Spell | null;
}

const RISKS: readonly HeatRisk[] = ['none', 'mild', 'warning', 'critical'];
const RISK_OF_BAND: Readonly<Record<HeatBand, HeatRisk>> = {
  normal: 'none',
  mild: 'mild',
  warning: 'warning',
  critical: 'critical',
  // For weather, critical is the highest level.
  emergency: 'critical',
};

/** The heat forecast, evaluated for the birds present at each hour, at their age then. */
export function heatOutlook(
  hours: OutsideHours,
  snapshot: FarmSnapshot<'liveFlocks' | 'barns'>,
): HeatOutlook {
  const hoursWithThi = allHours(hours).filter(({ thi }) => thi !== null);
  if (hoursWithThi.length === 0) return { risk: null, maxThi: null, spell: null };
  const riskAt = hourlyRisk(snapshot);
  const withRisk = hoursWithThi.map((hour) => ({ hour, risk: riskAt(hour) }));
  const highestRisk = Math.max(...withRisk.map(({ risk }) => risk));
  const isWorst = ({ at }: OutsideHour) =>
    withRisk.some(({ hour, risk }) => hour.at === at && risk === highestRisk);
  return {
    risk: RISKS[highestRisk] ?? 'none',
    maxThi: Math.max(...hoursWithThi.map(({ thi }) => thi ?? Number.NEGATIVE_INFINITY)),
    spell: highestRisk < RISKS.indexOf('warning') ? null : spellOf(hoursWithThi, isWorst),
  };
}

/** The highest risk of an hour over all birds, as an index into RISKS. */
function hourlyRisk(snapshot: FarmSnapshot<'liveFlocks' | 'barns'>): (hour: OutsideHour) => number {
  const { thresholds } = snapshot;
  const agesAt = birdAges(snapshot);
  return ({ at, thi }) => {
    const barnThi = thi === null ? null : thi + thresholds.barnExcessThi;
    const risks = agesAt(at).map(({ kind, ageDays }) => {
      const band = heatBand(barnThi, heatLimitsThi(kind, ageDays, thresholds));
      return RISKS.indexOf(RISK_OF_BAND[band ?? 'normal']);
    });
    return Math.max(0, ...risks);
  };
}

/** The cold forecast. */
export interface ColdOutlook {
  /** Null when no temperature is known. */
  readonly isRisk: boolean | null;
  /** The lowest temperature outside, °C. */
  readonly minTemp: number | null;
  /** The first hours that are too cold for chicks present then. */
  readonly spell: Spell | null;
}

/** Whether it will be cold outside while chicks are present or arrive. */
export function coldOutlook(
  hours: OutsideHours,
  snapshot: FarmSnapshot<'liveFlocks' | 'barns'>,
): ColdOutlook {
  const hoursWithTemp = allHours(hours).filter(({ temp }) => temp !== null);
  if (hoursWithTemp.length === 0) return { isRisk: null, minTemp: null, spell: null };
  const { coldOutsideC, coldAgeDays } = snapshot.thresholds;
  const agesAt = birdAges(snapshot);
  const isTooCold = ({ at, temp }: OutsideHour) =>
    temp !== null && temp < coldOutsideC && agesAt(at).some(({ ageDays }) => ageDays < coldAgeDays);
  const spell = spellOf(hoursWithTemp, isTooCold);
  return {
    isRisk: spell !== null,
    minTemp: Math.min(...hoursWithTemp.map(({ temp }) => temp ?? Number.POSITIVE_INFINITY)),
    spell,
  };
}

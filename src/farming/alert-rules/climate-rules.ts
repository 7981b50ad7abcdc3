import type { Unit } from '../../model/core/message.ts';
import { formatInstant, parseInstant, startOfDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import {
  type CurrentClimate,
  climateValues,
  currentClimate,
  type SourceValue,
  spreadOf,
} from '../climate/barn-climate.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import { figure, isOver, rounded, timeAgo } from '../core/figure.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { type AirMeasure, airBand, heldMinutes, type Measured } from '../metrics/air.ts';
import {
  type ClimateMeasure,
  climateRange,
  heatLimitsThi,
  targetTemperatureC,
} from '../metrics/climate-limits.ts';
import {
  type AirRule,
  type AirSnapshot,
  alertPlace,
  type Found,
  flockFindings,
  gradeSeverity,
  type RuleFinding,
  shownFigure,
} from './alert-rule.ts';

/** A barn with birds and its recent sensor values. */
export interface WatchedBarn {
  /** The flock placed last; its age sets the limits. */
  readonly record: FlockRecord;
  readonly ageDays: number;
  readonly climate: CurrentClimate;
  /**
   * Values of a measure in the last 26 hours, ending with the current one; empty without a current
   * one.
   */
  readonly values: (measure: ClimateMeasure | 'thi') => readonly Measured[];
}

/** The findings of a rule for each barn with birds and recent sensor readings. */
function barnFindings(
  snapshot: AirSnapshot,
  evaluate: (barn: WatchedBarn) => Found | null,
): RuleFinding[] {
  return barnFlocksOf(snapshot).flatMap((record) => {
    const { id: flockId, barnId } = record.flock;
    const climate = currentClimate(barnId, snapshot);
    const values: WatchedBarn['values'] = (measure) => climateValues(barnId, measure, snapshot);
    const finding = evaluate({
      record,
      ageDays: Math.max(0, record.ageDays ?? 0),
      climate,
      values,
    });
    if (!finding) return [];
    const params = { ...alertPlace(record), ...finding.params };
    return [{ subject: barnId, barnId, flockId, ...finding, params }];
  });
}

/** The flock placed last in each barn with birds. */
function barnFlocksOf(snapshot: AirSnapshot): readonly FlockRecord[] {
  const flocksByBarn = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
  return [...flocksByBarn.values()].flatMap((records) => records.at(-1) ?? []);
}

interface Air {
  readonly measure: AirMeasure;
  readonly rule: 'co2' | 'nh3' | 'rh';
  readonly unit: Unit;
  /** Minimum duration of a critical condition. */
  readonly criticalHeld: 'climateHeldMinutes' | 'humidityHeldMinutes';
}

/** Air is measured every few minutes, so one good reading does not close an alert. */
const CLOSES_AFTER = 2;

/** CO₂, NH₃ or humidity too high, or humidity too low, for half an hour. */
export const airRules: readonly AirRule[] = [
  airRule({ measure: 'co2', rule: 'co2', unit: 'ppm', criticalHeld: 'climateHeldMinutes' }),
  airRule({ measure: 'nh3', rule: 'nh3', unit: 'ppm', criticalHeld: 'climateHeldMinutes' }),
  airRule({ measure: 'humidity', rule: 'rh', unit: '%', criticalHeld: 'humidityHeldMinutes' }),
];

function airRule(air: Air): AirRule {
  return {
    rule: air.rule,
    category: 'climate',
    closesAfter: CLOSES_AFTER,
    find: (snapshot) => barnFindings(snapshot, (barn) => evaluateAir(air, barn, snapshot)),
  };
}

function evaluateAir(air: Air, { values }: WatchedBarn, { thresholds }: AirSnapshot): Found | null {
  const measured = values(air.measure);
  const newest = measured.at(-1);
  if (!newest) return null;
  const { climateHeldMinutes } = thresholds;
  const band = (value: number) => airBand(air.measure, value, thresholds);
  const badMinutes = heldMinutes(measured, (value) => isBad(band(value)));
  const criticalMinutes = heldMinutes(measured, (value) => band(value) === 'critical');
  const isCritical = criticalMinutes !== null && criticalMinutes >= thresholds[air.criticalHeld];
  const isWarning = badMinutes !== null && badMinutes >= climateHeldMinutes;
  // Out of range, but not for long enough: do not raise or close.
  if (badMinutes !== null && !isCritical && !isWarning) return null;
  const severity = isCritical ? 'critical' : isWarning ? 'warning' : null;
  const isLow = air.measure === 'humidity' && newest.value < thresholds.humidityLowPct;
  const limit = limitOf(air, isLow, thresholds);
  const value = rounded(air.measure, newest.value);
  return {
    severity,
    why: severity === null ? 'fits' : isLow ? 'low' : 'message',
    params: {
      value: { quantity: value, unit: air.unit },
      limit: { quantity: limit, unit: air.unit },
      minutes: { quantity: Math.floor(badMinutes ?? 0), unit: 'minutes' },
    },
    evidence: {
      ts: formatInstant(newest.at),
      value,
      limit,
      minutes: Math.floor(badMinutes ?? 0),
    },
  };
}

function isBad(band: string | null): boolean {
  return band === 'warning' || band === 'critical';
}

function limitOf({ measure }: Air, isLow: boolean, thresholds: AirSnapshot['thresholds']): number {
  const { co2WarningPpm, nh3WarningPpm, humidityLowPct, humidityHighPct } = thresholds;
  if (measure === 'co2') return co2WarningPpm;
  if (measure === 'nh3') return nh3WarningPpm;
  return isLow ? humidityLowPct : humidityHighPct;
}

type Side = 'high' | 'low';

/** Too hot for half an hour, by temperature or by the temperature-humidity index. */
export const tempHighRule: AirRule = temperatureRule('high');

/** Too cold for half an hour. */
export const tempLowRule: AirRule = temperatureRule('low');

function temperatureRule(side: Side): AirRule {
  return {
    rule: `temp_${side}`,
    category: 'climate',
    closesAfter: CLOSES_AFTER,
    find: (snapshot) => barnFindings(snapshot, (barn) => evaluateTemperature(side, barn, snapshot)),
  };
}

function evaluateTemperature(
  side: Side,
  barn: WatchedBarn,
  { thresholds }: AirSnapshot,
): Found | null {
  const { record, ageDays, values } = barn;
  const temps = values('temp');
  const newest = temps.at(-1);
  if (!newest) return null;
  const { climateHeldMinutes, tempFarOffC, tempCalmC } = thresholds;
  const range = climateRange(record.kind, ageDays).temp;
  const excess = (value: number) => (side === 'high' ? value - range.max : range.min - value);
  const thi = values('thi');
  const { critical } = heatLimitsThi(record.kind, ageDays, thresholds);
  const warm = heldMinutes(temps, (value) => isOver(excess(value), 0));
  const farOffMinutes = heldMinutes(temps, (value) => isOver(excess(value), tempFarOffC));
  const felt = side === 'high' ? heldMinutes(thi, (value) => value >= critical) : null;
  const isSustained = (minutes: number | null) => minutes !== null && minutes >= climateHeldMinutes;
  const isFelt = isSustained(felt) && !isSustained(farOffMinutes);
  const isCritical = isSustained(farOffMinutes) || isSustained(felt);
  const isCalm = !isOver(excess(newest.value), -tempCalmC);
  if (!isCritical && !isSustained(warm) && !isCalm) return null;
  const severity = gradeSeverity(isCritical, isSustained(warm));
  const target = targetTemperatureC(record.kind, ageDays);
  const feltNow = thi.at(-1)?.value ?? null;
  return {
    severity,
    why: severity === null ? 'fits' : isFelt ? 'felt' : 'message',
    params: {
      temp: shownFigure('celsius', newest.value, '°C'),
      target: shownFigure('celsius', target, '°C'),
      felt: shownFigure('celsius', feltNow, '°C'),
      age: { quantity: ageDays, unit: 'days' },
      minutes: { quantity: Math.floor((isFelt ? felt : warm) ?? 0), unit: 'minutes' },
    },
    evidence: {
      ts: formatInstant(newest.at),
      temp: figure('celsius', newest.value),
      target: figure('celsius', target),
      thi: figure('celsius', feltNow),
      minutes: Math.floor((isFelt ? felt : warm) ?? 0),
    },
  };
}

const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 60 * MINUTE_MILLIS;
/** Kinds of connections that send no barn climate. */
const OTHER_KINDS = new Set(['camera', 'weather']);

/**
 * Sensors of a barn with birds that stopped sending. A barn never measured while these birds were
 * inside has no sensors to miss, and manual readings do not count as a sensor.
 */
export const sensorStaleRule: AirRule = {
  rule: 'sensor_stale',
  category: 'equipment',
  closesAfter: 1,
  find: (snapshot) =>
    flockFindings(barnFlocksOf(snapshot), ({ flock }) => evaluateSensors(flock, snapshot)).map(
      (finding) => ({
        ...finding,
        subject: finding.barnId ?? finding.subject,
      }),
    ),
};

/** Sensors of a barn with birds whose current temperatures differ too much for both to be right. */
export const sensorsDisagreeRule: AirRule = {
  rule: 'sensors_disagree',
  category: 'equipment',
  closesAfter: 2,
  find: (snapshot) => barnFindings(snapshot, (barn) => compareSensors(barn, snapshot)),
};

function compareSensors({ climate: { temp } }: WatchedBarn, { thresholds }: AirSnapshot) {
  const spread = spreadOf(temp);
  if (temp === null || spread === null) return null;
  const byValue = temp.sources.toSorted((left, right) => left.value - right.value);
  const [coldest, warmest] = [byValue.at(0), byValue.at(-1)];
  if (!coldest || !warmest) return null;
  const [coldestName, warmestName] = sourceNames(coldest, warmest);
  const limit = thresholds.sensorsDisagreeC;
  const isApart = isOver(spread, limit);
  return {
    severity: isApart ? 'warning' : null,
    why: isApart ? 'message' : 'fits',
    params: {
      spread: shownFigure('celsius', spread, '°C'),
      limit: shownFigure('celsius', limit, '°C'),
      coldest: coldestName,
      low: shownFigure('celsius', coldest.value, '°C'),
      warmest: warmestName,
      high: shownFigure('celsius', warmest.value, '°C'),
    },
    evidence: {
      ts: formatInstant(temp.at),
      spread: figure('celsius', spread),
      sensors: byValue.map(({ source, sensor, value }) => ({
        source,
        sensor,
        temp: figure('celsius', value),
      })),
    },
  } satisfies Found;
}

function evaluateSensors(
  { barnId, placementDate }: { readonly barnId: string; readonly placementDate: string },
  { newestReadings, integrations, now, zone, thresholds }: AirSnapshot,
): Found | null {
  const reading = newestReadings.find((one) => one.barnId === barnId);
  const heardAt = parseInstant(reading?.ts ?? '');
  if (!reading || heardAt === undefined || reading.source === 'manual') return null;
  if (heardAt < startOfDay(placementDate, zone)) return null;
  const polls = integrations
    .filter((one) => one.status === 'active' && one.barnId === barnId && !OTHER_KINDS.has(one.kind))
    .map(({ pollMinutes }) => pollMinutes ?? 0);
  const { sensorSilentMinutes, sensorSilentPolls, sensorCriticalHours } = thresholds;
  const allowedMinutes = Math.max(sensorSilentMinutes, sensorSilentPolls * Math.max(0, ...polls));
  const silent = now - heardAt;
  const isSilent = silent > allowedMinutes * MINUTE_MILLIS;
  const isLong = isSilent && silent > sensorCriticalHours * HOUR_MILLIS;
  return {
    severity: isLong ? 'critical' : isSilent ? 'warning' : null,
    why: isSilent ? 'message' : 'fits',
    params: {
      ago: timeAgo(heardAt, now),
      allowed: { quantity: allowedMinutes, unit: 'minutes' },
      at: { instant: reading.ts ?? '', zone },
    },
    evidence: { lastReadingAt: reading.ts, allowedMinutes },
  };
}

/** Display names of two sources of a barn: their sensors, else their kind of source. */
function sourceNames(
  first: SourceValue,
  second: SourceValue,
): readonly [first: string, second: string] {
  if (first.sensor === second.sensor) return [first.source, second.source];
  return [first.sensor ?? first.source, second.sensor ?? second.source];
}

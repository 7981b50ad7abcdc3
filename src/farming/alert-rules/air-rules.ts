import type { Unit } from '../../model/message.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/rounding.ts';
import { type AirMeasure, airBand } from '../metrics/air-band.ts';
import type { AirRule, AirSnapshot } from './alert-rule.ts';
import { barnFindings, type WatchedBarn } from './barn-watch.ts';
import type { Found } from './flock-findings.ts';
import { heldMinutes } from './held-minutes.ts';

interface Air {
  readonly measure: AirMeasure;
  readonly rule: 'co2' | 'nh3' | 'rh';
  readonly unit: Unit;
  readonly decimals: number;
  /** How long it must be critical. */
  readonly criticalHeld: 'climateHeldMinutes' | 'humidityHeldMinutes';
}

/** Air is measured every few minutes: one good reading does not end an alert. */
const CLOSES_AFTER = 2;

/** Too much CO₂, NH₃ or humidity, or too little of the last, for half an hour. */
export const airRules: readonly AirRule[] = [
  airRule({
    ...{ measure: 'co2', rule: 'co2', unit: 'ppm', decimals: 0 },
    criticalHeld: 'climateHeldMinutes',
  }),
  airRule({
    ...{ measure: 'nh3', rule: 'nh3', unit: 'ppm', decimals: 1 },
    criticalHeld: 'climateHeldMinutes',
  }),
  airRule({
    ...{ measure: 'humidity', rule: 'rh', unit: '%', decimals: 1 },
    criticalHeld: 'humidityHeldMinutes',
  }),
];

function airRule(air: Air): AirRule {
  return {
    rule: air.rule,
    category: 'climate',
    closesAfter: CLOSES_AFTER,
    find: (snapshot) => barnFindings(snapshot, (barn) => judge(air, barn, snapshot)),
  };
}

function judge(air: Air, { values }: WatchedBarn, { thresholds }: AirSnapshot): Found | null {
  const measured = values(air.measure);
  const newest = measured.at(-1);
  if (!newest) return null;
  const { climateHeldMinutes } = thresholds;
  const band = (value: number) => airBand(air.measure, value, thresholds);
  const bad = heldMinutes(measured, (value) => isBad(band(value)));
  const worst = heldMinutes(measured, (value) => band(value) === 'critical');
  const isCritical = worst !== null && worst >= thresholds[air.criticalHeld];
  const isWarning = bad !== null && bad >= climateHeldMinutes;
  // Bad, but not for long yet: neither raised nor over.
  if (bad !== null && !isCritical && !isWarning) return null;
  const severity = isCritical ? 'critical' : isWarning ? 'warning' : null;
  const isLow = air.measure === 'humidity' && newest.value < thresholds.humidityLowPct;
  const limit = limitOf(air, isLow, thresholds);
  return {
    severity,
    why: severity === null ? 'fits' : isLow ? 'low' : 'message',
    params: {
      value: { quantity: roundTo(newest.value, air.decimals), unit: air.unit },
      limit: { quantity: limit, unit: air.unit },
      minutes: { quantity: Math.floor(bad ?? 0), unit: 'minutes' },
    },
    evidence: {
      ts: formatInstant(newest.at),
      value: roundTo(newest.value, air.decimals),
      limit,
      minutes: Math.floor(bad ?? 0),
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

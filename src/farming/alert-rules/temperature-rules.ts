import { formatInstant } from '../../tools/calendar.ts';
import { figure } from '../figure.ts';
import { climateRange } from '../metrics/climate-range.ts';
import { heatLimitsThi } from '../metrics/heat-limits-thi.ts';
import { targetTemperatureC } from '../standards/target-temperature-c.ts';
import { isOver } from '../vision/is-over.ts';
import type { AirRule, AirSnapshot } from './alert-rule.ts';
import { barnFindings, type WatchedBarn } from './barn-watch.ts';
import type { Found } from './flock-findings.ts';
import { gradeSeverity } from './grade-severity.ts';
import { heldMinutes } from './held-minutes.ts';
import { shownFigure } from './shown-figure.ts';

type Side = 'high' | 'low';

/** Air is measured every few minutes: one good reading does not end an alert. */
const CLOSES_AFTER = 2;

/** Too hot for half an hour, by temperature or by how birds feel it with the humidity. */
export const tempHighRule: AirRule = temperatureRule('high');

/** Too cold for half an hour. */
export const tempLowRule: AirRule = temperatureRule('low');

function temperatureRule(side: Side): AirRule {
  return {
    rule: `temp_${side}`,
    category: 'climate',
    closesAfter: CLOSES_AFTER,
    find: (snapshot) => barnFindings(snapshot, (barn) => judge(side, barn, snapshot)),
  };
}

function judge(side: Side, barn: WatchedBarn, { thresholds }: AirSnapshot): Found | null {
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
  const far = heldMinutes(temps, (value) => isOver(excess(value), tempFarOffC));
  const felt = side === 'high' ? heldMinutes(thi, (value) => value >= critical) : null;
  const lasts = (minutes: number | null) => minutes !== null && minutes >= climateHeldMinutes;
  const isFelt = lasts(felt) && !lasts(far);
  const isCritical = lasts(far) || lasts(felt);
  const isCalm = !isOver(excess(newest.value), -tempCalmC);
  if (!isCritical && !lasts(warm) && !isCalm) return null;
  const severity = gradeSeverity(isCritical, lasts(warm));
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

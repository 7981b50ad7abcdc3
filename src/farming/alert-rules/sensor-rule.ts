import { formatInstant, parseInstant, startOfDay } from '../../tools/calendar.ts';
import { sourceNames, spreadOf } from '../climate/barn-climate.ts';
import { figure } from '../figure.ts';
import { timeAgo } from '../gaps/time-ago.ts';
import { isOver } from '../vision/is-over.ts';
import type { AirRule, AirSnapshot } from './alert-rule.ts';
import { barnFindings, guestsOf, type WatchedBarn } from './barn-watch.ts';
import { type Found, flockFindings } from './flock-findings.ts';
import { shownFigure } from './shown-figure.ts';

const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 60 * MINUTE_MILLIS;
/** Kinds of connections that bring no climate of the barn. */
const OTHER_KINDS = new Set(['camera', 'weather']);

/**
 * Sensors of a barn with birds that have gone silent. A barn that was never measured while these
 * birds were inside has no sensors to miss, and what a person writes down is no sensor.
 */
export const sensorStaleRule: AirRule = {
  rule: 'sensor_stale',
  category: 'equipment',
  closesAfter: 1,
  find: (snapshot) =>
    flockFindings(guestsOf(snapshot), ({ flock }) => judge(flock, snapshot)).map((finding) => ({
      ...finding,
      subject: finding.barnId ?? finding.subject,
    })),
};

/** Sensors of a barn with birds whose current temperatures are too far apart to be both right. */
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

function judge(
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

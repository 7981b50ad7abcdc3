import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, dayInZone, parseInstant, startOfDay } from '../../tools/calendar.ts';

/** How much of a farm is looked through: its air, all rules, or all rules and gaps. */
export type ScanKind = 'air' | 'rules' | 'full';

/** What is known of a farm when it is asked what is due. */
export interface ScanTimes {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly zone: string;
  /** When all rules were applied last, and the whole was looked through last; null: never. */
  readonly rulesAt: string | null;
  readonly fullAt: string | null;
  readonly thresholds: Pick<Thresholds, 'brainMorningHour' | 'brainEveningHour'>;
}

const HOUR_MILLIS = 3_600_000;

/**
 * What a farm is due for: the whole twice a day by its own clock, all rules with every hour, the
 * air whenever it is asked. What was missed is made up for, once.
 */
export function dueScan(times: ScanTimes): ScanKind {
  const { now, zone, thresholds } = times;
  const today = dayInZone(now, zone);
  const hours = [thresholds.brainMorningHour, thresholds.brainEveningHour];
  const moments = [addDays(today, -1), today].flatMap((day) =>
    hours.map((hour) => startOfDay(day, zone) + hour * HOUR_MILLIS),
  );
  const lastFull = Math.max(...moments.filter((moment) => moment <= now));
  if (isBefore(times.fullAt, lastFull, now)) return 'full';
  const lastHour = Math.floor(now / HOUR_MILLIS) * HOUR_MILLIS;
  return isBefore(times.rulesAt, lastHour, now) ? 'rules' : 'air';
}

/** A scan that lies ahead was made by a clock that was wrong. */
function isBefore(scannedAt: string | null, moment: number, now: number): boolean {
  const at = parseInstant(scannedAt ?? '');
  return at === undefined || at < moment || at > now;
}

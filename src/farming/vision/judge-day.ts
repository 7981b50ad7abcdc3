import { message } from '../../model/core/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import {
  addDays,
  type CalendarDay,
  formatInstant,
  hourInZone,
  startOfDay,
} from '../../tools/calendar.ts';
import { countDeaths, deathsDiffer } from './bird-counts.ts';
import type { Verdict, VisionReading } from './vision-reading.ts';

/** What the dead birds in a barn are compared by. */
export interface DayInput {
  readonly barnId: string;
  readonly barnName: string;
  /** The flock placed last, to which the alert belongs. */
  readonly flockId: string;
  /** The other flocks inside; cameras see the dead of all of them. */
  readonly others?: readonly string[];
  /** Of the flock placed first. */
  readonly placementDate: CalendarDay;
  /** What cameras saw in the barn in the last four days, of kind `mortality`, in any order. */
  readonly deaths: readonly VisionReading[];
  /** `mortality` of the deciding logs of all flocks by day; null where one does not say it. */
  readonly logged: ReadonlyMap<CalendarDay, number | null>;
  readonly today: CalendarDay;
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly thresholds: Thresholds;
}

interface DayCompared {
  readonly day: CalendarDay;
  readonly vision: number;
  /** Null when nobody has written it. */
  readonly logged: number | null;
  readonly differs: boolean;
}

/** Today and two days before: as far back as the digest compares. */
const DAYS_BACK = [0, 1, 2] as const;

/**
 * Compares the dead birds that cameras saw with the log, on the newest day that can be judged.
 * A day is judged from 20:00 by the clock of the farm on, with a log or without; before that only
 * where cameras have already seen too many for the log of the day, since that can but grow. Null
 * where no camera reports deaths or no day can be judged. To be asked when deaths arrive, when a
 * log is written, changed or removed, and once a day after 20:00.
 */
export function judgeDay(input: DayInput): Verdict | null {
  const { flockId, others = [], placementDate, today } = input;
  const inside = new Set([null, flockId, ...others]);
  const deaths = input.deaths.filter(
    (reading) => reading.kind === 'mortality' && inside.has(reading.flockId),
  );
  if (deaths.length === 0) return null;
  for (const back of DAYS_BACK) {
    const day = addDays(today, -back);
    const compared = day < placementDate ? null : compareDay(day, { ...input, deaths });
    if (compared) return verdictOf(compared, input);
  }
  return null;
}

function compareDay(
  day: CalendarDay,
  { deaths, logged, today, zone, now, thresholds }: DayInput,
): DayCompared | null {
  const vision = countDeaths(deaths, {
    from: startOfDay(day, zone),
    to: startOfDay(addDays(day, 1), zone),
    trackHours: thresholds.visionTrackHours,
  });
  const log = logged.get(day) ?? null;
  const differs = deathsDiffer({ vision, logged: log ?? 0 }, thresholds);
  const isDayOver = day < today || hourInZone(now, zone) >= thresholds.visionDeathsHour;
  const isTooManyAlready = differs && log !== null && vision > log;
  return isDayOver || isTooManyAlready ? { day, vision, logged: log, differs } : null;
}

function verdictOf(
  { day, vision, logged, differs }: DayCompared,
  { barnId, barnName, flockId, now }: DayInput,
): Verdict {
  const difference = vision - (logged ?? 0);
  const params = {
    barn: barnName,
    day: { day },
    seen: { quantity: vision, unit: 'birds' },
    logged: { quantity: logged ?? 0, unit: 'birds' },
    difference: { quantity: Math.abs(difference), unit: 'birds' },
  } as const;
  return {
    rule: 'mortality_mismatch',
    key: `mortality_mismatch:${barnId}`,
    barnId,
    flockId,
    camera: null,
    at: formatInstant(now),
    severity: differs ? 'warning' : null,
    category: 'mortality',
    title: message(differs ? 'vision.deaths.title' : 'vision.deaths.fits.title', params),
    message: message(`vision.deaths.${said(logged, differs, difference)}`, params),
    closesAfter: 1,
    quietInARow: differs ? 0 : 1,
    evidence: { date: day, vision, logged, difference },
  };
}

function said(logged: number | null, differs: boolean, difference: number): string {
  if (!differs) return 'fits';
  if (logged === null) return 'no_log';
  return difference < 0 ? 'fewer' : 'more';
}

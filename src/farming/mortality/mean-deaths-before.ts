import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { mean } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { recentDays } from '../flocks/recent-days.ts';

const DAYS = 7;

/** The deaths of a flock in the seven calendar days before a day. */
export interface DeathsBefore {
  /** How many of the seven were recorded. */
  readonly days: number;
  /** Deaths a recorded day; null when fewer days were recorded than are needed. */
  readonly mean: number | null;
}

/** What usually dies: the mean over the recorded ones of the seven calendar days before a day. */
export function meanDeathsBefore(
  record: FlockRecord,
  day: CalendarDay,
  fewestDays: number,
): DeathsBefore {
  const deaths = recentDays(record, addDays(day, -1), DAYS)
    .map(({ log }) => log?.mortality ?? null)
    .filter((mortality) => mortality !== null);
  return { days: deaths.length, mean: deaths.length < fewestDays ? null : mean(deaths) };
}

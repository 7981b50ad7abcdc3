import type { StoredOf } from '../../src/model/resources/registry.ts';
import { addDays, type CalendarDay } from '../../src/tools/calendar.ts';
import { aLog } from './a-snapshot.ts';

/**
 * Feed intake of Ross 308 on days 1 to 20, g, by the Performance Objectives 2022: 1,048 g in total.
 */
const ROSS_308_FEED_G = [
  12, 16, 20, 24, 27, 31, 35, 39, 44, 48, 52, 57, 62, 67, 72, 77, 83, 88, 94, 100,
];

/** Logs of a flock with the standard feed intake on days 1 to 20, without deaths. */
export function logsByStandard(
  flock: { readonly flockId: string; readonly placementDate: CalendarDay; readonly birds: number },
  values: Readonly<Record<number, object>> = {},
): StoredOf<'daily-logs'>[] {
  return ROSS_308_FEED_G.map((grams, index) => {
    const date = addDays(flock.placementDate, index + 1);
    return aLog(date, {
      id: `${flock.flockId}_${date}`,
      flockId: flock.flockId,
      mortality: 0,
      feedKg: (grams * flock.birds) / 1000,
      ...values[index + 1],
    });
  });
}

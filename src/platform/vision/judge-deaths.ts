import { judgeDay } from '../../farming/vision/judge-day.ts';
import type { Verdict } from '../../farming/vision/verdict.ts';
import type { VisionReading } from '../../farming/vision/vision-reading.ts';
import type { StoredOf } from '../../model/registry.ts';
import { barns } from '../../model/resources/barns.ts';
import { listInsideFlocks } from '../../storage/records/inside-flocks.ts';
import { type LoggedDay, listLoggedDays } from '../../storage/records/logged-days.ts';
import { listRowsByText } from '../../storage/records/rows-by-text.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { distinct, groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type { VisionFarm } from './vision-farm.ts';

const DAYS_BACK = 2;

/** Whether the log of a day has a part in what `judgeDeaths` compares. */
export function isComparedDay(day: CalendarDay, today: CalendarDay): boolean {
  return day >= addDays(today, -DAYS_BACK);
}

/**
 * What cameras and logs say of dead birds, barn by barn, where they can be compared; `known` is
 * what `loadDeaths` reads. Three queries.
 */
export async function judgeDeaths(
  farm: VisionFarm,
  known: readonly VisionReading[],
): Promise<readonly Verdict[]> {
  const { transaction, scope, today, zone, now, thresholds } = farm;
  const deaths = groupBy(known, ({ barnId }) => barnId ?? '');
  const seen = [...deaths.keys()];
  if (seen.length === 0) return [];
  const rows = await listRowsByText(transaction, barns, { scope, field: 'id', texts: seen });
  const inside = await listInsideFlocks(transaction, scope, seen);
  const since = addDays(today, -DAYS_BACK);
  const ids = inside.map(({ id }) => id);
  const logs = groupBy(
    await listLoggedDays(transaction, { scope, flockIds: ids, since }),
    ({ flockId }) => flockId,
  );
  return rows.flatMap((row) => {
    const barn = JSON.parse(row) as StoredOf<'barns'>;
    const present = inside.filter(({ barnId }) => barnId === barn.id);
    const [flock, ...others] = present;
    if (!flock) return [];
    const verdict = judgeDay({
      barnId: barn.id,
      barnName: barn.name,
      flockId: flock.id,
      others: others.map(({ id }) => id),
      placementDate: present.at(-1)?.placementDate ?? flock.placementDate,
      deaths: deaths.get(barn.id) ?? [],
      logged: loggedDeaths(present, logs),
      today,
      zone,
      now,
      thresholds,
    });
    return verdict ? [verdict] : [];
  });
}

/** The deaths logged of all flocks that were present on a day; null where one log does not say them. */
function loggedDeaths(
  present: readonly StoredOf<'flocks'>[],
  logs: ReadonlyMap<string, readonly LoggedDay[]>,
): ReadonlyMap<CalendarDay, number | null> {
  const days = present.flatMap(({ id }) => (logs.get(id) ?? []).map(({ date }) => date));
  return new Map(
    distinct(days).map((day) => {
      const here = present.filter(({ placementDate }) => placementDate <= day);
      const deaths = here.map(
        ({ id }) => logs.get(id)?.find(({ date }) => date === day)?.mortality ?? null,
      );
      return [day, deaths.includes(null) ? null : sum(deaths)];
    }),
  );
}

import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { PortfolioFarm, PortfolioFlock } from './portfolio-farm.ts';

/** Days of a trend, today included. */
const TREND_DAYS = 14;

/** The deaths of a farm by day. */
export interface FarmTrend {
  readonly farmId: string;
  /** The first of the days. */
  readonly from: CalendarDay;
  /** Birds found dead in the flocks inside now; null unless each of them was logged that day. */
  readonly deaths: readonly (number | null)[];
}

/** The deaths of the last fourteen days, the oldest first. */
export function farmTrend({ farm, today, liveFlocks }: PortfolioFarm): FarmTrend {
  const from = addDays(today, 1 - TREND_DAYS);
  const days = Array.from({ length: TREND_DAYS }, (_, index) => addDays(from, index));
  const logged = liveFlocks.map(deathsByDay);
  return {
    farmId: farm.id,
    from,
    deaths: days.map((day) => {
      const found = logged.filter(({ since }) => since <= day).map(({ deaths }) => deaths.get(day));
      return found.length === 0 || found.includes(undefined) ? null : sum(found);
    }),
  };
}

function deathsByDay({ placementDate, recentDays }: PortfolioFlock) {
  const known = recentDays.flatMap(({ day, mortality }) =>
    mortality === null ? [] : [[day, mortality] as const],
  );
  return { since: placementDate, deaths: new Map(known) };
}

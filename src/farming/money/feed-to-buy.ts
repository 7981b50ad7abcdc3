import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { type FeedForecast, feedForecast } from '../feed/feed-forecast.ts';
import { feedStock } from '../feed/feed-stock.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { MoneySnapshot } from './farm-money.ts';
import { marketDay } from './market-projection.ts';

/**
 * Feed that live flocks will eat in each week and that is neither in their silos nor on order, in
 * kg; a flock eats up to its day of sale, a flock without a forecast is not in it.
 */
export function feedToBuyKg(
  weeks: readonly CalendarDay[],
  snapshot: MoneySnapshot,
  orderedKg: number,
): number[] {
  const flocks = liveFlocksOf(snapshot);
  const stocks = flocks.map((record) => feedStock(record, snapshot).stockKg);
  const eaters = flocks.map((record) => ({
    forecast: feedForecast(record, snapshot.today),
    end: marketDay(record, snapshot)?.day ?? null,
  }));
  let available = orderedKg + sum(stocks);
  return weeks.map((week) => {
    const needed = sum(eaters.map((eater) => eatenInWeekKg(eater, week)));
    const taken = Math.min(available, needed);
    available -= taken;
    return needed - taken;
  });
}

function eatenInWeekKg(
  { forecast, end }: { readonly forecast: FeedForecast; readonly end: CalendarDay | null },
  week: CalendarDay,
): number {
  const days = Array.from({ length: 7 }, (_, index) => addDays(week, index));
  return sum(
    days
      .filter((day) => day >= forecast.from && (end === null || day <= end))
      .map((day) => forecast.kgOn(day)),
  );
}

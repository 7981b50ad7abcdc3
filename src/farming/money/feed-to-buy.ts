import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { feedStock } from '../feed/feed-stock.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { projectedFeedKg } from '../flocks/projected-feed.ts';
import type { FarmFrame } from '../snapshot/farm-snapshot.ts';
import type { MoneySnapshot } from './farm-money.ts';
import { marketDay } from './market-projection.ts';

/**
 * Feed that live flocks will eat in each week and that is neither in their silos nor on order, in
 * kg; a flock eats up to its day of sale, a flock without standard feed is not in it.
 */
export function feedToBuyKg(
  weeks: readonly CalendarDay[],
  snapshot: MoneySnapshot,
  orderedKg: number,
): number[] {
  const flocks = liveFlocksOf(snapshot);
  const stocks = flocks.map((record) => feedStock(record, snapshot).stockKg);
  let available = orderedKg + sum(stocks);
  return weeks.map((week) => {
    const needed = sum(flocks.map((record) => eatenInWeekKg(record, week, snapshot)));
    const taken = Math.min(available, needed);
    available -= taken;
    return needed - taken;
  });
}

function eatenInWeekKg(record: FlockRecord, week: CalendarDay, frame: FarmFrame): number {
  const end = marketDay(record, frame)?.day ?? null;
  const days = Array.from({ length: 7 }, (_, index) => addDays(week, index));
  return sum(
    days
      .filter((day) => day > frame.today && (end === null || day <= end))
      .map((day) => projectedFeedKg(record, day)),
  );
}

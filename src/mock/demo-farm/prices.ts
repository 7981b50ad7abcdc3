import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/rounding.ts';

/** What things cost on a day, in ILS. */
export interface Prices {
  liveBirdKg(day: CalendarDay): number;
  eggKg(day: CalendarDay): number;
  /** A ton of feed of a type. */
  feedTon(feedType: string, day: CalendarDay): number;
}

const LIVE_BIRD_KG = { low: 7.2, high: 8.2 } as const;
const EGG_KG = 6.1;
const MONTHLY_DEVIATION = 0.03;
const FEED_TON: Readonly<Record<string, number>> = {
  starter: 2450,
  grower: 2350,
  finisher: 2280,
  pullet: 2010,
  prelay: 1990,
  layer1: 1960,
  layer2: 1940,
  layer3: 1920,
};
const OTHER_FEED_TON = 2300;
const FEED_DEVIATION = 0.04;

/** Draws the prices of every day from `from` to `to`: a walk that is pulled back to its middle. */
export function createPrices(random: Random, from: CalendarDay, to: CalendarDay): Prices {
  const levels = new Map<CalendarDay, number>();
  let level = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    level = 0.985 * level + random.normal(0, MONTHLY_DEVIATION / Math.sqrt(30));
    levels.set(day, level);
  }
  const levelOf = (day: CalendarDay) => levels.get(day) ?? 0;
  const middle = random.between(7.5, 7.9);
  return {
    liveBirdKg(day) {
      const price = middle * (1 + levelOf(day));
      return roundTo(Math.min(LIVE_BIRD_KG.high, Math.max(LIVE_BIRD_KG.low, price)), 2);
    },
    eggKg: (day) => roundTo(EGG_KG * (1 + levelOf(day)), 2),
    feedTon(feedType, day) {
      const drift = Math.min(FEED_DEVIATION, Math.max(-FEED_DEVIATION, -levelOf(day)));
      return roundTo((FEED_TON[feedType] ?? OTHER_FEED_TON) * (1 + drift), 0);
    },
  };
}

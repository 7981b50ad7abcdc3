import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import {
  plannedDensityKgM2,
  projectedBarn,
  projectedLive,
  projectedWeightG,
  weightNow,
} from '../core/projections.ts';
import { type FeedForecast, feedForecast } from '../feed/feed-forecast.ts';
import { withdrawalOn } from '../health/treatments.ts';
import { ageDays } from '../metrics/dates.ts';

const LAST_DAY = 10;

/** Revenue and costs of one more day in the barn. */
export interface SellDay {
  readonly date: CalendarDay;
  readonly ageDays: number;
  readonly weightKg: number | null;
  readonly densityKgM2: number | null;
  /** Value of the weight gain to the next day, at the farm's price. */
  readonly marginalRevenue: number | null;
  /** Feed, expected deaths, and the daily cost of the barn. */
  readonly marginalCost: number | null;
  readonly net: number | null;
}

/** The next days of a flock, and the best day to sell it. */
export interface SellWindow {
  readonly flockId: string;
  /** Whether the birds were never weighed, so the breed standard is assumed. */
  readonly standardAssumed: boolean;
  /** Whether the last weighing is stale: weights are projected from it, densities are unknown. */
  readonly weighingStale: boolean;
  /** Whether weights come from uncalibrated cameras: the advice is not reliable. */
  readonly weightUncalibrated: boolean;
  readonly days: readonly SellDay[];
  /** The last day on which waiting pays, the barn limit is met and the birds are not too heavy. */
  readonly bestDate: CalendarDay | null;
  /**
   * Replaces `bestDate` when waiting still pays on the last known day: the best day is no earlier.
   */
  readonly notBefore: CalendarDay | null;
  /** `wait`: waiting pays up to the last known day; `now`: it no longer pays. */
  readonly verdict: 'wait' | 'on_best_date' | 'now' | null;
  /**
   * A treatment forbids slaughter before this day, so no earlier day is advised; null without one.
   */
  readonly withdrawalUntil: CalendarDay | null;
}

/** The farm's prices for one day. */
export interface DayPrices {
  readonly salePrice: number | null;
  readonly feedPrice: number | null;
  /** Daily cost of a barn other than feed. */
  readonly fixedPerDay: number;
}

/** A flock with all flocks that share its barn. */
interface Housed {
  readonly record: FlockRecord;
  readonly present: readonly FlockRecord[];
  readonly forecast: FeedForecast;
}

/** Evaluates today and the next ten days of a flock; `present` are all flocks in its barn. */
export function sellWindow(
  { record, present }: Omit<Housed, 'forecast'>,
  prices: DayPrices,
  { today, thresholds, treatments }: FarmSnapshot<'treatments'>,
): SellWindow {
  const flockTreatments = treatments.filter(({ flockId }) => flockId === record.flock.id);
  const until = withdrawalOn(flockTreatments, today);
  const housed = { record, present, forecast: feedForecast(record, today) };
  const days = Array.from({ length: LAST_DAY + 1 }, (_, offset) =>
    sellDay(housed, prices, addDays(today, offset)),
  );
  return {
    flockId: record.flock.id,
    standardAssumed: record.weight === null,
    weighingStale: weightNow(record).reason === 'weighing_stale',
    weightUncalibrated: weightNow(record).weightUncalibrated ?? false,
    days,
    ...afterWithdrawal(verdictOf(housed, days, thresholds), until),
    withdrawalUntil: until,
  };
}

type Verdict = Pick<SellWindow, 'bestDate' | 'notBefore' | 'verdict'>;

/** Moves the verdict to the end of the withdrawal, so that no advised day is within it. */
function afterWithdrawal(computed: Verdict, until: CalendarDay | null): Verdict {
  if (until === null) return computed;
  const { bestDate, notBefore, verdict } = computed;
  if (verdict === 'wait') {
    return { ...computed, notBefore: notBefore !== null && notBefore > until ? notBefore : until };
  }
  if (bestDate === null || bestDate >= until) return computed;
  return { bestDate: until, notBefore: null, verdict: 'on_best_date' };
}

function sellDay(
  { record, present, forecast }: Housed,
  prices: DayPrices,
  date: CalendarDay,
): SellDay {
  const next = addDays(date, 1);
  const [live, liveNext] = [projectedLive(record, date), projectedLive(record, next)];
  const [weightG, weightNextG] = [projectedWeightG(record, date), projectedWeightG(record, next)];
  const weightKg = weightG === null ? null : weightG / 1000;
  // The tables give the feed of the day on which an age is reached, which produces that day's
  // weight.
  const feedKg = forecast.kgOn(next);
  const { salePrice, feedPrice, fixedPerDay } = prices;
  const marginalRevenue =
    live === null || weightG === null || weightNextG === null || salePrice === null
      ? null
      : (salePrice * live * (weightNextG - weightG)) / 1000;
  const marginalCost =
    live === null ||
    liveNext === null ||
    weightKg === null ||
    feedKg === null ||
    salePrice === null ||
    feedPrice === null
      ? null
      : feedKg * feedPrice + (live - liveNext) * weightKg * salePrice + fixedPerDay;
  return {
    date,
    ageDays: ageDays(record.flock, date),
    weightKg,
    densityKgM2: projectedBarn(record.barn?.areaSqm ?? null, present, date).densityKgM2,
    marginalRevenue,
    marginalCost,
    net: marginalRevenue === null || marginalCost === null ? null : marginalRevenue - marginalCost,
  };
}

function verdictOf(
  { record, present }: Housed,
  days: readonly SellDay[],
  { densityLimitKgM2, sellOverweightFactor }: Thresholds,
): Verdict {
  const { flock, barn } = record;
  const pricedDays = days.filter(({ net }) => net !== null);
  if (pricedDays.length === 0) return { bestDate: null, notBefore: null, verdict: null };
  const isWithinDensity = (date: CalendarDay) =>
    (plannedDensityKgM2(barn?.areaSqm ?? null, present, date) ?? 0) <= densityLimitKgM2;
  const heaviest =
    flock.targetWeightKg === null ? Infinity : flock.targetWeightKg * sellOverweightFactor;
  const isSuitable = ({ weightKg, date }: SellDay) =>
    (weightKg ?? 0) <= heaviest && isWithinDensity(date);
  const bestDay = pricedDays.findLast((day) => (day.net ?? -1) >= 0 && isSuitable(day));
  if (!bestDay) return { bestDate: days[0]?.date ?? null, notBefore: null, verdict: 'now' };
  const next = days.find(({ date }) => date > bestDay.date);
  // Whether waiting still pays after the last known day is unknown.
  if (!next || (next.net === null && isSuitable(next)))
    return { bestDate: null, notBefore: bestDay.date, verdict: 'wait' };
  return { bestDate: bestDay.date, notBefore: null, verdict: 'on_best_date' };
}

const DAYS = 90;

/**
 * Daily cost of an occupied barn other than feed, in the farm's currency: the expenses of the last
 * 90 days without a flock, divided by the days and by the number of occupied barns.
 */
export function fixedCostPerDay(
  { expenses, today }: FarmSnapshot<'expenses'>,
  live: readonly FlockRecord[],
): number {
  const since = addDays(today, -DAYS);
  const shared = expenses.filter(
    ({ flockId, date }) => flockId === null && since < date && date <= today,
  );
  const barns = new Set(live.map(({ flock }) => flock.barnId)).size;
  return sum(shared.map(({ amount }) => amount)) / DAYS / Math.max(1, barns);
}

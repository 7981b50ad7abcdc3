import { groupBy } from '../../tools/collections.ts';
import { median, sum } from '../../tools/statistics.ts';
import { closedFlocksOf, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { firstWeekMortalityPct } from '../metrics/first-week-mortality-pct.ts';
import { percentOf } from '../metrics/percent-of.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import { standardWeightOn } from '../metrics/standard-weight-on.ts';
import { chickPrice } from '../money/chick-price.ts';
import type { MoneySnapshot } from '../money/farm-money.ts';
import { sinceSuppliersCount } from './since-suppliers-count.ts';

const FIRST_WEEK_DAYS = 7;

/** What a hatchery delivered within a year, and how the chicks did. */
export interface ChickSupplier {
  readonly supplierId: string;
  readonly flocks: number;
  readonly birds: number;
  readonly pricePerChick: number | null;
  /** Chicks ordered that did not come. */
  readonly shortPct: number | null;
  /** Of all its chicks that are older than a week. */
  readonly firstWeekMortalityPct: number | null;
  /** Weight at about 7 days by the standard, the median of its flocks. */
  readonly w7Index: number | null;
}

/** The suppliers of chicks of a year, the largest first. */
export function chickSuppliers(snapshot: MoneySnapshot): ChickSupplier[] {
  const since = sinceSuppliersCount(snapshot);
  const placed = [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)].filter(
    ({ flock }) => flock.placementDate > since,
  );
  return [...groupBy(placed, ({ flock }) => flock.supplierId ?? '')]
    .filter(([supplierId]) => supplierId !== '')
    .map(([supplierId, records]) => ({ supplierId, ...figuresOf(records) }))
    .toSorted((left, right) => right.birds - left.birds);
}

function figuresOf(records: readonly FlockRecord[]): Omit<ChickSupplier, 'supplierId'> {
  const priced = records.flatMap(({ flock, placed }) => {
    const price = chickPrice(flock);
    return price === null || placed === null ? [] : [{ birds: placed, amount: price * placed }];
  });
  const counted = records.filter(
    ({ flock }) => flock.chicksOrdered !== null && flock.chicksReceived !== null,
  );
  const ordered = sum(counted.map(({ flock }) => flock.chicksOrdered));
  const received = sum(counted.map(({ flock }) => flock.chicksReceived));
  return {
    flocks: records.length,
    birds: sum(records.map(({ placed }) => placed)),
    pricePerChick: ratioOf(
      sum(priced.map(({ amount }) => amount)),
      sum(priced.map(({ birds }) => birds)),
    ),
    shortPct: percentOf(Math.max(0, ordered - received), ordered),
    firstWeekMortalityPct: firstWeekPct(records),
    w7Index: median(records.map(weightIndexAtWeek).filter((index) => index !== null)),
  };
}

/** Weighted by the birds placed, as percentages of flocks cannot be averaged. */
function firstWeekPct(records: readonly FlockRecord[]): number | null {
  const grown = records.flatMap((record) => {
    const { ageDays, days, placed } = record;
    if (placed === null || (ageDays ?? 0) < FIRST_WEEK_DAYS) return [];
    const deaths = days.map((day) => ({
      ageDays: day.ageDays,
      mortality: day.log?.mortality ?? null,
    }));
    const pct = firstWeekMortalityPct(deaths, placed);
    return pct === null ? [] : [{ placed, lost: (pct / 100) * placed }];
  });
  return percentOf(sum(grown.map(({ lost }) => lost)), sum(grown.map(({ placed }) => placed)));
}

function weightIndexAtWeek({ flock, days }: FlockRecord): number | null {
  const weighed = days
    .filter(({ ageDays, log }) => Math.abs(ageDays - FIRST_WEEK_DAYS) <= 1 && log?.avgWeightGr)
    .toSorted(
      (left, right) =>
        Math.abs(left.ageDays - FIRST_WEEK_DAYS) - Math.abs(right.ageDays - FIRST_WEEK_DAYS),
    )[0];
  return weighed ? ratioOf(weighed.log?.avgWeightGr, standardWeightOn(flock, weighed.day)) : null;
}

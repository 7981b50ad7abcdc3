import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { projectedWeightG } from '../flocks/projections.ts';
import { standardFeedG } from '../flocks/standard-feed.ts';
import { fixedCostPerDay } from '../market/fixed-cost-per-day.ts';
import { flockStateOn } from '../performance/flock-state.ts';
import type { Leak, LeakContext } from './leak.ts';

/** A flock that is later than this is not late: its plan was never kept up to date. */
const LONGEST_DAYS = 60;

/** Days past the planned day of sale on which birds cost more than they gained. */
export function findLateSale(record: FlockRecord, context: LeakContext): Leak[] {
  const { flock, lastDay } = record;
  const planned = flock.plannedMarketDate;
  if (planned === null || lastDay === null || record.kind === 'layer') return [];
  const daysLate = daysBetween(planned, lastDay);
  if (daysLate <= 0 || daysLate > LONGEST_DAYS) return [];
  const fixedPerDay = fixedCostPerDay(context.snapshot, liveFlocksOf(context.snapshot));
  const losses = Array.from({ length: daysLate }, (_, index) =>
    lossOfDay(record, addDays(planned, index), { context, fixedPerDay }),
  );
  const amount = losses.includes(null) ? null : sum(losses);
  if (amount === 0) return [];
  const { salePrice, feedPrice } = context.money;
  return [
    {
      kind: 'late_sale',
      flockId: flock.id,
      barnId: flock.barnId,
      amount,
      reference: { basis: 'planned_date', value: null },
      evidence: {
        plannedMarketDate: planned,
        lastDay,
        daysLate,
        fixedPerDay,
        pricePerKg: salePrice,
        feedPricePerKg: feedPrice,
      },
      confidence: record.weight === null || record.weight.uncalibrated ? 0.4 : 0.6,
    },
  ];
}

/** What keeping the birds from a day to the next cost beyond what they gained; 0 when it paid. */
function lossOfDay(
  record: FlockRecord,
  day: CalendarDay,
  { context, fixedPerDay }: { readonly context: LeakContext; readonly fixedPerDay: number },
): number | null {
  const next = addDays(day, 1);
  const { salePrice, feedPrice } = context.money;
  const live = flockStateOn(record, day).live;
  const [weightG, nextG] = [projectedWeightG(record, day), projectedWeightG(record, next)];
  const log = record.days.find((recorded) => recorded.day === next)?.log;
  const standardG = standardFeedG(record, next);
  const usualKg = live === null || standardG === null ? null : (live * standardG) / 1000;
  const feedKg = log?.feedKg ?? usualKg;
  if (salePrice === null || feedPrice === null || live === null) return null;
  if (weightG === null || nextG === null || feedKg === null) return null;
  const gained = (live * (nextG - weightG) * salePrice) / 1000;
  const died = ((log?.mortality ?? 0) * weightG * salePrice) / 1000;
  return Math.max(0, feedKg * feedPrice + died + fixedPerDay - gained);
}

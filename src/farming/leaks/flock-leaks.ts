import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { median, ratioOf, sum } from '../../tools/statistics.ts';
import type { FarmMoney, MoneySnapshot } from '../accounting/farm-money.ts';
import { chickPrice } from '../accounting/prices.ts';
import { flockHistory, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { deathDaysOf } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { projectedWeightG, standardFeedG } from '../core/projections.ts';
import { feedConversion } from '../feed/flock-feed.ts';
import { mortalityAtAge, usualMortality } from '../health/mortality.ts';
import { fixedCostPerDay } from '../market/sell-window.ts';
import { shortReceivedPct } from '../metrics/population.ts';
import { flockStateOn } from '../performance/performance.ts';
import { standardCumulativeFeedG } from '../standards/standard-values.ts';

type LeakKind =
  | 'excess_mortality'
  | 'fcr_gap'
  | 'feed_price'
  | 'condemnation'
  | 'short_chicks'
  | 'late_sale'
  | 'idle_barn'
  | 'egg_breakage'
  | 'expired_medicine'
  | 'duplicate_or_uncosted';

/** Money lost relative to a reference; unrounded. */
export interface Leak {
  readonly kind: LeakKind;
  /** Null for a leak of a barn or the farm. */
  readonly flockId: string | null;
  readonly barnId: string | null;
  /** In the farm's currency; null when the cost is unknown. */
  readonly amount: number | null;
  /** Whether the loss may be larger because deaths are not logged on every day. */
  readonly isLowerBound?: boolean;
  /** The reference value. */
  readonly reference: { readonly basis: string; readonly value: number | null };
  /** The figures used. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** 0 to 1. */
  readonly confidence: number;
}

/** The inputs of the search for leaks. */
export interface LeakContext {
  readonly snapshot: MoneySnapshot & FarmSnapshot<'medicine'>;
  readonly money: FarmMoney;
  /** Price of one chick in the newest flock. */
  readonly chickPrice: number | null;
}

/** Deaths beyond the usual mortality of the farm: the cost of the chicks and the feed they ate. */
export function findExcessMortality(record: FlockRecord, context: LeakContext): Leak[] {
  const { flock, ageDays, placed } = record;
  const pct = ageDays === null ? null : mortalityAtAge(record, ageDays);
  if (ageDays === null || placed === null || pct === null) return [];
  const usual = usualMortality(record, ageDays, {
    history: flockHistory(record, context.snapshot),
    flocksNeeded: context.snapshot.thresholds.historyFlocks,
  });
  const birds = (Math.max(0, pct - usual.pct) / 100) * placed;
  if (birds <= 0) return [];
  const perBird = costOfDeadBird(record, context);
  const { due, unlogged } = deathDaysOf(record);
  return [
    {
      kind: 'excess_mortality',
      flockId: flock.id,
      barnId: flock.barnId,
      amount: perBird.cost === null ? null : birds * perBird.cost,
      isLowerBound: unlogged > 0,
      reference: { basis: usual.basis, value: usual.pct },
      evidence: {
        ...{ cumMortalityPct: pct, mortalityDays: due, mortalityDaysUnlogged: unlogged, birds },
        ...perBird,
      },
      confidence: usual.basis === 'farm' ? 0.9 : 0.6,
    },
  ];
}

function costOfDeadBird(record: FlockRecord, { money, chickPrice: lastPrice }: LeakContext) {
  const { flock, breed, days } = record;
  const price = chickPrice(flock) ?? lastPrice;
  const deaths = days.map(({ ageDays, log }) => ({ ageDays, dead: log?.mortality ?? 0 }));
  const meanAge = ratioOf(
    sum(deaths.map(({ ageDays, dead }) => ageDays * dead)),
    sum(deaths.map(({ dead }) => dead)),
  );
  const feedG = breed && meanAge !== null ? standardCumulativeFeedG(breed, meanAge) : null;
  const feedKg = feedG === null ? null : feedG / 1000;
  const { perKg } = money.feedPriceFor(record);
  const cost = price === null || feedKg === null || perKg === null ? null : price + feedKg * perKg;
  return {
    chickPrice: price,
    meanAgeOfDeath: meanAge,
    feedKgPerBird: feedKg,
    feedPricePerKg: perKg,
    cost,
  };
}

/**
 * Feed eaten by a flock, up to the day of its conversion, beyond what the farm or its breed needs
 * for the same weight at the same age: logged feed minus reference × weight produced. Flocks of
 * other ages are compared by their deviation from the standard of their age.
 */
export function findFeedConversionGap(record: FlockRecord, context: LeakContext): Leak[] {
  const conversion = feedConversion(record, context.snapshot);
  if (!conversion || conversion.standard === null) return [];
  const usual = usualIndex(record, context);
  const reference = conversion.standard * usual.index;
  const { kg } = conversion;
  if (conversion.fcr <= reference) return [];
  const { perKg: feedPrice } = context.money.feedPriceFor(record);
  const feedKg = (conversion.fcr - reference) * kg;
  return [
    {
      kind: 'fcr_gap',
      flockId: record.flock.id,
      barnId: record.flock.barnId,
      amount: feedPrice === null ? null : feedKg * feedPrice,
      reference: { basis: usual.basis, value: reference },
      evidence: {
        fcr: conversion.fcr,
        breedFcr: conversion.standard,
        kg,
        feedKg,
        feedPricePerKg: feedPrice,
      },
      confidence: usual.basis === 'farm' ? 0.8 : 0.6,
    },
  ];
}

function usualIndex(record: FlockRecord, { snapshot }: LeakContext) {
  const { historyFlocks, fcrReferenceFactor } = snapshot.thresholds;
  const indices = flockHistory(record, snapshot)
    .map((closed) => feedConversion(closed, snapshot)?.index ?? null)
    .filter((index) => index !== null);
  const middle = indices.length < historyFlocks ? null : median(indices);
  return middle === null
    ? ({ index: fcrReferenceFactor, basis: 'breed' } as const)
    : ({ index: middle, basis: 'farm' } as const);
}

/** Chicks that were paid for and not delivered. */
export function findShortChicks({ flock }: FlockRecord, { snapshot }: LeakContext): Leak[] {
  const { chicksOrdered, chicksReceived, orderTotal, pricePerChick } = flock;
  const shortPct = shortReceivedPct(flock);
  const tolerance = snapshot.thresholds.shortChicksTolerancePct;
  if (chicksOrdered === null || chicksReceived === null || orderTotal === null) return [];
  if (shortPct === null || shortPct <= tolerance) return [];
  const missing = chicksOrdered - chicksReceived;
  const price = pricePerChick ?? orderTotal / chicksOrdered;
  // The supplier may have charged only the chicks received; only the order cost beyond that is
  // lost.
  const amount = Math.min(missing * price, orderTotal - chicksReceived * price);
  if (amount <= 0) return [];
  return [
    {
      kind: 'short_chicks',
      flockId: flock.id,
      barnId: flock.barnId,
      amount,
      reference: { basis: 'order', value: chicksOrdered },
      evidence: { chicksOrdered, chicksReceived, shortPct, pricePerChick: price, orderTotal },
      // Without a price per chick, the total may already be for the chicks received only.
      confidence: pricePerChick === null ? 0.5 : 0.9,
    },
  ];
}

/** A flock later than this is not late: its plan was not updated. */
const LONGEST_DAYS = 60;

/** Days past the planned sale day on which the birds cost more than they gained. */
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
  const { salePrice } = context.money;
  const { perKg: feedPrice } = context.money.feedPriceFor(record);
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

/**
 * Cost of keeping the birds for one more day, minus the value of their gain; 0 when keeping them
 * paid.
 */
function lossOfDay(
  record: FlockRecord,
  day: CalendarDay,
  { context, fixedPerDay }: { readonly context: LeakContext; readonly fixedPerDay: number },
): number | null {
  const next = addDays(day, 1);
  const { salePrice } = context.money;
  const { perKg: feedPrice } = context.money.feedPriceFor(record);
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

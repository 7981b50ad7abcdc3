import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { mean, ratioOf, sum } from '../../tools/statistics.ts';
import { type FeedPriceSnapshot, feedPriceFor, saleAmount } from '../accounting/prices.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { findFlockDay, recentDays, weekWith } from '../core/flock-days.ts';
import type { FlockDay, FlockRecord } from '../core/flock-record.ts';
import { ageDays } from '../metrics/dates.ts';
import {
  eggDropRatio,
  eggFeedConversionRatio,
  FEWEST_DAYS_BEFORE,
  feedPerDozenKg,
  henDayPct,
  henHousedEggs,
} from '../metrics/eggs.ts';
import { type StandardBasis, standardBasis } from '../metrics/standard-basis.ts';
import type { BreedName } from '../standards/breed-tables.ts';
import { standardEggWeightG, standardHenDayPct } from '../standards/standard-values.ts';

/** The laying figures of a flock; each is null when too little is recorded. */
export interface Laying {
  /** Eggs on the recorded days among the last seven due days, in % of the hens on these days. */
  readonly henDayPct: number | null;
  /** Breed standard at this age; null before the breed lays. */
  readonly standardHenDayPct: number | null;
  readonly standardBasis: StandardBasis | null;
  /** `henDayPct` in % of the standard. */
  readonly ofStandardPct: number | null;
  /** Eggs since placement per hen placed. */
  readonly henHousedEggs: number | null;
  /** Eggs per hen and day, in g, at the breed's egg weight. */
  readonly eggMassG: number | null;
  readonly feedPerEggG: number | null;
  readonly feedPerDozenKg: number | null;
  /** Feed per kg of eggs, in kg. */
  readonly eggFcr: number | null;
  /** Whether a moult was recorded in the last eight weeks. */
  readonly inMoult: boolean;
}

const FEWEST_DAYS = 3;
const MONTH_DAYS = 28;
const MOULT_DAYS = 56;
/** Minimum share of recorded days since the first egg for the sum to be known. */
const ENOUGH_RECORDED = 0.9;
/** Until the standard reaches this share, the age of onset determines the rate, not the flock. */
const LAYING_FROM_PCT = 20;

/** The laying figures of a flock today; null for other birds. */
export function flockLaying(record: FlockRecord, snapshot: FarmSnapshot<'moults'>): Laying | null {
  if (record.kind !== 'layer') return null;
  const { today } = snapshot;
  const rates = layingRates(record, today);
  const { henDayPct: rate, standardHenDayPct: standard } = rates;
  const egg = eggWeight(record);
  return {
    ...rates,
    standardBasis:
      standard === null ? null : standardBasis(record.breed, 'henDayPct', record.ageDays),
    henHousedEggs: henHoused(record, today),
    eggMassG: rate === null || egg === null ? null : (rate / 100) * egg,
    ...feedOfEggs(record, today),
    inMoult: isInMoult(record, snapshot),
  };
}

/** Eggs of the week up to a day in % of the hens, with the standard. */
export function layingRates(
  record: FlockRecord,
  day: CalendarDay,
): Pick<Laying, 'henDayPct' | 'standardHenDayPct' | 'ofStandardPct'> {
  const week = weekWith(record, 'eggs', day);
  const rate =
    week.length < FEWEST_DAYS ? null : henDayPct(eggsOf(week), knownOpenings(record, week));
  const { breed, flock } = record;
  const standard = breed ? layingStandardPct(breed, ageDays(flock, day)) : null;
  return {
    henDayPct: rate,
    standardHenDayPct: standard,
    ofStandardPct: rate === null ? null : percent(rate, standard),
  };
}

/** The standard of eggs per 100 hens at an age, used to evaluate flocks; null before they lay. */
export function layingStandardPct(breed: BreedName, age: number): number | null {
  const standard = standardHenDayPct(breed, age);
  return standard === null || standard < LAYING_FROM_PCT ? null : standard;
}

/** Feed and eggs in the week of the laying rate, on the days when both were recorded. */
export function feedOfEggs(
  record: FlockRecord,
  today: CalendarDay,
): Pick<Laying, 'feedPerEggG' | 'feedPerDozenKg' | 'eggFcr'> {
  const days = weekWith(record, 'eggs', today).filter(({ log }) => log?.feedKg != null);
  if (record.kind !== 'layer' || days.length === 0)
    return { feedPerEggG: null, feedPerDozenKg: null, eggFcr: null };
  const feedKg = sum(days.map(({ log }) => log?.feedKg));
  const eggs = eggsOf(days);
  return {
    feedPerEggG: ratioOf(feedKg * 1000, eggs),
    feedPerDozenKg: feedPerDozenKg(feedKg, eggs),
    eggFcr: eggFeedConversionRatio(feedKg, eggs, eggWeight(record)),
  };
}

/**
 * Revenue of eggs sold in the last 28 days minus the feed eaten in them, per live hen; null without
 * a sale or a feed price, and when the amount of a sale or the feed of a day is unknown.
 */
export function incomeOverFeedPerHen(
  record: FlockRecord,
  snapshot: FeedPriceSnapshot,
): number | null {
  if (record.kind !== 'layer' || record.isImpossible) return null;
  const { today } = snapshot;
  const since = addDays(today, -MONTH_DAYS);
  const days = recentDays(record, today, MONTH_DAYS);
  const fedDays = days.filter(({ log }) => log?.feedKg != null);
  const { perKg: price } = feedPriceFor('layer', snapshot);
  // Sales of hens are not laying income.
  const sold = record.sales.filter(
    ({ date, birdsCount }) => date > since && date <= today && birdsCount === null,
  );
  const amounts = sold.map(saleAmount);
  if (price === null || amounts.length === 0 || amounts.includes(null)) return null;
  if (fedDays.length < MONTH_DAYS * ENOUGH_RECORDED) return null;
  const feedKg = (sum(fedDays.map(({ log }) => log?.feedKg)) / fedDays.length) * MONTH_DAYS;
  return ratioOf(sum(amounts) - feedKg * price, record.live);
}

/** Whether a moult of a flock, or of all birds in its barn, began in the last eight weeks. */
export function isInMoult(
  { flock, kind: birds }: FlockRecord,
  { moults, now }: FarmSnapshot<'moults'>,
): boolean {
  const since = now - MOULT_DAYS * 86_400_000;
  return (
    birds === 'layer' &&
    moults.some(
      ({ flockId, barnId, ts }) =>
        (flockId === null ? barnId === flock.barnId : flockId === flock.id) &&
        Date.parse(ts ?? '') >= since &&
        Date.parse(ts ?? '') <= now,
    )
  );
}

function henHoused(record: FlockRecord, today: CalendarDay): number | null {
  const layingDays = record.days.filter(({ log }) => log?.eggs != null);
  const first = layingDays.find(({ log }) => (log?.eggs ?? 0) > 0);
  if (!first || record.isImpossible) return null;
  const recorded = layingDays.filter(({ day }) => day >= first.day).length;
  const span = daysBetween(first.day, today) + 1;
  return recorded < span * ENOUGH_RECORDED
    ? null
    : henHousedEggs(eggsOf(layingDays), record.placed);
}

function eggWeight({ breed, ageDays: age }: FlockRecord): number | null {
  return breed && age !== null ? standardEggWeightG(breed, age) : null;
}

function eggsOf(days: readonly FlockDay[]): number {
  return sum(days.map(({ log }) => log?.eggs));
}

function knownOpenings({ isImpossible }: FlockRecord, days: readonly FlockDay[]): number | null {
  const openings = days.map(({ opening }) => opening);
  return isImpossible || openings.includes(null) ? null : sum(openings);
}

function percent(actual: number, standard: number | null): number | null {
  const ratio = ratioOf(actual, standard);
  return ratio === null ? null : ratio * 100;
}

const RECENT = [0, 1] as const;
const BEFORE = [2, 3, 4, 5, 6, 7, 8] as const;

/**
 * Eggs per day of a flock on a day and the day before, divided by the mean of the seven days before
 * these; null with too few recorded days.
 */
export function eggDropOn(record: FlockRecord, day: CalendarDay): number | null {
  const eggs = (daysAgo: number) => findFlockDay(record, addDays(day, -daysAgo))?.log?.eggs ?? null;
  return eggDropRatio(RECENT.map(eggs), BEFORE.map(eggs));
}

const DAYS_BEFORE = 7;

/**
 * Eggs of a flock on one day divided by the mean of the seven days before; null when the day is not
 * recorded, or fewer than three of the seven.
 */
export function eggDropOfDay(record: FlockRecord, day: CalendarDay): number | null {
  const eggs = findFlockDay(record, day)?.log?.eggs ?? null;
  const before = recentDays(record, addDays(day, -1), DAYS_BEFORE)
    .map(({ log }) => log?.eggs ?? null)
    .filter((count) => count !== null);
  return before.length < FEWEST_DAYS_BEFORE ? null : ratioOf(eggs, mean(before));
}

import type { CalendarDay } from '../../tools/calendar.ts';
import { percentOf, ratioOf } from '../../tools/statistics.ts';
import type { MoneySnapshot } from '../accounting/farm-money.ts';
import type { LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import { recentDays } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import {
  aboutFlock,
  dayOfDelivery,
  incompleteDeliveries,
  missingInFlock,
  missingInLog,
  missingPopulation,
  unloggedDeaths,
  unloggedFeed,
} from '../core/missing-data.ts';
import { standardFeedG } from '../core/projections.ts';
import type { MissingData } from '../core/section.ts';
import { ageDays } from '../metrics/dates.ts';
import { feedPerBirdG } from '../metrics/feed-and-water.ts';
import { dailyFeedBasis, type StandardBasis, standardBasis } from '../metrics/standard-basis.ts';
import { feedEatenBy } from '../performance/feed-eaten.ts';
import { flockPerformance } from '../performance/flock-performance.ts';
import { feedOfEggs } from '../performance/laying.ts';
import {
  type Performance,
  type PerformanceBasis,
  type UnknownFcr,
  YOUNGEST_DAYS,
} from '../performance/performance.ts';
import { standardFcr } from '../standards/standard-values.ts';
import {
  type FeedForecast,
  type FeedStockParts,
  feedForecast,
  feedStock,
  flockDeliveries,
} from './feed-forecast.ts';

/** The feed of a flock and its conversion; unrounded, null when not recorded. */
export interface FlockFeed {
  /** As logged. */
  readonly usedKg: number | null;
  readonly coveragePct: number | null;
  /** The newest of the last seven days with logged feed, and the feed per bird on it. */
  readonly day: CalendarDay | null;
  readonly gPerBird: number | null;
  readonly standardG: number | null;
  readonly standardBasis: StandardBasis | null;
  readonly deviationPct: number | null;
  readonly performance: Performance | null;
  readonly standardFcr: number | null;
  readonly fcrBasis: StandardBasis | null;
  /** Over the last seven days, for laying birds. */
  readonly feedPerDozenKg: number | null;
  readonly eggFcr: number | null;
  readonly deliveredKg: number | null;
  readonly stockKg: number | null;
  readonly lateDelivery: CalendarDay | null;
  readonly isEatenEstimated: boolean;
  readonly isExcessEstimated: boolean;
  readonly forecast: FeedForecast;
}

const RECENT_DAYS = 7;

/** The feed eaten by a flock, its conversion, and the stock for the coming days. */
export function flockFeed(record: FlockRecord, snapshot: FarmSnapshot<FeedStockParts>): FlockFeed {
  const { today } = snapshot;
  const forecast = feedForecast(record, today);
  const { recordedKg, kg, coveragePct } = feedEatenBy(record, today);
  const performance = flockConversion(record, snapshot);
  return {
    usedKg: kg === null ? null : recordedKg,
    coveragePct,
    ...newestDay(record, today),
    performance,
    standardFcr:
      performance && record.breed ? standardFcr(record.breed, performance.ageDays) : null,
    fcrBasis: standardBasis(record.breed, 'fcr', performance?.ageDays ?? null),
    ...feedOfEggs(record, today),
    ...feedStock(record, snapshot),
    forecast,
  };
}

function newestDay(record: FlockRecord, today: CalendarDay) {
  const lastFedDay = recentDays(record, today, RECENT_DAYS).findLast(
    ({ log }) => log?.feedKg != null,
  );
  const gPerBird = feedPerBirdG(lastFedDay?.log?.feedKg ?? null, lastFedDay?.average ?? null);
  const standardG = lastFedDay ? standardFeedG(record, lastFedDay.day) : null;
  const isBoth = gPerBird !== null && standardG !== null;
  return {
    day: lastFedDay?.day ?? null,
    gPerBird,
    standardG,
    standardBasis:
      lastFedDay && standardG !== null
        ? dailyFeedBasis(record.breed, ageDays(record.flock, lastFedDay.day))
        : null,
    deviationPct: isBoth ? percentOf(gPerBird - standardG, standardG) : null,
  };
}

const WEIGHT_CODES: readonly string[] = [
  'no_weight_7d',
  'weighing_stale',
  'sale_weight_missing',
  'sale_weight_suspect',
  'too_young',
];

/** The data missing for the feed figures of a flock. */
export function missingFeed(
  record: FlockRecord,
  feed: FlockFeed,
  snapshot: FarmSnapshot<'feedDeliveries'>,
): readonly MissingData[] {
  return [
    ...missingPopulation(record),
    ...missingDeliveries(record, feed, snapshot),
    ...missingLogs(record, feed, snapshot),
    ...(record.breed ? [] : [missingInFlock(record, 'breed_unknown', 'breed')]),
    ...missingWeight(record, feed, snapshot),
  ];
}

/** The missing deliveries of a flock, if there are none or if it ate more than was delivered. */
export function missingDeliveries(
  record: FlockRecord,
  feed: Pick<
    FlockFeed,
    'deliveredKg' | 'stockKg' | 'coveragePct' | 'lateDelivery' | 'isExcessEstimated'
  >,
  { today, thresholds, feedDeliveries }: FarmSnapshot<'feedDeliveries'>,
): MissingData[] {
  const { deliveredKg, stockKg, coveragePct, lateDelivery } = feed;
  const isLogged = lateDelivery !== null || (coveragePct ?? 0) >= thresholds.feedCoveragePct;
  const isIncomplete = deliveredKg !== null && stockKg === null && isLogged;
  if (deliveredKg !== null && !isIncomplete) return [];
  const code = isIncomplete ? 'deliveries_incomplete' : 'no_deliveries';
  const unassigned = feedDeliveries.findLast(({ flockId }) => flockId === null);
  const { id } = record.flock;
  return [
    aboutFlock(record, code, {
      resource: 'feed-deliveries',
      ...(isIncomplete ? { message: incompleteDeliveries(record, feed) } : { need: 1, have: 0 }),
      // A delivery without a flock is the most likely missing one.
      fix: unassigned
        ? { method: 'PATCH', path: `/feed-deliveries/${unassigned.id}`, body: { flockId: id } }
        : {
            method: 'POST',
            path: '/feed-deliveries',
            body: { flockId: id, date: dayOfDelivery(record, today), quantityKg: null },
          },
    }),
  ];
}

function missingLogs(
  record: FlockRecord,
  { coveragePct, usedKg }: FlockFeed,
  { today, thresholds }: FarmSnapshot<never>,
): MissingData[] {
  // On the day of arrival no log is due.
  if (coveragePct === null || coveragePct >= thresholds.feedCoveragePct) return [];
  return [
    unloggedFeed(record, {
      today,
      need: thresholds.feedCoveragePct,
      have: usedKg === null ? 0 : Math.round(coveragePct),
    }),
  ];
}

/** Hens are fed for eggs, so their feed figures need no weight. */
function missingWeight(
  record: FlockRecord,
  { performance }: FlockFeed,
  snapshot: FarmSnapshot<never>,
): readonly MissingData[] {
  const missing = missingForConversion(record, performance, snapshot);
  // Missing feed and birds are reported above.
  return missing.filter(({ code }) => WEIGHT_CODES.includes(code));
}

/**
 * Why the feed conversion and production efficiency of a flock are unknown, with fixes; empty when
 * they are known, and for hens.
 */
export function missingForConversion(
  record: FlockRecord,
  performance: Performance | null,
  { today }: Pick<FarmFrame, 'today'>,
): readonly MissingData[] {
  const reason = performance ? performance.unknown : unweighed(record);
  const log = { today, need: 1, have: 0 } as const;
  switch (reason) {
    case null:
      return performance?.epef === null ? unloggedDeaths(record, today) : [];
    case 'not_for_hens':
      return [];
    case 'too_young':
      return missingAge(record);
    case 'sale_weight_missing':
      return [missingSaleWeight(record)];
    case 'no_birds_placed':
      return record.placed === null
        ? [missingInFlock(record, 'no_birds_placed', 'chicksReceived')]
        : missingPopulation(record);
    case 'weighing_stale':
      return [missingInLog(record, { ...log, code: reason, field: 'avgWeightGr' })];
    case 'no_weight':
      return [
        missingInLog(record, {
          ...log,
          code: record.isWeighingDoubted ? 'weighing_doubted' : 'no_weight_7d',
          field: 'avgWeightGr',
        }),
      ];
    case 'no_feed':
      return [unloggedFeed(record, { ...log, ...(performance ? { until: performance.day } : {}) })];
  }
}

/** Before day 7 there is no grade and no feed conversion. */
export function missingAge(record: FlockRecord): MissingData[] {
  const isYoung = (record.ageDays ?? 0) < YOUNGEST_DAYS;
  return isYoung ? [aboutFlock(record, 'too_young', { resource: 'flocks' })] : [];
}

function unweighed({ kind, totals, isLive, ageDays }: FlockRecord): UnknownFcr {
  if (kind === 'layer') return 'not_for_hens';
  if ((ageDays ?? 0) < YOUNGEST_DAYS) return 'too_young';
  return !isLive && totals.soldKg === null ? 'sale_weight_missing' : 'no_weight';
}

/** A sale with an unknown or implausible weight. */
export function missingSaleWeight(record: FlockRecord): MissingData {
  const suspect = record.suspects.find(({ field }) => field === 'totalWeightKg');
  const sale = record.sales.find(({ id, totalWeightKg }) =>
    suspect ? id === suspect.id : !totalWeightKg,
  );
  const code = suspect ? 'sale_weight_suspect' : 'sale_weight_missing';
  const path = `/sales/${sale?.id ?? ''}`;
  const isOpen = sale !== undefined && !record.flock.sealed;
  return aboutFlock(record, code, {
    resource: 'sales',
    field: 'totalWeightKg',
    // The rows of a sealed flock cannot be changed.
    ...(isOpen ? { fix: { method: 'PATCH', path, body: { totalWeightKg: null } } } : {}),
  });
}

type ConversionSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries'>;

/**
 * The feed conversion of a flock up to its last weighing or its sale; the single source for all
 * answers. Null for hens and for birds that were neither weighed nor sold by weight.
 */
export function flockConversion(
  record: FlockRecord,
  snapshot: ConversionSnapshot,
): Performance | null {
  return record.kind === 'layer'
    ? null
    : flockPerformance(record, performanceBasis(record, snapshot));
}

/** The inputs of a flock's performance other than its own records. */
export function performanceBasis(
  record: FlockRecord,
  snapshot: ConversionSnapshot,
): PerformanceBasis {
  return { deliveries: flockDeliveries(record, snapshot), thresholds: snapshot.thresholds };
}

/** The feed conversion of a flock and its breed. */
export interface FeedConversionOfFlock {
  readonly fcr: number;
  /** The live weight produced by the feed of `fcr`: sold, and alive on the day of `fcr`. */
  readonly kg: number;
  /** The breed standard at the age of the birds; null beyond its table. */
  readonly standard: number | null;
  /** `fcr` divided by the standard. */
  readonly index: number | null;
}

// Cached by record, which belongs to one snapshot, because flocks are compared repeatedly.
const cache = new WeakMap<FlockRecord, FeedConversionOfFlock | null>();

/**
 * The feed conversion of a flock; null when its feed or weight is unknown, and while a flock is
 * live and its feed is known from deliveries only.
 */
export function feedConversion(
  record: FlockRecord,
  snapshot: MoneySnapshot,
): FeedConversionOfFlock | null {
  const cached = cache.get(record);
  if (cached !== undefined) return cached;
  const conversion = compute(record, snapshot);
  cache.set(record, conversion);
  return conversion;
}

function compute(record: FlockRecord, snapshot: MoneySnapshot): FeedConversionOfFlock | null {
  const conversion = flockConversion(record, snapshot);
  if (
    !conversion ||
    conversion.fcr === null ||
    !conversion.sums ||
    (record.isLive && conversion.isFcrUpperBound)
  )
    return null;
  const { breed } = record;
  const standard = breed ? standardFcr(breed, conversion.ageDays) : null;
  return {
    fcr: conversion.fcr,
    kg: conversion.sums.kg,
    standard,
    index: ratioOf(conversion.fcr, standard),
  };
}

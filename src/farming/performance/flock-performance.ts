import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { percentOf, ratioOf, sum } from '../../tools/statistics.ts';
import { combinedCertainty } from '../core/figure.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { weightNow } from '../core/projections.ts';
import { ageDays } from '../metrics/dates.ts';
import { epef } from '../metrics/feed-and-water.ts';
import { averageWeightKg, standardWeightOn, type WeightOnDay } from '../metrics/weight.ts';
import {
  flockStateOn,
  type Performance,
  type PerformanceBasis,
  performanceOf,
} from './performance.ts';

/**
 * The performance of a flock at its last weighing or, for a closed flock sold by weight, at its
 * sale. Null when it was neither weighed nor sold by weight.
 */
export function flockPerformance(record: FlockRecord, basis: PerformanceBasis): Performance | null {
  const sold = record.isLive ? null : soldBirds(record);
  if (sold) return performanceOf(record, sold, basis);
  if (!record.weight) return null;
  const performance = performanceAt(record, { day: record.weight.day, g: record.weight.g }, basis);
  if (record.kind === 'layer') return performance;
  // A weighing from weeks ago no longer describes the flock.
  if (record.isLive && weightNow(record).reason === 'weighing_stale')
    return { ...performance, ...NO_RATIO, unknown: 'weighing_stale' };
  // Weighings before the birds left do not give the final weight of all birds.
  const isUnweighed = !record.isLive && record.totals.soldKg === null;
  return isUnweighed
    ? { ...performance, ...NO_RATIO, unknown: 'sale_weight_missing' }
    : performance;
}

const NO_RATIO = {
  fcr: null,
  isFcrUpperBound: false,
  isFcrEstimated: false,
  isFcrLowerBound: false,
  fcrMortalityAdjusted: null,
  epef: null,
  sums: null,
} as const;

/** The performance of a closed flock on a day of its life; partial without a known weight. */
export function performanceOnDay(
  record: FlockRecord,
  day: CalendarDay,
  basis: PerformanceBasis,
): Performance {
  return performanceAt(record, { day, g: weightOnDay(record, day) }, basis);
}

/** The performance of a flock on a day, given the weight of a bird in g. */
export function performanceAt(
  record: FlockRecord,
  { day, g }: { readonly day: CalendarDay; readonly g: number | null },
  basis: PerformanceBasis,
): Performance {
  const { live } = flockStateOn(record, day);
  const liveKg = live === null || g === null ? null : (live * g) / 1000;
  return performanceOf(
    record,
    { day, ageDays: ageDays(record.flock, day), weightG: g, liveKg },
    basis,
  );
}

/** The birds of a closed flock as sold; birds unaccounted for have no weight. */
function soldBirds({ flock, sales, lastDay }: FlockRecord) {
  const weighed = sales.filter(({ totalWeightKg, birdsCount }) => totalWeightKg && birdsCount);
  const birds = sum(weighed.map(({ birdsCount }) => birdsCount));
  if (lastDay === null || birds === 0 || weighed.length < sales.length) return null;
  const kg = sum(weighed.map(({ totalWeightKg }) => totalWeightKg));
  const ages = weighed.map(({ date, birdsCount }) => ageDays(flock, date) * (birdsCount ?? 0));
  return { day: lastDay, ageDays: sum(ages) / birds, weightG: (kg / birds) * 1000, liveKg: 0 };
}

/** The combined performance of several flocks; a figure is null when unknown for all of them. */
export interface FarmPerformance {
  readonly fcr: number | null;
  readonly epef: number | null;
  readonly certainty: Performance['certainty'];
}

/**
 * Feed conversion and production efficiency of several flocks: total feed divided by total weight,
 * and the efficiency of all their birds, so that flocks are weighted by size and those with unknown
 * figures are ignored. The age is that of a mean bird. Flocks whose feed is known from deliveries
 * only are excluded as too imprecise.
 */
export function farmPerformance(performances: readonly (Performance | null)[]): FarmPerformance {
  const comparableFlocks = comparable(performances);
  const survived = sum(comparableFlocks.map((result) => result.survived));
  const fcr = ratioOf(
    sum(comparableFlocks.map(({ feedKg }) => feedKg)),
    sum(comparableFlocks.map(({ kg }) => kg)),
  );
  const perBird = (metricOf: (result: (typeof comparableFlocks)[number]) => number) =>
    ratioOf(sum(comparableFlocks.map((result) => metricOf(result) * result.survived)), survived);
  const weightG = perBird((result) => result.weightG);
  return {
    fcr,
    epef: epef({
      livabilityPct: percentOf(survived, sum(comparableFlocks.map(({ placed }) => placed))),
      weightKg: weightG === null ? null : weightG / 1000,
      ageDays: perBird(({ age }) => age) ?? 0,
      fcr,
    }),
    certainty: {
      fcr: combinedCertainty(comparableFlocks.map(({ certainty }) => certainty.fcr)),
      epef: combinedCertainty(comparableFlocks.map(({ certainty }) => certainty.epef)),
    },
  };
}

/** The number and ages of the flocks in a combined performance; null without any. */
export function performanceSpan(performances: readonly (Performance | null)[]) {
  const ages = comparable(performances).map(({ age }) => age);
  if (ages.length === 0) return null;
  return {
    flocks: ages.length,
    youngestDays: Math.round(Math.min(...ages)),
    oldestDays: Math.round(Math.max(...ages)),
  };
}

function comparable(performances: readonly (Performance | null)[]) {
  return performances.flatMap((performance) => {
    if (!performance?.sums || performance.isFcrUpperBound) return [];
    const { sums, ageDays: age, weightG, certainty } = performance;
    return weightG === null ? [] : [{ ...sums, age, weightG, certainty }];
  });
}

/** Maximum days between weighings for interpolation. */
const LONGEST_SPAN_DAYS = 10;

/**
 * The weight of the birds of a closed flock on a day, in g: as weighed, else interpolated between
 * the neighbouring weighings or sales, along the breed standard if there is one. Null outside them,
 * and when they are more than ten days apart.
 */
export function weightOnDay(record: FlockRecord, day: CalendarDay): number | null {
  const weights = [...weighingsOf(record), ...saleWeightsOf(record)].toSorted((left, right) =>
    left.day < right.day ? -1 : 1,
  );
  const exact = weights.find((weighing) => weighing.day === day);
  if (exact) return exact.g;
  const before = weights.findLast((weighing) => weighing.day < day);
  const after = weights.find((weighing) => weighing.day > day);
  if (!before || !after || daysBetween(before.day, after.day) > LONGEST_SPAN_DAYS) return null;
  return interpolate(record, { before, after }, day);
}

function interpolate(
  { flock }: FlockRecord,
  { before, after }: { readonly before: WeightOnDay; readonly after: WeightOnDay },
  day: CalendarDay,
): number {
  const fraction = daysBetween(before.day, day) / daysBetween(before.day, after.day);
  const standards = [before.day, day, after.day].map((on) => standardWeightOn(flock, on));
  const [from, on, to] = standards;
  if (from == null || on == null || to == null) return before.g + (after.g - before.g) * fraction;
  const ratios = { before: before.g / from, after: after.g / to };
  return on * (ratios.before + (ratios.after - ratios.before) * fraction);
}

/** All manual weighings of a flock, oldest first. */
export function weighingsOf({ days }: FlockRecord): readonly WeightOnDay[] {
  return days.flatMap(({ day, log }) => {
    const g = log?.avgWeightGr ?? null;
    return g === null || g <= 0 ? [] : [{ day, g }];
  });
}

/** The weight of a flock by day: fused from cameras when available, else manual. */
export function weightsByDay<W extends WeightOnDay>(
  record: FlockRecord,
  fused: readonly W[],
): readonly (W | WeightOnDay)[] {
  const days = new Set(fused.map(({ day }) => day));
  const byHand = weighingsOf(record).filter(({ day }) => !days.has(day));
  return [...fused, ...byHand].toSorted((left, right) => (left.day < right.day ? -1 : 1));
}

/** The mean weight of the birds on each day of sale, oldest first. */
function saleWeightsOf({ sales, lastDay }: FlockRecord): readonly WeightOnDay[] {
  return sales.flatMap(({ date, totalWeightKg, birdsCount }) => {
    const kg = averageWeightKg(totalWeightKg, birdsCount);
    return kg === null || kg <= 0 || lastDay === null || date > lastDay
      ? []
      : [{ day: date, g: kg * 1000 }];
  });
}

import type { StoredOf } from '../../model/resources/registry.ts';
import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { median } from '../../tools/statistics.ts';
import { type Arrival, ageDays } from '../metrics/dates.ts';
import type { WeightOnDay } from '../metrics/weight.ts';
import { type BirdKind, birdKind, findBreed } from '../standards/breed-lookup.ts';
import type { BreedName } from '../standards/breed-tables.ts';
import { clampedFeedG, clampedWeightG, firstAge } from '../standards/standard-values.ts';

/** A weighing; `camerasG` is the weight by agreeing calibrated cameras that contradicts it. */
export interface EvaluatedWeighing extends WeightOnDay {
  readonly camerasG?: number | null;
}

/**
 * Maximum deviation of a weighing from three agreeing calibrated cameras, as a share of their
 * weight.
 */
const MAX_CAMERA_DEVIATION = 0.15;

/** The limits of plausible weights, as multiples of a published curve. */
interface WeightLimits {
  /** The breed of the curve; defaults to the flock's own breed. */
  readonly like?: BreedName;
  readonly low: number;
  readonly high: number;
}

/**
 * Maximum deviation of the mean weight of a flock from the published curve. The limits are this
 * project's own and intentionally wide: they find typing errors (an extra digit, kg instead of g,
 * swapped values), not underperforming flocks, which alerts report.
 *
 * - A breed with a table: as hatched, both sexes; objectives of one sex are within 15 % of the mean
 *   of both (Aviagen and Cobb objectives 2022). A factor of ten gives 10 or 0.1.
 * - Broilers of another breed: slow-growing and local birds reach a part of Ross 308 at the same
 *   age (the chicks of R's ChickWeight data 0.18 to 0.27 of it at 21 days).
 * - Layers of another breed: pullets and hens are near Hy-Line Brown, broiler breeders at about
 *   twice its weight.
 * - Turkeys of another breed: light lines at about a third of B.U.T. 6, heavy toms at 1.4.
 */
const WEIGHT_LIMITS: Readonly<Record<BirdKind | 'known', WeightLimits>> = {
  known: { low: 0.4, high: 1.6 },
  broiler: { like: 'ross_308', low: 0.15, high: 1.6 },
  layer: { like: 'hyline_brown', low: 0.4, high: 3 },
  turkey: { like: 'turkey_but6', low: 0.2, high: 1.6 },
};

/**
 * Maximum weight change relative to the curve since the previous weighings: 30 %, plus 3 % for each
 * day between (this project's own; samples of a hundred birds repeat within 10 %).
 */
const CHANGE = { atOnce: 0.3, perDay: 0.03, withinDays: 14, weighings: 3, fromAge: 5 } as const;

/**
 * Maximum feed per bird and day, as a multiple of the standard, and the lowest value of that limit,
 * in g: the first feed of chicks is laid out on paper in advance, and refused feed is weighed back
 * late.
 */
const FEED = { most: 3, floorG: 120 } as const;

/**
 * Maximum water per bird and day, in mL per g of standard feed, and the lowest value of that limit.
 * The usual ratio is 1.8 (Pesti et al. 1985); at 40 °C birds drink 2.3 times as much (Fairchild and
 * Ritz), and a leaking line may double that.
 */
const WATER = { mostPerFeedG: 9, floorMl: 300 } as const;

/**
 * Maximum eggs per bird and day: a hen lays at most one in about 24 hours (a cycle of 24 to 26);
 * a tenth more for eggs that were collected a day late.
 */
const MOST_EGGS = 1.1;

/**
 * Minimum weight of growing birds, as a share of their lightest recent weighing; samples differ.
 */
const LEAST_KEPT = 0.9;

/** Recorded values that are checked for plausibility. */
export type SuspectField = 'avgWeightGr' | 'feedKg' | 'waterL' | 'eggs' | 'totalWeightKg';

/** A value outside the plausible range for the breed and age, with the expected range. */
export interface SuspectValue {
  readonly resource: 'daily-logs' | 'sales';
  readonly id: string;
  readonly field: SuspectField;
  readonly day: CalendarDay;
  readonly value: number;
  /**
   * Null when only an upper limit applies: too little feed or water is a real problem, not a typing
   * error.
   */
  readonly low: number | null;
  readonly high: number;
  /**
   * Whether three agreeing calibrated cameras contradict the value; low and high are then theirs.
   */
  readonly byCameras?: boolean;
}

/** The fields of a flock that determine its plausible values. */
export interface EvaluatedFlock extends Arrival {
  readonly breed: string | null;
  readonly kind: BirdKind;
}

/** The input of the plausibility checks for a flock. */
export function flockForPlausibility(
  flock: Arrival & { readonly breed: string | null; readonly barnType: string | null },
): EvaluatedFlock {
  return { ...flock, kind: birdKind(flock.breed, flock.barnType) };
}

/** The fields of a daily log that are checked, with the number of birds. */
export type EvaluatedLog = Pick<
  StoredOf<'daily-logs'>,
  'id' | 'date' | 'avgWeightGr' | 'camerasWeightGr' | 'feedKg' | 'waterL' | 'eggs'
>;

/** The fields of a sale that are checked. */
export type EvaluatedSale = Pick<StoredOf<'sales'>, 'id' | 'date' | 'birdsCount' | 'totalWeightKg'>;

/** A range of plausible values. */
export interface PlausibleRange {
  readonly low: number;
  readonly high: number;
}

/**
 * The plausible weight of a bird on a day, in g: from its breed and age, and from the weighings of
 * the last 14 days that are within the limits of their own age.
 */
export function plausibleWeightG(
  flock: EvaluatedFlock,
  day: CalendarDay,
  before: readonly EvaluatedWeighing[],
): PlausibleRange {
  const curve = curveOn(flock, day);
  const limits = limitsOf(flock);
  const byAge = { low: curve * limits.low, high: curve * limits.high };
  // Poults and chicks below the first published weight are simply younger.
  const age = ageDays(flock, day);
  const low = age < firstAge(curveBreed(flock)) ? 0 : byAge.low;
  const priorWeighings = age < CHANGE.fromAge ? [] : comparable(flock, day, before);
  const usual = median(priorWeighings.map(({ g, day: on }) => g / curveOn(flock, on)));
  if (usual === null) return { low, high: byAge.high };
  const days = Math.min(...priorWeighings.map((weighing) => daysBetween(weighing.day, day)));
  const change = 1 + CHANGE.atOnce + CHANGE.perDay * days;
  const expected = curve * usual;
  // Growing birds do not lose weight; moulting hens do.
  const minimumG =
    flock.kind === 'layer' ? 0 : LEAST_KEPT * Math.min(...priorWeighings.map(({ g }) => g));
  return {
    low: Math.max(low, expected / change, minimumG),
    high: Math.min(byAge.high, expected * change),
  };
}

/** The plausible weighings of a flock, oldest first. */
export function plausibleWeighings<W extends EvaluatedWeighing>(
  flock: EvaluatedFlock,
  weighings: readonly W[],
): readonly W[] {
  return weighings.filter(
    ({ day, g, camerasG }, index) =>
      camerasG == null && !isOutside(g, plausibleWeightG(flock, day, weighings.slice(0, index))),
  );
}

/** The last plausible weighing of a flock; undefined without one. */
export function lastPlausibleWeighing<W extends EvaluatedWeighing>(
  flock: Arrival & { readonly breed: string | null; readonly barnType: string | null },
  weighings: readonly W[],
): W | undefined {
  return plausibleWeighings(flockForPlausibility(flock), weighings).at(-1);
}

/**
 * The implausible values of a log; feed, water and eggs only when the number of birds is known.
 */
export function suspectLogValues(
  flock: EvaluatedFlock,
  log: EvaluatedLog,
  neighbours: { readonly birds: number | null; readonly weighings: readonly EvaluatedWeighing[] },
): readonly SuspectValue[] {
  const { id, date: day, avgWeightGr } = log;
  const row = { resource: 'daily-logs', id, day } as const;
  const suspects: SuspectValue[] = [];
  if (avgWeightGr !== null && avgWeightGr > 0) {
    const range = besideCameras(
      plausibleWeightG(flock, day, neighbours.weighings),
      log.camerasWeightGr,
    );
    if (log.camerasWeightGr !== null || isOutside(avgWeightGr, range))
      suspects.push({
        ...{ ...row, field: 'avgWeightGr', value: avgWeightGr, ...range },
        ...(log.camerasWeightGr === null ? {} : { byCameras: true }),
      });
  }
  if (neighbours.birds === null || neighbours.birds <= 0) return suspects;
  const maximumG = mostOfDay(standardFeedNear(flock, day), neighbours.birds);
  for (const field of ['feedKg', 'waterL', 'eggs'] as const) {
    const [value, high] = [log[field], maximumG[field]];
    if (value !== null && value > high) suspects.push({ ...row, field, value, low: null, high });
  }
  return suspects;
}

/** The maximum plausible amounts of a day for that many birds with a standard feed in g. */
function mostOfDay(feedG: number, birds: number) {
  return {
    feedKg: (Math.max(FEED.floorG, FEED.most * feedG) * birds) / 1000,
    waterL: (Math.max(WATER.floorMl, WATER.mostPerFeedG * feedG) * birds) / 1000,
    eggs: mostEggs(birds),
  };
}

/**
 * Whether there are more eggs than hens that were alive in the morning, but not more than with eggs
 * that were collected a day late: only questioned at entry, because it can be right.
 */
export function isMoreThanHens(eggs: number | null, birds: number): boolean {
  return eggs !== null && birds > 0 && eggs > birds && eggs <= mostEggs(birds);
}

function mostEggs(birds: number): number {
  return Math.ceil(MOST_EGGS * birds);
}

/**
 * The weight of a sale if it is implausible for the birds sold; undefined if plausible or unknown.
 */
export function suspectSaleWeight(
  flock: EvaluatedFlock,
  sale: EvaluatedSale,
): SuspectValue | undefined {
  const { id, date: day, birdsCount, totalWeightKg: value } = sale;
  if (value === null || value <= 0 || birdsCount === null || birdsCount <= 0) return undefined;
  const range = plausibleWeightG(flock, day, []);
  const [low, high] = [(range.low * birdsCount) / 1000, (range.high * birdsCount) / 1000];
  if (!isOutside(value, { low, high })) return undefined;
  return { resource: 'sales', id, field: 'totalWeightKg', day, value, low, high };
}

/**
 * Least feed of growing birds on a whole day, as a multiple of the standard, from an age at which
 * no feed is laid out in advance. Heat takes up to a third of the feed, severe disease about two
 * thirds, and withdrawal before catching half a day (8 to 12 hours); a tenth is below all of them.
 * Hens that moult may not eat at all. None of it is a typing error, unlike a missing digit.
 */
const LEAST_FEED = { least: 0.1, fromAge: 7 } as const;

/**
 * Too little feed for the birds of a flock that stayed over a day, which is only questioned at
 * entry: it can be right. Undefined for plausible feed, and for none.
 */
export function tooLittleFeed(
  flock: EvaluatedFlock,
  { id, date: day, feedKg: value }: Pick<EvaluatedLog, 'id' | 'date' | 'feedKg'>,
  birds: number,
): SuspectValue | undefined {
  if (!value || flock.kind === 'layer' || ageDays(flock, day) < LEAST_FEED.fromAge)
    return undefined;
  const standardG = standardFeedNear(flock, day);
  const low = (LEAST_FEED.least * standardG * birds) / 1000;
  const { feedKg: high } = mostOfDay(standardG, birds);
  return value < low
    ? { resource: 'daily-logs', id, field: 'feedKg', day, value, low, high }
    : undefined;
}

/** Standard feed of the birds of a flock on a day, in kg. */
export function usualFeedKg(flock: EvaluatedFlock, birds: number, day: CalendarDay): number {
  return (standardFeedNear(flock, day) * birds) / 1000;
}

/** The range of that day's cameras if they contradict the weighing. */
function besideCameras(range: PlausibleRange, camerasG: number | null): PlausibleRange {
  if (camerasG === null) return range;
  return {
    low: camerasG * (1 - MAX_CAMERA_DEVIATION),
    high: camerasG * (1 + MAX_CAMERA_DEVIATION),
  };
}

function isOutside(value: number, { low, high }: PlausibleRange): boolean {
  return value < low || value > high;
}

/** The last weighings before a day that are comparable with one on that day. */
function comparable(flock: EvaluatedFlock, day: CalendarDay, before: readonly EvaluatedWeighing[]) {
  const { low, high } = limitsOf(flock);
  const accepted: EvaluatedWeighing[] = [];
  for (let at = before.length - 1; at >= 0 && accepted.length < CHANGE.weighings; at--) {
    const weighing = before[at];
    const days = weighing ? daysBetween(weighing.day, day) : 0;
    if (!weighing || days > CHANGE.withinDays) break;
    const ratio = weighing.g / curveOn(flock, weighing.day);
    const isBelieved = weighing.camerasG == null && ratio >= low && ratio <= high;
    if (days > 0 && isBelieved) accepted.push(weighing);
  }
  return accepted;
}

function limitsOf({ breed, kind }: EvaluatedFlock): WeightLimits {
  return WEIGHT_LIMITS[findBreed(breed) ? 'known' : kind];
}

/** The breed whose curve is used for a flock: its own, else the reference breed of its kind. */
function curveBreed({ breed, kind }: EvaluatedFlock): BreedName {
  return findBreed(breed) ?? WEIGHT_LIMITS[kind].like ?? 'ross_308';
}

/** The weight of the curve at the age of a flock, in g; clamped at both ends. */
function curveOn(flock: EvaluatedFlock, day: CalendarDay): number {
  return clampedWeightG(curveBreed(flock), ageDays(flock, day));
}

/** Standard feed at the age of a flock, in g; clamped at both ends. */
function standardFeedNear(flock: EvaluatedFlock, day: CalendarDay): number {
  return clampedFeedG(curveBreed(flock), ageDays(flock, day));
}

import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { median } from '../../tools/statistics.ts';
import { type Arrival, ageDays } from '../metrics/dates.ts';
import type { WeightOnDay } from '../metrics/weight.ts';
import { type BirdKind, birdKind, findBreed } from '../standards/breed-lookup.ts';
import { type BreedName, breedTables } from '../standards/breed-tables.ts';
import {
  publishedValues,
  standardDailyFeedG,
  standardValue,
} from '../standards/standard-values.ts';

/** A weighing; `camerasG` is the weight by agreeing calibrated cameras that contradicts it. */
export interface EvaluatedWeighing extends WeightOnDay {
  readonly camerasG?: number | null;
}

/** How far a weighing may lie from three agreeing calibrated cameras, as a share of their weight. */
const BESIDE_CAMERAS = 0.15;

/** The limits outside which a weight is not believed, as multiples of a published curve. */
interface WeightLimits {
  /** Whose curve; that of the flock's own breed where none is named. */
  readonly like?: BreedName;
  readonly low: number;
  readonly high: number;
}

/**
 * How far the mean weight of a flock may lie from the published curve. The limits are this project's
 * own and wide on purpose: they find mistakes of writing (a digit too many, kg for g, figures that
 * changed places), not flocks that do badly, which the alarms are for.
 *
 * - A breed with a table: as hatched, both sexes; objectives of one sex lie within 15 % of the mean
 *   of both (Aviagen and Cobb objectives 2022). Ten times too much or too little lies at 10 or 0.1.
 * - Broilers of another breed: slow-growing and local birds reach a part of Ross 308 at the same
 *   age (the chicks of R's ChickWeight data 0.18 to 0.27 of it at 21 days).
 * - Layers of another breed: pullets and hens lie near Hy-Line Brown, broiler breeders at about
 *   twice its weight.
 * - Turkeys of another breed: light lines at about a third of B.U.T. 6, toms of heavy ones at 1.4.
 */
const WEIGHT_LIMITS: Readonly<Record<BirdKind | 'known', WeightLimits>> = {
  known: { low: 0.4, high: 1.6 },
  broiler: { like: 'ross_308', low: 0.15, high: 1.6 },
  layer: { like: 'hyline_brown', low: 0.4, high: 3 },
  turkey: { like: 'turkey_but6', low: 0.2, high: 1.6 },
};

/**
 * How much the weight may have changed against the curve since the weighings before: by 30 % and
 * 3 % more for each day between (this project's own; samples of a hundred birds repeat within 10 %).
 */
const CHANGE = { atOnce: 0.3, perDay: 0.03, withinDays: 14, weighings: 3, fromAge: 5 } as const;

/**
 * Most feed of a bird and day, as a multiple of the standard, and the least that limit is, in g:
 * the first feed of chicks is laid out on paper ahead, and refused feed is weighed back late.
 */
const FEED = { most: 3, floorG: 120 } as const;

/**
 * Most water of a bird and day, in mL for each g of standard feed, and the least that limit is.
 * Usual are 1.8 (Pesti et al. 1985); at 40 °C birds drink 2.3 times as much (Fairchild and Ritz),
 * and a leaking line may double that.
 */
const WATER = { mostPerFeedG: 9, floorMl: 300 } as const;

/** Growing birds do not weigh less than this share of their lightest recent weighing; samples differ. */
const LEAST_KEPT = 0.9;

/** Values of records that may turn out not to be believable. */
export type SuspectField = 'avgWeightGr' | 'feedKg' | 'waterL' | 'totalWeightKg';

/** A value outside what birds of that breed and age can have, with what was to be expected. */
export interface SuspectValue {
  readonly resource: 'daily-logs' | 'sales';
  readonly id: string;
  readonly field: SuspectField;
  readonly day: CalendarDay;
  readonly value: number;
  /** Null where only too much is doubted: little feed or water is trouble, not a mistake. */
  readonly low: number | null;
  readonly high: number;
  /** Whether three agreeing calibrated cameras contradict it; low and high are theirs. */
  readonly byCameras?: boolean;
}

/** What of a flock says what its values may be. */
export interface EvaluatedFlock extends Arrival {
  readonly breed: string | null;
  readonly kind: BirdKind;
}

/** A flock as its values are judged. */
export function flockForPlausibility(
  flock: Arrival & { readonly breed: string | null; readonly barnType: string | null },
): EvaluatedFlock {
  return { ...flock, kind: birdKind(flock.breed, flock.barnType) };
}

/** What of a daily log is judged, with the birds it is about. */
export type EvaluatedLog = Pick<
  StoredOf<'daily-logs'>,
  'id' | 'date' | 'avgWeightGr' | 'camerasWeightGr' | 'feedKg' | 'waterL'
>;

/** What of a sale is judged. */
export type EvaluatedSale = Pick<StoredOf<'sales'>, 'id' | 'date' | 'birdsCount' | 'totalWeightKg'>;

const UNITS = { avgWeightGr: 'g', feedKg: 'kg', waterL: 'L', totalWeightKg: 'kg' } as const;

/** A range of values that are believed. */
export interface PlausibleRange {
  readonly low: number;
  readonly high: number;
}

/**
 * What a bird of a flock may weigh on a day, in g: by its breed and age, and by the weighings
 * before, of which those of the last 14 days that lie within the limits of their own age count.
 */
export function plausibleWeightG(
  flock: EvaluatedFlock,
  day: CalendarDay,
  before: readonly EvaluatedWeighing[],
): PlausibleRange {
  const curve = curveOn(flock, day);
  const limits = limitsOf(flock);
  const byAge = { low: curve * limits.low, high: curve * limits.high };
  // Poults and chicks that are lighter than the first published weight are simply younger.
  const age = ageDays(flock, day);
  const low = age < firstAge(curveBreed(flock)) ? 0 : byAge.low;
  const known = age < CHANGE.fromAge ? [] : comparable(flock, day, before);
  const usual = median(known.map(({ g, day: on }) => g / curveOn(flock, on)));
  if (usual === null) return { low, high: byAge.high };
  const days = Math.min(...known.map((weighing) => daysBetween(weighing.day, day)));
  const change = 1 + CHANGE.atOnce + CHANGE.perDay * days;
  const expected = curve * usual;
  // Growing birds lose no weight; hens do in a moult.
  const least = flock.kind === 'layer' ? 0 : LEAST_KEPT * Math.min(...known.map(({ g }) => g));
  return {
    low: Math.max(low, expected / change, least),
    high: Math.min(byAge.high, expected * change),
  };
}

/** The weighings of a flock that can be believed; the oldest first, as they come. */
export function plausibleWeighings<W extends EvaluatedWeighing>(
  flock: EvaluatedFlock,
  weighings: readonly W[],
): readonly W[] {
  return weighings.filter(
    ({ day, g, camerasG }, index) =>
      camerasG == null && !isOutside(g, plausibleWeightG(flock, day, weighings.slice(0, index))),
  );
}

/** The last weighing of a flock that can be believed; undefined without one. */
export function lastPlausibleWeighing<W extends EvaluatedWeighing>(
  flock: Arrival & { readonly breed: string | null; readonly barnType: string | null },
  weighings: readonly W[],
): W | undefined {
  return plausibleWeighings(flockForPlausibility(flock), weighings).at(-1);
}

/** The values of a log that cannot be believed; feed and water only where its birds are known. */
export function suspectLogValues(
  flock: EvaluatedFlock,
  log: EvaluatedLog,
  around: { readonly birds: number | null; readonly weighings: readonly EvaluatedWeighing[] },
): readonly SuspectValue[] {
  const { id, date: day, avgWeightGr, feedKg, waterL } = log;
  const row = { resource: 'daily-logs', id, day } as const;
  const found: SuspectValue[] = [];
  if (avgWeightGr !== null && avgWeightGr > 0) {
    const range = besideCameras(
      plausibleWeightG(flock, day, around.weighings),
      log.camerasWeightGr,
    );
    if (log.camerasWeightGr !== null || isOutside(avgWeightGr, range))
      found.push({
        ...{ ...row, field: 'avgWeightGr', value: avgWeightGr, ...range },
        ...(log.camerasWeightGr === null ? {} : { byCameras: true }),
      });
  }
  if (around.birds === null || around.birds <= 0) return found;
  const feedG = standardFeedNear(flock, day);
  const mostFeedKg = (Math.max(FEED.floorG, FEED.most * feedG) * around.birds) / 1000;
  if (feedKg !== null && feedKg > mostFeedKg)
    found.push({ ...row, field: 'feedKg', value: feedKg, low: null, high: mostFeedKg });
  const mostWaterL = (Math.max(WATER.floorMl, WATER.mostPerFeedG * feedG) * around.birds) / 1000;
  if (waterL !== null && waterL > mostWaterL)
    found.push({ ...row, field: 'waterL', value: waterL, low: null, high: mostWaterL });
  return found;
}

/** The weight of a sale when it cannot be that of its birds; undefined when it can, or is unknown. */
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

/** What birds of a flock eat on a day by the standard, in kg. */
export function usualFeedKg(flock: EvaluatedFlock, birds: number, day: CalendarDay): number {
  return (standardFeedNear(flock, day) * birds) / 1000;
}

/** What is doubted about a value, as a text: `suspect.range` or, where only much is, `suspect.most`. */
export function suspectText(suspect: Omit<SuspectValue, 'id' | 'resource'>): Message {
  const { field, day, value, low, high } = suspect;
  const unit = UNITS[field];
  const shown = (quantity: number) => ({ quantity: roundedLimit(quantity), unit });
  return message(low === null ? 'suspect.most' : 'suspect.range', {
    field,
    day: { day },
    value: { quantity: value, unit },
    low: shown(low ?? 0),
    high: shown(high),
  });
}

/** What is doubted about the deaths of a day, of the birds alive in the morning. */
export function deathsText(doubted: {
  readonly day: CalendarDay;
  readonly deaths: number;
  readonly pct: number;
}): Message {
  return message('suspect.deaths', {
    day: { day: doubted.day },
    deaths: { quantity: doubted.deaths, unit: 'birds' },
    pct: { quantity: roundedLimit(doubted.pct), unit: '%' },
  });
}

/** Limits are wide: two figures say all they have to say. */
function roundedLimit(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(2));
}

/** The range of the cameras of that day where they contradict the weighing. */
function besideCameras(range: PlausibleRange, camerasG: number | null): PlausibleRange {
  if (camerasG === null) return range;
  return { low: camerasG * (1 - BESIDE_CAMERAS), high: camerasG * (1 + BESIDE_CAMERAS) };
}

function isOutside(value: number, { low, high }: PlausibleRange): boolean {
  return value < low || value > high;
}

/** The last weighings before a day that can be compared with one of that day. */
function comparable(flock: EvaluatedFlock, day: CalendarDay, before: readonly EvaluatedWeighing[]) {
  const { low, high } = limitsOf(flock);
  const found: EvaluatedWeighing[] = [];
  for (let at = before.length - 1; at >= 0 && found.length < CHANGE.weighings; at--) {
    const weighing = before[at];
    const days = weighing ? daysBetween(weighing.day, day) : 0;
    if (!weighing || days > CHANGE.withinDays) break;
    const ratio = weighing.g / curveOn(flock, weighing.day);
    const isBelieved = weighing.camerasG == null && ratio >= low && ratio <= high;
    if (days > 0 && isBelieved) found.push(weighing);
  }
  return found;
}

function limitsOf({ breed, kind }: EvaluatedFlock): WeightLimits {
  return WEIGHT_LIMITS[findBreed(breed) ? 'known' : kind];
}

/** The breed by whose curve a flock is judged: its own, else the one its kind is held against. */
function curveBreed({ breed, kind }: EvaluatedFlock): BreedName {
  return findBreed(breed) ?? WEIGHT_LIMITS[kind].like ?? 'ross_308';
}

/** The weight of the curve at the age of a flock, held at its ends, in g. */
function curveOn(flock: EvaluatedFlock, day: CalendarDay): number {
  return kept(curves, { breed: curveBreed(flock), age: ageDays(flock, day) }, heldWeightG);
}

/** Standard feed at the age of a flock, in g; by the weight of the curve where none is published. */
function standardFeedNear(flock: EvaluatedFlock, day: CalendarDay): number {
  return kept(feeds, { breed: curveBreed(flock), age: ageDays(flock, day) }, heldFeedG);
}

interface BreedAge {
  readonly breed: BreedName;
  readonly age: number;
}

type ByAge = Map<BreedName, Map<number, number>>;

// Every log of every flock is judged, and there are few breeds and ages.
const curves: ByAge = new Map();
const feeds: ByAge = new Map();

function kept(known: ByAge, { breed, age }: BreedAge, compute: (at: BreedAge) => number): number {
  const held = { breed, age: Math.min(lastAge(breed), Math.max(firstAge(breed), age)) };
  const ages = known.get(breed) ?? new Map<number, number>();
  known.set(breed, ages);
  const value = ages.get(held.age) ?? compute(held);
  ages.set(held.age, value);
  return value;
}

function heldWeightG({ breed, age }: BreedAge): number {
  return standardValue(breed, 'weightG', age) ?? Number.NaN;
}

/** Broilers eat about 98.9 g times their weight in kg to the power 0.677 (the breeders' tables). */
const FEED_BY_WEIGHT = { gAt1Kg: 98.9, power: 0.677 } as const;

function heldFeedG(at: BreedAge): number {
  const published = standardDailyFeedG(at.breed, at.age);
  if (published !== null && published > 0) return published;
  return FEED_BY_WEIGHT.gAt1Kg * (heldWeightG(at) / 1000) ** FEED_BY_WEIGHT.power;
}

function firstAge(breed: BreedName): number {
  return publishedValues(breedTables[breed], 'weightG')[0]?.[0] ?? 0;
}

function lastAge(breed: BreedName): number {
  return publishedValues(breedTables[breed], 'weightG').at(-1)?.[0] ?? 0;
}

import type { CalendarDay } from '../../tools/calendar.ts';
import { percentOf } from '../../tools/statistics.ts';

/** Number of birds in a flock on one day. */
export interface DailyPopulation {
  /** At the start: alive at the end of the day before. */
  readonly opening: number;
  /** At the end. */
  readonly closing: number;
  /** The mean of both; the basis of feed and water per bird. */
  readonly average: number;
}

/**
 * The birds of a flock on a day, from those placed and those that died, were culled or sold before
 * and on it. Null when the number placed is unknown or exceeded by the birds removed: per-bird
 * figures are then invalid.
 */
export function dailyPopulation(input: {
  readonly placed: number | null;
  readonly removedBefore: number;
  readonly removedOn: number;
}): DailyPopulation | null {
  if (input.placed === null) return null;
  const opening = input.placed - input.removedBefore;
  const closing = opening - input.removedOn;
  return closing < 0 ? null : { opening, closing, average: (opening + closing) / 2 };
}

/** Birds that left a flock up to a day, by reason. */
export interface BirdLosses {
  readonly mortality: number;
  readonly culls: number;
  /** Delivered, including condemned birds. */
  readonly sold: number;
}

/** The fields of a flock that determine whether its birds are in the barn. */
export interface PlacedFlock extends Placement {
  readonly status: string | null;
  readonly placementDate: CalendarDay;
}

/** Whether the birds of a flock are in its barn on a day: active or selling, and placed by then. */
export function isInside(
  { status, placementDate }: Pick<PlacedFlock, 'status' | 'placementDate'>,
  day: CalendarDay,
): boolean {
  return (status === 'active' || status === 'selling') && placementDate <= day;
}

/**
 * Birds of a flock in its barn at the end of a day, given the losses up to that day. 0 before
 * placement, once closed and when cancelled; null when the number placed is unknown or exceeded by
 * the birds removed.
 */
export function flockLiveBirds(
  flock: PlacedFlock,
  losses: BirdLosses,
  day: CalendarDay,
): number | null {
  if (!isInside(flock, day)) return 0;
  return liveBirds(placedBirds(flock), losses.mortality + losses.culls + losses.sold);
}

/**
 * Birds alive: placed minus died, culled and sold. Null when the number placed is unknown or
 * exceeded by the birds removed, because a counting error makes the remainder unknown.
 */
export function liveBirds(placed: number | null, removed: number): number | null {
  return placed === null || removed > placed ? null : placed - removed;
}

/** Numbers of birds ordered and received. */
export interface Placement {
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
}

/** Initial number of birds of a flock: received, else ordered; null when neither is known. */
export function placedBirds({ chicksOrdered, chicksReceived }: Placement): number | null {
  return chicksReceived ?? chicksOrdered;
}

/** The last recorded days of a closed flock. */
export interface FlockEnd {
  readonly closedDay: CalendarDay | null;
  readonly lastLogDate: CalendarDay | null;
  readonly lastSaleDate: CalendarDay | null;
}

/**
 * The last day on which birds of a closed flock were in the barn: the last sale or log, but no
 * later than the closing, because a flock is often closed in the records days after the birds left.
 */
export function lastDayInside(end: FlockEnd): CalendarDay | null {
  const traces = [end.lastLogDate, end.lastSaleDate].filter((day) => day !== null);
  const trace = traces.toSorted().at(-1) ?? null;
  const bounds = [trace, end.closedDay].filter((day) => day !== null);
  return bounds.toSorted()[0] ?? null;
}

/** Chicks ordered but not received, in % of those ordered; negative when more were received. */
export function shortReceivedPct({ chicksOrdered, chicksReceived }: Placement): number | null {
  if (chicksOrdered === null || chicksReceived === null) return null;
  return percentOf(chicksOrdered - chicksReceived, chicksOrdered);
}

/** Why the birds of a flock cannot have been in the barn on a day; null when they may have been. */
export function absenceOn(
  {
    status,
    placementDate,
    closedOn = null,
  }: {
    readonly status: string | null;
    readonly placementDate: CalendarDay;
    /** The day it was closed; null while open. */
    readonly closedOn?: CalendarDay | null;
  },
  day: CalendarDay,
): 'plannedFlock' | 'beforePlacement' | 'afterClosure' | null {
  if (status === 'planned') return 'plannedFlock';
  if (day < placementDate) return 'beforePlacement';
  return closedOn !== null && day > closedOn ? 'afterClosure' : null;
}

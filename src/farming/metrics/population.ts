import type { CalendarDay } from '../../tools/calendar.ts';
import { percentOf } from './ratio.ts';

/** Birds in a flock on one day. */
export interface DailyPopulation {
  /** At the beginning: alive at the end of the day before. */
  readonly opening: number;
  /** At the end. */
  readonly closing: number;
  /** The mean of both, to which what is eaten and drunk is related. */
  readonly average: number;
}

/**
 * The birds of a flock on a day, from those placed and those that died, were culled or sold before
 * and on it. Null when the number placed is not known or the records take away more than that: no
 * figure per bird holds then.
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

/** Birds that left a flock up to a day, by the reason. */
export interface BirdLosses {
  readonly mortality: number;
  readonly culls: number;
  /** Delivered, condemned ones included. */
  readonly sold: number;
}

/** What of a flock says whether its birds are there at all. */
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
 * Birds of a flock that are in its barn at the end of a day, up to which the losses are given. 0
 * before the flock is placed, once it is closed and when it was cancelled; null when it is not known
 * how many were placed, and when the records take away more than that.
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
 * Birds alive: those placed less those that died, were culled or sold; null when it is not known how
 * many were placed, and when the records take away more than that: somebody miscounted, so nobody
 * knows how many are left.
 */
export function liveBirds(placed: number | null, removed: number): number | null {
  return placed === null || removed > placed ? null : placed - removed;
}

/** How many birds were ordered and how many came. */
export interface Placement {
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
}

/** Birds a flock began with: those received, else those ordered; null when neither is known. */
export function placedBirds({ chicksOrdered, chicksReceived }: Placement): number | null {
  return chicksReceived ?? chicksOrdered;
}

/** The last traces of a flock that is closed. */
export interface FlockEnd {
  readonly closedDay: CalendarDay | null;
  readonly lastLogDate: CalendarDay | null;
  readonly lastSaleDate: CalendarDay | null;
}

/**
 * The last day on which birds of a closed flock were in the barn: that of the last sale or log,
 * since a flock is often closed on paper days after the birds left, but no later than the closing.
 */
export function lastDayInside(end: FlockEnd): CalendarDay | null {
  const traces = [end.lastLogDate, end.lastSaleDate].filter((day) => day !== null);
  const trace = traces.toSorted().at(-1) ?? null;
  const bounds = [trace, end.closedDay].filter((day) => day !== null);
  return bounds.toSorted()[0] ?? null;
}

/** Chicks ordered that did not come, in % of those ordered; negative when more came. */
export function shortReceivedPct({ chicksOrdered, chicksReceived }: Placement): number | null {
  if (chicksOrdered === null || chicksReceived === null) return null;
  return percentOf(chicksOrdered - chicksReceived, chicksOrdered);
}

/** Why the birds of a flock were not in the barn on a day; null where they may have been. */
export function absenceOn(
  {
    status,
    placementDate,
    closedOn = null,
  }: {
    readonly status: string | null;
    readonly placementDate: CalendarDay;
    /** The day it was closed; null while it is not. */
    readonly closedOn?: CalendarDay | null;
  },
  day: CalendarDay,
): 'plannedFlock' | 'beforePlacement' | 'afterClosure' | null {
  if (status === 'planned') return 'plannedFlock';
  if (day < placementDate) return 'beforePlacement';
  return closedOn !== null && day > closedOn ? 'afterClosure' : null;
}

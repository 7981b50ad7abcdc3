import type { CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { currentWeight } from '../flocks/barn-state.ts';
import type { WeightOnDay } from '../metrics/daily-gain-g.ts';
import { standardWeightOn } from '../metrics/standard-weight-on.ts';
import type { GrowingFlock } from './growing-flock.ts';
import type { VisionReading } from './vision-reading.ts';

/** A flock of a barn in which several flocks stand together. */
export interface MixedFlock {
  readonly flock: GrowingFlock;
  /** Null when unknown. */
  readonly live: number | null;
  readonly weighings: readonly WeightOnDay[];
}

/**
 * The expected weight of a bird of each flock by that of the mean bird of the barn, by flock.
 * Cameras weigh the mixture: its weight times this is that of the flock. Null where the birds or
 * the standard weight of one flock are unknown: the mixture cannot be divided then.
 */
export function shareOfMixture(
  flocks: readonly MixedFlock[],
  day: CalendarDay,
): ReadonlyMap<string, number> | null {
  const birds = flocks.map(({ flock, live, weighings }) => ({
    flockId: flock.flockId,
    live,
    g: expectedG(flock, weighings, day),
  }));
  const known = birds.flatMap(({ flockId, live, g }) =>
    live === null || g === null ? [] : [{ flockId, live, g }],
  );
  const all = sum(known.map(({ live }) => live));
  if (known.length < flocks.length || all === 0) return null;
  const meanG = sum(known.map(({ live, g }) => live * g)) / all;
  return new Map(known.map(({ flockId, g }) => [flockId, g / meanG]));
}

/** What cameras weighed in a mixed barn, as weights of one flock of it; nothing without a share. */
export function readingsOfShare(
  readings: readonly VisionReading[],
  flockId: string,
  shares: ReadonlyMap<string, number> | null,
): readonly VisionReading[] {
  const share = shares?.get(flockId);
  if (share === undefined) return [];
  return readings.map((reading) => ({
    ...reading,
    flockId,
    value: reading.value === null ? null : reading.value * share,
  }));
}

/** By the last weighing, else the standard. */
function expectedG(
  { flockId: id, ...flock }: GrowingFlock,
  weighings: readonly WeightOnDay[],
  day: CalendarDay,
): number | null {
  const last = weighings.findLast((weighing) => weighing.day <= day);
  const weight = last ? ({ ...last, source: 'manual', uncalibrated: false } as const) : null;
  return currentWeight({ flock: { id, ...flock }, weight }, day).g ?? standardWeightOn(flock, day);
}

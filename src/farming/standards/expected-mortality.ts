import type { BreedTable } from './breed-table.ts';

// biome-ignore format: a week a line.
const BROILER_FIRST_DAYS = [
  0, 0.1, 0.11, 0.13, 0.13, 0.09, 0.06, 0.04,
  0.065, 0.062, 0.06,
] as const;
const BROILER_PLATEAU_PCT = 0.0585;
const BROILER_RISE_FROM_DAY = 31;

const LAYER_YOUNG_WEEKLY_PCT = 0.07;
const LAYER_OLD_WEEKLY_PCT = 0.11;
const LAYER_RISE_WEEKS = { from: 45, to: 60 } as const;

/**
 * Birds expected to die on a day of age, in % of those placed. Broilers and turkeys: a peak on
 * days 3 and 4, flat to day 30, then rising, 0.66 % in the first week and 3.52 % up to day 42.
 * Layers: 0.07 % a week up to 45 weeks, 0.11 % from 60 weeks.
 * Source: means of 107 German Ross 308 flocks (Frontiers 2022.957786), the shape after Tabler's 38
 * flocks; layers after the ISA Brown product guide.
 */
export function expectedMortalityPct(kind: BreedTable['kind'], ageDays: number): number {
  if (ageDays < 1) return 0;
  return kind === 'layer' ? layerPct(ageDays / 7) : broilerPct(Math.floor(ageDays));
}

/** Birds expected to have died from day 1 up to and including a day of age, in % of those placed. */
export function expectedCumulativeMortalityPct(kind: BreedTable['kind'], ageDays: number): number {
  const known = cumulative[kind];
  const last = Math.floor(Math.min(ageDays, OLDEST_DAYS));
  for (let age = known.length; age <= last; age++)
    known.push((known.at(-1) ?? 0) + expectedMortalityPct(kind, age));
  return known[last] ?? 0;
}

/** Older birds are not kept; the sums of younger ones are kept, since forecasts ask for every day. */
const OLDEST_DAYS = 5000;
const cumulative: Record<BreedTable['kind'], number[]> = { broiler: [0], turkey: [0], layer: [0] };

function broilerPct(age: number): number {
  const first = BROILER_FIRST_DAYS[age];
  if (first !== undefined) return first;
  if (age < BROILER_RISE_FROM_DAY) return BROILER_PLATEAU_PCT;
  return 0.07 + 0.01 * (age - BROILER_RISE_FROM_DAY);
}

function layerPct(ageWeeks: number): number {
  const { from, to } = LAYER_RISE_WEEKS;
  const risen = Math.min(1, Math.max(0, (ageWeeks - from) / (to - from)));
  return (LAYER_YOUNG_WEEKLY_PCT + risen * (LAYER_OLD_WEEKLY_PCT - LAYER_YOUNG_WEEKLY_PCT)) / 7;
}

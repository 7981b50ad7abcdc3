import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { WeightOnDay } from '../../src/farming/metrics/weight.ts';
import { standardWeightG } from '../../src/farming/standards/standard-values.ts';
import type { VisionReading } from '../../src/farming/vision/vision-reading.ts';
import { addDays, formatInstant } from '../../src/tools/calendar.ts';
import { groupBy } from '../../src/tools/collections.ts';
import type { Random } from '../../src/tools/random.ts';
import { mean, standardDeviation } from '../../src/tools/statistics.ts';

/**
 * Deviation of single birds from the mean of their group, in standard deviations, by day of age.
 */
export type BirdSpread = ReadonlyMap<number, readonly number[]>;

/** The disturbances of a scenario. */
export interface Trouble {
  /** Constant errors of the cameras, as shares; null is drawn around 3 % too low. */
  readonly biases?: readonly (number | null)[];
  /** Added to the drift of every camera from day 20 on, as a share per day. */
  readonly driftPerDay?: number;
  /** Error at night, in addition to that of the day. */
  readonly nightBias?: number;
  /** Whether cameras are silent for days, and one sends a single weight a day. */
  readonly hasGaps?: boolean;
  readonly isWeighed?: boolean;
  /** Factors, one of which changes a randomly selected weighing from day 14 on. */
  readonly mistypes?: readonly number[];
  /** Whether every weighing is copied to the days after it. */
  readonly isCopied?: boolean;
}

/** A simulated flock whose true weight is known. */
export interface SimulatedFlock {
  readonly id: string;
  readonly placementDate: string;
  trueWeightG(ageDays: number): number;
  readonly readings: readonly VisionReading[];
  readonly weighings: readonly WeightOnDay[];
}

const PLACED = '2026-09-01';
const PLACED_NOON = Date.UTC(2026, 8, 1, 12);
const DAY_MILLIS = 86_400_000;
const CAMERAS = ['north', 'middle', 'south'] as const;
const USUAL_BIASES = [null, null, null] as const;
const FIRST_AGE = 5;
const LAST_AGE = 42;
const HOURS_BETWEEN = 2;
const HOURS_BETWEEN_FEW = 24;
/**
 * Variation of a commercial flock; the chicks of the trial vary far more, so only the shape of
 * their distribution is used.
 */
const BIRD_CV = 0.1;
const WEIGHING_AGES = [7, 14, 21, 28, 35] as const;
const WEIGHING_BIRDS = 100;

/** The spread of the real chicks of the trial `ChickWeight`, by day and within each diet. */
export async function readBirdSpread(): Promise<BirdSpread> {
  const file = new URL('../data/real/chick_weight.csv', import.meta.url);
  const rows: { weight_g: string; day: string; diet: string }[] = parse(await readFile(file), {
    columns: true,
    comment: '#',
  });
  const groups = groupBy(rows, ({ day, diet }) => `${day} ${diet}`);
  const spread = new Map<number, number[]>();
  for (const group of groups.values()) {
    const weights = group.map(({ weight_g }) => Number(weight_g));
    const [middle, deviation] = [mean(weights), standardDeviation(weights)];
    const day = Number(group[0]?.day);
    if (middle === null || !deviation) continue;
    const shape = weights.map((weight) => (weight - middle) / deviation);
    spread.set(day, [...(spread.get(day) ?? []), ...shape]);
  }
  return spread;
}

/** A flock of Ross 308 with three cameras and a weekly weighing, except for the trouble. */
export function simulateFlock(
  random: Random,
  spread: BirdSpread,
  trouble: Trouble,
): SimulatedFlock {
  const trueWeightG = trueGrowth(random.fork('birds'));
  const cameras = (trouble.biases ?? USUAL_BIASES).map((bias, index) => {
    const name = CAMERAS[index] ?? `camera ${index}`;
    const hoursBetween = trouble.hasGaps && index === 2 ? HOURS_BETWEEN_FEW : HOURS_BETWEEN;
    return { name, bias, random: random.fork(name), hoursBetween, trouble };
  });
  return {
    id: 'flock_1',
    placementDate: PLACED,
    trueWeightG,
    readings: cameras.flatMap((camera) => readingsOf(camera, trueWeightG, spread)),
    weighings: trouble.isWeighed === false ? [] : weighingsOf(random, trueWeightG, spread, trouble),
  };
}

function weighingsOf(
  random: Random,
  trueWeightG: (ageDays: number) => number,
  spread: BirdSpread,
  { mistypes, isCopied }: Trouble,
): WeightOnDay[] {
  const byHand = random.fork('scales');
  const slip = random.fork('slips');
  const mistyped = mistypes && { age: slip.pick([14, 21, 28, 35]), factor: slip.pick(mistypes) };
  const days = isCopied ? [0, 1, 2, 3, 4, 5, 6] : [0];
  return WEIGHING_AGES.flatMap((age) => {
    const factor = mistyped?.age === age ? mistyped.factor : 1;
    const g = trueWeightG(age) * (1 + sampleError(byHand, spread, age, WEIGHING_BIRDS)) * factor;
    return days.map((after) => ({ day: addDays(PLACED, age + after), g: Math.round(g) }));
  });
}

/** The moment at which a flock has this age in days; it was placed at noon. */
export function momentOf(ageDays: number): number {
  return PLACED_NOON + ageDays * DAY_MILLIS;
}

/** Follows the standard, at a level that drifts randomly from day to day. */
function trueGrowth(random: Random): (ageDays: number) => number {
  const level = random.normal(1, 0.05);
  const daily = [random.normal(0, 0.01)];
  for (let day = 1; day <= LAST_AGE + 1; day++) {
    daily.push((daily[day - 1] ?? 0) * 0.9 + random.normal(0, 0.005));
  }
  return (ageDays) => {
    const [day, part] = [Math.floor(ageDays), ageDays % 1];
    const wander = (daily[day] ?? 0) * (1 - part) + (daily[day + 1] ?? 0) * part;
    return (standardWeightG('ross_308', ageDays) ?? 0) * level * (1 + wander);
  };
}

interface Camera {
  readonly name: string;
  readonly bias: number | null;
  readonly random: Random;
  readonly hoursBetween: number;
  readonly trouble: Trouble;
}

function readingsOf(
  { name, random, bias: fixed, hoursBetween, trouble }: Camera,
  trueWeightG: (ageDays: number) => number,
  spread: BirdSpread,
): VisionReading[] {
  const bias = fixed ?? random.normal(-0.03, 0.03);
  // Heavy birds visit the scale less often: from day 20 on the bias grows daily.
  const driftPerDay = random.normal(-0.0015, 0.0007) + (trouble.driftPerDay ?? 0);
  const silences = trouble.hasGaps ? [1, 2].map(() => random.integer(FIRST_AGE, LAST_AGE)) : [];
  const readings: VisionReading[] = [];
  for (let age = FIRST_AGE; age <= LAST_AGE; age += hoursBetween / 24) {
    const birds = random.integer(8, 40);
    const error = sampleError(random, spread, age, birds);
    // A flock was placed at noon: night begins a quarter of a day later.
    const isNight = age % 1 > 0.25 && age % 1 < 0.75;
    const nightBias = isNight ? (trouble.nightBias ?? 0) : 0;
    const scale = 1 + bias + nightBias + driftPerDay * Math.max(0, age - 20);
    if (silences.some((from) => age >= from && age < from + 3)) continue;
    readings.push({
      id: `${name} ${age.toFixed(3)}`,
      barnId: 'barn_1',
      flockId: 'flock_1',
      camera: name,
      deviceId: name,
      source: name,
      kind: 'weight',
      unit: 'gr',
      value: trueWeightG(age) * scale * (1 + error),
      confidence: random.between(0.7, 1),
      meta: null,
      ts: formatInstant(Math.round(momentOf(age))),
    });
  }
  return readings;
}

/** Deviation of the mean of some birds from that of the flock, as a share. */
function sampleError(random: Random, spread: BirdSpread, age: number, birds: number): number {
  const day = Math.min(21, Math.max(2, Math.round(age / 2) * 2));
  const shape = spread.get(day === 22 ? 21 : day) ?? [0];
  let total = 0;
  for (let bird = 0; bird < birds; bird++) total += random.pick(shape);
  return (total / birds) * BIRD_CV;
}

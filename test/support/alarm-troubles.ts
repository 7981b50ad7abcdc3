import { standardWeightG } from '../../src/farming/standards/standard-values.ts';
import { sum } from '../../src/tools/statistics.ts';
import {
  LAST_AGE,
  type PlantedTrouble,
  type SimulatedAir,
  type SimulatedDay,
  type SimulatedFlock,
  SLOTS_A_DAY,
} from './alarm-flocks.ts';

/** A trouble, the rule that should detect it, and the time at which its bound is crossed. */
export interface TroubleCase {
  readonly name: string;
  readonly rule: string;
  /** The ages at which it may begin. */
  readonly ages: readonly [from: number, to: number];
  readonly plant: (fromAge: number) => PlantedTrouble;
  /**
   * Days since placement at which the recorded figures, compared with the undisturbed level known
   * to the simulation, first satisfy the bound of the rule; null where they never do.
   */
  readonly crossing: (flock: SimulatedFlock, fromAge: number) => number | null;
  readonly isAir: boolean;
}

const STEP_TO = 0.55;
const LOST_A_DAY = 0.06;
const HELD_SLOTS = 2;
const SILENT_SLOTS = 5;

/** One case for every kind of trouble that the rules should detect. */
export const troubleCases: readonly TroubleCase[] = [
  onDays('outbreak, doubling every 1.5 days', 'mortality_spike', {
    ages: [12, 34],
    plant: (fromAge) => ({ fromAge, deaths: (daysIn) => 2 ** ((daysIn + 1) / 1.5) }),
    isCrossed: isOutbreak,
  }),
  onDays('outbreak, doubling every 4 days', 'mortality_spike', {
    ages: [12, 25],
    plant: (fromAge) => ({ fromAge, deaths: (daysIn) => 2 ** ((daysIn + 1) / 4) }),
    isCrossed: isOutbreak,
  }),
  onDays('water line blocked, 45 % less', 'water_drop', {
    ages: [8, 40],
    plant: (fromAge) => ({ fromAge, water: () => STEP_TO }),
    isCrossed: (days, age) => dropOn(days, age) > 30,
  }),
  onDays('filter clogs, 6 % less every day', 'water_drop', {
    ages: [8, 34],
    plant: (fromAge) => ({ fromAge, water: (daysIn) => (1 - LOST_A_DAY) ** (daysIn + 1) }),
    isCrossed: (days, age) =>
      dropOn(days, age) > 30 || (dropOn(days, age) > 15 && dropOn(days, age - 1) > 15),
  }),
  onDays('growth falls behind, 1.5 % a day', 'weight_below_standard', {
    ages: [8, 30],
    plant: (fromAge) => ({
      fromAge,
      weight: (daysIn) => 1 - Math.min(0.2, 0.015 * (daysIn + 1)),
    }),
    isCrossed: (days, age) => {
      const weighed = days[age]?.weighedG ?? null;
      return weighed !== null && weighed < 0.95 * (standardWeightG('ross_308', age) ?? 0);
    },
  }),
  onDays('no more feed is delivered', 'feed_out', {
    ages: [10, 30],
    plant: (fromAge) => ({ fromAge, hasNoDelivery: true }),
    isCrossed: (days, age, _fromAge, birds) => daysOfFeed(days, age, birds) < 1.5 * 0.98,
  }),
  inTheAir('5 °C too hot', 'temp_high', HELD_SLOTS, (air) => ({ ...air, temp: air.temp + 5 })),
  inTheAir('5 °C too cold', 'temp_low', HELD_SLOTS, (air) => ({ ...air, temp: air.temp - 5 })),
  inTheAir('ammonia, 28 ppm', 'nh3', HELD_SLOTS, (air) => ({ ...air, nh3: 28 })),
  inTheAir('CO₂, 6,000 ppm', 'co2', HELD_SLOTS, (air) => ({ ...air, co2: 6000 })),
  inTheAir('humidity, 92 %', 'rh', HELD_SLOTS, (air) => ({ ...air, humidity: 92 })),
  inTheAir('sensors silent', 'sensor_stale', SILENT_SLOTS, () => null),
];

function onDays(
  name: string,
  rule: string,
  input: Pick<TroubleCase, 'ages' | 'plant'> & {
    readonly isCrossed: (
      days: readonly SimulatedDay[],
      age: number,
      fromAge: number,
      birds: number,
    ) => boolean;
  },
): TroubleCase {
  const { ages, plant, isCrossed } = input;
  return {
    ...{ name, rule, ages, plant, isAir: false },
    crossing({ days, birds }, fromAge) {
      for (let age = fromAge; age <= LAST_AGE; age++)
        if (isCrossed(days, age, fromAge, birds)) return age;
      return null;
    },
  };
}

/**
 * Six hours from midnight on; crossed once it has been measured for the duration required by the
 * rule.
 */
function inTheAir(
  name: string,
  rule: string,
  heldSlots: number,
  air: (air: SimulatedAir) => SimulatedAir | null,
): TroubleCase {
  return {
    ...{ name, rule, isAir: true, ages: [5, 40] as const },
    plant: (fromAge) => ({ fromAge, air, airSlots: SLOTS_A_DAY / 4 }),
    crossing: (flock, fromAge) => {
      const first = fromAge * SLOTS_A_DAY;
      if (rule === 'sensor_stale') return (lastHeard(flock, first) + heldSlots) / SLOTS_A_DAY;
      return firstHeard(flock, firstHeard(flock, first) + heldSlots) / SLOTS_A_DAY;
    },
  };
}

function firstHeard({ air }: SimulatedFlock, slot: number): number {
  return air.findIndex((one, index) => index >= slot && one !== null);
}

function lastHeard({ air }: SimulatedFlock, slot: number): number {
  return air.findLastIndex((one, index) => index < slot && one !== null);
}

/**
 * The recorded mean of the week before the trouble began, scaled like the mortality of healthy
 * birds.
 */
function usualDeaths(days: readonly SimulatedDay[], age: number, fromAge: number): number {
  const week = days.slice(fromAge - 7, fromAge);
  const grown =
    (days[age]?.expected.deaths ?? 0) / sum(week.map(({ expected }) => expected.deaths));
  return sum(week.map(({ deaths }) => deaths)) * grown;
}

/** More than 2.5 times the previous mortality, significantly. */
function isOutbreak(days: readonly SimulatedDay[], age: number, fromAge: number): boolean {
  const usual = usualDeaths(days, age, fromAge);
  const deaths = days[age]?.deaths ?? 0;
  const chance = 3.5 * Math.sqrt(Math.max(usual, 1));
  return deaths >= 5 && deaths >= 2.5 * usual && deaths - usual >= chance;
}

function dropOn(days: readonly SimulatedDay[], age: number): number {
  const day = days[age];
  return day ? (1 - day.waterL / day.expected.waterL) * 100 : 0;
}

function daysOfFeed(days: readonly SimulatedDay[], age: number, birds: number): number {
  const live = birds - sum(days.slice(0, age + 1).map(({ deaths }) => deaths));
  let leftKg = days[age]?.stockKg ?? 0;
  let fed = 0;
  for (const { expected } of days.slice(age + 1)) {
    const dailyKg = (expected.feedG * live) / 1000;
    if (leftKg <= dailyKg) return fed + leftKg / dailyKg;
    leftKg -= dailyKg;
    fed += 1;
  }
  return fed;
}

import { standardFeedG } from '../../src/farming/core/projections.ts';
import { targetTemperatureC } from '../../src/farming/metrics/climate-limits.ts';
import {
  expectedMortalityPct,
  standardWeightG,
} from '../../src/farming/standards/standard-values.ts';
import { sum } from '../../src/tools/statistics.ts';
import { variation } from '../data/alarm-variation.ts';
import { type MixedRandom, mixedRandom } from './mixed-random.ts';

/** The records of a simulated flock on a day, and the unobserved undisturbed level. */
export interface SimulatedDay {
  deaths: number;
  feedKg: number;
  waterL: number;
  tempAvg: number;
  weighedG: number | null;
  deliveredKg: number;
  /** Expected values of a healthy flock, without randomness. */
  readonly expected: {
    readonly deaths: number;
    readonly feedG: number;
    readonly waterL: number;
  };
  /** In the silo in the evening. */
  stockKg: number;
}

/** Air in the barn in one quarter of an hour. */
export interface SimulatedAir {
  readonly temp: number;
  readonly humidity: number;
  readonly co2: number;
  readonly nh3: number;
}

/** A flock from its placement (day 0) to day 42. */
export interface SimulatedFlock {
  readonly birds: number;
  readonly areaSqm: number;
  readonly days: readonly SimulatedDay[];
  /** 96 a day; null where the sensors sent nothing. */
  readonly air: readonly (SimulatedAir | null)[];
}

/** A disturbance that begins on a day. */
export interface PlantedTrouble {
  readonly fromAge: number;
  /** Factor of mortality by days since the beginning. */
  readonly deaths?: (daysIn: number) => number;
  readonly water?: (daysIn: number) => number;
  readonly weight?: (daysIn: number) => number;
  readonly hasNoDelivery?: boolean;
  /** The air from the first quarter of an hour of the first day on, for `airSlots`. */
  readonly air?: (air: SimulatedAir) => SimulatedAir | null;
  readonly airSlots?: number;
}

export const LAST_AGE = 42;
export const SLOTS_A_DAY = 96;
const BREED = 'ross_308';
const HOUSES = [5000, 12_000, 20_000, 25_000, 33_000] as const;
const WEIGHED_BIRDS = 100;
const PLANNED_KG_M2 = 33;
const ORDER_BELOW_DAYS = 3.5;
const DELIVERY_DAYS = 6;
const HOT_DAYS = 4;
/** Memory of two hours, in steps of a quarter of an hour. */
const MEMORY = Math.exp(-0.25 / 2);
const pct = (name: 'waterDayCv' | 'feedDayCv' | 'feedFlockSd' | 'weightBirdCv') =>
  variation[name].value / 100;

/** Generates a flock; a number always gives the same flock, except for the added trouble. */
export function drawAlarmFlock(number: number, trouble?: PlantedTrouble): SimulatedFlock {
  const random = mixedRandom(1985, number);
  const birds = HOUSES[number % HOUSES.length] ?? HOUSES[0];
  let air: SimulatedFlock['air'] | undefined;
  return {
    birds,
    areaSqm: (birds * 0.965 * weightKg(LAST_AGE)) / PLANNED_KG_M2,
    days: drawDays(random, birds, trouble),
    get air() {
      air ??= drawAir(mixedRandom(2007, number), trouble);
      return air;
    },
  };
}

function drawDays(
  random: MixedRandom,
  birds: number,
  trouble: PlantedTrouble | undefined,
): SimulatedDay[] {
  const level = {
    deaths: healthyMortality(random),
    feed: random.normal(1, pct('feedFlockSd')),
    weight: healthyWeight(random),
    water: random.normal(variation.waterPerFeed.value, variation.waterPerFeedFlockSd.value),
  };
  const hotFrom = random.integer(5, LAST_AGE - HOT_DAYS);
  const days: SimulatedDay[] = [];
  let live = birds;
  for (let age = 0; age <= LAST_AGE; age++) {
    const daysIn = trouble && age >= trouble.fromAge ? age - trouble.fromAge : null;
    const times = (change: ((daysIn: number) => number) | undefined) =>
      daysIn === null || !change ? 1 : change(daysIn);
    const mortality = (expectedMortalityPct('broiler', age) / 100) * birds * level.deaths;
    const chance = random.gamma(variation.mortalityDayCv.value / 100);
    const deaths = Math.min(live, random.poisson(mortality * chance * times(trouble?.deaths)));
    const isHot = age >= hotFrom && age < hotFrom + HOT_DAYS;
    const warmth = random.normal(isHot ? variation.hotSpellC.value : 0, variation.tempSd.value);
    const feedG = feedStandardG(age) * level.feed;
    const perDegree = 1 + (variation.waterPerDegree.value / 100) * Math.max(0, warmth);
    const mean = live - deaths / 2;
    const waterL = ((mean * feedG) / 1000) * level.water * perDegree;
    const weight = weightKg(age) * 1000 * level.weight * times(trouble?.weight);
    const sample = random.normal(1, pct('weightBirdCv') / Math.sqrt(WEIGHED_BIRDS));
    days.push({
      deaths,
      feedKg: ((mean * feedG) / 1000) * random.normal(1, pct('feedDayCv')),
      waterL: waterL * times(trouble?.water) * random.normal(1, pct('waterDayCv')),
      tempAvg: targetTemperatureC('broiler', age) + warmth,
      weighedG: age > 0 && age % 7 === 0 ? weight * sample : null,
      deliveredKg: 0,
      expected: { deaths: mortality, feedG, waterL },
      stockKg: 0,
    });
    live -= deaths;
  }
  fillSilo(days, birds, trouble);
  return days;
}

function healthyMortality(random: MixedRandom): number {
  for (;;) {
    const level = Math.exp(random.normal(0, variation.mortalityFlockSigma.value));
    if (level * variation.mortality42.value < variation.healthyMortality42.value) return level;
  }
}

function healthyWeight(random: MixedRandom): number {
  for (;;) {
    const off = random.normal(0, variation.weightFlockSd.value);
    if (Math.abs(off) < 4) return 1 + off / 100;
  }
}

/** Feed is ordered depending on the stock, and delivered on the next day. */
function fillSilo(
  days: readonly SimulatedDay[],
  birds: number,
  trouble: PlantedTrouble | undefined,
): void {
  const eats = (from: number, count: number) =>
    (birds * sum(days.slice(from, from + count).map(({ expected }) => expected.feedG))) / 1000;
  let stock = 0;
  days.forEach((day, age) => {
    const isCut = trouble?.hasNoDelivery && age >= trouble.fromAge;
    const coming = eats(age, DELIVERY_DAYS);
    const daysLeft = coming === 0 ? 0 : (stock / coming) * DELIVERY_DAYS;
    if (!isCut && (age === 0 || daysLeft < ORDER_BELOW_DAYS)) day.deliveredKg = 2 * coming;
    stock = Math.max(0, stock + day.deliveredKg - day.feedKg);
    day.stockKg = stock;
  });
}

function drawAir(random: MixedRandom, trouble: PlantedTrouble | undefined): SimulatedFlock['air'] {
  const wander = { temp: 0, humidity: 0, co2: 0, nh3: 0 };
  const step = (name: keyof typeof wander, deviation: number) => {
    wander[name] = wander[name] * MEMORY + random.normal(0, deviation * Math.sqrt(1 - MEMORY ** 2));
    return wander[name];
  };
  return Array.from({ length: (LAST_AGE + 1) * SLOTS_A_DAY }, (_, slot) => {
    const age = Math.floor(slot / SLOTS_A_DAY);
    const swing = variation.tempDaily.value * Math.sin((2 * Math.PI * slot) / SLOTS_A_DAY);
    const air = {
      temp: targetTemperatureC('broiler', age) + swing + step('temp', variation.tempSd.value),
      humidity: 60 + step('humidity', variation.humiditySd.value),
      co2: 2000 + step('co2', variation.co2Sd.value),
      nh3: Math.max(0, 4 + (8 * age) / LAST_AGE + step('nh3', variation.nh3Sd.value)),
    };
    // One reading of a hundred is lost in transmission.
    if (random.next() < 0.01) return null;
    const first = (trouble?.fromAge ?? 0) * SLOTS_A_DAY;
    const isIn = trouble?.air && slot >= first && slot < first + (trouble.airSlots ?? 0);
    return isIn && trouble.air ? trouble.air(air) : air;
  });
}

function feedStandardG(age: number): number {
  const flock = { placementDate: '2026-01-01', arrivalAgeDays: 0 };
  const day = new Date(Date.UTC(2026, 0, 1 + age)).toISOString().slice(0, 10);
  const record = { flock, breed: BREED, kind: 'broiler' } as unknown;
  return standardFeedG(record as Parameters<typeof standardFeedG>[0], day) ?? 0;
}

function weightKg(age: number): number {
  return (standardWeightG(BREED, age) ?? 0) / 1000;
}

import { targetTemperatureC } from '../../farming/metrics/climate-limits.ts';
import { type BreedName, breedTables } from '../../farming/standards/breed-tables.ts';
import {
  expectedMortalityPct,
  standardDailyFeedG,
  standardHenDayPct,
  standardWeightG,
} from '../../farming/standards/standard-values.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';

/** What actually happened to a flock on a day, whether logged or not. */
export interface CourseDay {
  readonly day: CalendarDay;
  readonly ageDays: number;
  /** Live birds in the morning. */
  readonly opening: number;
  readonly mortality: number;
  readonly culls: number;
  readonly sold: number;
  /** Live birds at the end of the day. */
  readonly live: number;
  readonly weightG: number;
  readonly feedKg: number;
  readonly waterL: number;
  readonly eggs: number;
  readonly eggsBroken: number;
  readonly climate: DayClimate;
}

/** Inputs of a flock's simulation. */
export interface CourseInput {
  readonly breed: BreedName;
  readonly house: House;
  readonly placementDay: CalendarDay;
  readonly arrivalAgeDays: number;
  readonly placed: number;
  /** The last simulated day. */
  readonly lastDay: CalendarDay;
  /** Share of the birds sold by day, 0–1; none on other days. */
  readonly sales?: ReadonlyMap<CalendarDay, number>;
  /** Mortality multiplier by day. */
  readonly outbreak?: ReadonlyMap<CalendarDay, number>;
  /** Day from which the egg belt breaks eggs. */
  readonly beltBreaksOn?: CalendarDay | undefined;
}

/** Random characteristics of a flock, drawn once. */
interface Character {
  readonly mortality: number;
  readonly ratio: number;
  readonly waste: number;
  readonly lay: number;
}

const OVERDISPERSION = 20;
const WATER_PER_FEED = 1.77;
const LAYER_EGG_DAYS = { young: 25 * 7, old: 80 * 7 } as const;

/** Simulates a flock day by day, from the day after placement to its last day. */
export function simulateFlock(random: Random, input: CourseInput): readonly CourseDay[] {
  const character = drawCharacter(random, breedTables[input.breed].kind === 'layer');
  const days: CourseDay[] = [];
  let live = input.placed;
  let drift = 0;
  let heatLoss = 0;
  for (let step = 1; ; step++) {
    const day = addDays(input.placementDay, step);
    if (day > input.lastDay || live <= 0) return days;
    const ageDays = input.arrivalAgeDays + step;
    const climate = houseDay(input.house, ageDays, day);
    drift = 0.9 * drift + random.normal(0, 0.004);
    if (ageDays >= 21) heatLoss += 0.003 * Math.max(0, climate.avgC - 28);
    const growth = character.ratio + drift - heatLoss;
    const today = liveThroughDay(random, input, character, { day, ageDays, live, growth, climate });
    days.push(today);
    live = today.live;
  }
}

function drawCharacter(random: Random, isLayer: boolean): Character {
  return {
    mortality: Math.exp(random.normal(0, 0.35)),
    ratio: isLayer
      ? clamp(random.normal(0.99, 0.015), 0.95, 1.03)
      : clamp(random.normal(0.95, 0.04), 0.84, 1.04),
    waste: isLayer ? random.between(0.99, 1.05) : random.between(1.03, 1.15),
    lay: random.normal(0.98, 0.02),
  };
}

interface Morning {
  readonly day: CalendarDay;
  readonly ageDays: number;
  readonly live: number;
  /** Weight as a share of the standard of the breed. */
  readonly growth: number;
  readonly climate: DayClimate;
}

function liveThroughDay(
  random: Random,
  input: CourseInput,
  character: Character,
  morning: Morning,
): CourseDay {
  const { day, ageDays, live: opening, growth, climate } = morning;
  const { mortality, culls } = drawDeaths(random, input, character, morning);
  const closing = opening - mortality - culls;
  const sold = Math.round(closing * (input.sales?.get(day) ?? 0));
  const feedKg = (opening * feedG(input.breed, ageDays) * growth ** 0.68 * character.waste) / 1000;
  const warm = 1 + 0.07 * Math.max(0, climate.avgC - 21);
  return {
    day,
    ageDays,
    opening,
    mortality,
    culls,
    sold,
    live: closing - sold,
    weightG: (standardWeightG(input.breed, ageDays) ?? 0) * growth,
    feedKg,
    waterL: feedKg * WATER_PER_FEED * warm * random.normal(1, 0.04),
    ...drawEggs(random, input, character, morning),
    climate,
  };
}

function drawDeaths(random: Random, input: CourseInput, character: Character, morning: Morning) {
  const { day, ageDays, live } = morning;
  const outbreak = input.outbreak?.get(day);
  const expected =
    (expectedMortalityPct(breedTables[input.breed].kind, ageDays) / 100) * input.placed;
  // During an outbreak, mortality depends on the disease, not on the flock or the day.
  const mean = expected * (outbreak ?? character.mortality);
  const dead =
    outbreak === undefined
      ? drawNegativeBinomial(random, mean, OVERDISPERSION)
      : drawPoisson(random, mean);
  const mortality = Math.min(live, dead);
  const culls = drawPoisson(random, mean * (ageDays <= 7 ? 0.3 : 0.15));
  return { mortality, culls: Math.min(live - mortality, culls) };
}

/** Feed per bird and day; Ross 308 values if the breed publishes none for that age. */
function feedG(breed: BreedName, ageDays: number): number {
  return standardDailyFeedG(breed, ageDays) ?? standardDailyFeedG('ross_308', ageDays) ?? 0;
}

function drawEggs(random: Random, input: CourseInput, character: Character, morning: Morning) {
  const standard = standardHenDayPct(input.breed, morning.ageDays) ?? 0;
  if (standard === 0) return { eggs: 0, eggsBroken: 0 };
  const isBeltStuck = input.beltBreaksOn !== undefined && morning.day >= input.beltBreaksOn;
  const layPct = clamp(standard * character.lay + random.normal(0, 1), 0, 98);
  const { young, old } = LAYER_EGG_DAYS;
  const aged = clamp((morning.ageDays - young) / (old - young), 0, 1);
  const brokenShare = (0.012 + 0.033 * aged) * random.normal(1, 0.1) * (isBeltStuck ? 2.6 : 1);
  const eggs = Math.round(((morning.live * layPct) / 100) * (isBeltStuck ? 0.91 : 1));
  return { eggs, eggsBroken: Math.round(eggs * clamp(brokenShare, 0, 0.3)) };
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** A count with the given mean and variance mean + mean²/k (overdispersed). Requires k ≥ 1. */
export function drawNegativeBinomial(random: Random, mean: number, k: number): number {
  return drawPoisson(random, (drawGamma(random, k) * mean) / k);
}

/** A gamma variate with the given shape and scale 1. Source: Marsaglia and Tsang 2000. */
function drawGamma(random: Random, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal(0, 1);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < x * x * 0.5 + d - d * v + d * Math.log(v))
      return d * v;
  }
}

// Above this mean the normal approximation is accurate and avoids one draw per event.
const SMALL_MEAN = 30;

/** A Poisson variate with the given mean. */
export function drawPoisson(random: Random, mean: number): number {
  if (mean > SMALL_MEAN) return Math.max(0, Math.round(random.normal(mean, Math.sqrt(mean))));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count++;
  return count;
}

/** How the weather affects a house and its birds. */
export interface House {
  readonly kind: 'broiler' | 'layer';
  readonly weather: Weather;
  /** Offset from the target temperature, °C. */
  readonly biasC: number;
}

/** Temperatures of a house on a day, °C. */
export interface DayClimate {
  readonly targetC: number;
  readonly minC: number;
  readonly maxC: number;
  readonly avgC: number;
}

const DAILY_SWING_C = 0.8;
/** Maximum cooling of outdoor air by wet pads and fans. */
const COOLING_C = 6;

/**
 * Hourly temperatures in a house on a day, °C: the target, unless outdoor heat exceeds the cooling.
 */
export function houseTemperatures(
  house: House,
  ageDays: number,
  day: CalendarDay,
): (hour: number) => number {
  const targetC = targetTemperatureC(house.kind, ageDays);
  const outdoorC = house.weather.outdoorsOn(day);
  return (hour) => {
    const swing = DAILY_SWING_C * Math.sin((2 * Math.PI * (hour - 9)) / 24);
    return Math.max(targetC + swing + house.biasC, outdoorC(hour) - COOLING_C);
  };
}

/** Lowest, highest and mean temperature of a day in a house. */
export function houseDay(house: House, ageDays: number, day: CalendarDay): DayClimate {
  const temperatureC = houseTemperatures(house, ageDays, day);
  const hours = Array.from({ length: 12 }, (_, index) => temperatureC(1 + index * 2));
  return {
    targetC: targetTemperatureC(house.kind, ageDays),
    minC: Math.min(...hours),
    maxC: Math.max(...hours),
    avgC: hours.reduce((sum, value) => sum + value, 0) / hours.length,
  };
}

/** The weather around a farm. */
export interface Weather {
  /** Outdoor temperatures of a day by the hour, °C. */
  outdoorsOn(day: CalendarDay): (hour: number) => number;
  /** Mean outdoor temperature of a day, °C. */
  meanC(day: CalendarDay): number;
  /** Winter intensity: 0 in midsummer, 1 in midwinter. */
  winterness(day: CalendarDay): number;
}

/** Monthly mean outdoor temperatures on the Israeli coast, °C. */
const MONTH_MEANS = [12, 13, 15, 18, 21, 24, 27, 27, 26, 23, 18, 14] as const;
const [COLDEST, HOTTEST] = [12, 27];
const WARM_MONTHS = { first: 4, last: 10 } as const;
const HEAT_WAVE_CHANCE = 1 / 22;
const HEAT_WAVE_C = 6;
const SUMMER_SWING_C = 7;
const WINTER_SWING_C = 4.5;

/** Draws the weather of every day from `from` to `to`, `offsetC` warmer than the coast. */
export function createWeather(
  random: Random,
  from: CalendarDay,
  to: CalendarDay,
  offsetC: number,
): Weather {
  const days = new Map<CalendarDay, DayWeather>();
  let drift = 0;
  let hotDaysLeft = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    drift = 0.7 * drift + random.normal(0, 1.1);
    if (hotDaysLeft > 0) hotDaysLeft--;
    else if (isWarmMonth(day) && random.chance(HEAT_WAVE_CHANCE)) {
      hotDaysLeft = random.integer(2, 4);
    }
    const warmerC = offsetC + drift + (hotDaysLeft > 0 ? HEAT_WAVE_C : 0);
    days.set(day, ordinaryDay(day, warmerC));
  }
  const dayOf = (day: CalendarDay) => days.get(day) ?? ordinaryDay(day, offsetC);
  return {
    meanC: (day) => dayOf(day).meanC,
    winterness: (day) => dayOf(day).winterness,
    outdoorsOn(day) {
      const { meanC, swingC } = dayOf(day);
      return (hour) => meanC + swingC * Math.sin((2 * Math.PI * (hour - 9)) / 24);
    },
  };
}

interface DayWeather {
  readonly meanC: number;
  /** Difference between noon and the daily mean, °C. */
  readonly swingC: number;
  readonly winterness: number;
}

function ordinaryDay(day: CalendarDay, warmerC: number): DayWeather {
  const seasonC = seasonalMeanC(day);
  const winterness = (HOTTEST - seasonC) / (HOTTEST - COLDEST);
  const swingC = SUMMER_SWING_C + winterness * (WINTER_SWING_C - SUMMER_SWING_C);
  return { meanC: seasonC + warmerC, swingC, winterness };
}

function isWarmMonth(day: CalendarDay): boolean {
  const month = Number(day.slice(5, 7));
  return month >= WARM_MONTHS.first && month <= WARM_MONTHS.last;
}

/** Seasonal mean, interpolated linearly between the middles of the months. */
function seasonalMeanC(day: CalendarDay): number {
  const place = Number(day.slice(5, 7)) - 1 + (Number(day.slice(8, 10)) - 15) / 30.5;
  const lower = Math.floor(place);
  const [low = COLDEST, high = COLDEST] = [
    MONTH_MEANS[(lower + 12) % 12],
    MONTH_MEANS[(lower + 13) % 12],
  ];
  return low + (place - lower) * (high - low);
}

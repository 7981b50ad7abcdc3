import { type BreedName, breedTables } from '../../farming/standards/breed-tables.ts';
import { expectedMortalityPct } from '../../farming/standards/expected-mortality-pct.ts';
import { standardDailyFeedG } from '../../farming/standards/standard-daily-feed-g.ts';
import { standardHenDayPct } from '../../farming/standards/standard-hen-day-pct.ts';
import { standardWeightG } from '../../farming/standards/standard-weight-g.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { drawNegativeBinomial } from './draw-negative-binomial.ts';
import { drawPoisson } from './draw-poisson.ts';
import { type DayClimate, type House, houseDay } from './house-climate.ts';

/** What really happened to a flock on a day, whether somebody wrote it down or not. */
export interface CourseDay {
  readonly day: CalendarDay;
  readonly ageDays: number;
  /** Birds alive in the morning. */
  readonly opening: number;
  readonly mortality: number;
  readonly culls: number;
  readonly sold: number;
  /** Birds alive at night. */
  readonly live: number;
  readonly weightG: number;
  readonly feedKg: number;
  readonly waterL: number;
  readonly eggs: number;
  readonly eggsBroken: number;
  readonly climate: DayClimate;
}

/** What a flock is made of before anything happens to it. */
export interface CourseInput {
  readonly breed: BreedName;
  readonly house: House;
  readonly placementDay: CalendarDay;
  readonly arrivalAgeDays: number;
  readonly placed: number;
  /** The last day that is simulated. */
  readonly lastDay: CalendarDay;
  /** Share of the birds that leave on a day, 0–1; nothing on the others. */
  readonly sales?: ReadonlyMap<CalendarDay, number>;
  /** How many times more birds die on a day than expected. */
  readonly outbreak?: ReadonlyMap<CalendarDay, number>;
  /** From this day on the egg belt breaks eggs. */
  readonly beltBreaksOn?: CalendarDay | undefined;
}

/** What is particular to a flock, drawn once. */
interface Character {
  readonly mortality: number;
  readonly ratio: number;
  readonly waste: number;
  readonly lay: number;
}

const OVERDISPERSION = 20;
const WATER_PER_FEED = 1.77;
const LAYER_EGG_DAYS = { young: 25 * 7, old: 80 * 7 } as const;

/** Lives through a flock day by day, from the day after its placement to its last day. */
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
  const left = opening - mortality - culls;
  const sold = Math.round(left * (input.sales?.get(day) ?? 0));
  const feedKg = (opening * feedG(input.breed, ageDays) * growth ** 0.68 * character.waste) / 1000;
  const warm = 1 + 0.07 * Math.max(0, climate.avgC - 21);
  return {
    day,
    ageDays,
    opening,
    mortality,
    culls,
    sold,
    live: left - sold,
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
  // In an outbreak the disease decides, not the character of the flock or of the day.
  const mean = expected * (outbreak ?? character.mortality);
  const dead =
    outbreak === undefined
      ? drawNegativeBinomial(random, mean, OVERDISPERSION)
      : drawPoisson(random, mean);
  const mortality = Math.min(live, dead);
  const culls = drawPoisson(random, mean * (ageDays <= 7 ? 0.3 : 0.15));
  return { mortality, culls: Math.min(live - mortality, culls) };
}

/** Feed of a bird on a day; where a breed publishes none so early, that of Ross 308. */
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

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import {
  type Actor,
  type DemoContext,
  type DemoFields,
  type DemoRow,
  MORNING_ROUND_HOUR,
} from './demo-context.ts';
import { addHappening, type DemoBarn, type DemoFarm, type DemoFlock } from './demo-farm.ts';
import { actorOf, SYSTEM } from './farms.ts';
import { type CourseDay, clamp, houseTemperatures } from './flock-course.ts';
import type { Hardware } from './hardware.ts';

/** Probabilities of errors in manually written logs. */
const CHANCES = {
  missing: 0.03,
  duplicate: 0.003,
  meterReset: 0.004,
  typo: 0.001,
  nextMorning: 0.08,
  weighingMissed: 0.15,
  note: 0.05,
} as const;

const NOTES = ['nipples', 'litter', 'light', 'active', 'eating'] as const;
const BROILER_WEIGHING_AGES: readonly number[] = [7, 14, 21, 28, 35, 40];
const WEIGHED_BIRDS = 100;
/** From this hour on, the day's log is complete. */
const EVENING_HOUR = 17;

/** Generates daily logs as people write them: late, rounded, sometimes missing. */
export function addDailyLogs(context: DemoContext, flocks: readonly DemoFlock[]): void {
  for (const flock of flocks) {
    const random = context.random(`daily-logs/${flock.code}`);
    for (const day of flock.course) {
      const draws = drawDay(context, random, flock, day);
      if (!isWritten(context, flock, day, draws)) continue;
      addLog(context, random, { flock, day, draws });
    }
  }
}

interface LogDraws {
  readonly isMissing: boolean;
  readonly isDuplicate: boolean;
  readonly isNextMorning: boolean;
  readonly hour: number;
  readonly fields: DemoFields<'daily-logs'>;
}

interface LogEntry {
  readonly flock: DemoFlock;
  readonly day: CourseDay;
  readonly draws: LogDraws;
}

function drawDay(context: DemoContext, random: Random, flock: DemoFlock, day: CourseDay): LogDraws {
  return {
    isMissing: random.chance(CHANCES.missing),
    isDuplicate: random.chance(CHANCES.duplicate),
    isNextMorning: random.chance(CHANCES.nextMorning),
    hour: random.between(17.2, 20.6),
    fields: drawFields(context, random, flock, day),
  };
}

function isWritten(
  context: DemoContext,
  flock: DemoFlock,
  day: CourseDay,
  draws: LogDraws,
): boolean {
  const { situation } = flock.barn.plan;
  if (day.day > context.latestDay) return false;
  if (day.day === context.today) return situation !== 'unlogged';
  // No missing days where the demo shows a shortage or a disease: they are its evidence.
  const isProof = flock.status !== 'closed' && situation !== undefined;
  return isProof || !draws.isMissing;
}

function addLog(context: DemoContext, random: Random, entry: LogEntry): void {
  const { flock, day, draws } = entry;
  const isToday = day.day === context.today;
  const isMorning = isToday && hourOfNow(context) < EVENING_HOUR;
  const fields = isMorning ? morningRound(draws.fields) : draws.fields;
  const at = isToday ? writtenToday(context, draws) : writtenLater(context, day, draws);
  const actor = actorOf(random.pick(flock.farm.workers));
  if (draws.isDuplicate && !isToday) {
    // Logged too early and then again: the later log of a day counts.
    const earlyFields = { ...fields, mortality: Math.max(0, day.mortality - 1), feedKg: null };
    context.add('daily-logs', {
      farmId: flock.farm.id,
      at: at - 3_600_000,
      by: actor,
      fields: earlyFields,
    });
  }
  context.add('daily-logs', { farmId: flock.farm.id, at, by: actor, fields });
  if (fields.avgWeightGr != null) {
    const texts = context.phrases.milestones;
    addHappening(context, {
      flock,
      kind: 'weighing',
      title: context.fill(texts.weighing, { grams: fields.avgWeightGr }),
      details: context.fill(texts.weighed, { birds: WEIGHED_BIRDS, days: day.ageDays }),
      at: at - 5_400_000,
      by: actor,
    });
  }
}

function drawFields(
  { phrases }: DemoContext,
  random: Random,
  flock: DemoFlock,
  day: CourseDay,
): DemoFields<'daily-logs'> {
  const { climate } = day;
  const isLayer = flock.farm.plan.kind === 'layer';
  return {
    flockId: flock.id,
    date: day.day,
    ageDays: day.ageDays,
    mortality: day.mortality,
    culls: day.culls,
    ...(isLayer ? { eggs: day.eggs, eggsBroken: day.eggsBroken } : {}),
    avgWeightGr: drawWeighing(random, day, isLayer),
    feedKg: Math.round(day.feedKg / 10) * 10,
    waterL: drawWater(random, day),
    tempMin: roundTo(climate.minC + random.normal(0, 0.2) - 0.4, 1),
    tempMax: roundTo(climate.maxC + random.normal(0, 0.2) + 0.4, 1),
    tempAvg: roundTo(climate.avgC, 1),
    humidity: roundTo(62 - 1.2 * (climate.avgC - climate.targetC) + random.normal(0, 2), 0),
    notes: random.chance(CHANCES.note) ? phrases.logNotes[random.pick(NOTES)] : null,
  };
}

/**
 * Mean of a weighed sample; its error is the flock's scatter divided by the root of the sample
 * size.
 */
function drawWeighing(random: Random, day: CourseDay, isLayer: boolean): number | null {
  const isDue = isLayer ? day.ageDays % 7 === 0 : BROILER_WEIGHING_AGES.includes(day.ageDays);
  const isMissed = random.chance(CHANCES.weighingMissed);
  const cvPct = isLayer ? 6 : 8 + (2 * (day.ageDays - 7)) / 35;
  const spread = (day.weightG * cvPct) / 100 / Math.sqrt(WEIGHED_BIRDS);
  const mean = Math.round(random.normal(day.weightG, spread));
  return isDue && !isMissed ? mean : null;
}

function drawWater(random: Random, day: CourseDay): number {
  const isReset = random.chance(CHANCES.meterReset);
  const isTypo = random.chance(CHANCES.typo);
  const litres = Math.round(day.waterL / 50) * 50;
  if (isReset) return 0;
  return isTypo ? litres * 10 : litres;
}

/** The figures known before the day is over. */
function morningRound(fields: DemoFields<'daily-logs'>): DemoFields<'daily-logs'> {
  return { ...fields, feedKg: null, waterL: null, eggs: null, eggsBroken: null, tempAvg: null };
}

function writtenToday(context: DemoContext, draws: LogDraws): number {
  const minutesAgo = 20 + ((draws.hour * 60) % 70);
  return Math.max(
    context.at(context.today, MORNING_ROUND_HOUR - 0.2),
    Math.floor(context.now - minutesAgo * 60_000),
  );
}

function writtenLater(context: DemoContext, day: CourseDay, draws: LogDraws): number {
  return context.at(day.day, draws.isNextMorning ? draws.hour + 12.6 : draws.hour);
}

/** The current hour of day on the farms, with its fraction. */
function hourOfNow(context: DemoContext): number {
  return (context.now - context.at(context.today, 0)) / 3_600_000;
}

/** Number of recent days with readings every 15 minutes; earlier readings are hourly. */
const FINE_DAYS = 7;
const [FINE_STEP_HOURS, COARSE_STEP_HOURS] = [0.25, 1];
const FAULTS = { stuckChance: 0.01, stuckHours: 6, silentChance: 0.01 } as const;
const WEATHER_DAYS = { back: 14, ahead: 3, stepHours: 3 } as const;
/** Age used for hens: unlike broilers, their gas levels do not rise with age. */
const HEN_GAS_AGE_DAYS = 26;

/**
 * Yields the sensor readings of occupied barns, then the weather and its forecast. A generator,
 * because readings are the largest table.
 */
export function* readEnvironment(
  context: DemoContext,
  flocks: readonly DemoFlock[],
  hardware: Hardware,
): Generator<DemoRow> {
  for (const flock of flocks) {
    const random = context.random(`environment/${flock.code}`);
    const author = writerOf(flock.farm, hardware);
    for (const day of flock.course) {
      if (day.day >= context.firstDay) yield* readDay(context, random, { flock, day, by: author });
    }
  }
  for (const farm of new Set(flocks.map((flock) => flock.farm)))
    yield* readWeather(context, farm, hardware);
}

function writerOf(farm: DemoFarm, hardware: Hardware): Actor {
  const id = hardware.integrationOf(farm.id, 'controller');
  return id === undefined ? SYSTEM : { type: 'integration', id };
}

interface SensorDay {
  readonly flock: DemoFlock;
  readonly day: CourseDay;
  readonly by: Actor;
}

function readDay(context: DemoContext, random: Random, sensors: SensorDay): DemoRow[] {
  const { flock, day, by } = sensors;
  const isFine = day.day > addDays(context.today, -FINE_DAYS);
  const step = isFine ? FINE_STEP_HOURS : COARSE_STEP_HOURS;
  const silent = random.chance(FAULTS.silentChance) ? random.between(2, 12) : 0;
  const stuck = random.chance(FAULTS.stuckChance) ? FAULTS.stuckHours : 0;
  const faultStart = random.between(0, 12);
  const draw = createAir(random, flock, day);
  const rows: DemoRow[] = [];
  let heldC: number | undefined;
  for (let hour = 0; hour < 24; hour += step) {
    const at = context.at(day.day, hour);
    if (at > context.now) return rows;
    const sinceFault = hour - faultStart;
    if (sinceFault >= 0 && sinceFault < silent) continue;
    const { temp, humidity, co2, nh3 } = draw(hour);
    const isStuck = sinceFault >= 0 && sinceFault < stuck;
    heldC = isStuck ? (heldC ?? temp) : undefined;
    const fields = {
      barnId: flock.barn.id,
      ts: context.instant(at),
      waterL: tenths((day.waterL * drinkingShare(hour) * step) / 24),
      source: 'sensor',
      temp: heldC ?? temp,
      humidity,
      co2,
      nh3,
    };
    rows.push(context.make('env-readings', { farmId: flock.farm.id, at, by, fields }));
  }
  return rows;
}

/** Draws the air values of a barn for the hours of a day. */
function createAir(random: Random, { barn: { house } }: DemoFlock, day: CourseDay) {
  const temperatureC = houseTemperatures(house, day.ageDays, day.day);
  const winter = house.weather.winterness(day.day);
  const gasAge = house.kind === 'layer' ? HEN_GAS_AGE_DAYS : day.ageDays;
  const usual = {
    co2: 600 + 55 * gasAge * (0.7 + 0.9 * winter),
    nh3: -2 + 0.45 * gasAge * (1 + 0.3 * winter),
  };
  return (hour: number) => {
    const temp = temperatureC(hour) + random.normal(0, 0.3);
    const humidity = 62 - 1.2 * (temp - day.climate.targetC) + random.normal(0, 4);
    return {
      temp: tenths(temp),
      humidity: Math.round(clamp(humidity, 25, 95)),
      co2: Math.round(clamp(usual.co2 + random.normal(0, 150), 380, 9000)),
      nh3: tenths(clamp(usual.nh3 + random.normal(0, 2), 0, 80)),
    };
  };
}

/** Relative water intake at an hour, 1 on average; low at night. */
function drinkingShare(hour: number): number {
  return 1 + 0.7 * Math.sin((2 * Math.PI * (hour - 7)) / 24);
}

function* readWeather(
  context: DemoContext,
  farm: DemoFarm,
  hardware: Hardware,
): Generator<DemoRow> {
  const id = hardware.integrationOf(farm.id, 'weather');
  const [barn] = farm.barns;
  if (id === undefined || barn === undefined) return;
  const random = context.random(`weather-readings/${farm.plan.key}`);
  // The weather service of the layer farm has rejected its key since the day before yesterday.
  const isFailing = farm.plan.key === 'layers';
  const { back, ahead, stepHours } = WEATHER_DAYS;
  const last = addDays(context.today, isFailing ? -2 : ahead);
  for (let day = addDays(context.today, -back); day <= last; day = addDays(day, 1)) {
    for (let hour = 0; hour < 24; hour += stepHours) {
      yield readOutdoors(context, random, { barn, farm, id }, { day, hour });
    }
  }
}

function readOutdoors(
  context: DemoContext,
  random: Random,
  station: { readonly barn: DemoBarn; readonly farm: DemoFarm; readonly id: string },
  when: { readonly day: CalendarDay; readonly hour: number },
): DemoRow {
  const { barn, farm, id } = station;
  const at = context.at(when.day, when.hour);
  const { weather } = barn.house;
  const outdoorC = weather.outdoorsOn(when.day)(when.hour);
  const humidity = 68 - 1.6 * (outdoorC - weather.meanC(when.day)) + random.normal(0, 4);
  return context.make('env-readings', {
    farmId: farm.id,
    at,
    by: { type: 'integration', id },
    fields: {
      barnId: barn.id,
      ts: context.instant(at),
      temp: tenths(outdoorC + random.normal(0, 0.4)),
      humidity: Math.round(clamp(humidity, 15, 98)),
      source: 'weather',
      notes: at > context.now ? context.phrases.forecast : null,
    },
  });
}

/** Rounds to one decimal; exact rounding via text is too slow for this many readings. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/rounding.ts';
import { type DemoContext, MORNING_ROUND_HOUR } from './demo-context.ts';
import type { DemoFields } from './demo-data.ts';
import type { DemoFlock } from './demo-farm.ts';
import type { CourseDay } from './flock-course.ts';
import { actorOf } from './people.ts';
import { addHappening } from './timeline.ts';

/** What goes wrong when people write logs. */
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
/** From this hour the log of the day is whole. */
const EVENING_HOUR = 17;

/** Writes the daily logs of the flocks as people keep them: late, rounded, now and then not at all. */
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
  // Where the demo shows a shortage or a disease, the days that prove it are all there.
  const isProof = flock.status !== 'closed' && situation !== undefined;
  return isProof || !draws.isMissing;
}

function addLog(context: DemoContext, random: Random, entry: LogEntry): void {
  const { flock, day, draws } = entry;
  const isToday = day.day === context.today;
  const isMorning = isToday && hourOfNow(context) < EVENING_HOUR;
  const fields = isMorning ? morningRound(draws.fields) : draws.fields;
  const at = isToday ? writtenToday(context, draws) : writtenLater(context, day, draws);
  const by = actorOf(random.pick(flock.farm.workers));
  if (draws.isDuplicate && !isToday) {
    // Written once too early and then again: the later one of a day counts.
    const early = { ...fields, mortality: Math.max(0, day.mortality - 1), feedKg: null };
    context.add('daily-logs', { farmId: flock.farm.id, at: at - 3_600_000, by, fields: early });
  }
  context.add('daily-logs', { farmId: flock.farm.id, at, by, fields });
  if (fields.avgWeightGr != null) {
    const texts = context.phrases.milestones;
    addHappening(context, {
      flock,
      kind: 'weighing',
      title: context.fill(texts.weighing, { grams: fields.avgWeightGr }),
      details: context.fill(texts.weighed, { birds: WEIGHED_BIRDS, days: day.ageDays }),
      at: at - 5_400_000,
      by,
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

/** The mean of a sample, which strays from the flock by its scatter over the root of the sample. */
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

/** What is known of a day before it is over. */
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

/** The hour of the present on the farms, with its fraction. */
function hourOfNow(context: DemoContext): number {
  return (context.now - context.at(context.today, 0)) / 3_600_000;
}

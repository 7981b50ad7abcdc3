import { standardWeightG } from '../../farming/standards/standard-values.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { Phrases, Values } from './demo-context.ts';
import type { DemoFlock } from './demo-farm.ts';
import type { CourseDay } from './flock-course.ts';

/** The text of a newly raised alert. */
export interface AlertDraft {
  readonly category: string;
  readonly rule: string;
  readonly text: keyof Phrases['alerts'];
  /** Values for the text's placeholders, in addition to the barn's name. */
  readonly values: Values;
}

/** A kind of alert: its frequency, and its text for days with a cause. */
export interface AlertKind {
  /** Expected number per flock and 30-day month; higher for kinds whose cause is rare. */
  readonly perMonth: number;
  draft(random: Random, flock: DemoFlock, day: CourseDay): AlertDraft | undefined;
}

const WEIGHT_WARNING_PCT = 5;

/** The alerts of a flock by kind, with their frequency. */
export const alertKinds: readonly AlertKind[] = [
  { perMonth: 3, draft: climateAlert },
  { perMonth: 6, draft: mortalityAlert },
  { perMonth: 1, draft: waterAlert },
  { perMonth: 9, draft: weightAlert },
  { perMonth: 1.5, draft: equipmentAlert },
  { perMonth: 0.7, draft: integrationAlert },
  { perMonth: 0.5, draft: feedAlert },
  { perMonth: 0.5, draft: countAlert },
];

function climateAlert(random: Random, flock: DemoFlock, day: CourseDay): AlertDraft {
  const { targetC, maxC } = day.climate;
  if (maxC > targetC + 2) {
    return {
      category: 'climate',
      rule: 'temp_high',
      text: 'hot',
      values: { celsius: roundTo(maxC, 1), days: day.ageDays, target: roundTo(targetC, 1) },
    };
  }
  const isOld = flock.farm.plan.kind === 'layer' || day.ageDays > 24;
  if (isOld && random.chance(0.6)) {
    const ppm = roundTo(random.between(20.5, 26), 1);
    return {
      category: 'climate',
      rule: 'nh3',
      text: 'ammonia',
      values: { ppm },
    };
  }
  const low = roundTo(targetC - random.between(2.1, 3.2), 1);
  return {
    category: 'climate',
    rule: 'temp_low',
    text: 'cold',
    values: { celsius: low, days: day.ageDays, target: roundTo(targetC, 1) },
  };
}

function mortalityAlert(_random: Random, flock: DemoFlock, day: CourseDay): AlertDraft | undefined {
  const index = flock.course.indexOf(day);
  const week = flock.course.slice(Math.max(0, index - 7), index);
  const mean =
    week.reduce((sum, courseDay) => sum + courseDay.mortality, 0) / Math.max(1, week.length);
  if (week.length < 3 || day.mortality < 5 || day.mortality < 1.4 * mean) return undefined;
  return {
    category: 'mortality',
    rule: 'mortality_spike',
    text: 'mortality',
    values: { count: day.mortality, mean: roundTo(mean, 1) },
  };
}

function waterAlert(random: Random, _flock: DemoFlock, day: CourseDay): AlertDraft {
  const dropPct = random.integer(16, 24);
  return {
    category: 'water',
    rule: 'water_drop',
    text: 'water',
    values: { percent: dropPct, litres: roundTo(day.waterL, -1) },
  };
}

function weightAlert(_random: Random, flock: DemoFlock, day: CourseDay): AlertDraft | undefined {
  if (flock.farm.plan.kind === 'layer' || day.ageDays % 7 !== 0 || day.ageDays < 14)
    return undefined;
  const standardG = standardWeightG(flock.breed, day.ageDays) ?? day.weightG;
  const belowPct = (1 - day.weightG / standardG) * 100;
  if (belowPct < WEIGHT_WARNING_PCT) return undefined;
  return {
    category: 'weight',
    rule: 'weight_below_standard',
    text: 'weight',
    values: {
      percent: roundTo(belowPct, 1),
      grams: roundTo(day.weightG, 0),
      days: day.ageDays,
      standard: roundTo(standardG, 0),
    },
  };
}

function equipmentAlert(random: Random): AlertDraft {
  const [rule, text] = random.pick([
    ['sensor_stale', 'silentSensor'],
    ['device_fault', 'fan'],
    ['device_fault', 'nipples'],
    ['device_fault', 'heater'],
  ] as const);
  return {
    category: 'equipment',
    rule,
    text,
    values: {},
  };
}

function integrationAlert(random: Random): AlertDraft {
  const minutes = random.integer(65, 300);
  return {
    category: 'integration',
    rule: 'integration_stale',
    text: 'controller',
    values: { minutes },
  };
}

function feedAlert(random: Random, _flock: DemoFlock, day: CourseDay): AlertDraft {
  const days = roundTo(random.between(0.9, 1.4), 1);
  return {
    category: 'feed',
    rule: 'feed_out',
    text: 'feed',
    values: { days, kg: roundTo(day.feedKg, -1) },
  };
}

function countAlert(random: Random, _flock: DemoFlock, day: CourseDay): AlertDraft {
  const gapPct = roundTo(random.between(3.1, 6.4), 1);
  const counted = Math.round(day.live * (1 - gapPct / 100));
  return {
    category: 'count',
    rule: 'count_gap',
    text: 'count',
    values: { percent: gapPct, counted, logged: day.live },
  };
}

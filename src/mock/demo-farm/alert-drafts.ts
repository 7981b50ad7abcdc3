import { standardWeightG } from '../../farming/standards/standard-weight-g.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/rounding.ts';
import type { DemoFlock } from './demo-farm.ts';
import type { CourseDay } from './flock-course.ts';

/** What an alert says, before anybody has seen it. */
export interface AlertDraft {
  readonly category: string;
  readonly rule: string;
  readonly title: string;
  readonly message: string;
}

/** A kind of alert: how often it comes, and what it says where the day gives it a reason. */
export interface AlertKind {
  /** Per flock and month of 30 days; more for kinds that seldom have a reason. */
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
  const { name } = flock.barn.plan;
  const { targetC, maxC } = day.climate;
  if (maxC > targetC + 2) {
    return {
      category: 'climate',
      rule: 'temp_high',
      title: `חום בלול: ${roundTo(maxC, 1)} מעלות ב${name}`,
      message: `היעד לגיל ${day.ageDays} ימים הוא ${roundTo(targetC, 1)} מעלות`,
    };
  }
  const isOld = flock.farm.plan.kind === 'layer' || day.ageDays > 24;
  if (isOld && random.chance(0.6)) {
    const ppm = roundTo(random.between(20.5, 26), 1);
    return {
      category: 'climate',
      rule: 'nh3',
      title: `אמוניה ${ppm} חל״מ ב${name}`,
      message: 'מעל 20 חל״מ; כדאי להגביר אוורור מינימום ולבדוק את הריפוד',
    };
  }
  const low = roundTo(targetC - random.between(2.1, 3.2), 1);
  return {
    category: 'climate',
    rule: 'temp_low',
    title: `קר ב${name}: ${low} מעלות`,
    message: `היעד לגיל ${day.ageDays} ימים הוא ${roundTo(targetC, 1)} מעלות`,
  };
}

function mortalityAlert(_random: Random, flock: DemoFlock, day: CourseDay): AlertDraft | undefined {
  const index = flock.course.indexOf(day);
  const week = flock.course.slice(Math.max(0, index - 7), index);
  const mean = week.reduce((sum, one) => sum + one.mortality, 0) / Math.max(1, week.length);
  if (week.length < 3 || day.mortality < 5 || day.mortality < 1.4 * mean) return undefined;
  return {
    category: 'mortality',
    rule: 'mortality_spike',
    title: `תמותה גבוהה ב${flock.barn.plan.name}: ${day.mortality} היום`,
    message: `הממוצע בשבוע האחרון: ${roundTo(mean, 1)} ליום`,
  };
}

function waterAlert(random: Random, flock: DemoFlock, day: CourseDay): AlertDraft {
  const drop = random.integer(16, 24);
  return {
    category: 'water',
    rule: 'water_drop',
    title: `ירידה של ${drop}% בשתייה ב${flock.barn.plan.name}`,
    message: `יומיים ברצף מתחת לצפוי (${roundTo(day.waterL, -1)} ליטר); לבדוק לחץ, פילטרים ונזילות`,
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
    title: `משקל נמוך ב־${roundTo(belowPct, 1)}% מהתקן ב${flock.barn.plan.name}`,
    message: `${roundTo(day.weightG, 0)} ג׳ בגיל ${day.ageDays} ימים, התקן ${roundTo(standardG, 0)} ג׳`,
  };
}

function equipmentAlert(random: Random, flock: DemoFlock): AlertDraft {
  const [rule, title] = random.pick([
    ['sensor_stale', 'חיישן לא מדווח יותר משעה'],
    ['device_fault', 'תקלה במפוח'],
    ['device_fault', 'לחץ נמוך בקו הפטמות'],
    ['device_fault', 'תנור חימום לא נדלק'],
  ] as const);
  return {
    category: 'equipment',
    rule,
    title: `${title}, ${flock.barn.plan.name}`,
    message: 'לבדוק בלול ולעדכן',
  };
}

function integrationAlert(random: Random, flock: DemoFlock): AlertDraft {
  const minutes = random.integer(65, 300);
  return {
    category: 'integration',
    rule: 'integration_stale',
    title: `בקר האקלים לא שולח נתונים, ${flock.barn.plan.name}`,
    message: `לא התקבלו נתונים ${minutes} דקות`,
  };
}

function feedAlert(random: Random, flock: DemoFlock, day: CourseDay): AlertDraft {
  const days = roundTo(random.between(0.9, 1.4), 1);
  return {
    category: 'feed',
    rule: 'feed_out',
    title: `תערובת ל־${days} ימים ב${flock.barn.plan.name}`,
    message: `הצריכה היומית כ־${roundTo(day.feedKg, -1)} ק״ג`,
  };
}

function countAlert(random: Random, flock: DemoFlock, day: CourseDay): AlertDraft {
  const gapPct = roundTo(random.between(3.1, 6.4), 1);
  const counted = Math.round(day.live * (1 - gapPct / 100));
  return {
    category: 'count',
    rule: 'count_gap',
    title: `פער ספירה של ${gapPct}% ב${flock.barn.plan.name}`,
    message: `המצלמה ספרה ${counted}, ביומן ${day.live}`,
  };
}

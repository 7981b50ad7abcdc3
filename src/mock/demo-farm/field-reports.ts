import type { Language } from '../../model/core/message.ts';
import { addDays, type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import { type DemoContext, type DemoFields, type Phrases, phrasesOf } from './demo-context.ts';
import { addHappening, type DemoFarm, type DemoFlock, type DemoPerson } from './demo-farm.ts';
import type { Situation } from './farm-plan.ts';
import { actorOf } from './farms.ts';
import type { CourseDay } from './flock-course.ts';

const HOUR = 3_600_000;
const REPORTS_PER_DAY = { broilers: 0.55, layers: 0.3, small: 0.12 } as const;
/** Mortality counts as high from this multiple of the week's mean. */
const MANY_DEAD_RATIO = 1.6;
const HOT_C = 29;
/** Number of recent days whose reports come only from the current situation. */
const QUIET_DAYS = 2;

/** A report that is open at the current time. */
interface OpenReport {
  readonly report: WorkerReport['key'];
  readonly author: string;
  readonly hoursAgo: number;
  readonly situation: Situation;
  readonly status: 'new' | 'in_review';
}

const OPEN_REPORTS: readonly OpenReport[] = [
  {
    report: 'manyDead',
    author: 'somchai',
    hoursAgo: 1.4,
    situation: 'outbreak',
    status: 'in_review',
  },
  { report: 'power', author: 'eitan', hoursAgo: 2.6, situation: 'unlogged', status: 'new' },
  { report: 'vitamin', author: 'wei', hoursAgo: 5.3, situation: 'unlogged', status: 'new' },
  { report: 'silo', author: 'juan', hoursAgo: 3.2, situation: 'late_feed', status: 'new' },
  { report: 'catching', author: 'juan', hoursAgo: 30.5, situation: 'selling', status: 'new' },
  {
    report: 'cough',
    author: 'somchai',
    hoursAgo: 20.1,
    situation: 'outbreak',
    status: 'in_review',
  },
  {
    report: 'brokenEggs',
    author: 'prasert',
    hoursAgo: 22.7,
    situation: 'broken_eggs',
    status: 'in_review',
  },
];

/** Generates workers' reports in their own languages: most answered, some open. */
export function addFieldReports(
  context: DemoContext,
  farms: readonly DemoFarm[],
  flocks: readonly DemoFlock[],
): void {
  for (const farm of farms) {
    const farmFlocks = flocks.filter((flock) => flock.farm === farm);
    addPastReports(context, farm, farmFlocks);
    addOpenReports(context, farm, farmFlocks);
  }
}

interface Filed {
  readonly report: WorkerReport;
  readonly author: DemoPerson;
  readonly farm: DemoFarm;
  readonly flock: DemoFlock;
  readonly day: CourseDay;
  readonly at: number;
}

function addPastReports(context: DemoContext, farm: DemoFarm, flocks: readonly DemoFlock[]): void {
  const random = context.random(`field-reports/${farm.plan.key}`);
  const last = addDays(context.today, -QUIET_DAYS);
  for (let day = context.firstDay; day < last; day = addDays(day, 1)) {
    if (!random.chance(REPORTS_PER_DAY[farm.plan.key])) continue;
    const present = flocks.flatMap((flock) => {
      const today = flock.course.find((courseDay) => courseDay.day === day);
      return today ? [{ flock, day: today }] : [];
    });
    if (present.length === 0) continue;
    const { flock, day: today } = random.pick(present);
    const report = random.pick(
      workerReports.filter((report) => isApplicable(report, flock, today)),
    );
    const at = context.at(day, random.between(5.5, 21));
    const author = random.pick(farm.workers);
    addPastReport(context, random, { report, author, farm, flock, day: today, at });
  }
}

/** Whether a worker could have written this report about this barn on this day. */
function isApplicable(report: WorkerReport, flock: DemoFlock, day: CourseDay): boolean {
  if (report.farms !== undefined && report.farms !== flock.farm.plan.kind) return false;
  if (report.key === 'power') return day.ageDays % 13 === 0;
  if (report.key === 'catching') return day.ageDays >= 30;
  if (report.when === 'heat') return day.climate.maxC > HOT_C && day.ageDays > 21;
  if (report.when === 'weighing') return day.ageDays % 7 === 0;
  return (
    report.when !== 'many_dead' || day.mortality > MANY_DEAD_RATIO * meanOfWeek(flock, day.day)
  );
}

function meanOfWeek(flock: DemoFlock, day: CalendarDay): number {
  const firstDay = addDays(day, -7);
  const week = flock.course.filter((courseDay) => courseDay.day < day && courseDay.day >= firstDay);
  const sum = week.reduce((total, courseDay) => total + courseDay.mortality, 0);
  return week.length === 0 ? Number.POSITIVE_INFINITY : sum / week.length;
}

function addPastReport(context: DemoContext, random: Random, filed: Filed): void {
  const { report, author, farm, at } = filed;
  const answeredAt = at + Math.floor(random.between(0.3, 7) * HOUR);
  const isQuestion = report.isQuestion;
  addOutage(context, filed);
  const replyText = drawReply(context, random, filed);
  context.add('field-reports', {
    farmId: farm.id,
    at,
    updatedAt: answeredAt,
    by: actorOf(author),
    fields: {
      ...reportFields(context, random, filed),
      status: isQuestion ? 'answered' : random.pick(['closed', 'closed', 'closed', 'dismissed']),
      replyText,
      answeredAt: replyText === null ? null : formatInstant(answeredAt),
      answeredBy: replyText === null ? null : farm.manager.name,
    },
  });
}

function drawReply(context: DemoContext, random: Random, filed: Filed): string | null {
  const { reply } = filed.report;
  if (reply !== undefined) return phrasesOf(filed.author.lang).replies[reply];
  return random.chance(0.3) ? context.phrases.replies.thanks : null;
}

/** A power cut also appears in the timeline. */
function addOutage(context: DemoContext, filed: Filed): void {
  if (filed.report.key !== 'power') return;
  addHappening(context, {
    flock: filed.flock,
    kind: 'power_outage',
    title: context.phrases.milestones.powerCut,
    at: filed.at - 0.2 * HOUR,
    by: actorOf(filed.author),
  });
}

function addOpenReports(context: DemoContext, farm: DemoFarm, flocks: readonly DemoFlock[]): void {
  const random = context.random(`field-reports/${farm.plan.key}/open`);
  for (const open of OPEN_REPORTS) {
    const flock = flocks.find(
      (flock) => flock.barn.plan.situation === open.situation && flock.status !== 'closed',
    );
    const author = farm.workers.find((worker) => worker.key === open.author);
    const report = workerReports.find((report) => report.key === open.report);
    const day = flock?.course.find((courseDay) => courseDay.day === context.latestDay);
    if (!flock || !author || !report || !day) continue;
    const at = Math.floor(context.now - open.hoursAgo * HOUR);
    addOutage(context, { report, author, farm, flock, day, at });
    context.add('field-reports', {
      farmId: farm.id,
      at,
      updatedAt: open.status === 'new' ? at : at + 0.4 * HOUR,
      by: actorOf(author),
      fields: {
        ...reportFields(context, random, { report, author, farm, flock, day, at }),
        status: open.status,
      },
    });
  }
}

/** The text of a report in the author's language. */
function reportText(
  context: DemoContext,
  { report, flock, day }: Filed,
  language: Language,
): string {
  const { reports, numberedBarn } = phrasesOf(language);
  const { spoken, plan } = flock.barn;
  // Authors who cannot read the barns' names refer to them by number.
  const isOwn = language === context.language;
  return context.fill(reports[report.key], {
    barn: isOwn ? spoken : context.fill(numberedBarn, { number: plan.number }),
    count: day.mortality,
    kg: roundTo(day.weightG / 1000, 2),
  });
}

function reportFields(
  context: DemoContext,
  random: Random,
  filed: Filed,
): DemoFields<'field-reports'> {
  const { report, author, flock, day } = filed;
  return {
    barnId: flock.barn.id,
    flockId: flock.id,
    rawText: reportText(context, filed, author.lang),
    source: random.pick(['app', 'app', 'whatsapp', 'whatsapp', 'whatsapp', 'voice', 'sms']),
    lang: author.lang,
    authorName: author.name,
    category: report.category,
    severity: report.severity,
    summaryHe: context.language === 'he' ? reportText(context, filed, 'he') : null,
    isQuestion: report.isQuestion,
    extracted: extractedFrom(report, day),
  };
}

function extractedFrom(report: WorkerReport, day: CourseDay) {
  if (report.when === 'many_dead') return { mortality: day.mortality };
  if (report.when === 'weighing') return { weightG: roundTo(day.weightG / 10, 0) * 10 };
  return null;
}

/** A kind of workers' report or question; its text is in the phrase files. */
export interface WorkerReport {
  readonly key: keyof Phrases['reports'];
  readonly category: string;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly isQuestion: boolean;
  /** Farm type that sends it; any if absent. */
  readonly farms?: 'broiler' | 'layer';
  /** Condition for sending it. */
  readonly when?: 'heat' | 'many_dead' | 'weighing';
  /** The manager's reply, in the worker's language. */
  readonly reply?: keyof Phrases['replies'];
}

const STATEMENT = { isQuestion: false } as const;
const QUESTION = { isQuestion: true, severity: 'info', category: 'question' } as const;

const workerReports: readonly WorkerReport[] = [
  {
    key: 'manyDead',
    category: 'mortality',
    severity: 'warning',
    ...STATEMENT,
    when: 'many_dead',
  },
  {
    key: 'panting',
    category: 'climate',
    severity: 'critical',
    ...STATEMENT,
    when: 'heat',
  },
  {
    key: 'leak',
    category: 'water',
    severity: 'warning',
    ...STATEMENT,
  },
  {
    key: 'silo',
    category: 'feed',
    severity: 'warning',
    ...STATEMENT,
  },
  {
    key: 'vitamin',
    ...QUESTION,
    reply: 'vitamin',
  },
  {
    key: 'power',
    category: 'equipment',
    severity: 'critical',
    ...STATEMENT,
  },
  {
    key: 'litter',
    category: 'climate',
    severity: 'warning',
    ...STATEMENT,
    farms: 'broiler',
  },
  {
    key: 'vaccinated',
    category: 'health',
    severity: 'info',
    ...STATEMENT,
  },
  {
    key: 'weighed',
    category: 'weight',
    severity: 'info',
    ...STATEMENT,
    when: 'weighing',
  },
  {
    key: 'catching',
    ...QUESTION,
    farms: 'broiler',
    reply: 'catching',
  },
  {
    key: 'cough',
    category: 'health',
    severity: 'warning',
    ...STATEMENT,
  },
  {
    key: 'brokenEggs',
    category: 'eggs',
    severity: 'warning',
    ...STATEMENT,
    farms: 'layer',
  },
];

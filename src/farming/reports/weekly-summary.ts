import type { weeklySummaryAnswer } from '../../model/answers/weekly-summary.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import { knownSum, percentOf, sum, sumOrUnknown } from '../../tools/statistics.ts';
import { LEDGER_PARTS, moneyOfPeriod, type PeriodMoney } from '../accounting/ledger.ts';
import {
  CLOSED_FLOCK_PARTS,
  closedFlocksOf,
  LIVE_FLOCK_PARTS,
  liveFlocksOf,
} from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import { missingInLog, noLiveFlocks } from '../core/missing-data.ts';
import type { DataStatus, MissingData } from '../core/section.ts';
import { waterFeedRatio } from '../metrics/feed-and-water.ts';
import { type FlockWeek, flockWeek, type WeekWindow, weekWindow, weekWork } from './flock-week.ts';
import { type ComparedFlock, type Weeks, weekChanges } from './week-changes.ts';

/** Snapshot parts needed for a weekly summary. */
export const WEEK_PARTS = [
  ...new Set([
    ...LIVE_FLOCK_PARTS,
    ...CLOSED_FLOCK_PARTS,
    ...LEDGER_PARTS,
    'dailyWeights',
    'alertTimes',
    'taskTimes',
  ] as const),
];

type WeekSnapshot = FarmSnapshot<(typeof WEEK_PARTS)[number]>;

/** A flock that was inside during the week, with its record. */
interface Compared extends ComparedFlock {
  readonly record: FlockRecord;
}

/** The answer of `GET /os/weekly-summary`, before its messages are rendered. */
type WeeklySummary = Made<(typeof weeklySummaryAnswer)['schema']>;

/**
 * A week of the farm compared with the week before: flocks, money, work, and the largest changes.
 */
export function weeklySummaryOf(snapshot: WeekSnapshot, requestedDay?: CalendarDay): WeeklySummary {
  const window = weekWindow(snapshot, requestedDay);
  const all = comparedFlocks(snapshot, window);
  const activeFlocks = all.filter(({ week }) => week !== null);
  const money = {
    week: moneyOfPeriod(snapshot, window),
    before: moneyOfPeriod(snapshot, window.before),
  };
  const work = { week: weekWork(snapshot, window), before: weekWork(snapshot, window.before) };
  const missing = missingWeekData(activeFlocks, window, snapshot);
  return {
    farmId: snapshot.farm.id,
    asOf: formatInstant(snapshot.now),
    currency: snapshot.currency,
    status: statusOf(activeFlocks, missing),
    missing,
    period: window,
    changes: weekChanges({ flocks: activeFlocks, money, work }, snapshot),
    totals: {
      week: totalsOf(all.map(({ week }) => week)),
      before: totalsOf(all.map(({ before }) => before)),
    },
    flocks: activeFlocks.flatMap(flockRow),
    money: {
      week: sumsOf(money.week),
      before: sumsOf(money.before),
      byCategory: categoriesOf(money),
    },
    work,
  };
}

function comparedFlocks(snapshot: WeekSnapshot, window: WeekWindow): readonly Compared[] {
  return [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)].map((record) => ({
    record,
    flockId: record.flock.id,
    flock: flockName(record),
    week: flockWeek(record, window, snapshot),
    before: flockWeek(record, window.before, snapshot),
  }));
}

function flockRow({ record, flockId, flock, week, before }: Compared): WeeklySummary['flocks'] {
  if (week === null) return [];
  const row = {
    flockId,
    flock,
    barnId: record.flock.barnId,
    barn: record.barn?.name ?? null,
    breed: record.flock.breed,
    status: record.flock.status,
    week: shownWeek(week),
    before: before && shownWeek(before),
  };
  return [row];
}

function shownWeek(week: FlockWeek): WeeklySummary['flocks'][number]['week'] {
  return {
    daysInside: week.daysInside,
    daysLogged: week.daysLogged,
    daysUnlogged: week.daysUnlogged,
    ...unloggedDays([week]),
    ageDays: week.ageDays,
    birds: week.birds,
    birdsUpperBound: week.areBirdsUpperBound,
    birdsExceeded: week.areBirdsExceeded,
    mortality: week.mortality,
    culls: week.culls,
    mortalityPct: figure('pct', week.mortalityPct),
    feedKg: figure('kg', week.feedKg),
    feedPerBirdG: figure('grams', week.feedPerBirdG),
    feedDeviationPct: figure('pct', week.feedDeviationPct),
    waterL: figure('litres', week.waterL),
    waterFeedRatio: figure('ratio', week.waterFeedRatio),
    weightG: figure('grams', week.weight?.g),
    weightDate: week.weight?.day ?? null,
    weightDeviationPct: figure('pct', week.weightDeviationPct),
    adg7: figure('grams', week.gainG),
    fcr: figure('ratio', week.fcr),
    fcrEstimated: week.isFcrEstimated,
    fcrLowerBound: week.isFcrLowerBound,
    eggs: week.eggs,
    henDayPct: figure('pct', week.henDayPct),
    tempAvg: figure('celsius', week.tempAvg),
    tempMin: figure('celsius', week.tempMin),
    tempMax: figure('celsius', week.tempMax),
    soldBirds: week.soldBirds,
    soldKg: figure('kg', week.soldKg),
  };
}

/** Days without a figure in the log, of all flocks. */
function unloggedDays(weeks: readonly FlockWeek[]) {
  const total = (field: keyof FlockWeek['unlogged']) =>
    sum(weeks.map(({ unlogged }) => unlogged[field]));
  return {
    feedDaysUnlogged: total('feedKg'),
    waterDaysUnlogged: total('waterL'),
    eggDaysUnlogged: total('eggs'),
  };
}

/** Totals of all flocks; null when nothing was recorded. */
function totalsOf(weeks: readonly (FlockWeek | null)[]): WeeklySummary['totals']['week'] {
  const activeWeeks = weeks.filter((week) => week !== null);
  const total = (value: (week: FlockWeek) => number | null) =>
    activeWeeks.length === 0 ? null : knownSum(activeWeeks.map(value));
  const ratios = activeWeeks.map(({ ofRatio }) => ofRatio);
  return {
    flocks: activeWeeks.length,
    birds: knownSum(activeWeeks.map(({ birds }) => birds)),
    birdsUpperBound: activeWeeks.some((week) => week.areBirdsUpperBound),
    flocksUncounted: activeWeeks.filter(({ birds }) => birds === null).length,
    daysUnlogged: sum(activeWeeks.map(({ daysUnlogged }) => daysUnlogged)),
    ...unloggedDays(activeWeeks),
    cullDaysUnlogged: sum(activeWeeks.map(({ unlogged }) => unlogged.culls)),
    mortality: total(({ mortality }) => mortality),
    culls: total(({ culls }) => culls),
    mortalityPct: figure('pct', mortalityPctOf(activeWeeks)),
    feedKg: figure(
      'kg',
      total(({ feedKg }) => feedKg),
    ),
    waterL: figure(
      'litres',
      total(({ waterL }) => waterL),
    ),
    waterFeedRatio: figure(
      'ratio',
      waterFeedRatio(
        sum(ratios.map(({ waterL }) => waterL)),
        sum(ratios.map(({ feedKg }) => feedKg)),
      ),
    ),
    eggs: total(({ eggs }) => eggs),
    soldBirds: sum(activeWeeks.map(({ soldBirds }) => soldBirds)),
    soldKg: figure('kg', sumOrUnknown(activeWeeks.map(({ soldKg }) => soldKg))),
  };
}

/**
 * The known deaths of the birds of all flocks, so that weeks have the same base and days without a
 * log make it a lower bound; null if the birds of a flock are unknown.
 */
function mortalityPctOf(activeWeeks: readonly FlockWeek[]): number | null {
  const deaths = knownSum(activeWeeks.map(({ mortality }) => mortality));
  return percentOf(deaths, sumOrUnknown(activeWeeks.map(({ opening }) => opening)));
}

function sumsOf({ revenue, expenses, feed, net }: PeriodMoney): WeeklySummary['money']['week'] {
  return { revenue, expenses, feed, net };
}

const FEED = 'feed';

/** All spending of either week by category, largest of this week first. */
function categoriesOf({ week, before }: Weeks<PeriodMoney>): WeeklySummary['money']['byCategory'] {
  const amounts = (money: PeriodMoney) =>
    new Map([
      [FEED, money.feed ?? 0] as const,
      ...money.byCategory.map(({ category, amount }) => [category, amount ?? 0] as const),
    ]);
  const [now, previous] = [amounts(week), amounts(before)];
  return [...new Set([...now.keys(), ...previous.keys()])]
    .map((category) => ({
      category,
      week: now.get(category) ?? 0,
      before: previous.get(category) ?? 0,
    }))
    .filter((row) => row.week !== 0 || row.before !== 0)
    .toSorted(
      (left, right) =>
        right.week - left.week ||
        right.before - left.before ||
        (left.category < right.category ? -1 : 1),
    );
}

/** The inputs of each figure of the week, by the code reported when missing. */
const NEEDED = [
  ['no_deaths_in_week', 'mortality', ({ mortality }: FlockWeek) => mortality],
  ['no_feed_in_week', 'feedKg', ({ feedKg }: FlockWeek) => feedKg],
  ['no_weight_in_week', 'avgWeightGr', ({ weight }: FlockWeek) => weight],
] as const;

function missingWeekData(
  activeFlocks: readonly Compared[],
  { to }: WeekWindow,
  snapshot: WeekSnapshot,
): readonly MissingData[] {
  if (activeFlocks.length === 0) return [noLiveFlocks(snapshot)];
  const flocks = activeFlocks.filter(({ record }) => record.isLive);
  return flocks.flatMap(({ record, week }) =>
    NEEDED.filter(([, , figureOf]) => week && figureOf(week) === null).map(([code, field]) =>
      missingInLog(record, { code, field, today: to, need: 1, have: 0 }),
    ),
  );
}

function statusOf(activeFlocks: readonly Compared[], missing: readonly MissingData[]): DataStatus {
  if (activeFlocks.every(({ week }) => week?.daysLogged === 0)) return 'not_enough_data';
  return missing.length === 0 ? 'ok' : 'partial';
}

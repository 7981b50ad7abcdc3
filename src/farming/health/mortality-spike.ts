import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { mean, ratioOf } from '../../tools/statistics.ts';
import {
  findFlockDay,
  type MeanBefore,
  meanBefore,
  newestDayWith,
  recentDays,
} from '../core/flock-days.ts';
import type { FlockDay, FlockRecord } from '../core/flock-record.ts';
import { ageDays } from '../metrics/dates.ts';
import { dailyMortalityPct } from '../metrics/mortality.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import { expectedMortalityPct } from '../standards/standard-values.ts';

/** Whether more birds died on a day than usual, and the reference for that. */
export interface MortalitySpike {
  readonly flag: boolean;
  readonly severity: 'warning' | 'critical' | null;
  /** Deaths divided by the expected deaths, not rounded; null without a reference. */
  readonly ratio: number | null;
  /** The seven days before, the mortality curve in the first days of life, or neither. */
  readonly baseline: '7d' | 'curve' | 'insufficient';
  /** Mean of the recorded days among the seven before; null with too few. */
  readonly avg7: number | null;
  /** Number of the seven days before that were recorded. */
  readonly basisDays: number;
  /** Deaths of the day; null when not recorded. */
  readonly deaths: number | null;
  /** Of the birds alive in the morning, not rounded. */
  readonly pct: number | null;
}

/** The newest recorded deaths of a flock, as evaluated by alerts, digest, health and answers. */
export interface CurrentSpike {
  /** The newest of the last seven days with deaths recorded; null without any. */
  readonly day: CalendarDay | null;
  /** Whether the day is today or one of the two before it; older deaths are never a spike. */
  readonly isCurrent: boolean;
  readonly spike: MortalitySpike;
}

const DAYS_BACK = 2;
const WEEK_DAYS = 7;
const OLDER_WEEKS_UNTIL = [2, 3, 4, 5, 6, 7] as const;
const OLDER_FEWEST = 5;
/** More birds of a healthy flock die near the end of their lives and in their first week. */
const TIMES_USUAL = 3.5;
/**
 * Up to this age, chicks die of causes from before arrival, and the days before are not a useful
 * reference.
 */
const LAST_DAY_OF_FIRST_LOSSES = 4;
/** Minimum expected deaths: a single dead bird is not a spike. */
const LEAST_EXPECTED = 0.5;

/** Evaluates the newest recorded deaths of a flock. */
export function currentSpike(
  record: FlockRecord,
  { today, thresholds }: { readonly today: CalendarDay; readonly thresholds: Thresholds },
): CurrentSpike {
  const day = newestDeathsDay(record, today);
  const isCurrent = day !== null && !isPastAlerts(day, today);
  const spike = mortalitySpike(record, day ?? today, thresholds);
  return { day, isCurrent, spike: isCurrent ? spike : { ...spike, flag: false, severity: null } };
}

/**
 * Evaluates the deaths of a flock on a day. Warning: at least five deaths, 2.5 times the usual, and
 * above the usual by 3.5 times its square root; up to 4 days of age, more than 2.5 times the deaths
 * expected by the mortality curve. Critical: 0.5 % of the birds and 3.5 times the usual of the
 * flock, or 0.25 % on two consecutive days, both at least 3.5 times the curve; or 2.9 times the
 * mean of the week before on two consecutive days, far beyond chance. Source: triggers of Gonzales
 * and Elbers 2018, Scientific Reports, 10.1038/s41598-018-26954-9; the warning is a rule of this
 * service, measured on simulated flocks.
 */
export function mortalitySpike(
  record: FlockRecord,
  day: CalendarDay,
  thresholds: Thresholds,
): MortalitySpike {
  const { deaths, pct } = deathsOn(record, day);
  const before = meanDeathsBefore(record, day, thresholds.spikeFewestDays);
  const isChick = ageDays(record.flock, day) <= LAST_DAY_OF_FIRST_LOSSES;
  const expected = isChick ? expectedDeaths(record, day) : before.mean;
  const usual = isChick ? expected : usualDeaths(record, day, thresholds);
  const isRise = isChick ? isRiseOfChicks : isRiseOfGrown;
  const isCritical =
    isLargeShare(record, day, thresholds) || (!isChick && isTwoDayRise(record, day, thresholds));
  const isWarning = deaths !== null && usual !== null && isRise(deaths, usual, thresholds);
  return {
    flag: isCritical || isWarning,
    severity: isCritical ? 'critical' : isWarning ? 'warning' : null,
    ratio: deaths === null || expected === null ? null : deaths / atLeast(expected),
    baseline: expected === null ? 'insufficient' : isChick ? 'curve' : '7d',
    avg7: before.mean,
    basisDays: before.days,
    deaths,
    pct,
  };
}

/**
 * Whether the deaths of a day can be a spike at all, regardless of the days before: enough birds
 * for a rise to count, or a large enough share of the flock.
 */
export function mayBeSpike(
  { deaths, pct }: { readonly deaths: number; readonly pct: number },
  { spikeMinimumDeaths, spikeCriticalPct, spikeTwoDayPct }: Thresholds,
): boolean {
  return deaths >= spikeMinimumDeaths || pct >= Math.min(spikeCriticalPct, spikeTwoDayPct);
}

/** Whether `mortalitySpike` flags a day; for most days the days before need not be checked. */
export function isSpike(record: FlockRecord, day: CalendarDay, thresholds: Thresholds): boolean {
  const { deaths, pct } = deathsOn(record, day);
  if (!mayBeSpike({ deaths: deaths ?? 0, pct: pct ?? 0 }, thresholds)) return false;
  return mortalitySpike(record, day, thresholds).flag;
}

/**
 * The lowest mean of seven consecutive days within the 14 days before, each scaled by the growth of
 * the mortality curve, so that an outbreak that began days ago does not count as usual.
 */
function usualDeaths(record: FlockRecord, day: CalendarDay, thresholds: Thresholds): number | null {
  const recent = weekOfDeaths(record, day, { until: 1, fewest: thresholds.spikeFewestDays });
  if (recent === null) return null;
  const older = OLDER_WEEKS_UNTIL.map((until) =>
    weekOfDeaths(record, day, { until, fewest: OLDER_FEWEST }),
  );
  return Math.min(recent, ...older.filter((week) => week !== null));
}

/**
 * The mean of the seven days ending `until` days before, scaled by the growth of the mortality
 * curve.
 */
function weekOfDeaths(
  record: FlockRecord,
  day: CalendarDay,
  { until, fewest }: { readonly until: number; readonly fewest: number },
): number | null {
  const days = recentDays(record, addDays(day, -until), WEEK_DAYS).filter(
    ({ log }) => log?.mortality != null,
  );
  const deaths = mean(days.map(({ log }) => log?.mortality ?? 0));
  if (deaths === null || days.length < fewest) return null;
  const curve = mean(days.map(({ ageDays: age }) => expectedMortalityPct(record.kind, age)));
  return deaths * (ratioOf(curvePct(record, day), curve) ?? 1);
}

function curvePct({ flock, kind }: FlockRecord, day: CalendarDay): number {
  return expectedMortalityPct(kind, ageDays(flock, day));
}

function isRiseOfGrown(deaths: number, mean: number, thresholds: Thresholds): boolean {
  const { spikeMinimumDeaths, spikeRatio, spikeSigmas } = thresholds;
  return (
    deaths >= spikeMinimumDeaths &&
    deaths >= spikeRatio * atLeast(mean) &&
    deaths - mean >= spikeSigmas * Math.sqrt(Math.max(mean, 1))
  );
}

function isRiseOfChicks(deaths: number, expected: number, thresholds: Thresholds): boolean {
  const { spikeMinimumDeaths, spikeRatio } = thresholds;
  return deaths >= spikeMinimumDeaths && deaths > spikeRatio * expected;
}

function isLargeShare(record: FlockRecord, day: CalendarDay, thresholds: Thresholds): boolean {
  const { spikeCriticalPct, spikeTwoDayPct } = thresholds;
  const today = deathsOn(record, day).pct ?? 0;
  const yesterday = deathsOn(record, addDays(day, -1)).pct ?? 0;
  const curve = curvePct(record, day);
  const isFar = (pct: number, bound: number) => isFarAbove(pct, { curve, bound });
  // A single day is also compared with the flock's own rate, because some flocks constantly lose
  // more than others.
  const ofOneDay = Math.max(spikeCriticalPct, TIMES_USUAL * usualPct(record, day, thresholds));
  return (
    isFar(today, ofOneDay) || (isFar(today, spikeTwoDayPct) && isFar(yesterday, spikeTwoDayPct))
  );
}

/** Whether a share of the birds reaches a bound and is far above the mortality curve. */
function isFarAbove(pct: number, reference: { readonly curve: number; readonly bound: number }) {
  return pct >= Math.max(reference.bound, TIMES_USUAL * reference.curve);
}

/**
 * Whether the share of a flock that died on one day is, for its age, either a disaster or a typing
 * error. For days too old for an alert, the person is asked which.
 */
export function isHeavyLoss(
  pct: number,
  bird: { readonly kind: BirdKind; readonly ageDays: number },
  { spikeCriticalPct: bound }: Thresholds,
): boolean {
  return isFarAbove(pct, { curve: expectedMortalityPct(bird.kind, bird.ageDays), bound });
}

/** Whether the deaths of a day are too old for an alert. */
export function isPastAlerts(day: CalendarDay, today: CalendarDay): boolean {
  return day < addDays(today, -DAYS_BACK);
}

/**
 * Days of heavy loss too old for an alert, with usual deaths on both sides: a real cause of such
 * losses rarely begins and ends within a day, an extra digit does.
 */
export function loneHeavyLosses(
  record: FlockRecord,
  { today, thresholds }: { readonly today: CalendarDay; readonly thresholds: Thresholds },
): readonly FlockDay[] {
  const isHeavy = (day: FlockDay | undefined) => {
    if (!day) return false;
    const { pct } = deathsOn(record, day.day);
    return pct !== null && isHeavyLoss(pct, { ...day, kind: record.kind }, thresholds);
  };
  const isOtherDay = ({ day }: FlockDay) =>
    [addDays(day, -1), addDays(day, 1)].map((other) => findFlockDay(record, other));
  return record.days.filter(
    (day) => isPastAlerts(day.day, today) && isHeavy(day) && !isOtherDay(day).some(isHeavy),
  );
}

/** The usual deaths of a flock, in % of the birds alive in the morning; 0 when unknown. */
function usualPct(record: FlockRecord, day: CalendarDay, thresholds: Thresholds): number {
  const usual = usualDeaths(record, day, thresholds);
  return dailyMortalityPct(usual, findFlockDay(record, day)?.opening ?? null) ?? 0;
}

function isTwoDayRise(record: FlockRecord, day: CalendarDay, thresholds: Thresholds): boolean {
  const { spikeMinimumDeaths, spikeTwoDayRatio, spikeTwoDaySigmas } = thresholds;
  const dayBefore = addDays(day, -1);
  const usual = weekOfDeaths(record, dayBefore, {
    until: 1,
    fewest: thresholds.spikeFewestDays,
  });
  if (usual === null) return false;
  const bound = spikeTwoDayRatio * atLeast(usual);
  const today = deathsOn(record, day).deaths ?? 0;
  const yesterday = deathsOn(record, dayBefore).deaths ?? 0;
  const excess = today + yesterday - 2 * usual;
  // Chance affects both the two days and the seven-day mean that they are compared with.
  const variance = 2 * usual * (1 + 2 / WEEK_DAYS);
  const isBeyondChance = excess >= spikeTwoDaySigmas * Math.sqrt(Math.max(variance, 1));
  return today >= spikeMinimumDeaths && today >= bound && yesterday >= bound && isBeyondChance;
}

function deathsOn(record: FlockRecord, day: CalendarDay): Pick<MortalitySpike, 'deaths' | 'pct'> {
  const recorded = findFlockDay(record, day);
  const deaths = recorded?.log?.mortality ?? null;
  return { deaths, pct: dailyMortalityPct(deaths, recorded?.opening ?? null) };
}

function atLeast(expected: number): number {
  return Math.max(expected, LEAST_EXPECTED);
}

/**
 * Birds of a flock expected to die on a day by the mortality curve of their kind, not rounded; the
 * day of placement counts as the first day. Null when the number placed is unknown.
 */
export function expectedDeaths(record: FlockRecord, day: CalendarDay): number | null {
  const age = Math.max(1, ageDays(record.flock, day));
  return record.placed === null
    ? null
    : (expectedMortalityPct(record.kind, age) / 100) * record.placed;
}

/** The deaths of a flock in the seven calendar days before a day. */
export type DeathsBefore = MeanBefore;

/** The usual deaths: the mean of the recorded days among the seven calendar days before a day. */
function meanDeathsBefore(record: FlockRecord, day: CalendarDay, fewestDays: number): DeathsBefore {
  return meanBefore(record, 'mortality', { day, fewestDays });
}

/** The newest day with recorded deaths of a flock, as `newestDayWith`. */
export function newestDeathsDay(record: FlockRecord, today: CalendarDay): CalendarDay | null {
  return newestDayWith(record, 'mortality', today);
}

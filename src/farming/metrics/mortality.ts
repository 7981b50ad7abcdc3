import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { percentOf, sum } from '../../tools/statistics.ts';

/** Birds found dead on a day, in % of those alive at its start; culls are not included. */
export function dailyMortalityPct(
  mortality: number | null,
  openingBirds: number | null,
): number | null {
  return percentOf(mortality, openingBirds);
}

/** Birds found dead since placement, in % of those placed; culls are not included. */
export function cumulativeMortalityPct(mortality: number, placed: number | null): number | null {
  return percentOf(mortality, placed);
}

/** Number of days of a flock on which a value is due, and number of those without it. */
export interface DueDays {
  readonly due: number;
  readonly unlogged: number;
}

/**
 * Counts the days of a flock after `since`, up to the last completed day. The values of unlogged
 * days are unknown, not zero: with any such day, total deaths are a lower bound.
 */
export function dueDays(birds: {
  /** The day of placement, on which no log is due, or a later day. */
  readonly since: CalendarDay;
  /** Today, or the last day with birds inside. */
  readonly lastDay: CalendarDay;
  /** Whether `lastDay` is logged; before it is, the day may not be over. */
  readonly isLastDayLogged: boolean;
  /** Number of days after `since` that are logged. */
  readonly logged: number;
}): DueDays {
  const { since, lastDay, isLastDayLogged, logged } = birds;
  const due = Math.max(0, daysBetween(since, lastDay) - (isLastDayLogged ? 0 : 1));
  return { due, unlogged: Math.max(0, due - logged) };
}

/** Share of the due days that are logged, 0 to 1; 1 when no day is due. */
export function shareLogged({ due, unlogged }: DueDays): number {
  return due === 0 ? 1 : (due - unlogged) / due;
}

/** Minimum share of days with logged deaths for a figure based on all deaths. */
const LEAST_LOGGED = 0.6;

/** Whether deaths are logged on enough days for livability, EPEF and first-week mortality. */
export function areDeathsKnown({ due, unlogged }: DueDays): boolean {
  return due - unlogged >= due * LEAST_LOGGED;
}

/** Birds that died or were culled on a day, and those alive at its start. */
export interface DayLosses {
  readonly lost: number;
  readonly opening: number | null;
}

/**
 * Cumulative daily mortality rate of the EU: the sum of the daily losses in % of the birds alive at
 * the start of each day; culls are included, and birds sold leave the base. Null when the birds of
 * any day are unknown. Source: Directive 2007/43/EC, Annex III.
 */
export function cumulativeDailyMortalityRatePct(days: readonly DayLosses[]): number | null {
  const shares = days
    .filter(({ lost }) => lost > 0)
    .map(({ lost, opening }) => percentOf(lost, opening));
  return shares.includes(null) ? null : sum(shares);
}

const AT_PLACEMENT_PCT = 1;
const PER_DAY_PCT = 0.06;

/**
 * The maximum cumulative daily mortality rate for keeping broilers at 42 kg/m², in %, at their age
 * of slaughter. Source: Directive 2007/43/EC, Annex V.
 */
export function cumulativeDailyMortalityLimitPct(ageDays: number): number {
  return AT_PLACEMENT_PCT + PER_DAY_PCT * ageDays;
}

const LAST_DAY_OF_AGE = 7;

export interface DeathsAtAge {
  readonly ageDays: number;
  /** Null when not recorded. */
  readonly mortality: number | null;
}

/**
 * Birds found dead at ages 0 to 7, in % of those placed; null when too few of these days are
 * recorded, because most deaths of the week occur on a few days. Source: 0.66 % on average in 107
 * German flocks, Frontiers 2022.957786.
 */
export function firstWeekMortalityPct(
  deaths: readonly DeathsAtAge[],
  placed: number | null,
): number | null {
  const recorded = deaths.filter(
    ({ ageDays, mortality }) => ageDays <= LAST_DAY_OF_AGE && mortality !== null,
  );
  const logged = recorded.filter(({ ageDays }) => ageDays > 0).length;
  if (!isFirstWeekKnown(logged)) return null;
  return percentOf(sum(recorded.map(({ mortality }) => mortality)), placed);
}

/** Whether deaths are logged on enough days of ages 1 to 7 for a first-week figure. */
export function isFirstWeekKnown(loggedDays: number): boolean {
  return areDeathsKnown({ due: LAST_DAY_OF_AGE, unlogged: LAST_DAY_OF_AGE - loggedDays });
}

/**
 * Birds that neither died nor were culled, in % of those placed; birds sold count as survivors.
 * Null when more birds were removed than placed.
 */
export function livabilityPct(
  placed: number | null,
  losses: { readonly mortality: number; readonly culls: number },
): number | null {
  if (placed === null || losses.mortality + losses.culls > placed) return null;
  return percentOf(placed - losses.mortality - losses.culls, placed);
}

/** The quantities of a flock delivered to and condemned by the slaughterhouse. */
export interface Delivery {
  readonly birdsCount: number | null;
  readonly condemnedCount: number | null;
  readonly totalWeightKg: number | null;
  readonly condemnedKg: number | null;
}

/** Condemned birds in % of those delivered; by weight when birds were not counted. */
export function condemnationPct(delivery: Delivery): number | null {
  return (
    percentOf(delivery.condemnedCount, delivery.birdsCount) ??
    percentOf(delivery.condemnedKg, delivery.totalWeightKg)
  );
}

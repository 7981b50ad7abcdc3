import type { weeklySummaryAnswer } from '../../model/answers/weekly-summary.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { message } from '../../model/core/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { percentOf } from '../../tools/statistics.ts';
import type { PeriodSums } from '../accounting/ledger.ts';
import type { FarmFrame } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import type { FlockWeek, WeekWork } from './flock-week.ts';

/** A value for a week and for the week before it. */
export interface Weeks<T> {
  readonly week: T;
  readonly before: T;
}

/** A flock with its figures for both weeks; null for a week in which it was not inside. */
export interface ComparedFlock extends Weeks<FlockWeek | null> {
  readonly flockId: string;
  readonly flock: string;
}

/** A change from the week before. */
type WeekChange = Made<(typeof weeklySummaryAnswer)['schema']>['changes'][number];

/** Size of the change, in multiples of the smallest reported change. */
interface Candidate extends WeekChange {
  readonly steps: number;
}

/** The inputs of the comparison. */
interface ComparedWeeks {
  readonly flocks: readonly ComparedFlock[];
  readonly money: Weeks<PeriodSums>;
  readonly work: Weeks<WeekWork>;
}

/** The changes from one week to the next, largest first. */
export function weekChanges(compared: ComparedWeeks, frame: FarmFrame): readonly WeekChange[] {
  return [
    ...compared.flocks.flatMap((flock) => flockChanges(flock, frame.thresholds)),
    ...moneyChanges(compared.money, frame),
    ...alertChanges(compared.work, frame.thresholds),
  ]
    .filter(({ steps }) => steps >= 1)
    .toSorted((left, right) => right.steps - left.steps)
    .slice(0, frame.thresholds.weeklyChanges)
    .map(({ steps: _steps, ...change }) => change);
}

function flockChanges(compared: ComparedFlock, thresholds: Thresholds): readonly Candidate[] {
  const { week, before } = compared;
  // For a flock that arrived or left in between, changes of sums only reflect its arrival or
  // departure.
  if (!week || !before || week.daysInside !== before.daysInside) return [];
  const weeks = { week, before };
  return [
    ...deathChanges(compared, weeks, thresholds),
    ...pointChange(compared, weeks, {
      kind: 'feed',
      field: 'feedDeviationPct',
      step: thresholds.weeklyFeedPct,
      isMoreBetter: null,
    }),
    ...waterChange(compared, weeks, thresholds),
    ...pointChange(compared, weeks, {
      kind: 'weight',
      field: 'weightDeviationPct',
      step: thresholds.weeklyWeightPct,
      isMoreBetter: true,
    }),
    ...pointChange(compared, weeks, {
      kind: 'laying',
      field: 'henDayPct',
      step: thresholds.weeklyLayingPct,
      isMoreBetter: true,
    }),
  ];
}

const DAYS_UNLOGGED = 1;

/** Relative to the expected random variation, as for a spike. */
function deathChanges(
  { flockId, flock }: ComparedFlock,
  { week, before }: Weeks<FlockWeek>,
  { spikeMinimumDeaths, spikeSigmas }: Thresholds,
): readonly Candidate[] {
  const isLogged = [week, before].every(
    ({ daysInside, daysLogged }) => daysLogged >= daysInside - DAYS_UNLOGGED,
  );
  const [now, previous] = [week.mortality, before.mortality];
  if (!isLogged || now === null || previous === null) return [];
  const chance = Math.max(spikeMinimumDeaths, spikeSigmas * Math.sqrt(Math.max(previous, 1)));
  const title = message('weekly.change.mortality', { flock, week: now, before: previous });
  return [
    {
      kind: 'mortality',
      flockId,
      title,
      week: now,
      before: previous,
      verdict: now > previous ? 'worse' : 'better',
      steps: Math.abs(now - previous) / chance,
    },
  ];
}

interface PointChange {
  readonly kind: 'feed' | 'weight' | 'laying';
  readonly field: 'feedDeviationPct' | 'weightDeviationPct' | 'henDayPct';
  /** Percentage points. */
  readonly step: number;
  readonly isMoreBetter: boolean | null;
}

function pointChange(
  { flockId, flock }: ComparedFlock,
  weeks: Weeks<FlockWeek>,
  { kind, field, step, isMoreBetter }: PointChange,
): readonly Candidate[] {
  const week = figure('pct', weeks.week[field]);
  const before = figure('pct', weeks.before[field]);
  if (week === null || before === null) return [];
  const pct = (quantity: number) => ({ quantity, unit: '%' }) as const;
  const title = message(`weekly.change.${kind}`, { flock, week: pct(week), before: pct(before) });
  const verdict =
    isMoreBetter === null ? null : week > before === isMoreBetter ? 'better' : 'worse';
  return [{ kind, flockId, title, week, before, verdict, steps: Math.abs(week - before) / step }];
}

function waterChange(
  { flockId, flock }: ComparedFlock,
  weeks: Weeks<FlockWeek>,
  { weeklyWaterPct }: Thresholds,
): readonly Candidate[] {
  const week = figure('ratio', weeks.week.waterFeedRatio);
  const before = figure('ratio', weeks.before.waterFeedRatio);
  if (week === null || before === null) return [];
  const change = percentOf(Math.abs(week - before), before) ?? 0;
  const ratio = (quantity: number) => ({ quantity, unit: 'L/kg' }) as const;
  const title = message('weekly.change.water_feed', {
    flock,
    week: ratio(week),
    before: ratio(before),
  });
  const steps = change / weeklyWaterPct;
  return [{ kind: 'water_feed', flockId, title, week, before, verdict: null, steps }];
}

/** Relative to the largest amount spent or received in either week. */
function moneyChanges(
  { week, before }: Weeks<PeriodSums>,
  { currency, thresholds }: FarmFrame,
): readonly Candidate[] {
  const spent = ({ expenses, feed }: PeriodSums) => (expenses ?? 0) + (feed ?? 0);
  const sold = ({ revenue }: PeriodSums) => revenue ?? 0;
  const largestAmount = Math.max(spent(week), spent(before), sold(week), sold(before));
  const money = (amount: number) => ({ amount, currency });
  const change = (
    kind: 'sales' | 'spending',
    amountOf: (sums: PeriodSums) => number,
  ): Candidate => {
    const [now, previous] = [week, before].map(amountOf) as [number, number];
    return {
      kind,
      flockId: null,
      title: message(`weekly.change.${kind}`, { week: money(now), before: money(previous) }),
      week: now,
      before: previous,
      // Lower spending can also mean a lack of feed.
      verdict: kind === 'spending' ? null : now > previous ? 'better' : 'worse',
      steps: (percentOf(Math.abs(now - previous), largestAmount) ?? 0) / thresholds.weeklyMoneyPct,
    };
  };
  return [change('sales', sold), change('spending', spent)];
}

/** Info alerts are not counted. */
function alertChanges(work: Weeks<WeekWork>, { weeklyAlerts }: Thresholds): readonly Candidate[] {
  const alarming = ({ alertsOpened: { critical, warning } }: WeekWork) => critical + warning;
  const [week, before] = [alarming(work.week), alarming(work.before)];
  const title = message('weekly.change.alerts', { week, before });
  const verdict = week > before ? 'worse' : 'better';
  const steps = Math.abs(week - before) / weeklyAlerts;
  return [{ kind: 'alerts', flockId: null, title, week, before, verdict, steps }];
}

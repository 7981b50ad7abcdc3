import { message } from '../../model/message.ts';
import { daysBetween } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { taskFix } from '../insights/task-fix.ts';
import type { UsedCashflow } from '../insights/used-sections.ts';
import type { RiskContext } from './risk-context.ts';
import { noRisk, type RiskFinding, UNKNOWN } from './risk-finding.ts';

const DAYS_A_WEEK = 7;

/**
 * Cash: the weeks ahead lose money, and from some week to the last one shown the sum of all weeks is
 * below 0. A flock that is paid for and not yet sold is below 0 as well, but its sale is ahead. The
 * earlier that week, the more likely. Unknown where income or costs of the weeks ahead are unknown.
 */
export function cashRisk({ used, snapshot, flocks }: RiskContext): RiskFinding {
  const { cashflow } = used;
  if (!cashflow || cashflow.status === 'not_enough_data') return UNKNOWN;
  const { today, thresholds, farm } = snapshot;
  const ids = flocks.filter(({ isLive }) => isLive).map(({ flock }) => flock.id);
  if (isMissing(cashflow, 'no_sale_price') || lacksIncome(cashflow, ids)) return UNKNOWN;
  const week = losesMoney(cashflow) ? weekBelowZero(cashflow) : null;
  const weeks = week === null ? null : daysBetween(today, week) / DAYS_A_WEEK;
  if (week === null || weeks === null || weeks > thresholds.cashAheadWeeks) {
    // Without a price of feed the costs of the weeks ahead are incomplete.
    return isMissing(cashflow, 'no_feed_cost') ? UNKNOWN : noRisk('cash');
  }
  return {
    p: weeks <= thresholds.cashSoonWeeks ? 0.6 : 0.3,
    explanation: message('risk.cash.negative', { day: { day: week } }),
    fix: taskFix({ farmId: farm.id }, message('risk.task.cash'), today),
  };
}

/** The first of the weeks from which the sum stays below 0 to the last week shown. */
function weekBelowZero({ weeks }: UsedCashflow): string | null {
  const lastAtZero = weeks.findLastIndex(({ cumulative }) => cumulative >= 0);
  return weeks[lastAtZero + 1]?.weekStart ?? null;
}

function losesMoney({ weeks }: UsedCashflow): boolean {
  return sum(weeksAhead(weeks).map(({ net }) => net)) < 0;
}

/** Whether a flock inside costs money, and no week ahead shows what it will bring. */
function lacksIncome({ weeks }: UsedCashflow, flockIds: readonly string[]): boolean {
  const income = weeksAhead(weeks).flatMap(({ items }) =>
    items.flatMap(({ direction, id }) => (direction === 'in' && id !== undefined ? [id] : [])),
  );
  return flockIds.some((id) => !income.includes(id));
}

function weeksAhead(weeks: UsedCashflow['weeks']): UsedCashflow['weeks'] {
  return weeks.filter(({ kind }) => kind === 'forecast');
}

function isMissing({ missing }: UsedCashflow, code: string): boolean {
  return missing.some((lack) => lack.code === code);
}

import { message } from '../../model/message.ts';
import { daysBetween } from '../../tools/calendar.ts';
import { taskFix } from '../insights/task-fix.ts';
import type { RiskContext } from './risk-context.ts';
import { noRisk, type RiskFinding, UNKNOWN } from './risk-finding.ts';

const DAYS_A_WEEK = 7;

/** Cash: the first week whose balance falls below 0, the nearer the worse. */
export function cashRisk({ used, snapshot }: RiskContext): RiskFinding {
  const { cashflow } = used;
  if (!cashflow || cashflow.status === 'not_enough_data') return UNKNOWN;
  const { today, thresholds, farm } = snapshot;
  const week = cashflow.firstNegativeWeek;
  const weeks = week === null ? null : daysBetween(today, week) / DAYS_A_WEEK;
  if (week === null || weeks === null || weeks > thresholds.cashAheadWeeks) return noRisk('cash');
  return {
    p: weeks <= thresholds.cashSoonWeeks ? 0.6 : 0.3,
    explanation: message('risk.cash.negative', { day: { day: week } }),
    fix: taskFix({ farmId: farm.id }, message('risk.task.cash'), today),
  };
}

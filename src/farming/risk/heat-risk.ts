import { message } from '../../model/message.ts';
import { taskFix } from '../insights/task-fix.ts';
import { hotDays } from './hot-days.ts';
import type { RiskContext } from './risk-context.ts';
import { NO_BIRDS, noRisk, type RiskFinding, UNKNOWN } from './risk-finding.ts';

const OF_FORECAST = { critical: 0.8, warning: 0.4 } as const;
/** Of fewer days than this the share says nothing about the season. */
const FEWEST_DAYS = 7;

/** Heat: by the forecast, else by how many days of the last two weeks were too hot in the barns. */
export function heatRisk({ used, flocks, snapshot }: RiskContext): RiskFinding {
  if (flocks.length === 0) return NO_BIRDS;
  const risk = used.weather?.heatRisk ?? null;
  if (used.weather && (risk === 'critical' || risk === 'warning')) {
    const { maxThi, actions } = used.weather;
    return {
      p: OF_FORECAST[risk],
      explanation: message(`risk.heat.forecast_${risk}`, {
        thi: { quantity: maxThi ?? 0, unit: '°C' },
      }),
      fix: actions[0]?.fix ?? null,
    };
  }
  const { known, hot } = hotDays(flocks, snapshot);
  if (known < FEWEST_DAYS) return risk === null ? UNKNOWN : noRisk('heat');
  if (hot === 0) return noRisk('heat');
  return {
    p: hot / known,
    explanation: message('risk.heat.season', { hot, known }),
    fix: taskFix({ farmId: snapshot.farm.id }, message('risk.task.check_cooling'), snapshot.today),
  };
}

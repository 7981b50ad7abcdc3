import { message } from '../../model/message.ts';
import type { RiskContext } from './risk-context.ts';
import { noRisk, type RiskFinding, UNKNOWN } from './risk-finding.ts';

/** A falling sale price. */
export function priceRisk({ used, snapshot }: RiskContext): RiskFinding {
  const trend = used.market?.price.trendPctPer30d ?? null;
  if (trend === null) return UNKNOWN;
  if (trend > -snapshot.thresholds.priceDropPct) return noRisk('price');
  return {
    p: 0.4,
    explanation: message('risk.price.falling', { drop: { quantity: -trend, unit: '%' } }),
    fix: {
      method: 'POST',
      path: '/tenders',
      body: {
        farmId: snapshot.farm.id,
        title: message('risk.task.tender'),
        direction: 'sell',
        category: 'live_birds',
        deadline: null,
      },
    },
  };
}

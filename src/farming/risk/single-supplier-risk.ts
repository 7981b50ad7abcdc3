import { message } from '../../model/message.ts';
import type { RiskContext } from './risk-context.ts';
import { noRisk, type RiskFinding, UNKNOWN } from './risk-finding.ts';

/** Depending on one supplier of feed or chicks. */
export function singleSupplierRisk({ used, snapshot }: RiskContext): RiskFinding {
  const { feed = null, chicks = null } = used.suppliers?.concentrationPct ?? {};
  if (feed === null && chicks === null) return UNKNOWN;
  const limit = snapshot.thresholds.concentrationPct;
  const goods = (feed ?? 0) > limit ? 'feed' : (chicks ?? 0) > limit ? 'chicks' : undefined;
  if (!goods) return noRisk('single_supplier');
  return {
    p: 0.3,
    explanation: message('risk.single_supplier.one', {
      goods,
      share: { quantity: (goods === 'feed' ? feed : chicks) ?? 0, unit: '%' },
    }),
    fix: {
      method: 'POST',
      path: '/contacts',
      body: {
        farmId: snapshot.farm.id,
        kind: goods === 'feed' ? 'feed_supplier' : 'chick_supplier',
        name: null,
      },
      action: 'create_contact',
    },
  };
}

import { message } from '../../model/message.ts';
import { nameOfFlock, type RiskContext } from './risk-context.ts';
import { noRisk, type RiskFinding } from './risk-finding.ts';
import { withdrawalConflict } from './withdrawal-conflict.ts';

const LIKELY = 0.5;

/** Medicine: birds to be sold before their withdrawal ends, or what has expired in the store. */
export function medicineRisk(context: RiskContext): RiskFinding {
  const { gaps, flocks, snapshot } = context;
  const [conflict] = flocks.flatMap((record) => withdrawalConflict(record, snapshot));
  if (conflict) {
    return {
      p: LIKELY,
      explanation: message('risk.medicine.withdrawal', {
        flock: nameOfFlock(conflict.flockId, context),
        sale: { day: conflict.saleDay },
        until: { day: conflict.until },
      }),
      fix: conflict.fix,
    };
  }
  const expired = gaps.filter(({ kind }) => kind === 'medicine_expired');
  const [worst] = expired;
  if (!worst) return noRisk('medicine');
  return {
    p: LIKELY,
    explanation: message('risk.medicine.expired', { count: expired.length }),
    fix: worst.fix,
  };
}

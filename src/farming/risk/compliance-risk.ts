import { message } from '../../model/message.ts';
import { isRegItemOverdue } from '../compliance/is-reg-item-overdue.ts';
import { regItemFix } from '../compliance/reg-item-fix.ts';
import type { RiskContext } from './risk-context.ts';
import { noRisk, type RiskFinding } from './risk-finding.ts';

const EACH = 0.4;

/** Papers for authorities that are overdue. */
export function complianceRisk({ snapshot }: RiskContext): RiskFinding {
  const overdue = snapshot.regItems.filter((item) => isRegItemOverdue(item, snapshot.today));
  const [first] = overdue;
  if (!first) return noRisk('compliance');
  const open = overdue.find(({ sealed }) => sealed !== true);
  return {
    p: Math.min(1, EACH * overdue.length),
    explanation: message('risk.compliance.overdue', {
      count: overdue.length,
      title: first.title,
    }),
    fix: open ? regItemFix(open) : null,
  };
}

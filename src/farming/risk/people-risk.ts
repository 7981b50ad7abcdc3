import { message } from '../../model/message.ts';
import type { RiskContext } from './risk-context.ts';
import { noRisk, type RiskFinding } from './risk-finding.ts';

const EACH = 0.2;
const MOST = 0.6;

/** Workers whose questions have waited for an answer longer than a day. */
export function peopleRisk({ gaps }: RiskContext): RiskFinding {
  const waiting = gaps.filter(
    ({ kind, severity }) => kind === 'worker_question_unanswered' && severity === 'critical',
  );
  const [first] = waiting;
  if (!first) return noRisk('people');
  return {
    p: Math.min(MOST, EACH * waiting.length),
    explanation: message('risk.people.waiting', { count: waiting.length }),
    fix: first.fix,
  };
}

import { message } from '../../model/message.ts';
import { addDays } from '../../tools/calendar.ts';
import { nameOfFlock, type RiskContext } from './risk-context.ts';
import { NO_BIRDS, noRisk, type RiskFinding, UNKNOWN } from './risk-finding.ts';

/** Feed running out: of the flock whose feed lasts the shortest. */
export function feedOutRisk(context: RiskContext): RiskFinding {
  const { used, flocks, snapshot } = context;
  const { feedCriticalDays, feedWarningDays } = snapshot.thresholds;
  if (flocks.length === 0) return NO_BIRDS;
  const [shortest] = (used.feed?.flocks ?? [])
    .flatMap(({ daysLeft, ...flock }) => (daysLeft === null ? [] : [{ ...flock, daysLeft }]))
    .toSorted((left, right) => left.daysLeft - right.daysLeft);
  if (!shortest) return UNKNOWN;
  const { flockId, daysLeft, suggestedOrderKg } = shortest;
  if (daysLeft >= feedWarningDays) return noRisk('feed_out');
  return {
    p: daysLeft < feedCriticalDays ? 0.8 : 0.4,
    explanation: message('risk.feed_out.soon', {
      flock: nameOfFlock(flockId, context),
      days: { quantity: daysLeft, unit: 'days' },
    }),
    fix: {
      method: 'POST',
      path: '/feed-orders',
      body: {
        flockId,
        quantityKg: suggestedOrderKg || null,
        dueDate: addDays(snapshot.today, Math.floor(daysLeft)),
      },
      action: 'create_order',
    },
  };
}

import { type Message, message } from '../../model/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, endOfDay } from '../../tools/calendar.ts';
import type { Severity } from '../gaps/severity-rank.ts';
import type { UsedFeed } from '../insights/used-sections.ts';
import { type PlanCandidate, shareKnown } from './plan-candidate.ts';
import { findPlanFlock, type PlanContext } from './plan-context.ts';

/** Flocks for which feed has to be ordered today or tomorrow, or whose feed runs out. */
export function fromFeed(context: PlanContext): PlanCandidate[] {
  return (context.used.feed?.flocks ?? []).flatMap((feed) => feedOrder(feed, context));
}

function feedOrder(feed: UsedFeed, context: PlanContext): PlanCandidate[] {
  const { flockId, daysLeft, nextOrderBy, suggestedOrderKg } = feed;
  const { today, zone, thresholds } = context.snapshot;
  const known = findPlanFlock(flockId, context);
  // What is ordered already lasts, where nothing more is to be ordered.
  if (!known || daysLeft === null || suggestedOrderKg === 0) return [];
  const isDue = nextOrderBy !== null && nextOrderBy <= addDays(today, 1);
  if (!isDue && daysLeft >= thresholds.feedWarningDays) return [];
  return [
    {
      kind: 'order_feed',
      title: message('actionPlan.order_feed.title', { flock: known.name }),
      why: reasons(feed),
      severity: severityOf(daysLeft, thresholds),
      flockId,
      barnId: known.record.flock.barnId,
      dueAt: nextOrderBy === null ? null : endOfDay(nextOrderBy, zone),
      impact: null,
      confidence: shareKnown([daysLeft, nextOrderBy, suggestedOrderKg]),
      action: {
        method: 'POST',
        path: '/feed-orders',
        body: {
          flockId,
          quantityKg: suggestedOrderKg,
          dueDate: addDays(today, Math.floor(daysLeft)),
        },
        action: 'create_order',
      },
      source: { type: 'flocks', id: flockId },
    },
  ];
}

function reasons({ daysLeft, nextOrderBy, suggestedOrderKg }: UsedFeed): Message[] {
  return [
    message('actionPlan.order_feed.left', { days: { quantity: daysLeft ?? 0, unit: 'days' } }),
    ...(nextOrderBy === null
      ? []
      : [message('actionPlan.order_feed.by', { day: { day: nextOrderBy } })]),
    ...(suggestedOrderKg === null
      ? []
      : [
          message('actionPlan.order_feed.amount', {
            amount: { quantity: suggestedOrderKg, unit: 'kg' },
          }),
        ]),
  ];
}

function severityOf(daysLeft: number, thresholds: Thresholds): Severity {
  if (daysLeft < thresholds.feedCriticalDays) return 'critical';
  return daysLeft < thresholds.feedWarningDays ? 'warning' : 'info';
}

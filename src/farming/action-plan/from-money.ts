import { message } from '../../model/message.ts';
import type { StoredOf } from '../../model/registry.ts';
import { endOfDay } from '../../tools/calendar.ts';
import type { UsedLeak } from '../insights/used-sections.ts';
import { impactOf, type PlanCandidate, shareKnown } from './plan-candidate.ts';
import { findPlanFlock, type PlanContext, type PlanSnapshot } from './plan-context.ts';

/** The amount that each kind of row lacks. */
const AMOUNTS: Readonly<Record<string, string>> = {
  sales: 'totalAmount',
  'feed-deliveries': 'totalCost',
};

/** Money that is to change hands: orders past their day, and rows nobody gave an amount. */
export function fromMoney(context: PlanContext): PlanCandidate[] {
  const { used, snapshot } = context;
  return [
    ...snapshot.marketOrders.flatMap((order) => dueOrder(order, snapshot)),
    ...(used.leaks?.rows ?? []).flatMap((leak) => rowsWithoutAmount(leak, context)),
  ];
}

function dueOrder(order: StoredOf<'market-orders'>, snapshot: PlanSnapshot): PlanCandidate[] {
  const { id, status, direction, title, quantity, price, needByDate } = order;
  if (status !== 'confirmed' || needByDate === null || needByDate > snapshot.today) return [];
  const amount = quantity === null || price === null ? null : quantity * price;
  return [
    {
      kind: 'pay_or_collect',
      title: message('actionPlan.pay_or_collect.order', {
        direction: direction ?? 'buy',
        order: title,
      }),
      why: [message('actionPlan.pay_or_collect.due', { day: { day: needByDate } })],
      severity: needByDate < snapshot.today ? 'warning' : 'info',
      flockId: null,
      barnId: null,
      dueAt: endOfDay(needByDate, snapshot.zone),
      impact: impactOf(amount, 'order'),
      confidence: shareKnown([quantity, price]),
      action: { method: 'PATCH', path: `/market-orders/${id}`, body: { status: 'fulfilled' } },
      source: { type: 'market-orders', id },
    },
  ];
}

/** Only of flocks that are here: the rows of others may be sealed. */
function rowsWithoutAmount(leak: UsedLeak, context: PlanContext): PlanCandidate[] {
  const known = leak.flockId === null ? undefined : findPlanFlock(leak.flockId, context);
  const [first, ...others] = uncostedRows(leak);
  const field = first && AMOUNTS[first.resource];
  if (!known || !first || !field) return [];
  return [
    {
      kind: 'pay_or_collect',
      title: message('actionPlan.pay_or_collect.amounts', { flock: known.name }),
      why: [message('actionPlan.pay_or_collect.uncosted', { count: 1 + others.length })],
      severity: first.resource === 'sales' ? 'warning' : 'info',
      flockId: leak.flockId,
      barnId: known.record.flock.barnId,
      dueAt: null,
      impact: null,
      confidence: leak.confidence,
      action: { method: 'PATCH', path: `/${first.resource}/${first.id}`, body: { [field]: null } },
      source: { type: first.resource, id: first.id },
    },
  ];
}

function uncostedRows({ kind, evidence }: UsedLeak): { resource: string; id: string }[] {
  const rows = kind === 'duplicate_or_uncosted' ? evidence['uncosted'] : [];
  // The evidence of this kind of leak lists rows by resource and id.
  return Array.isArray(rows) ? (rows as { resource: string; id: string }[]) : [];
}

import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay, endOfDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { regItemFix, sellOfferFix, taskFix } from '../core/fixes.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { isRegItemOpen, isRegItemOverdue, regItemDeadline } from '../core/open-items.ts';
import type { Fix, UsedLeak, UsedMarket, UsedPlacement } from '../core/section.ts';
import { activeTreatments } from '../health/treatments.ts';
import {
  findPlanFlock,
  impactOf,
  type PlanCandidate,
  type PlanContext,
  type PlanSnapshot,
  shareKnown,
} from './plan-candidate.ts';

/** The amount field of each resource. */
const AMOUNTS: Readonly<Record<string, string>> = {
  sales: 'totalAmount',
  'feed-deliveries': 'totalCost',
};

/** Open payments: overdue orders, and rows without an amount. */
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

/** Live flocks only: the rows of other flocks may be sealed. */
function rowsWithoutAmount(leak: UsedLeak, context: PlanContext): PlanCandidate[] {
  const planFlock = leak.flockId === null ? undefined : findPlanFlock(leak.flockId, context);
  const [first, ...remaining] = uncostedRows(leak);
  const field = first && AMOUNTS[first.resource];
  if (!planFlock || !first || !field) return [];
  return [
    {
      kind: 'pay_or_collect',
      title: message('actionPlan.pay_or_collect.amounts', { flock: planFlock.name }),
      why: [message('actionPlan.pay_or_collect.uncosted', { count: 1 + remaining.length })],
      severity: first.resource === 'sales' ? 'warning' : 'info',
      flockId: leak.flockId,
      barnId: planFlock.record.flock.barnId,
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
  // The evidence of this kind of leak lists rows by resource and ID.
  return Array.isArray(rows) ? (rows as { resource: string; id: string }[]) : [];
}

type SellWindow = UsedMarket['sellWindow'][number];

/** Flocks to sell: their best day is near or past, or their barn is becoming too dense. */
export function fromSales(context: PlanContext): PlanCandidate[] {
  const { used } = context;
  return [
    ...(used.market?.sellWindow ?? []).flatMap((window) => bestDay(window, context)),
    ...(used.placements?.barns ?? []).flatMap((barn) => denseBarn(barn, context)),
  ];
}

function bestDay(window: SellWindow, context: PlanContext): PlanCandidate[] {
  const { flockId, bestDate, verdict, days, weightUncalibrated } = window;
  const { today, thresholds } = context.snapshot;
  if (bestDate === null || (verdict !== 'now' && verdict !== 'on_best_date')) return [];
  if (bestDate > addDays(today, thresholds.sellSoonDays)) return [];
  const lostG = days
    .filter(({ date, net }) => date >= bestDate && (net ?? 0) < 0)
    .map(({ net }) => -(net ?? 0));
  return saleOf(flockId, context, {
    why: message(`actionPlan.sell_window.${verdict}`, { day: { day: bestDate } }),
    severity: verdict === 'now' ? 'warning' : 'info',
    day: bestDate,
    impact: impactOf(sum(lostG), 'waiting'),
    // Advice based on an uncalibrated weight counts half.
    confidence: shareKnown(days.map(({ net }) => net)) * (weightUncalibrated ? 0.5 : 1),
  });
}

function denseBarn(barn: UsedPlacement, context: PlanContext): PlanCandidate[] {
  const { flockId, overcrowdedAt, densityLimitKgM2 } = barn;
  const { today, thresholds } = context.snapshot;
  if (flockId === null || overcrowdedAt === null) return [];
  if (overcrowdedAt > addDays(today, thresholds.densitySoonDays)) return [];
  return saleOf(flockId, context, {
    why: message('actionPlan.sell_window.dense', {
      day: { day: overcrowdedAt },
      limit: { quantity: densityLimitKgM2 ?? 0, unit: 'kg/m²' },
    }),
    severity: overcrowdedAt <= today ? 'warning' : 'info',
    day: overcrowdedAt,
    impact: null,
    confidence: 1,
  });
}

function saleOf(
  flockId: string,
  context: PlanContext,
  finding: Pick<PlanCandidate, 'severity' | 'impact' | 'confidence'> & {
    readonly why: Message;
    readonly day: CalendarDay;
  },
): PlanCandidate[] {
  const { snapshot } = context;
  const { why, day, ...rest } = finding;
  const planFlock = findPlanFlock(flockId, context);
  if (!planFlock || isWithheld(planFlock.record, context)) return [];
  return [
    {
      kind: 'sell_window',
      title: message('actionPlan.sell_window.title', { flock: planFlock.name }),
      why: [why],
      ...rest,
      flockId,
      barnId: planFlock.record.flock.barnId,
      dueAt: endOfDay(day, snapshot.zone),
      action: sellOfferFix(snapshot.farm.id, planFlock.name),
      source: { type: 'flocks', id: flockId },
    },
  ];
}

/** Treated birds must not be slaughtered before the withdrawal ends, whatever their price. */
function isWithheld(record: FlockRecord, { snapshot }: PlanContext): boolean {
  return activeTreatments(record, snapshot).some(
    ({ withdrawalUntil }) => withdrawalUntil !== null && withdrawalUntil > snapshot.today,
  );
}

/** Regulatory documents that are overdue, expired or due soon. */
export function fromPapers({ snapshot }: PlanContext): PlanCandidate[] {
  return snapshot.regItems
    .filter(({ sealed }) => sealed !== true)
    .filter((item) => isRegItemOpen(item) || item.status === 'expired')
    .flatMap((item) => candidateOf(item, snapshot));
}

function candidateOf(item: StoredOf<'reg-items'>, snapshot: PlanSnapshot): PlanCandidate[] {
  const { today, zone, thresholds } = snapshot;
  const { id, title, flockId, barnId, status } = item;
  const deadline = regItemDeadline(item);
  const isOverdue = isRegItemOverdue(item, today) || status === 'expired';
  const isSoon = deadline !== null && deadline <= addDays(today, thresholds.paperDays);
  if (!isOverdue && !isSoon) return [];
  return [
    {
      kind: 'file_reg_item',
      title: message('actionPlan.file_reg_item.title', { item: title }),
      why: [
        message(`actionPlan.file_reg_item.${whenOf(item, isOverdue)}`, {
          day: { day: deadline ?? today },
        }),
      ],
      severity: isOverdue ? 'warning' : 'info',
      flockId,
      barnId,
      dueAt: deadline === null ? null : endOfDay(deadline, zone),
      impact: null,
      confidence: 1,
      action: regItemFix(item),
      source: { type: 'reg-items', id },
    },
  ];
}

function whenOf(item: StoredOf<'reg-items'>, isOverdue: boolean): string {
  if (regItemDeadline(item) === null) return 'undated';
  if (item.status === 'expired') return 'expired';
  return isOverdue ? 'overdue' : 'due';
}

const EMPTY: readonly string[] = ['cleaning', 'ready'];

/** Empty barns whose next flock arrives soon, or that could take a flock. */
export function fromPlacements(context: PlanContext): PlanCandidate[] {
  const barns = context.used.placements?.barns ?? [];
  return barns
    .filter(({ state }) => EMPTY.includes(state))
    .flatMap((barn) => (barn.planned ? comingFlock(barn, context) : freeBarn(barn, context)));
}

function comingFlock(barn: UsedPlacement, context: PlanContext): PlanCandidate[] {
  const { snapshot } = context;
  const day = barn.planned?.date;
  if (day === undefined || day > addDays(snapshot.today, snapshot.thresholds.prepareBarnDays))
    return [];
  const stored = snapshot.barns.find(({ id }) => id === barn.barnId);
  const title = message('actionPlan.prepare_barn.title', { barn: barn.name });
  return [
    {
      ...preparation(barn, context, addDays(day, -1)),
      title,
      why: [message('actionPlan.prepare_barn.planned', { day: { day } })],
      severity: barn.readyDate !== null && barn.readyDate > day ? 'warning' : 'info',
      action:
        stored?.status === 'cleaning'
          ? { method: 'PATCH', path: `/barns/${barn.barnId}`, body: { status: 'active' } }
          : taskFix({ barnId: barn.barnId }, title, snapshot.today),
    },
  ];
}

function freeBarn(barn: UsedPlacement, context: PlanContext): PlanCandidate[] {
  const { today, thresholds } = context.snapshot;
  const day = barn.suggestedPlacementDate;
  if (day === null || day > addDays(today, thresholds.prepareBarnDays)) return [];
  return [
    {
      ...preparation(barn, context, day),
      title: message('actionPlan.prepare_barn.place', { barn: barn.name }),
      why: [message('actionPlan.prepare_barn.free', { day: { day } }), ...room(barn)],
      severity: 'info',
      action: placementFix(barn, day),
    },
  ];
}

function room({ maxBirds }: UsedPlacement): Message[] {
  if (maxBirds === null) return [];
  return [
    message('actionPlan.prepare_barn.room', { birds: { quantity: maxBirds, unit: 'birds' } }),
  ];
}

function placementFix({ barnId }: UsedPlacement, placementDate: CalendarDay): Fix {
  const body = { barnId, placementDate, breed: null, chicksReceived: null };
  return { method: 'POST', path: '/flocks', body, action: 'create_flock' };
}

function preparation(barn: UsedPlacement, { used, snapshot }: PlanContext, day: CalendarDay) {
  const idle = used.leaks?.rows.find(
    ({ kind, barnId, flockId }) =>
      kind === 'idle_barn' && barnId === barn.barnId && flockId === null,
  );
  return {
    kind: 'prepare_barn',
    flockId: null,
    barnId: barn.barnId,
    dueAt: endOfDay(day, snapshot.zone),
    impact: impactOf(idle?.amount, 'idle_barn'),
    confidence: shareKnown([barn.readyDate, barn.maxBirds]),
    source: { type: 'barns', id: barn.barnId },
  } as const;
}

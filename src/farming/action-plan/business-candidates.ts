import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import {
  addDays,
  type CalendarDay,
  endOfDay,
  HOUR_MILLIS,
  parseInstant,
} from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { timeAgo } from '../core/figure.ts';
import { alertFix, regItemFix, sellOfferFix, taskProgress } from '../core/fixes.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import {
  isOpenTask,
  isRegItemOpen,
  isRegItemOverdue,
  regItemDeadline,
  type Severity,
  severityRank,
} from '../core/open-items.ts';
import type { Fix, UsedLeak, UsedMarket, UsedPlacement } from '../core/section.ts';
import { alertTitle } from '../core/stored-texts.ts';
import type { Gap, GapKind } from '../gaps/gap.ts';
import { activeTreatments } from '../health/treatments.ts';
import {
  findPlanFlock,
  impactOf,
  type PlanCandidate,
  type PlanContext,
  type PlanKind,
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
  const lost = days
    .filter(({ date, net }) => date >= bestDate && (net ?? 0) < 0)
    .map(({ net }) => -(net ?? 0));
  return saleOf(flockId, context, {
    why: message(`actionPlan.sell_window.${verdict}`, { day: { day: bestDate } }),
    severity: verdict === 'now' ? 'warning' : 'info',
    day: bestDate,
    impact: impactOf(sum(lost), 'waiting'),
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
  found: Pick<PlanCandidate, 'severity' | 'impact' | 'confidence'> & {
    readonly why: Message;
    readonly day: CalendarDay;
  },
): PlanCandidate[] {
  const { snapshot } = context;
  const { why, day, ...rest } = found;
  const known = findPlanFlock(flockId, context);
  if (!known || isWithheld(known.record, context)) return [];
  return [
    {
      kind: 'sell_window',
      title: message('actionPlan.sell_window.title', { flock: known.name }),
      why: [why],
      ...rest,
      flockId,
      barnId: known.record.flock.barnId,
      dueAt: endOfDay(day, snapshot.zone),
      action: sellOfferFix(snapshot.farm.id, known.name),
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

const BY_RANK: readonly Severity[] = ['info', 'warning', 'critical'];

/** The open alerts; alerts of a sealed case file cannot be closed. */
export function fromAlerts({ snapshot }: PlanContext): PlanCandidate[] {
  return snapshot.alerts.flatMap((alert) => {
    const { fix } = alertFix(alert);
    return fix ? [candidateOfAlert(alert, fix, snapshot.now)] : [];
  });
}

function candidateOfAlert(alert: StoredOf<'alerts'>, action: Fix, now: number): PlanCandidate {
  const { id, flockId, barnId, createdAt, occurrences } = alert;
  return {
    kind: 'resolve_alert',
    title: message('actionPlan.resolve_alert.title', { alert: alertTitle(alert) }),
    why: [
      message('actionPlan.resolve_alert.open', {
        ago: timeAgo(parseInstant(createdAt) ?? now, now),
        count: occurrences ?? 1,
      }),
    ],
    severity: BY_RANK[severityRank(alert.severity)] ?? 'info',
    flockId,
    barnId,
    dueAt: null,
    impact: null,
    confidence: 1,
    action,
    source: { type: 'alerts', id },
  };
}

/** Gaps that are tasks for today. Open alerts are planned separately. */
const KINDS: Readonly<Partial<Record<GapKind, PlanKind>>> = {
  flock_no_log_today: 'log_today',
  worker_question_unanswered: 'answer_worker',
  flock_not_weighed_7d: 'weigh_flock',
  medicine_expired: 'renew_medicine',
  medicine_expiring: 'renew_medicine',
  medicine_low_stock: 'renew_medicine',
  integration_failing: 'fix_integration',
  integration_stale: 'fix_integration',
  camera_silent: 'fix_integration',
  automation_blocked: 'fix_integration',
  webhook_off: 'fix_integration',
};

/** Actions that gaps ask for. */
export function fromGaps({ gaps, snapshot }: PlanContext): PlanCandidate[] {
  return gaps.flatMap((gap) => {
    const kind = KINDS[gap.kind];
    return kind ? [candidateOfGap(gap, kind, snapshot)] : [];
  });
}

function candidateOfGap(gap: Gap, kind: PlanKind, snapshot: PlanSnapshot): PlanCandidate {
  return {
    kind,
    title: gap.title,
    why: [gap.message],
    severity: gap.severity,
    flockId: gap.ids['flockId'] ?? null,
    barnId: gap.ids['barnId'] ?? null,
    dueAt: dueAt(gap, snapshot),
    impact: null,
    confidence: 1,
    action: gap.fix,
    source: { type: 'gap', id: gap.key },
  };
}

/** The due time of a gap, past or future; null without one. */
function dueAt({ kind, since }: Gap, { zone, thresholds }: PlanSnapshot): number | null {
  if (since === null) return null;
  switch (kind) {
    case 'flock_no_log_today':
    case 'medicine_expired':
      return endOfDay(since, zone);
    case 'flock_not_weighed_7d':
      return endOfDay(addDays(since, thresholds.weighingDays), zone);
    case 'medicine_expiring':
      return endOfDay(addDays(since, thresholds.medicineExpiringDays), zone);
    case 'worker_question_unanswered': {
      const askedAt = parseInstant(since);
      const hours = thresholds.questionCriticalHours;
      return askedAt === undefined ? null : askedAt + hours * HOUR_MILLIS;
    }
    default:
      return null;
  }
}

/** The open tasks. */
export function fromTasks({ snapshot }: PlanContext): PlanCandidate[] {
  return snapshot.tasks.filter(isOpenTask).map((task) => candidateOfTask(task, snapshot));
}

function candidateOfTask(
  task: StoredOf<'tasks'>,
  { today, zone }: Pick<PlanSnapshot, 'today' | 'zone'>,
): PlanCandidate {
  const { id, title, barnId, dueDate } = task;
  const isOverdue = dueDate !== null && dueDate < today;
  const when = dueDate === null ? 'undated' : isOverdue ? 'overdue' : 'due';
  return {
    kind: 'complete_task',
    title: message('actionPlan.complete_task.title', { task: title }),
    why: [message(`actionPlan.complete_task.${when}`, { day: { day: dueDate ?? today } })],
    severity: severityOf(task, isOverdue),
    flockId: null,
    barnId,
    dueAt: dueDate === null ? null : endOfDay(dueDate, zone),
    impact: null,
    confidence: 1,
    action: taskProgress(task),
    source: { type: 'tasks', id },
  };
}

function severityOf({ priority }: StoredOf<'tasks'>, isOverdue: boolean): Severity {
  if (priority === 'urgent') return isOverdue ? 'critical' : 'warning';
  return isOverdue || priority === 'high' ? 'warning' : 'info';
}

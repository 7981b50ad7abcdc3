import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay, endOfDay } from '../../tools/calendar.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import { deliveryFix, feedOrderFix, taskFix, taskProgress } from '../core/fixes.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import { isOpenTask, type Severity } from '../core/open-items.ts';
import type { UsedFeed, UsedHealth, UsedWeight } from '../core/section.ts';
import { isOrderOf } from '../feed/feed-forecast.ts';
import {
  feedSeverity,
  type LateOrder,
  lateOrderMessage,
  lateOrders,
  orderSeverity,
} from '../feed/feed-orders.ts';
import {
  findPlanFlock,
  impactOf,
  type PlanCandidate,
  type PlanContext,
  type PlanImpact,
  shareKnown,
} from './plan-candidate.ts';

/** Barns whose air of the last 24 hours calls for a ventilation check. */
export function fromAir(context: PlanContext): PlanCandidate[] {
  const { used, snapshot } = context;
  const { thresholds, today, zone } = snapshot;
  return (used.health?.flocks ?? []).flatMap(({ flockId, env }) => {
    const planFlock = findPlanFlock(flockId, context);
    const faults = faultsOf(env, thresholds);
    if (!planFlock || faults.length === 0) return [];
    const { flock, barn } = planFlock.record;
    const title = message('actionPlan.check_ventilation.title', {
      barn: barn?.name ?? flock.barnId,
    });
    return [
      {
        kind: 'check_ventilation',
        title,
        why: faults,
        severity: isCritical(env, thresholds) ? 'critical' : 'warning',
        flockId,
        barnId: flock.barnId,
        dueAt: endOfDay(today, zone),
        impact: null,
        confidence: shareKnown(Object.values(env)),
        action: taskFix({ barnId: flock.barnId }, title, today),
        source: { type: 'barns', id: flock.barnId },
      } satisfies PlanCandidate,
    ];
  });
}

function isCritical(env: UsedHealth['env'], thresholds: Thresholds): boolean {
  return (
    (env.nh3Max24 ?? 0) > thresholds.nh3CriticalPpm ||
    (env.co2Max24 ?? 0) > thresholds.co2CriticalPpm
  );
}

function faultsOf(env: UsedHealth['env'], thresholds: Thresholds): Message[] {
  const { nh3Max24, co2Max24, heatStressHours24, outOfRangeMinutes24 } = env;
  return [
    ...fault('ammonia', { quantity: nh3Max24, unit: 'ppm' }, thresholds.nh3WarningPpm),
    ...fault('co2', { quantity: co2Max24, unit: 'ppm' }, thresholds.co2WarningPpm),
    ...fault('heat', { quantity: heatStressHours24, unit: 'hours' }, 0),
    ...fault('range', { quantity: outOfRangeMinutes24, unit: 'minutes' }, thresholds.badAirMinutes),
  ];
}

function fault(
  faults: string,
  {
    quantity,
    unit,
  }: { readonly quantity: number | null; readonly unit: 'ppm' | 'hours' | 'minutes' },
  limit: number,
): Message[] {
  if (quantity === null || quantity <= limit) return [];
  return [message(`actionPlan.check_ventilation.${faults}`, { value: { quantity, unit } })];
}

/** Flocks that need a vet: sudden deaths, a low score, or birds far below the standard weight. */
export function fromHealth(context: PlanContext): PlanCandidate[] {
  const { used } = context;
  return [
    ...(used.health?.flocks ?? []).flatMap((flock) => sickFlock(flock, context)),
    ...(used.weights?.flocks ?? []).flatMap((flock) => lightFlock(flock, context)),
  ];
}

function sickFlock(health: UsedHealth, context: PlanContext): PlanCandidate[] {
  const severity = health.spike.severity ?? severityOfGrade(health.grade);
  if (!severity) return [];
  return vetCall(health.flockId, context, {
    severity,
    why: health.drivers.map(({ message: driver }) => driver),
    confidence: shareKnown([health.score, health.cumMortalityPct, health.expectedCumMortalityPct]),
    impact: lossOf(health.flockId, context),
  });
}

function severityOfGrade(grade: string | null): Severity | undefined {
  if (grade === 'E') return 'critical';
  return grade === 'D' ? 'warning' : undefined;
}

function lossOf(id: string, { used }: PlanContext): PlanImpact | null {
  const leak = used.leaks?.rows.find(
    ({ kind, flockId }) => kind === 'excess_mortality' && flockId === id,
  );
  const impact = impactOf(leak?.amount, 'excess_mortality');
  return impact && { ...impact, isLowerBound: leak?.isLowerBound ?? false };
}

function lightFlock(weight: UsedWeight, context: PlanContext): PlanCandidate[] {
  const { flockId, deviationPct, daysSinceManual, weightUncalibrated } = weight;
  const { lowWeightWarningPct, lowWeightCriticalPct } = context.snapshot.thresholds;
  const shortfallPct = -(deviationPct ?? 0);
  if (shortfallPct <= lowWeightWarningPct) return [];
  return vetCall(flockId, context, {
    severity: shortfallPct > lowWeightCriticalPct && !weightUncalibrated ? 'critical' : 'warning',
    why: [message('actionPlan.call_vet.light', { below: { quantity: shortfallPct, unit: '%' } })],
    confidence: shareKnown([deviationPct, daysSinceManual]),
    impact: null,
  });
}

function vetCall(
  flockId: string,
  context: PlanContext,
  finding: Pick<PlanCandidate, 'severity' | 'confidence' | 'impact'> & {
    readonly why: readonly Message[];
  },
): PlanCandidate[] {
  const planFlock = findPlanFlock(flockId, context);
  if (!planFlock) return [];
  const { today, zone } = context.snapshot;
  const { barnId } = planFlock.record.flock;
  const title = message('risk.task.call_vet', { flock: planFlock.name });
  const open = vetTask(planFlock.record, context);
  const candidate = { kind: 'call_vet', title, ...finding, flockId, barnId } as const;
  if (open)
    return [
      {
        ...candidate,
        why: [...finding.why, message('actionPlan.call_vet.open', { task: open.title })],
        dueAt: endOfDay(open.dueDate ?? today, zone),
        action: taskProgress(open),
        source: { type: 'tasks', id: open.id },
      },
    ];
  return [
    {
      ...candidate,
      dueAt: endOfDay(today, zone),
      action: taskFix({ barnId }, title, today),
      source: { type: 'flocks', id: flockId },
    },
  ];
}

/** Words for a vet in the supported languages. */
const VET = /\bvets?\b|veterinar|וטרינר|สัตว์?แพทย์|兽医/iu;

/**
 * The open task to call a vet about a flock: on its barn, or with the flock or barn name in its
 * title.
 */
function vetTask(record: FlockRecord, { snapshot }: PlanContext): StoredOf<'tasks'> | undefined {
  const names = [flockName(record), record.barn?.name].filter((name) => name !== undefined);
  return snapshot.tasks.find((task) => {
    const isNamed = names.some((name) => isNamedIn(task.title, name));
    const isOfFlock = task.barnId === record.flock.barnId || (task.barnId === null && isNamed);
    return isOpenTask(task) && isOfFlock && VET.test(task.title);
  });
}

/** Whether a title contains a name as a whole word: `Barn 10` does not contain `Barn 1`. */
function isNamedIn(title: string, name: string): boolean {
  const titleParts = title.split(name);
  const isPart = (char: string | undefined) => /[\p{N}\p{Script=Latin}]/u.test(char ?? '');
  return titleParts.some((followingText, index) => {
    const before = titleParts[index - 1];
    return before !== undefined && !isPart(before.at(-1)) && !isPart(followingText[0]);
  });
}

/**
 * Overdue feed orders, and flocks whose feed must be ordered today or tomorrow or is running out.
 * Overdue orders are chased before new ones are placed.
 */
export function fromFeed(context: PlanContext): PlanCandidate[] {
  const { snapshot, used } = context;
  const flocks = used.feed?.flocks ?? [];
  const lateDeliveries = lateOrders(snapshot).map((order) => ({
    order,
    record: liveFlocksOf(snapshot).find((record) => isOrderOf(record, snapshot)(order)),
  }));
  const lateIds = new Set(lateDeliveries.map(({ record }) => record?.flock.id));
  return [
    ...lateDeliveries.map(({ order, record }) => {
      const feed = flocks.find(({ flockId }) => flockId === record?.flock.id);
      return lateOrder(order, { record, feed, context });
    }),
    ...flocks
      .filter(({ flockId }) => !lateIds.has(flockId))
      .flatMap((feed) => feedOrder(feed, context)),
  ];
}

function lateOrder(
  order: LateOrder,
  candidateSubject: {
    readonly record: FlockRecord | undefined;
    readonly feed: UsedFeed | undefined;
    readonly context: PlanContext;
  },
): PlanCandidate {
  const { record, feed, context } = candidateSubject;
  const { today, zone, thresholds } = context.snapshot;
  const name = record ? flockName(record) : context.snapshot.farm.name;
  const daysLeft = feed?.daysLeft ?? null;
  const grade = daysLeft === null ? 'warning' : feedSeverity(daysLeft, thresholds);
  return {
    kind: 'late_feed_order',
    title: message('actionPlan.late_feed_order.title', { flock: name }),
    why: [
      lateOrderMessage(name, order),
      ...(feed && daysLeft !== null ? [daysMessage(feed, daysLeft)] : []),
      ...(feed?.suggestedOrderKg ? [moreMessage(feed.suggestedOrderKg)] : []),
    ],
    severity: grade === 'info' ? 'warning' : grade,
    flockId: record?.flock.id ?? order.flockId,
    barnId: record?.flock.barnId ?? null,
    dueAt: endOfDay(today, zone),
    impact: null,
    confidence: 1,
    action: deliveryFix(order.id),
    source: { type: 'feed-orders', id: order.id },
  };
}

function feedOrder(feed: UsedFeed, context: PlanContext): PlanCandidate[] {
  const { flockId, daysLeft, nextOrderBy, suggestedOrderKg } = feed;
  const { today, zone, thresholds } = context.snapshot;
  const planFlock = findPlanFlock(flockId, context);
  // No order is needed when the feed already ordered is enough.
  if (!planFlock || daysLeft === null || suggestedOrderKg === 0) return [];
  const isDue = nextOrderBy !== null && nextOrderBy <= addDays(today, 1);
  if (!isDue && daysLeft >= thresholds.feedWarningDays) return [];
  return [
    {
      kind: 'order_feed',
      title: message('actionPlan.order_feed.title', { flock: planFlock.name }),
      why: reasons(feed, today),
      severity: orderSeverity({ daysLeft, by: nextOrderBy }, context.snapshot),
      flockId,
      barnId: planFlock.record.flock.barnId,
      dueAt: nextOrderBy === null ? null : endOfDay(nextOrderBy, zone),
      impact: null,
      confidence: shareKnown([daysLeft, nextOrderBy, suggestedOrderKg]),
      action: feedOrderFix({
        flockId,
        quantityKg: suggestedOrderKg,
        dueDate: addDays(today, Math.floor(daysLeft)),
      }),
      source: { type: 'flocks', id: flockId },
    },
  ];
}

function reasons(feed: UsedFeed, today: CalendarDay) {
  const { daysLeft, nextOrderBy, suggestedOrderKg } = feed;
  const text = nextOrderBy === today ? 'actionPlan.order_feed.today' : 'actionPlan.order_feed.by';
  return [
    daysMessage(feed, daysLeft ?? 0),
    ...(nextOrderBy === null ? [] : [message(text, { day: { day: nextOrderBy } })]),
    ...(suggestedOrderKg === null ? [] : [amountMessage(suggestedOrderKg)]),
  ];
}

function daysMessage({ stockEstimated }: UsedFeed, daysLeft: number): Message {
  return message('actionPlan.order_feed.left', {
    days: { quantity: daysLeft, unit: 'days' },
    isEstimated: stockEstimated ? 'yes' : 'no',
  });
}

function moreMessage(kg: number): Message {
  return message('actionPlan.late_feed_order.more', { amount: { quantity: kg, unit: 'kg' } });
}

function amountMessage(kg: number): Message {
  return message('actionPlan.order_feed.amount', { amount: { quantity: kg, unit: 'kg' } });
}

import { type Message, message } from '../../model/message.ts';
import { addDays, type CalendarDay, endOfDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { activeTreatments } from '../health/active-treatments.ts';
import { sellOfferFix } from '../insights/sell-offer-fix.ts';
import type { UsedMarket, UsedPlacement } from '../insights/used-sections.ts';
import { impactOf, type PlanCandidate, shareKnown } from './plan-candidate.ts';
import { findPlanFlock, type PlanContext } from './plan-context.ts';

type SellWindow = UsedMarket['sellWindow'][number];

/** Flocks to be sold: their best day is near or over, or they get too dense for their barn. */
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
    // Advice that rests on an uncalibrated weight is worth half of it.
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

/** Birds that were treated must not be slaughtered yet, whatever they would bring. */
function isWithheld(record: FlockRecord, { snapshot }: PlanContext): boolean {
  return activeTreatments(record, snapshot).some(
    ({ withdrawalUntil }) => withdrawalUntil !== null && withdrawalUntil > snapshot.today,
  );
}

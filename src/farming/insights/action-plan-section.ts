import type { MadeSection } from '../../model/answers/insights.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { PLAN_PARTS, type PlanSnapshot, planContext } from '../action-plan/plan-candidate.ts';
import { type PlanItem, rankPlan } from '../action-plan/rank-plan.ts';
import { figure } from '../core/figure.ts';
import { noLiveFlocks } from '../core/missing-data.ts';
import { failedSections, type OtherSections, type SectionDefinition } from '../core/section.ts';

const USES = ['health', 'feed', 'placements', 'leaks', 'weights', 'market'] as const;

/** What to do, the most important first. */
export const actionPlanSection: SectionDefinition<
  (typeof PLAN_PARTS)[number],
  (typeof USES)[number],
  MadeSection<'actionPlan'>
> = {
  parts: PLAN_PARTS,
  uses: USES,
  compute: computeActionPlan,
};

function computeActionPlan(
  snapshot: PlanSnapshot,
  others: OtherSections,
): MadeSection<'actionPlan'> {
  const asOf = formatInstant(snapshot.now);
  if (snapshot.barns.length === 0 && snapshot.liveFlocks.length === 0) {
    return {
      status: 'not_enough_data',
      asOf,
      missing: [noLiveFlocks(snapshot)],
      items: [],
    } as const;
  }
  const missing = failedSections(USES, others);
  const items = rankPlan(planContext(snapshot, others));
  return {
    status: missing.length === 0 ? 'ok' : 'partial',
    asOf,
    missing,
    items: items.map((item, index) => rowOf(item, index + 1, snapshot.currency)),
  } as const;
}

function rowOf(
  item: PlanItem,
  rank: number,
  currency: string,
): MadeSection<'actionPlan'>['items'][number] {
  const { kind, title, why, severity, flockId, barnId, dueAt, impact, score, action } = item;
  return {
    rank,
    kind,
    title,
    why,
    severity,
    flockId,
    barnId,
    dueAt: dueAt === null ? null : formatInstant(dueAt),
    impact: impact && {
      amount: figure('money', impact.amount),
      currency,
      basis: impact.basis,
    },
    confidence: figure('share', item.confidence),
    score,
    action,
    sourceRef: item.source,
  };
}

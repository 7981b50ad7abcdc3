import type { MadeSection } from '../../model/answers/insights.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { median } from '../../tools/statistics.ts';
import {
  fromMoney,
  fromPapers,
  fromPlacements,
  fromSales,
} from '../action-plan/business-candidates.ts';
import { fromAir, fromFeed, fromHealth } from '../action-plan/flock-candidates.ts';
import {
  PLAN_PARTS,
  type PlanCandidate,
  type PlanContext,
  type PlanRule,
  type PlanSnapshot,
  planContext,
  planScore,
} from '../action-plan/plan-candidate.ts';
import { fromAlerts, fromGaps, fromTasks } from '../action-plan/record-candidates.ts';
import { closedFlocksOf } from '../core/farm-flocks.ts';
import { figure } from '../core/figure.ts';
import { noLiveFlocks } from '../core/missing-data.ts';
import { severityRank } from '../core/open-items.ts';
import { failedSections, type OtherSections, type SectionDefinition } from '../core/section.ts';
import { expectedRevenue, flockRevenue } from '../money/flock-profit.ts';

const USES = ['health', 'feed', 'placements', 'leaks', 'weights', 'market'] as const;

/** The action plan, most important first. */
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
    items: items.map((item, index) => planRow(item, index + 1, snapshot.currency)),
  } as const;
}

function planRow(
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
      isLowerBound: impact.isLowerBound ?? false,
      currency,
      basis: impact.basis,
    },
    confidence: figure('share', item.confidence),
    score,
    action,
    sourceRef: item.source,
  };
}

/** A plan candidate with its score. */
interface PlanItem extends PlanCandidate {
  readonly score: number;
}

const RULES: readonly PlanRule[] = [
  fromGaps,
  fromAlerts,
  fromTasks,
  fromHealth,
  fromAir,
  fromFeed,
  fromSales,
  fromPlacements,
  fromMoney,
  fromPapers,
];

/**
 * The plan, most severe first, then by score. Only the first item of each kind for the same flock
 * or barn is included, except critical alerts, which are all included.
 */
function rankPlan(context: PlanContext): PlanItem[] {
  const { snapshot } = context;
  const revenueOf = revenueLookup(context);
  const ranked = RULES.flatMap((rule) => rule(context))
    .map((candidate) => ({
      ...candidate,
      score: planScore(candidate, {
        now: snapshot.now,
        planHours: snapshot.thresholds.planHours,
        revenue: revenueOf(candidate),
      }),
    }))
    .toSorted(compareItems);
  return onePerSubject(withoutPlannedTasks(ranked)).slice(0, snapshot.thresholds.planItems);
}

/** A task that another plan item already covers is not a separate item. */
function withoutPlannedTasks(ranked: readonly PlanItem[]): readonly PlanItem[] {
  const planned = new Set(
    ranked.flatMap(({ kind, source }) =>
      kind !== 'complete_task' && source.type === 'tasks' ? [source.id] : [],
    ),
  );
  return ranked.filter(({ kind, source }) => kind !== 'complete_task' || !planned.has(source.id));
}

function onePerSubject(ranked: readonly PlanItem[]): PlanItem[] {
  const seenKeys = new Set<string>();
  return ranked.filter(({ flockId, barnId, kind, severity, source }) => {
    const isOwn = kind === 'resolve_alert' && severity === 'critical';
    const key = `${kind}|${isOwn ? source.id : (flockId ?? barnId ?? source.id)}`;
    const isNew = !seenKeys.has(key);
    seenKeys.add(key);
    return isNew;
  });
}

function compareItems(left: PlanItem, right: PlanItem): number {
  return (
    severityRank(right.severity) - severityRank(left.severity) ||
    right.score - left.score ||
    compare(left.dueAt ?? Number.POSITIVE_INFINITY, right.dueAt ?? Number.POSITIVE_INFINITY) ||
    compareSources(left, right) ||
    compare(left.kind, right.kind)
  );
}

/** The newest alert first, as everywhere. */
function compareSources({ source: left }: PlanItem, { source: right }: PlanItem): number {
  const areAlerts = left.type === 'alerts' && right.type === 'alerts';
  return areAlerts ? compare(right.id, left.id) : compare(left.id, right.id);
}

function compare(left: string | number, right: string | number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The revenue of the flock of an item, else the usual revenue of the farm's flocks. */
function revenueLookup({
  snapshot,
  flocks,
}: PlanContext): (candidate: PlanCandidate) => number | null {
  const usual = usualRevenue(snapshot);
  const ownValues = new Map(
    flocks.map((record) => [record.flock.id, expectedRevenue(record, snapshot)] as const),
  );
  return ({ flockId }) => ownValues.get(flockId ?? '') ?? usual;
}

function usualRevenue(snapshot: PlanSnapshot): number | null {
  const revenues = closedFlocksOf(snapshot).map((record) => flockRevenue(record, snapshot.today));
  return median(revenues.filter((revenue) => revenue !== null));
}

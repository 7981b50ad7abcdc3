import { median } from '../../tools/statistics.ts';
import { closedFlocksOf } from '../flocks/farm-flocks.ts';
import { severityRank } from '../gaps/severity-rank.ts';
import { expectedRevenue } from '../money/expected-revenue.ts';
import { flockRevenue } from '../money/flock-revenue.ts';
import { fromAir } from './from-air.ts';
import { fromAlerts } from './from-alerts.ts';
import { fromFeed } from './from-feed.ts';
import { fromGaps } from './from-gaps.ts';
import { fromHealth } from './from-health.ts';
import { fromMoney } from './from-money.ts';
import { fromPapers } from './from-papers.ts';
import { fromPlacements } from './from-placements.ts';
import { fromSales } from './from-sales.ts';
import { fromTasks } from './from-tasks.ts';
import type { PlanCandidate, PlanRule } from './plan-candidate.ts';
import type { PlanContext, PlanSnapshot } from './plan-context.ts';
import { planScore } from './plan-score.ts';

/** Something to do, with its score. */
export interface PlanItem extends PlanCandidate {
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

/** What to do, the gravest first, then by score; of one kind for the same flock or barn only the first. */
export function rankPlan(context: PlanContext): PlanItem[] {
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
  return onePerSubject(ranked).slice(0, snapshot.thresholds.planItems);
}

function onePerSubject(ranked: readonly PlanItem[]): PlanItem[] {
  const seen = new Set<string>();
  return ranked.filter(({ flockId, barnId, kind, source }) => {
    const key = `${kind}|${flockId ?? barnId ?? source.id}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function compareItems(left: PlanItem, right: PlanItem): number {
  return (
    severityRank(right.severity) - severityRank(left.severity) ||
    right.score - left.score ||
    compare(left.dueAt ?? Number.POSITIVE_INFINITY, right.dueAt ?? Number.POSITIVE_INFINITY) ||
    compare(left.source.id, right.source.id) ||
    compare(left.kind, right.kind)
  );
}

function compare(left: string | number, right: string | number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** What the flock of an item brings, else what flocks of the farm usually brought. */
function revenueLookup({
  snapshot,
  flocks,
}: PlanContext): (candidate: PlanCandidate) => number | null {
  const usual = usualRevenue(snapshot);
  const own = new Map(
    flocks.map((record) => [record.flock.id, expectedRevenue(record, snapshot)] as const),
  );
  return ({ flockId }) => own.get(flockId ?? '') ?? usual;
}

function usualRevenue(snapshot: PlanSnapshot): number | null {
  const revenues = closedFlocksOf(snapshot).map((record) => flockRevenue(record, snapshot.today));
  return median(revenues.filter((revenue) => revenue !== null));
}

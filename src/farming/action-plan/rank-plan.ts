import { median } from '../../tools/statistics.ts';
import { closedFlocksOf } from '../core/farm-flocks.ts';
import { severityRank } from '../core/open-items.ts';
import { expectedRevenue, flockRevenue } from '../money/flock-profit.ts';
import { fromMoney, fromPapers, fromSales } from './business-candidates.ts';
import { fromAir, fromFeed, fromHealth, fromPlacements } from './flock-candidates.ts';
import {
  type PlanCandidate,
  type PlanContext,
  type PlanRule,
  type PlanSnapshot,
  planScore,
} from './plan-candidate.ts';
import { fromAlerts, fromGaps, fromTasks } from './work-candidates.ts';

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

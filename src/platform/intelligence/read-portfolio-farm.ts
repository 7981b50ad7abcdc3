import type {
  LastFlock,
  PortfolioDay,
  PortfolioFarm,
  PortfolioFlock,
} from '../../farming/portfolio/portfolio-farm.ts';
import type { FarmActivity } from '../../storage/snapshot/portfolio-activity.ts';
import type { FarmCounts } from '../../storage/snapshot/portfolio-counts.ts';
import type { PortfolioFlockRow } from '../../storage/snapshot/portfolio-flocks.ts';
import type { FreshFlockRow } from '../../storage/snapshot/portfolio-fresh.ts';
import type { FlockLogsRow, RecentLog } from '../../storage/snapshot/portfolio-logs.ts';
import type { FarmMoneyRow } from '../../storage/snapshot/portfolio-money.ts';
import type { LastFlockRow } from '../../storage/snapshot/portfolio-results.ts';
import { mapById } from '../../tools/collections.ts';
import type { FarmTexts } from './portfolio-texts.ts';

const NO_LOGS = { logged: [null, null, 0, null], weighed: null } as const;
const NO_MONEY = { revenue: 0, feed: 0, chicks: 0, treatments: 0, expenses: 0 } as const;

/** Reads what the queries of a portfolio found of a farm. */
export function readPortfolioFarm({ farm, zone, today, texts }: FarmTexts): PortfolioFarm {
  const [counts] = parsed<FarmCounts>(texts.counts);
  const [money] = parsed<FarmMoneyRow>(texts.money);
  const [last] = parsed<LastFlockRow>(texts.lastFlock);
  const [activity] = parsed<FarmActivity>(texts.activity);
  const logs = mapById(parsed<FlockLogsRow>(texts.logs));
  const fresh = mapById(parsed<FreshFlockRow>(texts.fresh));
  const flocks = parsed<PortfolioFlockRow>(texts.flocks);
  const [barns, capacity, barnsMeasured] = counts?.barns ?? [0, null, 0];
  const [critical, warning, info] = counts?.openAlerts ?? [0, 0, 0];
  return {
    farm,
    zone,
    today,
    barns,
    capacity,
    barnsMeasured,
    contacts: counts?.contacts ?? 0,
    liveFlocks: flocks.map((flock) =>
      portfolioFlock(flock, logs.get(flock.id) ?? NO_LOGS, fresh.get(flock.id)),
    ),
    openAlerts: { critical, warning, info },
    criticalAlerts: (counts?.criticalAlerts ?? []).map(([flockId, barnId, key]) => ({
      flockId,
      barnId,
      source: { key },
    })),
    overdueTasks: counts?.overdueTasks ?? 0,
    unansweredQuestions: counts?.unansweredQuestions ?? 0,
    money30d: money ?? NO_MONEY,
    lastFlock: last ? lastFlock(last) : null,
    lastActivityAt: activity?.lastActivityAt ?? null,
  };
}

function parsed<T>(texts: readonly string[]): T[] {
  return texts.map((text) => JSON.parse(text) as T);
}

function portfolioFlock(
  row: PortfolioFlockRow,
  { logged, weighed }: Omit<FlockLogsRow, 'id'>,
  fresh: FreshFlockRow | undefined,
): PortfolioFlock {
  const [mortality, culls, loggedDays, recent] = logged;
  const [sold, recentSales] = row.sold;
  // Field by field: to take a few out of an object and copy the rest is slow for thousands of them.
  return {
    id: row.id,
    barnId: row.barnId,
    barnType: row.barnType,
    status: row.status,
    breed: row.breed,
    placementDate: row.placementDate,
    arrivalAgeDays: row.arrivalAgeDays,
    chicksOrdered: row.chicksOrdered,
    chicksReceived: row.chicksReceived,
    smartWeightG: fresh?.smartWeightG ?? null,
    smartWeightAt: fresh?.smartWeightAt ?? null,
    smartWeightUncalibrated: fresh?.smartWeightUncalibrated ?? null,
    hasChickCost: row.hasChickCost,
    hasFeedCost: row.hasFeedCost,
    hasPhoto7d: fresh?.hasPhoto7d ?? false,
    climateHours24: fresh?.climateHours24 ?? 0,
    mortality: mortality ?? 0,
    culls: culls ?? 0,
    loggedDays,
    sold: sold ?? 0,
    weighings: (weighed ?? []).map(([day, g, camerasG]) => ({ day, g, camerasG })).sort(byDay),
    recentDays: (recent ?? []).map(recentDay).sort(byDay),
    recentSales: (recentSales ?? []).map(([day, birds, kg]) => ({ day, birds, kg })).sort(byDay),
  };
}

function recentDay(row: RecentLog): PortfolioDay {
  const [day, mortality, culls, waterL, tempAvg, feedKg, avgWeightGr] = row;
  return { day, mortality, culls, waterL, tempAvg, feedKg, avgWeightGr };
}

function byDay(left: { readonly day: string }, right: { readonly day: string }): number {
  return left.day < right.day ? -1 : 1;
}

function lastFlock(row: LastFlockRow): LastFlock {
  const { farmId: _, barnType, logged, sold, ...flock } = row;
  return {
    flock: { ...flock, status: 'closed' },
    barnType,
    logs: (logged ?? [])
      .map(([date, mortality, culls, feedKg, avgWeightGr, camerasWeightGr]) => {
        return { date, mortality, culls, feedKg, avgWeightGr, camerasWeightGr };
      })
      .toSorted(byDate),
    sales: (sold ?? [])
      .map(([date, birdsCount, totalWeightKg]) => ({ date, birdsCount, totalWeightKg }))
      .toSorted(byDate),
  };
}

function byDate(left: { readonly date: string }, right: { readonly date: string }): number {
  return left.date < right.date ? -1 : 1;
}

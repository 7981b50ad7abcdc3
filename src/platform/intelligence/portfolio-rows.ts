import { LRUCache } from 'lru-cache';
import { type PortfolioRow, portfolioRow } from '../../farming/portfolio/portfolio.ts';
import type {
  LastFlock,
  PortfolioDay,
  PortfolioFarm,
  PortfolioFlock,
} from '../../farming/portfolio/portfolio-farm.ts';
import { mapInSlices } from '../../storage/core/slices.ts';
import type {
  FarmActivity,
  FarmCounts,
  FarmMoneyRow,
} from '../../storage/snapshot/portfolio-farms.ts';
import type {
  FlockLogsRow,
  FreshFlockRow,
  LastFlockRow,
  PortfolioFlockRow,
  RecentLog,
} from '../../storage/snapshot/portfolio-flocks.ts';
import { mapById } from '../../tools/collections.ts';
import type { FarmTexts, RememberedRows } from '../core/read-caches.ts';

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
    inMoult: fresh?.inMoult ?? false,
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
  const [day, mortality, culls, waterL, tempAvg, feedKg, avgWeightGr, eggs] = row;
  return { day, mortality, culls, waterL, tempAvg, feedKg, avgWeightGr, eggs };
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

interface RememberedRow {
  readonly madeFrom: readonly (string | number)[];
  readonly row: PortfolioRow;
}

/** Texts of all remembered rows together, and about what a row takes beside its texts. */
const MOST_BYTES = 128 * 1024 * 1024;
const ROW_BYTES = 3000;

/** Makes an empty memory of so many farms at most; those unused for longest make room. */
export function createRememberedRows(mostFarms: number): RememberedRows {
  const remembered = new LRUCache<string, RememberedRow>({
    max: mostFarms,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ madeFrom: [, ...texts] }) => ROW_BYTES + lengthOf(texts),
  });
  return {
    rowsOf(farms, thresholds) {
      const judgedBy = JSON.stringify(thresholds);
      return mapInSlices(farms, (farm) => {
        const { id } = farm.farm;
        const madeFrom = [judgedBy, ...inputsOf(farm)];
        const known = remembered.get(id);
        const row =
          known && isSame(known.madeFrom, madeFrom)
            ? known.row
            : portfolioRow(readPortfolioFarm(farm), thresholds);
        // The texts just read, which are kept elsewhere too, in place of others that say the same.
        remembered.set(id, { madeFrom, row });
        return row;
      });
    },
  };
}

function lengthOf(texts: readonly (string | number)[]): number {
  return texts.reduce<number>((sum, text) => sum + String(text).length, 0);
}

function inputsOf({ zone, today, texts }: FarmTexts): readonly (string | number)[] {
  const found = Object.values(texts);
  return [zone, today, ...found.map(({ length }) => length), ...found.flat()];
}

function isSame(left: readonly (string | number)[], right: readonly (string | number)[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

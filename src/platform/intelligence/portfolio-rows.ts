import { LRUCache } from 'lru-cache';
import { isInside } from '../../farming/metrics/population.ts';
import { type PortfolioRow, portfolioRow } from '../../farming/portfolio/portfolio.ts';
import type {
  LastFlock,
  PortfolioDay,
  PortfolioFarm,
  PortfolioFlock,
} from '../../farming/portfolio/portfolio-farm.ts';
import { mapInSlices } from '../../storage/core/slices.ts';
import type { ClimateHours } from '../../storage/snapshot/climate.ts';
import type { LastFlockRow } from '../../storage/snapshot/flock-results.ts';
import type {
  FarmActivity,
  FarmCounts,
  FarmMoneyRow,
} from '../../storage/snapshot/portfolio-farms.ts';
import type {
  FlockLogsRow,
  FreshFlockRow,
  PortfolioFlockRow,
  RecentLog,
} from '../../storage/snapshot/portfolio-flocks.ts';
import { mapById } from '../../tools/collections.ts';
import type { FarmPart, FarmTexts, RememberedRows } from '../core/read-caches.ts';

const NO_LOGS = { logged: [null, null, 0, null, 0], weighed: null } as const;
/** Parses the query results of a farm for a portfolio. */
export function readPortfolioFarm({ farm, zone, today, texts }: FarmTexts): PortfolioFarm {
  const [counts] = parsed<FarmCounts>(texts.counts);
  const [money] = parsed<FarmMoneyRow>(texts.money);
  const [last] = parsed<LastFlockRow>(texts.lastFlock);
  const [activity] = parsed<FarmActivity>(texts.activity);
  const logs = mapById(parsed<FlockLogsRow>(texts.logs));
  const freshRows = mapById(parsed<FreshFlockRow>(texts.fresh));
  const hours = new Map(parsed<readonly ClimateHours[]>(texts.climate).flat());
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
    liveFlocks: flocks
      .filter((flock) => isInside(flock, today))
      .map((flock) =>
        portfolioFlock(flock, {
          logs: logs.get(flock.id) ?? NO_LOGS,
          fresh: freshRows.get(flock.id),
          climateHours24: hours.get(flock.id) ?? 0,
        }),
      ),
    openAlerts: { critical, warning, info },
    criticalAlerts: (counts?.criticalAlerts ?? []).map(([flockId, barnId, key]) => ({
      flockId,
      barnId,
      source: { key },
    })),
    overdueTasks: counts?.overdueTasks ?? 0,
    unansweredQuestions: counts?.unansweredQuestions ?? 0,
    money30d: money?.isRecorded ? money : null,
    lastFlock: last ? lastFlock(last) : null,
    lastActivityAt: activity?.lastActivityAt ?? null,
  };
}

function parsed<T>(texts: readonly string[]): T[] {
  return texts.map((text) => JSON.parse(text) as T);
}

function portfolioFlock(
  row: PortfolioFlockRow,
  texts: {
    readonly logs: Omit<FlockLogsRow, 'id'>;
    readonly fresh: FreshFlockRow | undefined;
    readonly climateHours24: number;
  },
): PortfolioFlock {
  const { fresh, climateHours24 } = texts;
  const { logged, weighed } = texts.logs;
  const [mortality, culls, loggedDays, recent, deathDays] = logged;
  const [sold, recentSales] = row.sold;
  // Copied field by field: destructuring with a rest object is slow for thousands of rows.
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
    hasPhoto7d: (fresh?.photoAt ?? null) !== null,
    climateHours24,
    inMoult: (fresh?.moultAt ?? null) !== null,
    mortality: mortality ?? 0,
    culls: culls ?? 0,
    loggedDays,
    deathDays,
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
  readonly madeFrom: FarmTexts;
  readonly judgedBy: string;
  readonly row: PortfolioRow;
}

/** Total size of all cached rows, and the approximate size of a row besides its texts. */
const MOST_BYTES = 128 * 1024 * 1024;
const ROW_BYTES = 3000;

/** Creates an empty cache; the least recently used rows are evicted. */
export function createRememberedRows(mostBytes = MOST_BYTES): RememberedRows {
  // Without `max`, whose arrays would be allocated at every start.
  const remembered = new LRUCache<string, RememberedRow>({
    maxSize: mostBytes,
    sizeCalculation: ({ madeFrom: { texts } }) => ROW_BYTES + lengthOf(Object.values(texts).flat()),
  });
  return {
    rowsOf(farms, thresholds) {
      const judgedBy = JSON.stringify(thresholds);
      return mapInSlices(farms, (farm) => {
        const { id } = farm.farm;
        const cached = remembered.get(id);
        const isKnown = cached?.judgedBy === judgedBy && isSame(cached.madeFrom, farm);
        const row = isKnown ? cached.row : portfolioRow(readPortfolioFarm(farm), thresholds);
        if (!isKnown) remembered.set(id, { madeFrom: farm, judgedBy, row });
        return row;
      });
    },
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** Whether two rows have the same inputs; cached texts are identical objects. */
function isSame(left: FarmTexts, right: FarmTexts): boolean {
  if (left.zone !== right.zone || left.today !== right.today) return false;
  for (const name in left.texts) {
    const [own, other] = [left.texts[name as FarmPart], right.texts[name as FarmPart]];
    if (own === other) continue;
    const isEqual =
      own.length === other.length && own.every((text, index) => text === other[index]);
    if (!isEqual) return false;
  }
  return true;
}

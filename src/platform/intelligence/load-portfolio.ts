import { hash } from 'node:crypto';
import type {
  LastFlock,
  PortfolioDay,
  PortfolioFarm,
  PortfolioFlock,
} from '../../farming/portfolio/portfolio-farm.ts';
import type { PortfolioSnapshot } from '../../farming/portfolio/portfolio-snapshot.ts';
import type { StoredOf } from '../../model/registry.ts';
import type { Scope } from '../../storage/records/scope.ts';
import type { PortfolioMoment } from '../../storage/snapshot/farm-days.ts';
import { type FarmCounts, listFarmCounts } from '../../storage/snapshot/portfolio-counts.ts';
import { listPortfolioFarms } from '../../storage/snapshot/portfolio-farms.ts';
import {
  listPortfolioFlocks,
  type PortfolioFlockRow,
  type RecentLog,
} from '../../storage/snapshot/portfolio-flocks.ts';
import { type FreshFlockRow, listFreshFlocks } from '../../storage/snapshot/portfolio-fresh.ts';
import { listFarmMoney } from '../../storage/snapshot/portfolio-money.ts';
import { type LastFlockRow, listLastFlocks } from '../../storage/snapshot/portfolio-results.ts';
import { type CalendarDay, dayInZone } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import type { Runtime } from '../runtime.ts';
import { loadOrganisationSetup, type OrganisationSetup } from './organisation-setup.ts';

const NO_MONEY = { revenue: 0, feed: 0, chicks: 0, treatments: 0, expenses: 0 } as const;

type FarmRow = StoredOf<'farms'>;

/** A farm with its calendar. */
interface PlacedFarm {
  readonly farm: FarmRow;
  readonly zone: string;
  readonly today: CalendarDay;
}

/** What the queries know of each farm of a portfolio, by its id. */
interface PortfolioRows {
  readonly counts: ReadonlyMap<string, FarmCounts>;
  readonly flocks: ReadonlyMap<string, readonly PortfolioFlock[]>;
  readonly money: ReadonlyMap<string, PortfolioFarm['money30d']>;
  readonly lastFlocks: ReadonlyMap<string, LastFlock>;
}

/**
 * Loads all farms that a scope sees, in seven queries however many they are; of those that tell of
 * whole days, where nothing changed since they were asked last, none is asked again.
 */
export async function loadPortfolio(
  runtime: Pick<Runtime, 'database' | 'kept'>,
  { scope, now }: { readonly scope: Scope; readonly now: number },
): Promise<PortfolioSnapshot> {
  const { database } = runtime;
  const [setup, farms] = await Promise.all([
    loadOrganisationSetup(database, scope.orgId),
    listPortfolioFarms(database, scope),
  ]);
  const placed = placeFarms(farms, setup, now);
  const days = placed.map(({ farm, today }) => ({ id: farm.id, today }));
  const rows = await loadRows(runtime, { scope, days, now });
  return {
    now,
    language: setup.language,
    thresholds: setup.thresholds,
    farms: placed.map((farm) => portfolioFarm(farm, rows)),
  };
}

function placeFarms(farms: readonly FarmRow[], setup: OrganisationSetup, now: number) {
  // A portfolio has many farms and few zones.
  const days = new Map<string, CalendarDay>();
  return farms.map((farm): PlacedFarm => {
    const zone = setup.zoneOf(farm);
    const today = days.get(zone) ?? dayInZone(now, zone);
    days.set(zone, today);
    return { farm, zone, today };
  });
}

async function loadRows(
  { database, kept: { portfolios } }: Pick<Runtime, 'database' | 'kept'>,
  moment: PortfolioMoment,
): Promise<PortfolioRows> {
  const { scope, days } = moment;
  const asked = { scope, days };
  const key = hash('sha256', JSON.stringify(asked), 'base64url');
  const [counts, flocks, money, lastFlocks, fresh] = await Promise.all([
    portfolios.counts.find(key, (connection) => listFarmCounts(connection, asked)),
    portfolios.flocks.find(key, (connection) => listPortfolioFlocks(connection, asked)),
    portfolios.money.find(key, (connection) => listFarmMoney(connection, asked)),
    portfolios.lastFlocks.find(key, (connection) => listLastFlocks(connection, asked)),
    listFreshFlocks(database, moment),
  ]);
  const freshOf = mapById(fresh);
  const live = flocks.map((flock) => portfolioFlock(flock, freshOf.get(flock.id)));
  return {
    counts: mapById(counts),
    flocks: groupBy(live, ({ farmId }) => farmId),
    money: mapById(money),
    lastFlocks: new Map(lastFlocks.map((row) => [row.farmId, lastFlock(row)])),
  };
}

function portfolioFarm({ farm, zone, today }: PlacedFarm, rows: PortfolioRows): PortfolioFarm {
  const counts = rows.counts.get(farm.id);
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
    liveFlocks: rows.flocks.get(farm.id) ?? [],
    openAlerts: { critical, warning, info },
    overdueTasks: counts?.overdueTasks ?? 0,
    unansweredQuestions: counts?.unansweredQuestions ?? 0,
    money30d: rows.money.get(farm.id) ?? NO_MONEY,
    lastFlock: rows.lastFlocks.get(farm.id) ?? null,
    lastActivityAt: counts?.lastActivityAt ?? null,
  };
}

function portfolioFlock(
  row: PortfolioFlockRow,
  fresh: FreshFlockRow | undefined,
): PortfolioFlock & { readonly farmId: string } {
  const [mortality, culls, loggedDays, recent] = row.logged;
  const [sold, recentSales] = row.sold;
  // Field by field: to take a few out of an object and copy the rest is slow for thousands of them.
  return {
    id: row.id,
    farmId: row.farmId,
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
    hasChickCost: row.hasChickCost,
    hasFeedCost: row.hasFeedCost,
    hasPhoto7d: fresh?.hasPhoto7d ?? false,
    climateHours24: fresh?.climateHours24 ?? 0,
    mortality: mortality ?? 0,
    culls: culls ?? 0,
    loggedDays,
    sold: sold ?? 0,
    lastWeightDate: row.weighed?.[0] ?? null,
    lastWeightG: row.weighed?.[1] ?? null,
    recentDays: (recent ?? []).map(recentDay).sort(byDay),
    recentSales: (recentSales ?? []).map(([day, birds]) => ({ day, birds })).sort(byDay),
  };
}

function recentDay([day, mortality, culls, feedKg, waterL]: RecentLog): PortfolioDay {
  return { day, mortality, culls, feedKg, waterL };
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
      .map(([date, mortality, culls, feedKg, avgWeightGr]) => {
        return { date, mortality, culls, feedKg, avgWeightGr };
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

import { farmTrend, portfolioOf } from '../../farming/portfolio/portfolio.ts';
import { renderMessages } from '../../i18n/render-message.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { FoundOfFarm, ReadOfFarms, RequestedFarmRow } from '../../storage/core/farm-cache.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { mapInSlices } from '../../storage/core/slices.ts';
import { listClimateHours } from '../../storage/snapshot/climate.ts';
import type { FarmText, PortfolioMoment } from '../../storage/snapshot/farm-moment.ts';
import { listLastFlocks } from '../../storage/snapshot/flock-results.ts';
import {
  listFarmActivity,
  listFarmCounts,
  listFarmMoney,
  listPortfolioFarms,
} from '../../storage/snapshot/portfolio-farms.ts';
import {
  listFreshFlocks,
  listPortfolioFlocks,
  listPortfolioLogs,
} from '../../storage/snapshot/portfolio-flocks.ts';
import { type CalendarDay, dayInZone } from '../../tools/calendar.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { loadOrganisationSetup, type OrganisationSetup } from '../core/organisation-setup.ts';
import type { FarmPart, FarmTexts, ListedFarm, PortfolioCaches } from '../core/read-caches.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { translatorOf } from '../core/requested-farm.ts';
import type { Runtime } from '../core/runtime.ts';
import { readPortfolioFarm } from './portfolio-rows.ts';

/** The farm rows of a portfolio, by name, with the evaluation settings. */
interface LoadedPortfolio {
  readonly farms: readonly FarmTexts[];
  readonly thresholds: Thresholds;
  /** Language of the organisation. */
  readonly language: string;
}

/** Queries for more farms may exceed the statement timeout. */
const FARMS_OF_A_QUERY = 2000;

/**
 * Loads all farms of a scope, with at most eight queries per 2,000 farms: only farms whose result
 * may have changed through other rows, another day or the time of day are read again.
 */
export async function loadPortfolio(
  { database, caches }: Pick<Runtime, 'database' | 'caches'>,
  { scope, now }: { readonly scope: Scope; readonly now: number },
): Promise<LoadedPortfolio> {
  const [setup] = await Promise.all([
    loadOrganisationSetup(database, scope.orgId),
    database.farmChanges?.look(),
  ]);
  const key = JSON.stringify(scope);
  const { listed } = await caches.portfolios.farms.find(key, async (connection) => {
    const rows = await listPortfolioFarms(connection, scope);
    return { listed: rows.map(({ json: text }) => ({ text, farm: JSON.parse(text) })) };
  });
  const placed = placeFarms(listed, setup, { scope, now });
  const farms: FarmTexts[] = [];
  do {
    const part = placed.slice(farms.length, farms.length + FARMS_OF_A_QUERY);
    const partTexts = await findOfFarms(caches.portfolios, { scope, days: part, now });
    for (const [index, farm] of part.entries()) farms.push(textsOf(farm, partTexts, index));
  } while (farms.length < placed.length);
  return { thresholds: setup.thresholds, language: setup.language, farms };
}
/** A listed farm, with its calendar and the other inputs of its queries. */
interface PlacedFarm extends RequestedFarmRow, ListedFarm {
  readonly zone: string;
  readonly today: CalendarDay;
}

function placeFarms(
  farms: readonly ListedFarm[],
  setup: OrganisationSetup,
  { scope, now }: { readonly scope: Scope; readonly now: number },
): PlacedFarm[] {
  // A portfolio has many farms and few zones.
  const days = new Map<string, { readonly today: CalendarDay; readonly on: string }>();
  return farms.map(({ farm, text }) => {
    const zone = setup.zoneOf(farm);
    let day = days.get(zone);
    if (!day) {
      const today = dayInZone(now, zone);
      day = { today, on: `${scope.orgId} ${today}` };
      days.set(zone, day);
    }
    return { id: farm.id, farm, text, zone, ...day };
  });
}

function textsOf(
  { farm, text, zone, today }: PlacedFarm,
  partTexts: Awaited<ReturnType<typeof findOfFarms>>,
  index: number,
): FarmTexts {
  const textsOf = (name: FarmPart) => partTexts[name][index] ?? NOTHING;
  return {
    farm,
    zone,
    today,
    texts: {
      farm: [text],
      counts: textsOf('counts'),
      activity: textsOf('activity'),
      flocks: textsOf('flocks'),
      logs: textsOf('logs'),
      fresh: textsOf('fresh'),
      climate: textsOf('climate'),
      money: textsOf('money'),
      lastFlock: textsOf('lastFlock'),
    },
  };
}

const NOTHING: readonly string[] = [];

function findOfFarms(
  { parts }: PortfolioCaches,
  { scope, days, now }: PortfolioMoment & { readonly days: readonly PlacedFarm[] },
): Promise<Readonly<Record<FarmPart, readonly (readonly string[])[]>>> {
  const readByFarm =
    (list: ListTexts): ReadOfFarms<PlacedFarm> =>
    async (connection, farms) =>
      byFarm(await list(connection, { scope, days: farms, now }), now);
  return parts.find(
    { farms: days, now },
    {
      counts: readByFarm(listFarmCounts),
      activity: readByFarm(listFarmActivity),
      flocks: readByFarm(listPortfolioFlocks),
      logs: readByFarm(listPortfolioLogs),
      fresh: readByFarm(listFreshFlocks),
      climate: readByFarm(listClimateHours),
      money: readByFarm(listFarmMoney),
      lastFlock: readByFarm(listLastFlocks),
    },
  );
}

type ListTexts = (connection: Connection, moment: PortfolioMoment) => Promise<FarmText[]>;

function byFarm(rows: readonly FarmText[], now: number): ReadonlyMap<string, FoundOfFarm> {
  const textsByFarm = new Map<string, { texts: string[]; until: number }>();
  for (const { farmId, json, lasts } of rows) {
    const until = now + (lasts ?? Number.POSITIVE_INFINITY);
    const farmTexts = textsByFarm.get(farmId);
    if (!farmTexts) textsByFarm.set(farmId, { texts: [json], until });
    else {
      farmTexts.texts.push(json);
      farmTexts.until = Math.min(farmTexts.until, until);
    }
  }
  return textsByFarm;
}

/** `GET /portfolio`: every farm visible to the key with its key figures, and their totals. */
export async function readPortfolio(runtime: Runtime, call: RequestContext): Promise<Result> {
  operationParameters(routeOf('portfolio'), call);
  const scope = scopeOf(call.actor);
  await runtime.changedFarms?.settle(scope);
  const { farms, thresholds, language } = await loadPortfolio(runtime, { scope, now: call.at });
  const translator = await translatorOf(call.language, language);
  const rows = await runtime.caches.portfolios.rows.rowsOf(farms, thresholds);
  return jsonResult(renderMessages(translator, portfolioOf(rows)));
}

/**
 * `GET /os/charts/farms`: the deaths on every farm visible to the caller, with the rows of
 * `/portfolio`.
 */
export async function readFarmTrends(runtime: Runtime, call: RequestContext): Promise<Result> {
  operationParameters(routeOf('getFarmTrends'), call);
  const { farms } = await loadPortfolio(runtime, { scope: scopeOf(call.actor), now: call.at });
  const trends = await mapInSlices(farms, (farm) => farmTrend(readPortfolioFarm(farm)));
  return jsonResult({ farms: trends });
}

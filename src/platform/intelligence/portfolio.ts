import { hash } from 'node:crypto';
import { farmTrend, portfolioOf } from '../../farming/portfolio/portfolio.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Kept } from '../../storage/core/query-cache.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { mapInSlices } from '../../storage/core/slices.ts';
import type {
  FarmText,
  PortfolioDays,
  PortfolioMoment,
} from '../../storage/snapshot/farm-moment.ts';
import {
  listFarmActivity,
  listFarmCounts,
  listFarmMoney,
  listPortfolioFarms,
} from '../../storage/snapshot/portfolio-farms.ts';
import {
  listFreshFlocks,
  listLastFlocks,
  listPortfolioFlocks,
  listPortfolioLogs,
} from '../../storage/snapshot/portfolio-flocks.ts';
import { type CalendarDay, dayInZone } from '../../tools/calendar.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { loadOrganisationSetup, type OrganisationSetup } from '../core/organisation-setup.ts';
import type { FarmTexts, FoundOfFarm, TextsByFarm } from '../core/read-caches.ts';
import { type Answer, type Call, jsonAnswer } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { readPortfolioFarm } from './portfolio-rows.ts';

/** The rows of the farms of a portfolio as they were read, by name, and how they are judged. */
interface LoadedPortfolio {
  readonly farms: readonly FarmTexts[];
  readonly thresholds: Thresholds;
}

/** A query of more farms might take longer than a statement may. */
const FARMS_OF_A_QUERY = 2000;

/**
 * Loads all farms that a scope sees, in nine queries for up to 2,000 farms and seven for each 2,000
 * more; of those that tell of whole days, where nothing changed since they were asked last, none is
 * asked again.
 */
export async function loadPortfolio(
  runtime: Pick<Runtime, 'database' | 'kept'>,
  { scope, now }: { readonly scope: Scope; readonly now: number },
): Promise<LoadedPortfolio> {
  const { database } = runtime;
  const [setup, rows] = await Promise.all([
    loadOrganisationSetup(database, scope.orgId),
    listPortfolioFarms(database, scope),
  ]);
  const placed = placeFarms(rows, setup, now);
  const farms: FarmTexts[] = [];
  do {
    const part = placed.slice(farms.length, farms.length + FARMS_OF_A_QUERY);
    const days = part.map(({ farm, today }) => ({ id: farm.id, today }));
    const found = await findOfFarms(runtime, { scope, days, now });
    for (const one of part) farms.push(textsOf(one, found));
  } while (farms.length < placed.length);
  return { thresholds: setup.thresholds, farms };
}

function textsOf(
  { text, ...placed }: ReturnType<typeof placeFarms>[number],
  found: Awaited<ReturnType<typeof findOfFarms>>,
): FarmTexts {
  const of = (name: FoundOfFarm) => found[name].get(placed.farm.id) ?? NOTHING;
  return {
    ...placed,
    texts: {
      farm: [text],
      counts: of('counts'),
      activity: of('activity'),
      flocks: of('flocks'),
      logs: of('logs'),
      fresh: of('fresh'),
      money: of('money'),
      lastFlock: of('lastFlock'),
    },
  };
}

const NOTHING: readonly string[] = [];

function placeFarms(farms: readonly FarmText[], setup: OrganisationSetup, now: number) {
  // A portfolio has many farms and few zones.
  const days = new Map<string, CalendarDay>();
  return farms.map(({ json: text }) => {
    const farm = JSON.parse(text) as StoredOf<'farms'>;
    const zone = setup.zoneOf(farm);
    const today = days.get(zone) ?? dayInZone(now, zone);
    days.set(zone, today);
    return { farm, text, zone, today };
  });
}

async function findOfFarms(
  { database, kept: { portfolios } }: Pick<Runtime, 'database' | 'kept'>,
  moment: PortfolioMoment,
): Promise<Readonly<Record<FoundOfFarm, TextsByFarm>>> {
  const { scope, days } = moment;
  const asked = { scope, days };
  const key = hash('sha256', JSON.stringify(asked), 'base64url');
  const keptTexts = (kept: Kept<TextsByFarm>, list: ListTexts) =>
    kept.find(key, async (connection) => textsByFarm(await list(connection, asked)));
  const [counts, activity, flocks, logs, money, lastFlock, fresh] = await Promise.all([
    keptTexts(portfolios.counts, listFarmCounts),
    keptTexts(portfolios.activity, listFarmActivity),
    keptTexts(portfolios.flocks, listPortfolioFlocks),
    keptTexts(portfolios.logs, listPortfolioLogs),
    keptTexts(portfolios.money, listFarmMoney),
    keptTexts(portfolios.lastFlocks, listLastFlocks),
    listFreshFlocks(database, moment).then(textsByFarm),
  ]);
  return { counts, activity, flocks, logs, fresh, money, lastFlock };
}

type ListTexts = (connection: Connection, asked: PortfolioDays) => Promise<FarmText[]>;

function textsByFarm(rows: readonly FarmText[]): TextsByFarm {
  const texts = new Map<string, string[]>();
  for (const { farmId, json } of rows) {
    const known = texts.get(farmId);
    if (known) known.push(json);
    else texts.set(farmId, [json]);
  }
  return texts;
}

/** `GET /portfolio`: every farm that the key sees with its headline figures, and their totals. */
export async function readPortfolio(runtime: Runtime, call: Call): Promise<Answer> {
  operationParameters(routeOf('portfolio'), call);
  const scope = scopeOf(call.actor);
  await runtime.changedFarms?.settle(scope);
  const { farms, thresholds } = await loadPortfolio(runtime, { scope, now: call.at });
  const rows = await runtime.kept.portfolios.rows.rowsOf(farms, thresholds);
  return jsonAnswer(portfolioOf(rows));
}

/** `GET /os/charts/farms`: the deaths of every farm that the caller sees, with the rows of `/portfolio`. */
export async function readFarmTrends(runtime: Runtime, call: Call): Promise<Answer> {
  operationParameters(routeOf('getFarmTrends'), call);
  const { farms } = await loadPortfolio(runtime, { scope: scopeOf(call.actor), now: call.at });
  const trends = await mapInSlices(farms, (farm) => farmTrend(readPortfolioFarm(farm)));
  return jsonAnswer({ farms: trends });
}

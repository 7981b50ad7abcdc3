import { buildFlockRecord } from '../../farming/core/build-flock-record.ts';
import type { FarmFrame } from '../../farming/core/farm-snapshot.ts';
import type { FlockRecord } from '../../farming/core/flock-record.ts';
import { climateChart } from '../../farming/reports/chart.ts';
import { type FlockChartName, flockChart } from '../../farming/reports/flock-charts.ts';
import type { DaySpan } from '../../farming/reports/flock-week.ts';
import { birdKind } from '../../farming/standards/breed-lookup.ts';
import type { ChartName } from '../../model/charts.ts';
import { FarmError, issueOf, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { barns } from '../../model/resources/barns.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { chartRoutes } from '../../model/routes/farm-routes.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope, type Scope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { listFlockTotals } from '../../storage/records/flock-totals.ts';
import {
  listBarnFlocks,
  listClimateHours,
  listFlockLogs,
  listFlockSales,
  listRangedWeights,
} from '../../storage/snapshot/chart-rows.ts';
import {
  addDays,
  type CalendarDay,
  daysBetween,
  endOfDay,
  formatInstant,
  startOfDay,
} from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import { flockEnd } from '../computed/flock-fields.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters, type ParameterValues } from '../core/admission.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { translatorOf } from '../core/requested-farm.ts';
import type { Runtime } from '../core/runtime.ts';
import { renderAnswerBody } from '../core/typed-fixes.ts';
import { loadFarmSnapshot } from './farm-snapshot.ts';

const LONGEST_ID = 80;

interface ChartRequest {
  readonly connection: Connection;
  readonly call: RequestContext;
  /** The scope of the row's farm. */
  readonly scope: Scope;
  readonly farmId: string;
  readonly parameters: ParameterValues;
}

/** `GET /os/charts/…/{id}`: the data of a chart in one request. */
export async function readChart(
  { database }: Runtime,
  call: RequestContext,
  { chart, id }: { readonly chart: ChartName; readonly id: string },
): Promise<Result> {
  call.subject.rowId = id;
  const parameters = operationParameters(chartRoute(chart), call);
  if (chart === 'climate') {
    const barn = await findOwn<'barns'>(database, call, { definition: barns, id });
    return readClimate(askedOf(database, call, { farmId: barn.farmId, parameters }), barn);
  }
  const flock = await findOwn<'flocks'>(database, call, { definition: flocks, id });
  const requested = askedOf(database, call, { farmId: flock.farmId, parameters });
  return readFlockChart(chart, requested, flock);
}

function chartRoute(chart: ChartName) {
  const chartRoute = chartRoutes.find(({ path }) => path === `/os/charts/${chart}/{id}`);
  if (!chartRoute) throw new Error(`${chart} has no route`);
  return chartRoute;
}

/** The row of a path; throws `not_found` alike for missing and foreign ones. */
async function findOwn<R extends 'barns' | 'flocks'>(
  connection: Connection,
  call: RequestContext,
  { definition, id }: { readonly definition: ResourceDefinition; readonly id: string },
): Promise<StoredOf<R>> {
  const isPossible = id.length <= LONGEST_ID && !id.includes('\0');
  const scope = scopeOf(call.actor);
  const row = isPossible ? await findRow(connection, definition, { id, scope }) : undefined;
  if (row === undefined) throw new FarmError('not_found');
  return JSON.parse(row) as StoredOf<R>;
}

function askedOf(
  connection: Connection,
  call: RequestContext,
  row: { readonly farmId: string | null; readonly parameters: ParameterValues },
): ChartRequest {
  const { farmId, parameters } = row;
  if (farmId === null) throw new FarmError('not_found');
  call.subject.farmId = farmId;
  return { connection, call, scope: narrowScope(scopeOf(call.actor), farmId), farmId, parameters };
}

async function readFlockChart(
  chart: FlockChartName,
  { connection, call, scope, farmId, parameters }: ChartRequest,
  flock: StoredOf<'flocks'>,
): Promise<Result> {
  const input = { scope, farmId, now: call.at };
  const [snapshot, barn, logs, sales, weights] = await Promise.all([
    loadFarmSnapshot(connection, input, ['smartWeights']),
    findRow(connection, barns, { id: flock.barnId, scope }),
    listFlockLogs(connection, scope, flock.id),
    listFlockSales(connection, scope, flock.id),
    chart === 'growth' ? listRangedWeights(connection, flock.id) : [],
  ]);
  const record = buildFlockRecord(
    {
      flock,
      barn: barn === undefined ? undefined : (JSON.parse(barn) as StoredOf<'barns'>),
      logs,
      sales,
      smartWeight: snapshot.smartWeights.find(({ flockId }) => flockId === flock.id),
    },
    snapshot,
  );
  const answer = flockChart(chart, {
    record,
    weights,
    frame: snapshot,
    span: spanOfFlock(record, parameters, snapshot.today),
    points: pointsOf(parameters),
  });
  const translator = await translatorOf(parameters['lang'], snapshot.language);
  return jsonResult(renderAnswerBody(translator, answer));
}

async function readClimate(
  { connection, call, scope, farmId, parameters }: ChartRequest,
  barn: StoredOf<'barns'>,
): Promise<Result> {
  const input = { scope, farmId, now: call.at };
  const snapshot = await loadFarmSnapshot(connection, input, ['readings']);
  const span = spanOfClimate(parameters, snapshot.today);
  const since = formatInstant(startOfDay(span.from, snapshot.zone));
  const to = formatInstant(Math.min(endOfDay(span.to, snapshot.zone), call.at));
  const [hours, present] = await Promise.all([
    listClimateHours(connection, { barnId: barn.id, from: since, to }),
    listBarnFlocks(connection, scope, { barnId: barn.id, since, to: span.to }),
  ]);
  const barnFlocks = await barnFlocksOf(present, { connection, scope, barn, frame: snapshot });
  const points = pointsOf(parameters);
  const answer = climateChart({ barn, hours, barnFlocks, span, points }, snapshot);
  const translator = await translatorOf(parameters['lang'], snapshot.language);
  return jsonResult(renderAnswerBody(translator, answer));
}

/** Arrival and departure of the flocks in a barn. */
async function barnFlocksOf(
  present: readonly StoredOf<'flocks'>[],
  at: {
    readonly connection: Connection;
    readonly scope: Scope;
    readonly barn: StoredOf<'barns'>;
    readonly frame: FarmFrame;
  },
) {
  const { today, zone } = at.frame;
  const closed = present.filter(({ status }) => status === 'closed');
  const atDays = closed.map(({ id, placementDate }) => ({ id, placementDate, day: today }));
  const totals = mapById(
    atDays.length === 0 ? [] : await listFlockTotals(at.connection, at.scope, atDays),
  );
  return present.map(({ id, status, placementDate, arrivalAgeDays, breed, closedAt }) => ({
    placementDate,
    arrivalAgeDays,
    kind: birdKind(breed, at.barn.barnType),
    lastDay: status === 'closed' ? flockEnd(closedAt, totals.get(id), zone) : today,
  }));
}

function pointsOf(parameters: ParameterValues): number {
  return Number(parameters['points'] ?? limits.chartUsualPoints);
}

interface ChartPeriod {
  readonly from?: CalendarDay;
  readonly to?: CalendarDay;
}

/**
 * The default span is from the placement to the last day with birds, or to a later day recorded
 * after closing, since the flock's figures include it.
 */
function spanOfFlock(
  { flock, lastDay, days }: FlockRecord,
  requested: ChartPeriod,
  today: CalendarDay,
): DaySpan {
  const placed = flock.placementDate;
  const lastInside = lastDay ?? today;
  const end = latest(lastInside, days.at(-1)?.day ?? lastInside);
  const to = requested.to ?? latest(end, requested.from ?? placed);
  const from = requested.from ?? latest(earliest(placed, to), addDays(to, 1 - limits.chartDays));
  return checked({ from, to }, limits.chartDays);
}

function spanOfClimate(requested: ChartPeriod, today: CalendarDay): DaySpan {
  const to = requested.to ?? latest(today, requested.from ?? today);
  const from = requested.from ?? addDays(to, 1 - limits.chartClimateUsualDays);
  return checked({ from, to }, limits.chartClimateDays);
}

function earliest(left: CalendarDay, right: CalendarDay): CalendarDay {
  return left < right ? left : right;
}

function latest(left: CalendarDay, right: CalendarDay): CalendarDay {
  return left > right ? left : right;
}

/** The requested days; throws when they are too many or in reverse order. */
function checked(span: DaySpan, maximumDays: number): DaySpan {
  if (span.to < span.from)
    throw validationFailed([issueOf('to', 'inconsistent', 'to must not be before from.')]);
  if (daysBetween(span.from, span.to) >= maximumDays) {
    const message = `from and to must not lie further apart than ${maximumDays} days.`;
    throw validationFailed([issueOf('from', 'too_many', message)]);
  }
  return span;
}

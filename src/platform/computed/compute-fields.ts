import { exceedingSale } from '../../farming/core/flock-record.ts';
import { flockForPlausibility, suspectSaleWeight } from '../../farming/core/plausibility.ts';
import { withdrawalOn } from '../../farming/health/treatments.ts';
import { condemnationPct } from '../../farming/metrics/mortality.ts';
import { absenceOn, placedBirds } from '../../farming/metrics/population.ts';
import { averageWeightKg } from '../../farming/metrics/weight.ts';
import type { Field, NumberField } from '../../model/core/fields.ts';
import {
  computedFields,
  type NamedField,
  type ResourceDefinition,
} from '../../model/core/resource.ts';
import {
  type ComputedOf,
  isResourceName,
  type ResourceName,
  type StoredOf,
} from '../../model/resources/registry.ts';
import { sales } from '../../model/resources/sales.ts';
import { treatments } from '../../model/resources/treatments.ts';
import type { Connection } from '../../storage/core/database.ts';
import { type FlockTotals, listFlockTotals } from '../../storage/records/flock-totals.ts';
import { type FlockFacts, listFlockFacts } from '../../storage/records/flocks.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import { type CalendarDay, dayInZone, isCalendarDay } from '../../tools/calendar.ts';
import { distinct, groupBy, mapById } from '../../tools/collections.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { Compute, ComputeContext, PageContext } from './compute.ts';
import {
  computeDailyLogs,
  computeEnvReadings,
  computeExpenses,
  computeFarms,
  computeFeedOrders,
  computeMarketOrders,
  computeMedia,
  computeMedicine,
  computeRegItems,
  computeTasks,
  computeTenders,
  computeTreatments,
  computeUsers,
} from './farm-fields.ts';
import { computeBarns, computeFlocks } from './flock-fields.ts';
/** A row as the API returns it, stored fields only. */
export type ParsedRow = Readonly<Record<string, unknown>>;

const computations: { readonly [N in ResourceName]?: Compute<N> } = {
  farms: computeFarms,
  barns: computeBarns,
  flocks: computeFlocks,
  'daily-logs': computeDailyLogs,
  tasks: computeTasks,
  media: computeMedia,
  'env-readings': computeEnvReadings,
  'feed-orders': computeFeedOrders,
  expenses: computeExpenses,
  sales: computeSales,
  treatments: computeTreatments,
  medicine: computeMedicine,
  tenders: computeTenders,
  'market-orders': computeMarketOrders,
  users: computeUsers,
  'reg-items': computeRegItems,
};

/**
 * Computes all computed fields of each row of a page; null when a value cannot be computed, empty
 * objects for resources without computed fields. The number of queries does not depend on the
 * number of rows.
 */
export async function computeFields(
  connection: Connection,
  definition: ResourceDefinition,
  rows: readonly ParsedRow[],
  context: ComputeContext,
): Promise<Record<string, unknown>[]> {
  const compute = findComputation(definition.name);
  if (!compute || rows.length === 0) return rows.map(() => ({}));
  const page = { ...context, connection, todayOf: createToday(context) };
  // The rows belong to the definition that selected the computation.
  const computed = await compute(rows as unknown as readonly StoredOf<ResourceName>[], page);
  const fields = computedFields(definition);
  return computed.map((values) => fitToFields(fields, values));
}

function findComputation(name: string): Compute<ResourceName> | undefined {
  // A computation accepts rows of its own resource only; the caller passes rows of that resource.
  return isResourceName(name) ? (computations[name] as Compute<ResourceName>) : undefined;
}

function fitToFields(fields: readonly NamedField[], values: ParsedRow): Record<string, unknown> {
  const fitted: Record<string, unknown> = {};
  for (const [name, field] of fields) fitted[name] = fitToField(field, values[name]);
  return fitted;
}

/** The current day of farms; looked up once per zone, as a page has many rows and few zones. */
function createToday({ now, zoneOf }: ComputeContext): (farmId: string | null) => CalendarDay {
  const days = new Map<string, CalendarDay>();
  return (farmId) => {
    const zone = zoneOf(farmId);
    const today = days.get(zone) ?? dayInZone(now, zone);
    days.set(zone, today);
    return today;
  };
}

const DECIMALS_BY_UNIT: Readonly<Record<string, number>> = { g: 1, kg: 3 };
const DECIMALS = 2;

/**
 * Fits a computed value to its field: numbers are rounded for their unit. A value outside the
 * limits of the field becomes null: it results from contradictory records, such as a million eggs
 * from one hen.
 */
export function fitToField(field: Field, value: unknown): unknown {
  if (typeof value === 'number') return fitNumber(field, value);
  if (field.type === 'date' && typeof value === 'string')
    return isCalendarDay(value) ? value : null;
  return value ?? null;
}

function fitNumber(field: Field, value: number): number | null {
  const rounded = roundTo(value, decimalsOf(field));
  if (!isNumberField(field)) return rounded;
  const { min = Number.NEGATIVE_INFINITY, max } = field;
  return rounded >= min && rounded <= max ? rounded : null;
}

function decimalsOf(field: Field): number {
  return field.type === 'integer' ? 0 : (DECIMALS_BY_UNIT[field.unit ?? ''] ?? DECIMALS);
}

function isNumberField(field: Field): field is NumberField {
  return field.type === 'number' || field.type === 'integer' || field.type === 'money';
}

type Sale = StoredOf<'sales'>;

/** Computes sales fields from the birds delivered; implausible weights are ignored. */
async function computeSales(
  rows: readonly Sale[],
  page: PageContext,
): Promise<ComputedOf<'sales'>[]> {
  const { connection, scope } = page;
  const flockIds = distinct(rows.map((row) => row.flockId));
  const facts = await listFlockFacts(connection, scope, flockIds);
  const flocks = mapById(facts);
  const query = { scope, field: 'flockId', texts: flockIds };
  const treatmentsByFlock = groupBy(
    (await listRowsByText(connection, treatments, query)).map(
      (row) => JSON.parse(row) as StoredOf<'treatments'>,
    ),
    ({ flockId }) => flockId,
  );
  const exceeding = await exceedingSales(facts, page);
  return rows.map((sale) => {
    const flock = flocks.get(sale.flockId);
    const suspect = flock && suspectSaleWeight(flockForPlausibility(flock), sale);
    const isWrongDay =
      flock !== undefined &&
      (absenceOn(flock, sale.date) !== null ||
        withdrawalOn(treatmentsByFlock.get(sale.flockId) ?? [], sale.date) !== null);
    return {
      avgWeightKg: suspect ? null : averageWeightKg(sale.totalWeightKg, sale.birdsCount),
      condemnationPct: condemnationPct(sale),
      suspect: [
        ...(exceeding.has(sale.id) ? ['birdsCount'] : []),
        ...(isWrongDay ? ['date'] : []),
        ...(suspect ? [suspect.field] : []),
      ],
    };
  });
}

/** The totals include every sale, so that the answer is the same on every page. */
const LAST_DAY = '9999-12-31';

/** One sale of each flock from which more birds leave, by all records, than were placed. */
async function exceedingSales(
  flocks: readonly FlockFacts[],
  { connection, scope }: PageContext,
): Promise<ReadonlySet<string>> {
  const days = flocks.map(({ id, placementDate }) => ({ id, placementDate, day: LAST_DAY }));
  const totals = mapById(await listFlockTotals(connection, scope, days));
  const exceeded = flocks.filter((flock) => isExceeded(flock, totals.get(flock.id)));
  if (exceeded.length === 0) return new Set();
  const query = { scope, field: 'flockId', texts: exceeded.map(({ id }) => id) };
  const sold = (await listRowsByText(connection, sales, query)).map(
    (row) => JSON.parse(row) as Sale,
  );
  const salesOf = groupBy(sold, ({ flockId }) => flockId);
  return new Set(
    exceeded.flatMap((flock) => {
      const { mortality = 0, culls = 0, sold: soldBirds = 0 } = totals.get(flock.id) ?? {};
      const sale = exceedingSale({
        sales: salesOf.get(flock.id) ?? [],
        placed: placedBirds(flock),
        totals: { mortality, culls, soldBirds },
      });
      return sale ? [sale.id] : [];
    }),
  );
}

function isExceeded(flock: FlockFacts, totals: FlockTotals | undefined): boolean {
  const placed = placedBirds(flock);
  return (
    placed !== null &&
    totals !== undefined &&
    placed < totals.mortality + totals.culls + totals.sold
  );
}

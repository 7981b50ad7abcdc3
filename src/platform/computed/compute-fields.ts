import type { Field, NumberField } from '../../model/core/fields.ts';
import {
  computedFields,
  type NamedField,
  type ResourceDefinition,
} from '../../model/core/resource.ts';
import {
  isResourceName,
  type ResourceName,
  type StoredOf,
} from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import { type CalendarDay, dayInZone, isCalendarDay } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { Compute, ComputeContext } from './compute.ts';
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
import { computeSales } from './sale-fields.ts';

/** A row as the API returns it, its stored fields only. */
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
 * The computed fields of each row of a page, every one of them present, null where it cannot be
 * computed; empty objects for resources without any. The number of queries does not depend on the
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
  // The rows are those of the definition, whose fields the type of the computation is made of.
  const computed = await compute(rows as unknown as readonly StoredOf<ResourceName>[], page);
  const fields = computedFields(definition);
  return computed.map((values) => fitToFields(fields, values));
}

function findComputation(name: string): Compute<ResourceName> | undefined {
  // A computation takes rows of its own resource only; the caller passes those of that name.
  return isResourceName(name) ? (computations[name] as Compute<ResourceName>) : undefined;
}

function fitToFields(fields: readonly NamedField[], values: ParsedRow): Record<string, unknown> {
  const fitted: Record<string, unknown> = {};
  for (const [name, field] of fields) fitted[name] = fitToField(field, values[name]);
  return fitted;
}

/** What day it is on farms; looked up once for each zone, as a page has many rows and few zones. */
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
 * A computed value as its field holds it: numbers rounded as their unit asks for. What the field
 * cannot hold is null: it comes from records that contradict each other, like a million eggs from
 * one hen.
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

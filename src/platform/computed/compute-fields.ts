import type { StoredOf } from '../../model/registry.ts';
import { isResourceName, type ResourceName } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { computedFields, type NamedField } from '../../model/resource-fields.ts';
import type { Connection } from '../../storage/database.ts';
import { type CalendarDay, dayInZone } from '../../tools/calendar.ts';
import { computeBarns } from './barns.ts';
import type { Compute, ComputeContext } from './compute.ts';
import { computeDailyLogs } from './daily-logs.ts';
import { computeEnvReadings } from './env-readings.ts';
import { computeExpenses } from './expenses.ts';
import { computeFarms } from './farms.ts';
import { computeFeedOrders } from './feed-orders.ts';
import { fitToField } from './fit-to-field.ts';
import { computeFlocks } from './flocks.ts';
import { computeMarketOrders } from './market-orders.ts';
import { computeMedia } from './media.ts';
import { computeMedicine } from './medicine.ts';
import { computeRegItems } from './reg-items.ts';
import { computeSales } from './sales.ts';
import { computeTasks } from './tasks.ts';
import { computeTenders } from './tenders.ts';
import { computeTreatments } from './treatments.ts';
import { computeUsers } from './users.ts';

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

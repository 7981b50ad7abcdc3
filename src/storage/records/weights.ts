import sql, { join, raw, type Sql } from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import { addDays } from '../../tools/calendar.ts';
import type { Connection } from '../core/database.ts';
import { type Scope, scopePredicate, visibleInputRows } from '../core/scope.ts';
import {
  decidingLogOfFlock,
  type ObjectColumn,
  objectOf,
  selectObjects,
} from '../core/select-objects.ts';

/** A manual weighing of a flock. */
export interface Weighing {
  readonly flockId: string;
  readonly logId: string;
  readonly day: string;
  readonly g: number;
  /** The weight according to three agreeing calibrated cameras, if it contradicts `g`. */
  readonly camerasG: number | null;
}

/** A day range of a flock whose weighings are validated. */
export interface WeighedSpan {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

const WEIGHING: readonly ObjectColumn[] = [
  ['flockId', 'log.flock_id', 'text'],
  ['logId', 'log.id', 'text'],
  ['day', 'log.date', 'date'],
  ['g', 'log.avg_weight_gr', 'number'],
  ['camerasG', 'log.cameras_weight_gr', 'number'],
];

/** Maximum distance of weighings that are compared with each other. */
const COMPARED_DAYS = 14;

/** The weighings of flocks visible to the scope, in their ranges and the 14 days before, by day. */
export async function listWeighings(
  connection: Connection,
  scope: Scope,
  spans: readonly WeighedSpan[],
): Promise<Weighing[]> {
  if (spans.length === 0) return [];
  const { dialect } = connection;
  const inputRows = {
    columns: { id: 'text', first: 'date', last: 'date' },
    rows: spans.map(({ id, from, to }) => [id, addDays(from, -COMPARED_DAYS), to]),
  } as const;
  return selectObjects(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, flocks, scope, inputRows)})
      select ${objectOf(dialect, WEIGHING)}
      from page cross join daily_logs log
      where log.flock_id = page.id and log.date between page.first and page.last
        and log.avg_weight_gr > 0 and ${decidingLogOfFlock('log')}
      order by log.flock_id, log.date`,
  );
}

/** Whether an event comes from a registered camera; other sources count once registered. */
function isRegistered(alias: string): Sql {
  return raw(`(${alias}.device_id is not null or ${alias}.source is null)`);
}

/** The amount of data behind a flock's weight. */
export interface WeighLoad {
  readonly id: string;
  /** Number of camera weights since a time, up to the requested maximum. */
  readonly weights: number;
  /** When its weight was last computed. */
  readonly computedAt: string | null;
}

/** The number of weights of flocks since a time, counted up to `most`. */
export async function listWeighLoads(
  connection: Connection,
  scope: Scope,
  query: { readonly flockIds: readonly string[]; readonly since: string; readonly limit: number },
): Promise<WeighLoad[]> {
  const { flockIds, since, limit } = query;
  if (flockIds.length === 0) return [];
  const { dialect } = connection;
  const page = { columns: { id: 'text' }, rows: flockIds.map((id) => [id]) } as const;
  return selectObjects(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, flocks, scope, page)}),
      loads as (
        select page.id,
          (select count(*) from (
            select 1 from vision_events weight
            where weight.flock_id = page.id and weight.kind = 'weight'
              and ${isRegistered('weight')} and weight.deleted_at is null and weight.ts >= ${since} limit ${limit}) counted) as weights,
          (select max(fused.computed_at) from flock_weights fused
            where fused.flock_id = page.id) as computed_at
        from page)
      select ${objectOf(dialect, [
        ['id', 'loads.id', 'text'],
        ['weights', 'loads.weights', 'integer'],
        ['computedAt', 'loads.computed_at', 'timestamp'],
      ])}
      from loads`,
  );
}

/** The fused weight of a flock, from cameras and weighings. */
export interface FreshWeight {
  readonly id: string;
  readonly weightG: number;
  /** When it was computed. */
  readonly at: string;
  /** Based on neither a manual weighing nor a calibrated camera. */
  readonly uncalibrated: boolean;
}

/** The newest fused weight of flocks visible to the scope, if computed since a time. */
export async function listFreshWeights(
  connection: Connection,
  scope: Scope,
  query: { readonly flockIds: readonly string[]; readonly since: string },
): Promise<FreshWeight[]> {
  if (query.flockIds.length === 0) return [];
  const { dialect } = connection;
  const page = { columns: { id: 'text' }, rows: query.flockIds.map((id) => [id]) } as const;
  return selectObjects(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, flocks, scope, page)})
      select ${objectOf(dialect, [
        ['id', 'page.id', 'text'],
        ['weightG', 'fused.weight_g', 'number'],
        ['at', 'fused.computed_at', 'timestamp'],
        ['uncalibrated', 'fused.uncalibrated', 'boolean'],
      ])}
      from page cross join flock_weights fused
      where fused.flock_id = page.id and fused.computed_at >= ${query.since}
        and fused.day = (
          select max(newest.day) from flock_weights newest where newest.flock_id = page.id)`,
  );
}

/** A time span for camera weights of a flock, inclusive at both ends. */
export interface WeightSpan {
  readonly flockIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** A camera weight. */
export interface WeightRow {
  readonly id: string;
  readonly flockId: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  readonly unit: string | null;
  readonly value: number | null;
  readonly confidence: number | null;
  readonly ts: string;
}

const WEIGHT: readonly ObjectColumn[] = [
  ['id', 'record.id', 'text'],
  ['flockId', 'record.flock_id', 'text'],
  ['deviceId', 'record.device_id', 'text'],
  ['source', 'record.source', 'text'],
  ['unit', 'record.unit', 'text'],
  ['value', 'record.value', 'number'],
  ['confidence', 'record.confidence', 'number'],
  ['ts', 'record.ts', 'timestamp'],
];

/** Five cameras that weigh every 20 seconds for four days; the newest are used. */
const MOST_WEIGHTS = 100_000;

/** The camera weights of flocks, newest first. */
export async function listWeightReadings(
  connection: Connection,
  scope: Scope,
  { flockIds, from, to }: WeightSpan,
): Promise<WeightRow[]> {
  if (flockIds.length === 0) return [];
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, WEIGHT)} from vision_events record
      where ${scopePredicate(visionEvents, scope)} and record.kind = 'weight'
        and ${isRegistered('record')}
        and record.flock_id in (${join([...flockIds])})
        and record.ts >= ${from} and record.ts <= ${to}
      order by record.ts desc, record.id desc limit ${MOST_WEIGHTS}`,
  );
}

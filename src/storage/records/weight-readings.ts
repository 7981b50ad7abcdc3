import sql, { join } from 'sql-template-tag';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { Connection } from '../database.ts';
import { type Scope, scopePredicate } from './scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from './select-objects.ts';

/** What cameras weighed in a flock within a time; both ends belong to it. */
export interface WeightSpan {
  readonly flockIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** A weight by a camera. */
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

/** Five cameras that weigh every 20 seconds for four days; of more the newest count. */
const MOST_WEIGHTS = 100_000;

/** The weights by cameras of flocks, the newest first. */
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
        and record.flock_id in (${join([...flockIds])})
        and record.ts >= ${from} and record.ts <= ${to}
      order by record.ts desc, record.id desc limit ${MOST_WEIGHTS}`,
  );
}

import sql, { join, type Sql } from 'sql-template-tag';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { Connection } from '../database.ts';
import { type Scope, scopePredicate } from './scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from './select-objects.ts';

/** Which readings of a barn: of one kind and unit, of one camera or of all. */
export interface HistoryPart {
  readonly barnId: string;
  readonly kind: string;
  readonly unit: string;
  readonly camera: { readonly deviceId: string | null; readonly source: string | null } | null;
  /** The instant from which on, included. */
  readonly since: string;
  /** The newest so many. */
  readonly most: number;
}

/** What is read of a stored reading. */
export interface HistoryRow {
  readonly id: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  readonly deviceId: string | null;
  readonly source: string | null;
  readonly kind: string;
  readonly unit: string | null;
  readonly value: number | null;
  readonly confidence: number | null;
  readonly ts: string;
  readonly meta: unknown;
}

const HISTORY: readonly ObjectColumn[] = [
  ['id', 'record.id', 'text'],
  ['barnId', 'record.barn_id', 'text'],
  ['flockId', 'record.flock_id', 'text'],
  ['deviceId', 'record.device_id', 'text'],
  ['source', 'record.source', 'text'],
  ['kind', 'record.kind', 'text'],
  ['unit', 'record.unit', 'text'],
  ['value', 'record.value', 'number'],
  ['confidence', 'record.confidence', 'number'],
  ['ts', 'record.ts', 'timestamp'],
  ['meta', 'record.meta', 'json'],
];

/** Stored readings, none of weight, in no order; one query for all parts. */
export async function listVisionHistory(
  connection: Connection,
  scope: Scope,
  parts: readonly HistoryPart[],
): Promise<HistoryRow[]> {
  if (parts.length === 0) return [];
  const selects = parts.map((part) => selectPart(connection, scope, part));
  return selectObjects(connection, join(selects, ' union all '));
}

function selectPart({ dialect }: Connection, scope: Scope, part: HistoryPart): Sql {
  const { barnId, kind, unit, since, most } = part;
  // The last condition but one is that of the index, which SQLite must see in words.
  return sql`
    select part.json from (
      select ${objectOf(dialect, HISTORY)} from vision_events record
      where ${scopePredicate(visionEvents, scope)} and record.barn_id = ${barnId}
        and record.kind = ${kind} and record.unit = ${unit} and record.ts >= ${since}
        and record.kind <> 'weight' ${ofCamera(part)}
      order by record.ts desc limit ${most}) part`;
}

function ofCamera({ camera }: HistoryPart): Sql {
  if (!camera) return sql``;
  if (camera.deviceId !== null) return sql`and record.device_id = ${camera.deviceId}`;
  return sql`and record.device_id is null and record.source = ${camera.source}`;
}

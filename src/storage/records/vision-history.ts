import sql, { join, raw, type Sql } from 'sql-template-tag';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { ColumnKind, Connection } from '../core/database.ts';
import { type Scope, scopePredicate } from '../core/scope.ts';
import { jsonList, jsonListOf } from '../core/select-objects.ts';

/** A selection of readings of a barn: of one kind and unit, of one camera or all. */
export interface HistoryPart {
  readonly barnId: string;
  readonly kind: string;
  readonly unit: string;
  readonly camera: { readonly deviceId: string | null; readonly source: string | null } | null;
  /** Start of the range, inclusive. */
  readonly since: string;
  /** End of the range, inclusive; null: no end. */
  readonly until: string | null;
  /** Maximum number of readings, newest first. */
  readonly limit: number;
}

/** The selected columns of a stored reading. */
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

/** The columns that the selection does not determine, in the order of `StoredReading`. */
const READ: readonly (readonly [column: string, kind: ColumnKind])[] = [
  ['id', 'text'],
  ['flock_id', 'text'],
  ['device_id', 'text'],
  ['source', 'text'],
  ['value', 'number'],
  ['confidence', 'number'],
  ['ts', 'timestamp'],
  ['meta', 'json'],
];

type StoredReading = readonly [
  id: string,
  flockId: string | null,
  deviceId: string | null,
  source: string | null,
  value: number | null,
  confidence: number | null,
  ts: string,
  meta: unknown,
];

/**
 * Stored readings except weights, unordered; one query for all selections. There may be thousands:
 * they are returned as a list of lists, which takes a third of the time of as many objects.
 */
export async function listVisionHistory(
  connection: Connection,
  scope: Scope,
  parts: readonly HistoryPart[],
): Promise<HistoryRow[]> {
  if (parts.length === 0) return [];
  const selects = parts.map((part, place) => selectPart(connection, scope, { part, place }));
  const lists = await connection.all<{ place: number; readings: string | null }>(
    join(selects, ' union all '),
  );
  return lists.flatMap(({ place, readings }) => {
    const part = parts[place];
    if (!part || readings === null) return [];
    return (JSON.parse(readings) as StoredReading[]).map((reading) =>
      visionEventRow(part, reading),
    );
  });
}

function visionEventRow(
  { barnId, kind, unit }: HistoryPart,
  [id, flockId, deviceId, source, value, confidence, ts, meta]: StoredReading,
): HistoryRow {
  return { id, barnId, flockId, deviceId, source, kind, unit, value, confidence, ts, meta };
}

function selectPart(
  { dialect }: Connection,
  scope: Scope,
  { part, place }: { readonly part: HistoryPart; readonly place: number },
): Sql {
  const values = READ.map(([column, type]) => dialect.jsonValue(`part.${column}`, type));
  const readings = `cast(${jsonListOf(dialect, jsonList(dialect, values))} as text)`;
  const columns = READ.map(([column]) => `record.${column}`).join(', ');
  return sql`
    select ${raw(String(place))} as place, ${raw(readings)} as readings from (
      select ${raw(columns)} from vision_events record
      where ${isOfPart(scope, part)}
      order by record.ts desc limit ${part.limit}) part`;
}

/** The values of a selection with their times, without missing values. */
interface ValueHistory {
  readonly values: readonly number[];
  /** The time of each value, at the same index. */
  readonly times: readonly string[];
}

/**
 * The values of one flock, or of none, in all selections, which must not overlap; unordered, one
 * query. For thousands of values without other columns, in half the time.
 */
export async function listVisionValues(
  connection: Connection,
  scope: Scope,
  { flockId, parts }: { readonly flockId: string; readonly parts: readonly HistoryPart[] },
): Promise<ValueHistory> {
  const { dialect } = connection;
  const listOf = (column: string, kind: ColumnKind) =>
    raw(`cast(${jsonListOf(dialect, dialect.jsonValue(`part.${column}`, kind))} as text)`);
  const selects = parts.map(
    (part) => sql`
      select ${listOf('value', 'number')} as "values", ${listOf('ts', 'timestamp')} as times from (
        select record.value, record.ts from vision_events record
        where ${isOfPart(scope, part)} and record.value is not null
          and (record.flock_id is null or record.flock_id = ${flockId})
        order by record.ts desc limit ${part.limit}) part`,
  );
  const lists = await connection.all<{ values: string | null; times: string | null }>(
    join(selects, ' union all '),
  );
  return {
    values: lists.flatMap(({ values }) => JSON.parse(values ?? '[]') as number[]),
    times: lists.flatMap(({ times }) => JSON.parse(times ?? '[]') as string[]),
  };
}

function isOfPart(scope: Scope, part: HistoryPart): Sql {
  const { barnId, kind, unit, since, until } = part;
  const untilThen = until === null ? sql`` : sql`and record.ts <= ${until}`;
  // The condition on `weight` must be written as in the partial index: otherwise SQLite ignores it.
  return sql`${scopePredicate(visionEvents, scope)} and record.barn_id = ${barnId}
    and record.kind = ${kind} and record.unit = ${unit} and record.ts >= ${since} ${untilThen}
    and record.kind <> 'weight' ${ofCamera(part)}`;
}

function ofCamera({ camera }: HistoryPart): Sql {
  if (!camera) return sql``;
  if (camera.deviceId !== null) return sql`and record.device_id = ${camera.deviceId}`;
  return sql`and record.device_id is null and record.source = ${camera.source}`;
}

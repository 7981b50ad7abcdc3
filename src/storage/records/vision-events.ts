import sql, { join, raw, type Sql } from 'sql-template-tag';
import { visionEvents } from '../../model/resources/vision-events.ts';
import {
  type ColumnKind,
  type Connection,
  columnName,
  type SqlValue,
  type Statement,
} from '../core/database.ts';
import { chunked, valuesText } from '../core/insert-values.ts';
import { narrowScope, type Scope, scopePredicate } from '../core/scope.ts';
import {
  jsonList,
  jsonListOf,
  type ObjectColumn,
  objectOf,
  selectObjects,
} from '../core/select-objects.ts';
import { columnsOf, type StoredRow } from '../core/stored-row.ts';
import { createRowTally } from './row-counts.ts';

/** A camera event to be stored. */
export interface NewVisionEvent {
  readonly row: StoredRow;
  /** Of events with the same hash and time stamp only one is stored; null: always stored. */
  readonly contentHash: string | null;
}

const MOST_IN_ONE_STATEMENT = 128;
const COLUMNS = columnsOf(visionEvents);
const NAMES = [...COLUMNS.map(([name]) => columnName(name)), 'content_hash'];
const texts = new Map<number, Pick<Statement, 'sql' | 'text'>>();

/** Stores new events, all of one farm, and counts them; returns their ids. */
export async function insertVisionEvents(
  connection: Connection,
  events: readonly NewVisionEvent[],
): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  for (const chunk of chunked(events, MOST_IN_ONE_STATEMENT)) {
    const values: SqlValue[] = [];
    for (const event of chunk) pushValues(values, connection, event);
    const inserted = await connection.run({ ...insertText(chunk.length), values });
    // RETURNING would cost a fifth more; usually all events are new.
    const isNew = inserted === chunk.length;
    for (const id of isNew ? idsOf(chunk) : await listStored(connection, chunk)) stored.add(id);
  }
  const tally = createRowTally(visionEvents);
  for (const { row } of events) if (stored.has(row.id)) tally.add(row, 1);
  await tally.write(connection);
  return stored;
}

function idsOf(events: readonly NewVisionEvent[]): string[] {
  return events.map(({ row }) => row.id);
}

/** The events that are already stored, by their ids. */
async function listStored(
  connection: Connection,
  events: readonly NewVisionEvent[],
): Promise<string[]> {
  const [first] = events;
  if (!first) return [];
  const { orgId, farmId } = first.row;
  const scope = { orgId, farmIds: farmId === null ? [] : [farmId] };
  const times = events.map(({ row }) => String(row['ts'])).sort();
  const rows = await connection.all<{ id: string }>(sql`
    select record.id from vision_events record
    where ${scopePredicate(visionEvents, scope)} and record.id in (${join(idsOf(events))})
      and record.ts >= ${times[0]} and record.ts <= ${times.at(-1)}`);
  return rows.map(({ id }) => id);
}

function pushValues(
  values: SqlValue[],
  { dialect }: Connection,
  { row, contentHash }: NewVisionEvent,
): void {
  for (const [name, { type }] of COLUMNS) {
    const value = row[name] ?? null;
    values.push(value === null ? null : dialect.bind(value, type));
  }
  values.push(contentHash);
}

/** The text of an insert of this many rows, memoized. */
function insertText(rows: number): Pick<Statement, 'sql' | 'text'> {
  const known = texts.get(rows);
  if (known) return known;
  const into = `insert into vision_events (${NAMES.join(', ')})`;
  const end = 'on conflict do nothing';
  const rowsText = valuesText(NAMES.length, rows);
  const made = {
    sql: `${into} ${rowsText.sql} ${end}`,
    text: `${into} ${rowsText.text} ${end}`,
  };
  texts.set(rows, made);
  return made;
}

/** The source name of a camera, at a farm. */
interface CameraSource {
  readonly orgId: string;
  readonly farmId: string;
  readonly source: string;
}

/** The events of a source without a camera. */
export interface UnclaimedEvents {
  readonly events: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** The barn of the last event. */
  readonly barnId: string | null;
}

/** The camera that claims the events of a source. */
interface Claim extends CameraSource {
  readonly deviceId: string;
  /** The barn for events without a barn. */
  readonly barnId: string | null;
  /** The flocks of that barn, the last placed first. */
  readonly barnFlocks: readonly ClaimFlock[];
  readonly at: string;
}

/** A flock with the time span in its barn. */
interface ClaimFlock {
  readonly flockId: string;
  readonly from: string;
  /** Null while it is in the barn. */
  readonly to: string | null;
}

/** The weights among claimed events, by flock. */
interface ClaimedWeights {
  readonly flockId: string;
  readonly from: string;
  readonly to: string;
}

const ROWS_IN_A_PIECE = 20_000;

const UNCLAIMED: readonly ObjectColumn[] = [
  ['events', 'heard.events', 'integer'],
  ['firstSeen', 'heard.first_seen', 'timestamp'],
  ['lastSeen', 'heard.last_seen', 'timestamp'],
  [
    'barnId',
    `(select record.barn_id from vision_events record
      where record.farm_id = heard.farm_id and record.source = heard.source
        and record.ts = heard.last_seen and record.deleted_at is null
        and record.device_id is null and record.source is not null
      order by record.id desc limit 1)`,
    'text',
  ],
];

const WEIGHED: readonly ObjectColumn[] = [
  ['flockId', 'weighed.flock_id', 'text'],
  ['from', 'weighed.first_seen', 'timestamp'],
  ['to', 'weighed.last_seen', 'timestamp'],
];

/** The events of a source without a camera, of any age; undefined if there are none. */
export async function findUnclaimedEvents(
  connection: Connection,
  source: CameraSource,
): Promise<UnclaimedEvents | undefined> {
  const [found] = await selectObjects<UnclaimedEvents>(
    connection,
    sql`
      with heard as (
        select record.farm_id, record.source, count(*) as events, min(record.ts) as first_seen,
          max(record.ts) as last_seen
        from vision_events record where ${unclaimedOf(source)}
        group by record.farm_id, record.source
      )
      select ${objectOf(connection.dialect, UNCLAIMED)} from heard`,
  );
  return found;
}

/** Whether a source has events without a camera. */
export async function hasUnclaimedEvents(
  connection: Connection,
  source: CameraSource,
): Promise<boolean> {
  const found = await connection.first<{ one: number }>(sql`
    select 1 as one from vision_events record where ${unclaimedOf(source)} limit 1`);
  return found !== undefined;
}

/**
 * Assigns the events of a source to a camera: its id, and barn and flock where they are missing.
 * Returns the flocks with weights among the events.
 */
export async function claimVisionEvents(
  connection: Connection,
  claim: Claim,
): Promise<readonly ClaimedWeights[]> {
  const flock = flockOf(claim);
  const weighed = await selectObjects<ClaimedWeights>(
    connection,
    sql`
      with weighed as (
        select ${flock} as flock_id, min(record.ts) as first_seen, max(record.ts) as last_seen
        from vision_events record where ${unclaimedOf(claim)} and record.kind = 'weight'
        group by 1
      )
      select ${objectOf(connection.dialect, WEIGHED)} from weighed
      where weighed.flock_id is not null order by weighed.flock_id`,
  );
  await claimPieces(connection, claim, flock);
  return weighed;
}

/** A statement has a time limit, so years of events are claimed in pieces. */
async function claimPieces(connection: Connection, claim: Claim, flock: Sql): Promise<void> {
  let after = sql``;
  for (;;) {
    const unclaimed = sql`${unclaimedOf(claim)}${after}`;
    const last = await connection.first<{ ts: string | null }>(sql`
      select ${raw(connection.dialect.jsonValue('max(piece.ts)', 'timestamp'))} as ts from (
        select record.ts from vision_events record where ${unclaimed}
        order by record.ts limit ${ROWS_IN_A_PIECE}) piece`);
    if (!last || last.ts === null) return;
    await connection.run(sql`
      update vision_events as record set device_id = ${claim.deviceId},
        barn_id = coalesce(record.barn_id, ${claim.barnId}), flock_id = ${flock},
        version = record.version + 1, updated_at = ${claim.at}
      where ${unclaimed} and record.ts <= ${last.ts}`);
    after = sql` and record.ts > ${last.ts}`;
  }
}

function unclaimedOf({ orgId, farmId, source }: CameraSource): Sql {
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  return sql`${scopePredicate(visionEvents, scope)} and record.source = ${source}
    and record.device_id is null and record.source is not null`;
}

/** The flock of an event, else the one in the barn of the camera at that time. */
function flockOf({ barnId, barnFlocks }: Claim): Sql {
  if (barnId === null || barnFlocks.length === 0) return sql`record.flock_id`;
  const cases = barnFlocks.map(({ flockId, from, to }) => {
    const until = to === null ? sql`` : sql` and record.ts <= ${to}`;
    return sql`when record.ts >= ${from}${until} then ${flockId}`;
  });
  return sql`coalesce(record.flock_id,
    case when record.barn_id is not null and record.barn_id <> ${barnId} then null
      ${join(cases, ' ')} end)`;
}

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
  readonly most: number;
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
      order by record.ts desc limit ${part.most}) part`;
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
        order by record.ts desc limit ${part.most}) part`,
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
  // The last condition but one is that of the partial index, which SQLite must find literally.
  return sql`${scopePredicate(visionEvents, scope)} and record.barn_id = ${barnId}
    and record.kind = ${kind} and record.unit = ${unit} and record.ts >= ${since} ${untilThen}
    and record.kind <> 'weight' ${ofCamera(part)}`;
}

function ofCamera({ camera }: HistoryPart): Sql {
  if (!camera) return sql``;
  if (camera.deviceId !== null) return sql`and record.device_id = ${camera.deviceId}`;
  return sql`and record.device_id is null and record.source = ${camera.source}`;
}

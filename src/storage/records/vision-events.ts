import sql, { join, raw, type Sql } from 'sql-template-tag';
import { visionEvents } from '../../model/resources/vision-events.ts';
import { type Connection, columnName, type SqlValue, type Statement } from '../core/database.ts';
import { chunked, valuesText } from '../core/insert-values.ts';
import { narrowScope, scopePredicate } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
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
  const cached = texts.get(rows);
  if (cached) return cached;
  const into = `insert into vision_events (${NAMES.join(', ')})`;
  const end = 'on conflict do nothing';
  const rowsText = valuesText(NAMES.length, rows);
  const statement = {
    sql: `${into} ${rowsText.sql} ${end}`,
    text: `${into} ${rowsText.text} ${end}`,
  };
  texts.set(rows, statement);
  return statement;
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
  const row = await connection.first<{ one: number }>(sql`
    select 1 as one from vision_events record where ${unclaimedOf(source)} limit 1`);
  return row !== undefined;
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

import sql, { join } from 'sql-template-tag';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { Connection, Statement } from '../database.ts';
import { columnName, type SqlValue } from '../dialect.ts';
import { chunksOf } from './chunks-of.ts';
import { createRowTally } from './row-counts.ts';
import { scopePredicate } from './scope.ts';
import { columnsOf, type StoredRow } from './stored-row.ts';
import { valuesText } from './values-text.ts';

/** A camera event about to be stored. */
export interface NewVisionEvent {
  readonly row: StoredRow;
  /** Of two events with the same hash and time stamp one is stored; null: stored in any case. */
  readonly contentHash: string | null;
}

const MOST_IN_ONE_STATEMENT = 128;
const COLUMNS = columnsOf(visionEvents);
const NAMES = [...COLUMNS.map(([name]) => columnName(name)), 'content_hash'];
const texts = new Map<number, Pick<Statement, 'sql' | 'text'>>();

/** Stores events, all of one farm, that are not stored yet, and counts them; returns their ids. */
export async function insertVisionEvents(
  connection: Connection,
  events: readonly NewVisionEvent[],
): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  for (const chunk of chunksOf(events, MOST_IN_ONE_STATEMENT)) {
    const values: SqlValue[] = [];
    for (const event of chunk) pushValues(values, connection, event);
    const inserted = await connection.run({ ...insertText(chunk.length), values });
    // To have each row told by the statement costs a fifth more; mostly all of them are new.
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

/** Which of the events are there by their own ids. */
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

/** The text of an insert of so many rows, made once. */
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

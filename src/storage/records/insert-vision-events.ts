import { visionEvents } from '../../model/resources/vision-events.ts';
import type { Connection, Statement } from '../database.ts';
import { columnName } from '../dialect.ts';
import { chunksOf } from './chunks-of.ts';
import { valuesText } from './insert-values.ts';
import { addToRowCount } from './row-counts.ts';
import { columnsOf, type StoredRow } from './stored-row.ts';

/** A camera event about to be stored. */
export interface NewVisionEvent {
  readonly row: StoredRow;
  /** Of two events with the same hash and time stamp one is stored; null: stored in any case. */
  readonly contentHash: string | null;
}

const MOST_IN_ONE_STATEMENT = 128;
const NAMES = [...columnsOf(visionEvents).map(([name]) => columnName(name)), 'content_hash'];
const texts = new Map<number, Pick<Statement, 'sql' | 'text'>>();

/** Stores events, all of one farm, that are not stored yet, and counts them; returns their ids. */
export async function insertVisionEvents(
  connection: Connection,
  events: readonly NewVisionEvent[],
): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  for (const chunk of chunksOf(events, MOST_IN_ONE_STATEMENT)) {
    const values = chunk.flatMap((event) => valuesOf(connection, event));
    const rows = await connection.all<{ id: string }>({ ...insertText(chunk.length), values });
    for (const { id } of rows) stored.add(id);
  }
  const [first] = events;
  if (first && stored.size > 0) {
    await addToRowCount(connection, visionEvents, { row: first.row, change: stored.size });
  }
  return stored;
}

function valuesOf({ dialect }: Connection, { row, contentHash }: NewVisionEvent): unknown[] {
  const values = columnsOf(visionEvents).map(([name, field]) =>
    dialect.bind(row[name], field.type),
  );
  return [...values, contentHash];
}

/** The text of an insert of so many rows, made once. */
function insertText(rows: number): Pick<Statement, 'sql' | 'text'> {
  const known = texts.get(rows);
  if (known) return known;
  const into = `insert into vision_events (${NAMES.join(', ')})`;
  const end = 'on conflict do nothing returning id';
  const { sql, text } = valuesText(NAMES.length, rows);
  const made = { sql: `${into} ${sql} ${end}`, text: `${into} ${text} ${end}` };
  texts.set(rows, made);
  return made;
}

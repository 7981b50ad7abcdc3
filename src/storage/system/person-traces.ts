import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type Connection, columnName, tableName } from '../core/database.ts';
import { rowProjection, type StoredRow } from '../core/stored-row.ts';

/** A row about a person, and whether it was deleted. */
export interface PersonRow {
  readonly row: StoredRow;
  readonly isDeleted: boolean;
}

/** Fields, each with the texts to match. */
export type HeldTexts = readonly (readonly [field: string, texts: readonly string[]])[];

/** Rows of an organisation, including deleted ones, with a field that equals one of the texts. */
export async function listRowsWithTexts(
  connection: Connection,
  definition: ResourceDefinition,
  {
    orgId,
    held,
    limit,
  }: { readonly orgId: string; readonly held: HeldTexts; readonly limit: number },
): Promise<PersonRow[]> {
  const parts = held
    .filter(([, texts]) => texts.length > 0)
    .map(([field, texts]) => sql`${raw(`record.${columnName(field)}`)} in (${join([...texts])})`);
  if (parts.length === 0) return [];
  const { dialect } = connection;
  const rows = await connection.all<{ json: string; deleted: unknown }>(sql`
    select ${rowProjection(definition, dialect)} as json, record.deleted_at as deleted
    from ${raw(tableName(definition.name))} record
    where record.org_id = ${orgId} and (${join(parts, ' or ')})
    order by record.created_at, record.id limit ${limit}`);
  return rows.map(({ json, deleted }) => ({
    row: { ...JSON.parse(json), orgId },
    isDeleted: deleted !== null,
  }));
}

/** Tables that store data of rows as JSON, with the JSON columns and the rows' key. */
const RETAINED_JSON = {
  history: { table: 'row_history', columns: ['changes'] },
  actions: { table: 'actions', columns: ['body', 'changes'] },
  activity: { table: 'activity_log', columns: ['title'] },
  agentRuns: { table: 'agent_runs', columns: ['input', 'output'] },
} as const;

type StoredJson = keyof typeof RETAINED_JSON;

export const retainedJson = Object.keys(RETAINED_JSON) as readonly StoredJson[];

/**
 * Replaces texts in the JSON columns of a table wherever a value equals one of them; returns the
 * number of changed rows.
 */
export async function replaceTexts(
  connection: Connection,
  jsonColumn: StoredJson,
  {
    orgId,
    replace,
    texts,
  }: {
    readonly orgId: string;
    readonly texts: readonly string[];
    readonly replace: (value: unknown) => unknown;
  },
): Promise<number> {
  const { table, columns } = RETAINED_JSON[jsonColumn];
  const matches = columns.flatMap((column) =>
    texts.map((text) => containsText(connection, column, text)),
  );
  if (matches.length === 0) return 0;
  const listed = columns.map((column) => `cast(${column} as text) as ${column}`).join(', ');
  const rows = await connection.all<Readonly<Record<string, string | null>>>(sql`
    select id, ${raw(listed)} from ${raw(table)}
    where org_id = ${orgId} and (${join(matches, ' or ')})`);
  for (const row of rows) {
    const sets = columns.map((column) => {
      const before = row[column];
      const after = before == null ? null : JSON.stringify(replace(JSON.parse(before)));
      return sql`${raw(column)} = ${after}`;
    });
    await connection.run(sql`update ${raw(table)} set ${join(sets)} where id = ${row['id']}`);
  }
  return rows.length;
}

function containsText({ dialect }: Connection, column: string, text: string): Sql {
  const position = raw(dialect.positionFunction);
  return sql`${position}(cast(${raw(column)} as text), ${JSON.stringify(text)}) > 0`;
}

/** Deletes the channels of a user and all messages to the user; returns the number of each. */
export async function deleteNoticesOf(
  connection: Connection,
  userId: string,
): Promise<{ readonly digests: number; readonly channels: number; readonly notices: number }> {
  return {
    digests: await connection.run(sql`delete from notice_digests where user_id = ${userId}`),
    channels: await connection.run(sql`delete from notice_channels where user_id = ${userId}`),
    notices: await connection.run(sql`delete from notices where user_id = ${userId}`),
  };
}

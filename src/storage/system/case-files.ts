import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type Connection, tableName } from '../core/database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
} from '../core/insert-values.ts';
import { farmPredicate, type Scope, scopePredicate } from '../core/scope.ts';

/** A case file without its content. */
export interface StoredCaseFile {
  readonly id: string;
  readonly orgId: string;
  readonly farmId: string;
  readonly flockId: string;
  /** Its position in the chain of the organisation, starting at 1. */
  readonly number: number;
  readonly title: string;
  readonly sealedAt: string;
  readonly sealedBy: { readonly type: string; readonly id: string };
  /** The number of rows of each resource in it. */
  readonly counts: Readonly<Record<string, number>>;
  readonly previousHash: string;
  readonly hash: string;
}

/** A case file with its content, the text that is hashed. */
export interface WholeCaseFile extends StoredCaseFile {
  readonly content: string;
}

const KINDS: ColumnKinds<StoredCaseFile> = {
  id: 'text',
  orgId: 'text',
  farmId: 'text',
  flockId: 'text',
  number: 'integer',
  title: 'text',
  sealedAt: 'timestamp',
  sealedBy: 'list',
  counts: 'list',
  previousHash: 'text',
  hash: 'text',
};

const WHOLE_KINDS: ColumnKinds<WholeCaseFile> = { ...KINDS, content: 'text' };

const WHOLE: MappedTable<WholeCaseFile> = { table: 'case_files', kinds: WHOLE_KINDS };

/** Stores a case file permanently. */
export async function insertCaseFile(connection: Connection, file: WholeCaseFile): Promise<void> {
  await insertObjects(connection, WHOLE, [file]);
}

/** Filter of a list of case files. */
export interface CaseFileQuery {
  readonly scope: Scope;
  readonly flockId?: string;
  readonly limit: number;
  readonly offset: number;
}

/** One page of case files, newest first, with the total number. */
export async function listCaseFiles(
  connection: Connection,
  { scope, flockId, limit, offset }: CaseFileQuery,
): Promise<{ readonly files: StoredCaseFile[]; readonly total: number }> {
  const parts: Sql[] = [farmPredicate(scope, 'file')];
  if (flockId !== undefined) parts.push(sql`file.flock_id = ${flockId}`);
  const condition = join(parts, ' and ');
  const counted = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from case_files file where ${condition}`,
  );
  const rows = await connection.all<Record<string, unknown>>(sql`
    select ${selectedColumns(connection, KINDS, 'file')} from case_files file where ${condition}
    order by file.number desc limit ${limit} offset ${offset}`);
  return { files: rows.map((row) => fromColumns(KINDS, row)), total: Number(counted?.total ?? 0) };
}

/** The case file with that id and its content; undefined if it is not visible to the scope. */
export async function findCaseFile(
  connection: Connection,
  scope: Scope,
  id: string,
): Promise<WholeCaseFile | undefined> {
  return findWhole(connection, sql`file.id = ${id} and ${farmPredicate(scope, 'file')}`);
}

/** The case file at a position in the chain of an organisation, for any farm. */
export async function findCaseFileAt(
  connection: Connection,
  orgId: string,
  number: number,
): Promise<WholeCaseFile | undefined> {
  return findWhole(connection, sql`file.org_id = ${orgId} and file.number = ${number}`);
}

async function findWhole(
  connection: Connection,
  condition: Sql,
): Promise<WholeCaseFile | undefined> {
  const row = await connection.first<Record<string, unknown>>(sql`
    select ${selectedColumns(connection, WHOLE_KINDS, 'file')} from case_files file
    where ${condition}`);
  return row && fromColumns(WHOLE_KINDS, row);
}

/** The end of the chain of an organisation; undefined before its first case file. */
export async function findLastCaseFile(
  connection: Connection,
  orgId: string,
): Promise<Pick<StoredCaseFile, 'number' | 'hash'> | undefined> {
  const last = await connection.first<{ number: number | string; hash: string }>(sql`
    select number, hash from case_files where org_id = ${orgId} order by number desc limit 1`);
  return last && { number: Number(last.number), hash: last.hash };
}

/** The id of a case file of the farm, or of the flock; undefined if there is none. */
export async function findCaseFileOf(
  connection: Connection,
  subject: { readonly orgId: string; readonly farmId: string; readonly flockId?: string },
): Promise<string | undefined> {
  const { orgId, farmId, flockId } = subject;
  const ofFlock = flockId === undefined ? sql`` : sql` and flock_id = ${flockId}`;
  const row = await connection.first<{ id: string }>(sql`
    select id from case_files where org_id = ${orgId} and farm_id = ${farmId}${ofFlock}
    order by number limit 1`);
  return row?.id;
}

/**
 * Marks the rows of a flock as part of its case file, at an instant; counts as a change of each.
 */
export async function markSealed(
  connection: Connection,
  definition: ResourceDefinition,
  input: {
    readonly scope: Scope;
    readonly column: 'id' | 'flock_id';
    readonly flockId: string;
    readonly at: string;
  },
): Promise<void> {
  const { scope, column, flockId, at } = input;
  const sealed = connection.dialect.bind(true, 'boolean');
  await connection.run(sql`
    update ${raw(tableName(definition.name))} as record
    set sealed = ${sealed}, version = record.version + 1, updated_at = ${at}
    where ${raw(`record.${column}`)} = ${flockId} and ${scopePredicate(definition, scope)}`);
}

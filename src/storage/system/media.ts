import sql from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';

/** Variant of a content: the file itself, or its thumbnail. */
export type ContentVariant = 'original' | 'thumbnail';

/** A stored file; its bytes are in chunks. */
export interface MediaContent {
  readonly id: string;
  readonly orgId: string;
  readonly farmId: string;
  readonly mediaId: string;
  readonly variant: ContentVariant;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Size of every chunk but the last. */
  readonly chunkBytes: number;
  /** In hex. */
  readonly sha256: string;
}

/** Records a content; with `keptAt` it becomes the current one of its row. */
export async function insertContent(
  connection: Pick<Connection, 'run'>,
  content: MediaContent & { readonly createdAt: string; readonly keptAt: string | null },
): Promise<void> {
  const { id, orgId, farmId, mediaId, variant, mimeType, sizeBytes, chunkBytes, sha256 } = content;
  await connection.run(sql`
    insert into media_contents (id, org_id, farm_id, media_id, variant, mime_type, size_bytes,
      chunk_bytes, sha256, analysis_tries, created_at, kept_at, dropped_at)
    values (${id}, ${orgId}, ${farmId}, ${mediaId}, ${variant}, ${mimeType}, ${sizeBytes},
      ${chunkBytes}, ${sha256}, 0, ${content.createdAt}, ${content.keptAt}, null)`);
}

/** Makes a completely uploaded content the current one of its row. */
export async function completeContent(
  connection: Connection,
  content: Pick<MediaContent, 'id' | 'mimeType' | 'sizeBytes' | 'sha256'> & { readonly at: string },
): Promise<void> {
  await connection.run(sql`
    update media_contents set mime_type = ${content.mimeType}, size_bytes = ${content.sizeBytes},
      sha256 = ${content.sha256}, kept_at = ${content.at}
    where id = ${content.id}`);
}

/** The content of a row visible to a scope; undefined if it has none. */
export async function findContent(
  connection: Connection,
  input: {
    readonly mediaId: string;
    readonly variant: ContentVariant;
    readonly scope: Scope;
  },
): Promise<MediaContent | undefined> {
  const { mediaId, variant, scope } = input;
  const row = await connection.first<ContentRow>(sql`
    select id, org_id, farm_id, media_id, variant, mime_type, size_bytes, chunk_bytes, sha256
    from media_contents content
    where content.media_id = ${mediaId} and content.variant = ${variant}
      and content.kept_at is not null and content.dropped_at is null
      and ${farmPredicate(scope, 'content')}`);
  return row && contentOf(row);
}

interface ContentRow {
  readonly id: string;
  readonly org_id: string;
  readonly farm_id: string;
  readonly media_id: string;
  readonly variant: ContentVariant;
  readonly mime_type: string;
  // PostgreSQL returns large numbers as text.
  readonly size_bytes: number | string;
  readonly chunk_bytes: number;
  readonly sha256: string;
}

function contentOf(row: ContentRow): MediaContent {
  return {
    id: row.id,
    orgId: row.org_id,
    farmId: row.farm_id,
    mediaId: row.media_id,
    variant: row.variant,
    mimeType: row.mime_type,
    sizeBytes: Number(row.size_bytes),
    chunkBytes: row.chunk_bytes,
    sha256: row.sha256,
  };
}

/** Marks the contents of a row as dropped; their bytes are deleted later. */
export async function dropContentsOf(
  connection: Connection,
  { mediaId, at }: { readonly mediaId: string; readonly at: string },
): Promise<void> {
  await connection.run(sql`
    update media_contents set dropped_at = ${at}
    where media_id = ${mediaId} and kept_at is not null and dropped_at is null`);
}

/**
 * Marks a content as dropped, whether its upload is complete or not; its bytes are deleted later.
 */
export async function dropContent(
  connection: Connection,
  { id, at }: { readonly id: string; readonly at: string },
): Promise<void> {
  await connection.run(sql`
    update media_contents set dropped_at = ${at} where id = ${id} and dropped_at is null`);
}

/** The total size of the files of an organisation, without uploads in progress. */
export async function sumContentBytes(connection: Connection, orgId: string): Promise<number> {
  const row = await connection.first<{ total: number | string }>(sql`
    select coalesce(sum(size_bytes), 0) as total from media_contents
    where org_id = ${orgId} and dropped_at is null`);
  return Number(row?.total ?? 0);
}

/** The position of a chunk in a content; the first part is 0. */
export interface ChunkPlace {
  readonly contentId: string;
  readonly part: number;
}

/** Stores one chunk of a content. */
export async function insertChunk(
  connection: Pick<Connection, 'run'>,
  { contentId, part, bytes }: ChunkPlace & { readonly bytes: Uint8Array },
): Promise<void> {
  await connection.run(sql`
    insert into media_chunks (content_id, part, bytes) values (${contentId}, ${part}, ${bytes})`);
}

/** The bytes of one chunk; undefined if it does not exist. */
export async function findChunk(
  connection: Connection,
  { contentId, part }: ChunkPlace,
): Promise<Uint8Array | undefined> {
  const row = await connection.first<{ bytes: Uint8Array }>(sql`
    select bytes from media_chunks where content_id = ${contentId} and part = ${part}`);
  return row?.bytes;
}

/** Deletes at most this many chunks of a content; returns the number deleted. */
export function deleteChunks(
  connection: Connection,
  { contentId, limit }: { readonly contentId: string; readonly limit: number },
): Promise<number> {
  return connection.run(sql`
    delete from media_chunks where content_id = ${contentId} and part in (
      select part from media_chunks where content_id = ${contentId} order by part limit ${limit})`);
}

/** Drops the contents of deleted or missing media rows; returns their number. */
export function dropOrphans(connection: Connection, at: string): Promise<number> {
  return connection.run(sql`
    update media_contents set dropped_at = ${at}
    where kept_at is not null and dropped_at is null and not exists (
      select 1 from media where media.id = media_contents.media_id and media.deleted_at is null)`);
}

/**
 * The contents whose bytes may be deleted: dropped before one instant, or started before another.
 */
export async function listSweepable(
  connection: Connection,
  before: { readonly dropped: string; readonly begun: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await connection.all<{ id: string }>(sql`
    select id from media_contents where dropped_at < ${before.dropped}
    union
    select id from media_contents where kept_at is null and created_at < ${before.begun}
    order by id limit ${before.limit}`);
  return rows.map(({ id }) => id);
}

/** Deletes a content whose chunks have been deleted. */
export async function deleteContent(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from media_contents where id = ${id}`);
}

/** Inconsistencies between files and rows. */
export interface ContentFaults {
  /** Number of files with a media row. */
  readonly files: number;
  readonly bytes: number;
  /** Files whose chunks do not add up to their size. */
  readonly broken: readonly string[];
  /** Media rows whose file is missing. */
  readonly missing: readonly string[];
}

const MOST_NAMED = 20;

/** Compares files, chunks and rows without reading contents. */
export async function findContentFaults(connection: Connection): Promise<ContentFaults> {
  const totals = await connection.first<{ files: number | string; bytes: number | string }>(sql`
    select count(*) as files, coalesce(sum(size_bytes), 0) as bytes from media_contents
    where kept_at is not null and dropped_at is null`);
  const broken = await connection.all<{ media_id: string }>(sql`
    select media_id from media_contents content
    where kept_at is not null and dropped_at is null and size_bytes <> (
      select coalesce(sum(length(chunk.bytes)), 0) from media_chunks chunk
      where chunk.content_id = content.id)
    order by media_id limit ${MOST_NAMED}`);
  const missing = await connection.all<{ id: string }>(sql`
    select id from media where deleted_at is null and size_bytes is not null and not exists (
      select 1 from media_contents content where content.media_id = media.id
        and content.variant = 'original' and content.kept_at is not null
        and content.dropped_at is null)
    order by id limit ${MOST_NAMED}`);
  return {
    files: Number(totals?.files ?? 0),
    bytes: Number(totals?.bytes ?? 0),
    broken: broken.map(({ media_id: id }) => id),
    missing: missing.map(({ id }) => id),
  };
}

/** An image that has not been analysed yet. */
export interface UnanalysedImage {
  readonly contentId: string;
  readonly mediaId: string;
  readonly orgId: string;
}

/** Images of all organisations uploaded since an instant, with remaining attempts, oldest first. */
export async function listUnanalysed(
  connection: Connection,
  query: { readonly since: string; readonly tries: number; readonly limit: number },
): Promise<readonly UnanalysedImage[]> {
  const rows = await connection.all<{ id: string; media_id: string; org_id: string }>(sql`
    select content.id, content.media_id, content.org_id
    from media_contents content join media on media.id = content.media_id
    where content.variant = 'original' and content.kept_at >= ${query.since}
      and content.dropped_at is null and content.analysis_tries < ${query.tries}
      and content.mime_type like 'image/%'
      and media.deleted_at is null and media.analyzed_at is null
    order by content.kept_at, content.id limit ${query.limit}`);
  return rows.map(({ id, media_id: mediaId, org_id: orgId }) => ({
    contentId: id,
    mediaId,
    orgId,
  }));
}

/** Counts the start of an analysis, so that an image that always fails is abandoned. */
export async function countAnalysisTry(connection: Connection, contentId: string): Promise<void> {
  await connection.run(sql`
    update media_contents set analysis_tries = analysis_tries + 1 where id = ${contentId}`);
}

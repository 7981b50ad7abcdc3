import sql from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';

/** What a content is of its media row: the file itself, or a small picture of it. */
export type ContentVariant = 'original' | 'thumbnail';

/** A file as it is kept; its bytes are chunks. */
export interface MediaContent {
  readonly id: string;
  readonly orgId: string;
  readonly farmId: string;
  readonly mediaId: string;
  readonly variant: ContentVariant;
  readonly mimeType: string;
  readonly sizeBytes: number;
  /** Of every chunk but the last. */
  readonly chunkBytes: number;
  /** As hex. */
  readonly sha256: string;
}

/** Writes that a content is here; with `keptAt` it is the one of its row from now on. */
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

/** Makes a content that has arrived whole the one of its row. */
export async function completeContent(
  connection: Connection,
  content: Pick<MediaContent, 'id' | 'mimeType' | 'sizeBytes' | 'sha256'> & { readonly at: string },
): Promise<void> {
  await connection.run(sql`
    update media_contents set mime_type = ${content.mimeType}, size_bytes = ${content.sizeBytes},
      sha256 = ${content.sha256}, kept_at = ${content.at}
    where id = ${content.id}`);
}

/** The content of a row that a scope sees; undefined where it has none. */
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
  // PostgreSQL tells large numbers as text.
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

/** Marks the contents of a row as no longer its own; their bytes go later. */
export async function dropContentsOf(
  connection: Connection,
  { mediaId, at }: { readonly mediaId: string; readonly at: string },
): Promise<void> {
  await connection.run(sql`
    update media_contents set dropped_at = ${at}
    where media_id = ${mediaId} and kept_at is not null and dropped_at is null`);
}

/** Marks one content as not wanted, whether it has arrived or not; its bytes go later. */
export async function dropContent(
  connection: Connection,
  { id, at }: { readonly id: string; readonly at: string },
): Promise<void> {
  await connection.run(sql`
    update media_contents set dropped_at = ${at} where id = ${id} and dropped_at is null`);
}

/** How many bytes the files of an organisation take, those that are arriving not counted. */
export async function sumContentBytes(connection: Connection, orgId: string): Promise<number> {
  const row = await connection.first<{ total: number | string }>(sql`
    select coalesce(sum(size_bytes), 0) as total from media_contents
    where org_id = ${orgId} and dropped_at is null`);
  return Number(row?.total ?? 0);
}

/** Where a chunk of a content stands; the first part is 0. */
export interface ChunkPlace {
  readonly contentId: string;
  readonly part: number;
}

/** Keeps one chunk of a content. */
export async function insertChunk(
  connection: Pick<Connection, 'run'>,
  { contentId, part, bytes }: ChunkPlace & { readonly bytes: Uint8Array },
): Promise<void> {
  await connection.run(sql`
    insert into media_chunks (content_id, part, bytes) values (${contentId}, ${part}, ${bytes})`);
}

/** The bytes of one chunk; undefined where there is none. */
export async function findChunk(
  connection: Connection,
  { contentId, part }: ChunkPlace,
): Promise<Uint8Array | undefined> {
  const row = await connection.first<{ bytes: Uint8Array }>(sql`
    select bytes from media_chunks where content_id = ${contentId} and part = ${part}`);
  return row?.bytes;
}

/** Deletes at most so many chunks of a content and returns how many there were. */
export function deleteChunks(
  connection: Connection,
  { contentId, most }: { readonly contentId: string; readonly most: number },
): Promise<number> {
  return connection.run(sql`
    delete from media_chunks where content_id = ${contentId} and part in (
      select part from media_chunks where content_id = ${contentId} order by part limit ${most})`);
}

/** Drops the contents of media rows that are deleted or gone; returns how many. */
export function dropOrphans(connection: Connection, at: string): Promise<number> {
  return connection.run(sql`
    update media_contents set dropped_at = ${at}
    where kept_at is not null and dropped_at is null and not exists (
      select 1 from media where media.id = media_contents.media_id and media.deleted_at is null)`);
}

/** The contents whose bytes may go: dropped before one instant, or begun before another. */
export async function listSweepable(
  connection: Connection,
  before: { readonly dropped: string; readonly begun: string; readonly most: number },
): Promise<readonly string[]> {
  const rows = await connection.all<{ id: string }>(sql`
    select id from media_contents where dropped_at < ${before.dropped}
    union
    select id from media_contents where kept_at is null and created_at < ${before.begun}
    order by id limit ${before.most}`);
  return rows.map(({ id }) => id);
}

/** Forgets a content whose chunks are gone. */
export async function deleteContent(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from media_contents where id = ${id}`);
}

/** What does not fit together among files and rows. */
export interface ContentFaults {
  /** Files with a media row. */
  readonly files: number;
  readonly bytes: number;
  /** Files whose chunks do not add up to their size. */
  readonly broken: readonly string[];
  /** Media rows that tell of a file that is not there. */
  readonly missing: readonly string[];
}

const MOST_NAMED = 20;

/** Compares files, their chunks and their rows; no content is read for it. */
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

/** An image that nobody has analysed yet. */
export interface UnanalysedImage {
  readonly contentId: string;
  readonly mediaId: string;
  readonly orgId: string;
}

/** Images of all organisations that came since an instant and were not tried too often, oldest first. */
export async function listUnanalysed(
  connection: Connection,
  asked: { readonly since: string; readonly tries: number; readonly most: number },
): Promise<readonly UnanalysedImage[]> {
  const rows = await connection.all<{ id: string; media_id: string; org_id: string }>(sql`
    select content.id, content.media_id, content.org_id
    from media_contents content join media on media.id = content.media_id
    where content.variant = 'original' and content.kept_at >= ${asked.since}
      and content.dropped_at is null and content.analysis_tries < ${asked.tries}
      and content.mime_type like 'image/%'
      and media.deleted_at is null and media.analyzed_at is null
    order by content.kept_at, content.id limit ${asked.most}`);
  return rows.map(({ id, media_id: mediaId, org_id: orgId }) => ({
    contentId: id,
    mediaId,
    orgId,
  }));
}

/** Counts that the analysis of an image was begun, so that one that always fails is given up. */
export async function countAnalysisTry(connection: Connection, contentId: string): Promise<void> {
  await connection.run(sql`
    update media_contents set analysis_tries = analysis_tries + 1 where id = ${contentId}`);
}

import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { farmPredicate, type Scope } from '../records/scope.ts';

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
export async function keepContent(
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

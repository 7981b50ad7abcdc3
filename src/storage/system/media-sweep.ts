import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';

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

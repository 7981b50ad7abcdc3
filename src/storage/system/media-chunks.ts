import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';

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

import { limits } from '../../model/core/limits.ts';
import type { Connection } from '../../storage/core/database.ts';
import {
  deleteChunks,
  deleteContent,
  dropOrphans,
  findChunk,
  insertChunk,
  listSweepable,
  type MediaContent,
} from '../../storage/system/media.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../core/runtime.ts';

/** A byte range of a file, both ends inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Splits a byte stream into parts of equal size; the last may be shorter. */
export async function* inParts(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let remaining = chunk;
    while (bytes + remaining.length >= size) {
      const part = remaining.subarray(0, size - bytes);
      yield Buffer.concat([...waiting, part], size);
      remaining = remaining.subarray(part.length);
      waiting = [];
      bytes = 0;
    }
    if (remaining.length === 0) continue;
    waiting.push(remaining);
    bytes += remaining.length;
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes);
}

/** Stores a content that is small enough for one transaction. */
export async function writeChunks(
  connection: Pick<Connection, 'run'>,
  content: Pick<MediaContent, 'id' | 'chunkBytes'>,
  bytes: Uint8Array,
): Promise<void> {
  const { id: contentId, chunkBytes } = content;
  for (let part = 0; part * chunkBytes < bytes.length; part++) {
    const chunk = bytes.subarray(part * chunkBytes, (part + 1) * chunkBytes);
    await insertChunk(connection, { contentId, part, bytes: chunk });
  }
}

/** The bytes of a content, or of a range of it, chunk by chunk. */
export async function* readChunks(
  connection: Connection,
  content: Pick<MediaContent, 'id' | 'chunkBytes' | 'sizeBytes'>,
  { first, last }: ByteRange = { first: 0, last: content.sizeBytes - 1 },
): AsyncGenerator<Uint8Array> {
  const { id: contentId, chunkBytes } = content;
  for (let part = Math.floor(first / chunkBytes); part * chunkBytes <= last; part++) {
    const chunk = await findChunk(connection, { contentId, part });
    if (!chunk) throw new Error(`part ${part} of the content ${contentId} is gone`);
    const start = part * chunkBytes;
    yield chunk.subarray(Math.max(0, first - start), last + 1 - start);
  }
}

/** All bytes of a content that is known to be small. */
export async function readWhole(
  connection: Connection,
  content: Pick<MediaContent, 'id' | 'chunkBytes' | 'sizeBytes'>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(connection, content)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Number of chunks deleted per transaction, so that other writers do not wait long. */
const CHUNKS_AT_ONCE = 32;
const CONTENTS_PER_ROUND = 200;

/**
 * Deletes contents without a media row: files of deleted rows, replaced files, unfinished uploads.
 * Readers of such a file have an hour to finish.
 */
export async function sweepContents(runtime: Runtime, signal?: AbortSignal): Promise<number> {
  const { database, clock } = runtime;
  const now = clock.now();
  await database.transaction((transaction) => dropOrphans(transaction, formatInstant(now)));
  const ids = await listSweepable(database, {
    dropped: formatInstant(now - limits.droppedContentMillis),
    begun: formatInstant(now - 2 * limits.uploadMillis),
    limit: CONTENTS_PER_ROUND,
  });
  for (const id of ids) {
    if (signal?.aborted) break;
    await freeContent(runtime, id);
  }
  return ids.length;
}

async function freeContent({ database }: Runtime, contentId: string): Promise<void> {
  for (;;) {
    const deletedRows = await database.transaction(async (transaction) => {
      const deleted = await deleteChunks(transaction, { contentId, limit: CHUNKS_AT_ONCE });
      if (deleted === 0) await deleteContent(transaction, contentId);
      return deleted;
    });
    if (deletedRows === 0) return;
  }
}

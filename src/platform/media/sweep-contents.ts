import { limits } from '../../model/limits.ts';
import { deleteChunks } from '../../storage/system/media-chunks.ts';
import { deleteContent, dropOrphans, listSweepable } from '../../storage/system/media-sweep.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Runtime } from '../runtime.ts';

/** As much goes at a time as another write can wait for. */
const CHUNKS_AT_ONCE = 32;
const CONTENTS_PER_ROUND = 200;

/**
 * Frees what no media row has any more: files of deleted rows, files that were replaced, uploads
 * that never ended. Who is reading such a file has an hour to come to its end.
 */
export async function sweepContents(runtime: Runtime, signal?: AbortSignal): Promise<number> {
  const { database, clock } = runtime;
  const now = clock.now();
  await database.transaction((transaction) => dropOrphans(transaction, formatInstant(now)));
  const ids = await listSweepable(database, {
    dropped: formatInstant(now - limits.droppedContentMillis),
    begun: formatInstant(now - 2 * limits.uploadMillis),
    most: CONTENTS_PER_ROUND,
  });
  for (const id of ids) {
    if (signal?.aborted) break;
    await free(runtime, id);
  }
  return ids.length;
}

async function free({ database }: Runtime, contentId: string): Promise<void> {
  for (;;) {
    const gone = await database.transaction(async (transaction) => {
      const deleted = await deleteChunks(transaction, { contentId, most: CHUNKS_AT_ONCE });
      if (deleted === 0) await deleteContent(transaction, contentId);
      return deleted;
    });
    if (gone === 0) return;
  }
}

import { parentPort, workerData } from 'node:worker_threads';
import { createZoneCache } from '../../platform/create-runtime.ts';
import { makePage } from '../../platform/records/render-page.ts';
import { openSqliteReader } from '../../storage/sqlite/database.ts';
import type { PageReply, PageTask } from './page-workers.ts';

// The program of the thread that `startPageThread` starts.
void answerTasks(workerData as string);

/** Makes the pages that it is asked for, by a connection of its own; `end` ends it. */
async function answerTasks(file: string): Promise<void> {
  const reader = await openSqliteReader(file);
  const zones = createZoneCache(reader);
  const answer = async ({ id, request }: PageTask): Promise<PageReply> => {
    const { connection, tables } = reader.changes.watch();
    try {
      const page = await makePage(connection, request, zones);
      return { id, page, tables: [...tables] };
    } catch {
      // Whoever asked makes it by itself, and says what is wrong.
      return { id };
    }
  };
  parentPort?.on('message', async (task: PageTask | 'end') => {
    if (task === 'end') {
      reader.close();
      parentPort?.close();
      return;
    }
    const reply = await answer(task);
    parentPort?.postMessage(reply, reply.page ? [reply.page.body.buffer as ArrayBuffer] : []);
  });
}

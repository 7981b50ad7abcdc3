import { parentPort, workerData } from 'node:worker_threads';
import { migrate } from '../../storage/migrations/migrate.ts';
import { openSqlite } from '../../storage/sqlite/database.ts';
import { sharedMemory } from '../../storage/sqlite/memory-database.ts';
import { loadMock, type MockAccess } from '../mock/load-mock.ts';
import type { MockTask } from './mock-loader.ts';

// The program of the thread that `loadMockInWorker` starts; what goes wrong in it ends it with that error.
void fillDatabase(workerData as MockTask).then((access) => parentPort?.postMessage(access));

async function fillDatabase({ name, options }: MockTask): Promise<MockAccess> {
  const database = await openSqlite(sharedMemory(name));
  try {
    await migrate(database);
    return await loadMock(database, options);
  } finally {
    await database.close();
  }
}

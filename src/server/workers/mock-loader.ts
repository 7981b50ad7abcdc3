import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Database } from '../../storage/core/database.ts';
import { openSqlite } from '../../storage/sqlite/database.ts';
import { sharedMemory } from '../../storage/sqlite/memory-database.ts';
import type { MockAccess, MockOptions } from '../mock/load-mock.ts';

/** An in-memory database filled by a worker thread. */
export interface PendingMock {
  /** Empty, without tables, until `access` resolves. */
  readonly database: Database;
  /** Resolves when all rows have been inserted. */
  readonly access: Promise<MockAccess>;
  /** Terminates the thread at any point. */
  stop(): Promise<unknown>;
}

/** Task of the thread. */
export interface MockTask {
  /** Name of the in-memory database. */
  readonly name: string;
  readonly options: MockOptions;
}

/** Next to the chunks of the built program; it does not exist when running from source. */
const PROGRAM = fileURLToPath(new URL('../mock-thread.cjs', import.meta.url));

/**
 * Starts generating the rows of a mock server in another thread: meanwhile this one loads the rest
 * of the program, and the memory used for generation is freed with the thread. Undefined if the
 * program is not built.
 */
export async function loadMockInWorker(options: MockOptions): Promise<PendingMock | undefined> {
  if (!existsSync(PROGRAM)) return undefined;
  const name = randomUUID();
  // Opened before the thread opens it: the rows exist as long as a connection is open.
  const database = await openSqlite(sharedMemory(name));
  const thread = new Worker(PROGRAM, { workerData: { name, options } satisfies MockTask });
  const access = new Promise<MockAccess>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread that makes the mock data has ended')));
  });
  // A server that fails before awaiting the rows reports its own error.
  access.catch(() => {});
  return { database, access, stop: () => thread.terminate() };
}

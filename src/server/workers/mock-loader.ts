import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Database } from '../../storage/core/database.ts';
import { openSqlite } from '../../storage/sqlite/database.ts';
import { sharedMemory } from '../../storage/sqlite/memory-database.ts';
import type { MockAccess, MockOptions } from '../mock/load-mock.ts';

/** A database in memory that a thread of its own fills. */
export interface PendingMock {
  /** Has nothing in it, not even tables, until `access` is there. */
  readonly database: Database;
  /** Settles when all rows are there. */
  readonly access: Promise<MockAccess>;
  /** Ends the thread, wherever it is. */
  stop(): Promise<unknown>;
}

/** What the thread is told. */
export interface MockTask {
  /** Of the database in memory. */
  readonly name: string;
  readonly options: MockOptions;
}

/** Beside the parts of the built program; the sources have no such file. */
const PROGRAM = fileURLToPath(new URL('../mock-thread.cjs', import.meta.url));

/**
 * Begins to make the rows of a mock server in another thread: this one can load the rest of the
 * program meanwhile, and the memory that making them takes goes with the thread. Undefined where
 * the program is not built.
 */
export async function loadMockInWorker(options: MockOptions): Promise<PendingMock | undefined> {
  if (!existsSync(PROGRAM)) return undefined;
  const name = randomUUID();
  // Opened before the thread opens it: the rows last as long as somebody has them open.
  const database = await openSqlite(sharedMemory(name));
  const thread = new Worker(PROGRAM, { workerData: { name, options } satisfies MockTask });
  const access = new Promise<MockAccess>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread that makes the mock data has ended')));
  });
  // A server that fails before it waits for the rows says why by itself.
  access.catch(() => {});
  return { database, access, stop: () => thread.terminate() };
}

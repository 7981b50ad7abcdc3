import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PageMaker } from '../platform/records/make-page.ts';
import type { TableChanges } from '../storage/database.ts';
import { type PageThread, startPageThread } from './start-page-thread.ts';

/** Pages of lists that two threads make. */
export interface PagesApart {
  readonly makePage: PageMaker;
  /** Ends the other thread. */
  stop(): Promise<void>;
}

/** Beside the parts of the built program; the sources have no such file. */
const PROGRAM = fileURLToPath(new URL('../page-thread.cjs', import.meta.url));
/** So many within a second are worth a thread. */
const PAGES_A_SECOND = 30;
/** After a thread that failed. */
const RETRY_MILLIS = 60_000;

/**
 * Shares the pages of a database file out between this thread and another as soon as many are asked
 * for: making them costs most of a list. What the other thread does not make is made `here`.
 */
export function makePagesApart(input: {
  readonly file: string;
  readonly here: PageMaker;
  readonly changes: Pick<TableChanges, 'named'>;
  readonly onError: (error: unknown) => void;
  readonly program?: string;
}): PagesApart {
  const { file, here, changes, onError, program = PROGRAM } = input;
  if (!existsSync(program)) return { makePage: here, stop: async () => {} };
  const isBusy = countPerSecond(PAGES_A_SECOND);
  let thread: PageThread | undefined;
  let notBefore = 0;
  const threadIfBusy = () => {
    if (thread || !isBusy() || performance.now() < notBefore) return thread;
    thread = startPageThread(program, file, (error) => {
      thread = undefined;
      notBefore = performance.now() + RETRY_MILLIS;
      onError(error);
    });
    return thread;
  };
  return {
    async makePage(connection, request) {
      const { page, tables = [] } = (await threadIfBusy()?.ask(request)) ?? {};
      if (!page) return here(connection, request);
      changes.named(connection, tables);
      const { buffer, byteOffset, byteLength } = page.body;
      return { ...page, body: Buffer.from(buffer, byteOffset, byteLength) };
    },
    stop: async () => thread?.stop(),
  };
}

/** Tells, each time that something happens, whether it has happened `count` times in this second. */
function countPerSecond(count: number): () => boolean {
  let end = 0;
  let times = 0;
  return () => {
    const now = performance.now();
    if (now > end) {
      end = now + 1000;
      times = 0;
    }
    return ++times >= count;
  };
}

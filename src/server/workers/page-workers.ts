import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { CachedAnswer, PageMaker, PageRequest } from '../../platform/core/read-caches.ts';
import type { TableChanges } from '../../storage/core/database.ts';

/** Pages of lists that two threads make. */
export interface PageWorkerPool {
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
export function createPageWorkerPool(input: {
  readonly file: string;
  readonly here: PageMaker;
  readonly changes: Pick<TableChanges, 'named'>;
  readonly onError: (error: unknown) => void;
  readonly program?: string;
}): PageWorkerPool {
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
      // The texts of all languages are in this thread only.
      if (request.tell) return here(connection, request);
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

/** What the thread is asked. */
export interface PageTask {
  readonly id: number;
  readonly request: PageRequest;
}

/** What it answers. */
export interface PageReply extends MadePage {
  readonly id: number;
}

/** A page with the tables it was read from; empty where the thread made none. */
export interface MadePage {
  readonly page?: CachedAnswer;
  readonly tables?: readonly string[];
}

/** A thread that makes pages, and the row of those it is asked for. */
export interface PageThread {
  /** Resolves without a page when the caller is to make it. */
  ask(request: PageRequest): Promise<MadePage>;
  stop(): Promise<void>;
}

/** Enough for the thread to go on while this one is busy with a page of its own. */
const MOST_ASKED = 5;

/**
 * Starts a thread on a database file; `program` is the built page-thread. `onFailed` is told what
 * ended it, unless it was stopped.
 */
function startPageThread(
  program: string,
  file: string,
  onFailed: (error: unknown) => void,
): PageThread {
  const worker = new Worker(program, { workerData: file });
  // A server that ends without stopping it is not held up.
  worker.unref();
  const row = createRow((task) => worker.postMessage(task));
  let failure: unknown;
  let stopped: (() => void) | undefined;
  worker.on('message', row.made);
  worker.on('error', (error) => {
    failure = error;
  });
  worker.once('exit', (code) => {
    if (stopped) stopped();
    else onFailed(failure ?? new Error(`the thread has ended with ${code}`));
    row.end();
  });
  return {
    ask: row.ask,
    stop: () =>
      new Promise((resolve) => {
        stopped = resolve;
        worker.ref();
        worker.postMessage('end');
      }),
  };
}

/**
 * The pages that are asked for, in a row. The thread has some of them ahead; this thread takes one
 * each turn of its event loop, so that requests and answers pass in between.
 */
function createRow(send: (task: PageTask) => void) {
  const waiting: { readonly request: PageRequest; readonly settle: (made: MadePage) => void }[] =
    [];
  const asked = new Map<number, (made: MadePage) => void>();
  let last = 0;
  let isTurnAhead = false;
  const share = () => {
    while (asked.size < MOST_ASKED) {
      const next = waiting.shift();
      if (!next) return;
      asked.set(++last, next.settle);
      send({ id: last, request: next.request });
    }
    if (waiting.length === 0 || isTurnAhead) return;
    isTurnAhead = true;
    setImmediate(() => {
      isTurnAhead = false;
      waiting.shift()?.settle({});
      share();
    });
  };
  return {
    ask: (request: PageRequest) =>
      new Promise<MadePage>((settle) => {
        waiting.push({ request, settle });
        share();
      }),
    made({ id, ...made }: PageReply) {
      asked.get(id)?.(made);
      asked.delete(id);
      share();
    },
    /** Nobody is left to ask. */
    end() {
      for (const settle of asked.values()) settle({});
      for (const { settle } of waiting.splice(0)) settle({});
    },
  };
}

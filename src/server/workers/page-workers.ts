import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { CachedAnswer, PageMaker, PageRequest } from '../../platform/core/read-caches.ts';
import type { TableChanges } from '../../storage/core/database.ts';

/** List pages rendered by two threads. */
export interface PageWorkerPool {
  readonly makePage: PageMaker;
  /** Stops the other thread. */
  stop(): Promise<void>;
}

/** Next to the chunks of the built program; it does not exist when running from source. */
const PROGRAM = fileURLToPath(new URL('../page-thread.cjs', import.meta.url));
/** Requests per second that justify starting the worker. */
const PAGES_A_SECOND = 30;
/** Pause after a failed worker. */
const RETRY_MILLIS = 60_000;

/**
 * Distributes the pages of a database file between this thread and a worker under load: rendering
 * is most of the cost of a list. Pages that the worker does not render are rendered `here`.
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
      // The translations are loaded in this thread only.
      if (request.translate) return here(connection, request);
      const { page, tables = [] } = (await threadIfBusy()?.ask(request)) ?? {};
      if (!page) return here(connection, request);
      changes.named(connection, tables);
      const { buffer, byteOffset, byteLength } = page.body;
      return { ...page, body: Buffer.from(buffer, byteOffset, byteLength) };
    },
    stop: async () => thread?.stop(),
  };
}

/**
 * Returns a counter that reports for each event whether `count` events have occurred in the current
 * second.
 */
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

/** Task of the worker. */
export interface PageTask {
  readonly id: number;
  readonly request: PageRequest;
}

/** Reply of the worker. */
export interface PageReply extends MadePage {
  readonly id: number;
}

/** A page with the tables it was read from; empty if the worker rendered none. */
export interface MadePage {
  readonly page?: CachedAnswer;
  readonly tables?: readonly string[];
}

/** A page worker with its queue. */
export interface PageThread {
  /** Resolves without a page if the caller must render it. */
  ask(request: PageRequest): Promise<MadePage>;
  stop(): Promise<void>;
}

/** Enough to keep the worker busy while this thread renders a page. */
const MOST_ASKED = 5;

/**
 * Starts a worker on a database file; `program` is the built page-thread. `onFailed` is called with
 * the cause unless it was stopped.
 */
function startPageThread(
  program: string,
  file: string,
  onFailed: (error: unknown) => void,
): PageThread {
  const worker = new Worker(program, { workerData: file });
  // The worker does not keep an exiting process alive.
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
 * The queue of requested pages. The worker has some of them in advance; this thread takes one per
 * turn of its event loop, so that requests and responses are handled in between.
 */
function createRow(send: (task: PageTask) => void) {
  const waiting: { readonly request: PageRequest; readonly settle: (page: MadePage) => void }[] =
    [];
  const pending = new Map<number, (page: MadePage) => void>();
  let last = 0;
  let isTurnScheduled = false;
  const share = () => {
    while (pending.size < MOST_ASKED) {
      const next = waiting.shift();
      if (!next) return;
      pending.set(++last, next.settle);
      send({ id: last, request: next.request });
    }
    if (waiting.length === 0 || isTurnScheduled) return;
    isTurnScheduled = true;
    setImmediate(() => {
      isTurnScheduled = false;
      waiting.shift()?.settle({});
      share();
    });
  };
  return {
    ask: (request: PageRequest) =>
      new Promise<MadePage>((resolve) => {
        waiting.push({ request, settle: resolve });
        share();
      }),
    made({ id, ...made }: PageReply) {
      pending.get(id)?.(made);
      pending.delete(id);
      share();
    },
    /** Settles all requests without a page: the worker is gone. */
    end() {
      for (const resolve of pending.values()) resolve({});
      for (const { settle } of waiting.splice(0)) settle({});
    },
  };
}

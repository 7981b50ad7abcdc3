import { Worker } from 'node:worker_threads';
import type { KeptAnswer } from '../platform/kept-reads.ts';
import type { PageRequest } from '../platform/records/make-page.ts';

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
  readonly page?: KeptAnswer;
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
export function startPageThread(
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

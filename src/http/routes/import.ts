import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FarmError, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { errorBody, type RequestContext } from '../../platform/core/request-context.ts';
import {
  type ImportReport,
  problemDetails,
  reportedColumn,
} from '../../platform/import/import-report.ts';
import { readImport } from '../../platform/import/read-import.ts';
import {
  type ImportListener,
  type ReadImport,
  runImport,
} from '../../platform/import/run-import.ts';
import { requireWritable } from '../../platform/records/create-record.ts';
import type { ImportFile } from '../../platform/table-files/read-table.ts';
import { createNotifier, type Notifier } from '../../tools/concurrency.ts';
import type { AppDependencies, Exchange } from '../core/app-dependencies.ts';
import { createSlots } from '../core/request-limits.ts';
import type { RouteHandler } from '../core/router.ts';
import { callOf, idempotencyOf } from '../core/run-call.ts';
import { resourceOf } from './records.ts';

const LINES = 'application/x-ndjson';
const PROGRESS_MILLIS = 200;

/** Handlers of the import route. */
export function importHandlers(deps: AppDependencies, app: FastifyInstance) {
  const slots = createSlots({
    what: 'imports',
    total: limits.importsUnderWay,
    perKey: limits.importsUnderWayPerKey,
  });
  const stopper = createStopper(app);
  const importRows: RouteHandler = {
    body: 'buffer',
    bodyLimit: limits.importBodyBytes,
    config: { isTransfer: true },
    // Checked before the upload: no one should send megabytes only to be refused.
    beforeBody: (request) => {
      requireWritable(resourceOf(request));
      slots.require(callOf(request).actor.keyId);
    },
    handler: async (request, reply) => {
      const release = slots.take(callOf(request).actor.keyId);
      const { answer, work } = await takeFile(deps, { request, reply }, stopper).catch(
        (error: unknown) => {
          release();
          throw error;
        },
      );
      void work.finally(release);
      return answer;
    },
  };
  return { importRows } satisfies Partial<Record<RouteId, RouteHandler>>;
}

/** A response, and work that may outlast it. */
interface Taken {
  readonly answer: FastifyReply;
  readonly work: Promise<void>;
}

/** Responds with the report, or with a stream of lines that ends with it. */
async function takeFile(
  deps: AppDependencies,
  { request, reply }: Exchange,
  stopAt: Stopper,
): Promise<Taken> {
  const file = fileOf(request);
  const idempotency = idempotencyOf(
    request,
    createHash('sha256').update(file.bytes).digest('base64url'),
  );
  const call: RequestContext = { ...callOf(request), ...(idempotency ? { idempotency } : {}) };
  const read = await readImport(deps.runtime, resourceOf(request), { call, file });
  if (asksForLines(request)) {
    const { lines, work } = startLines(deps, read, stopAt);
    const readable = Readable.from(lines, { objectMode: false });
    return { answer: reply.type(`${LINES}; charset=utf-8`).send(readable), work };
  }
  const { report, isReplayed } = await runImport(deps, read, {
    onProgress: stopAt,
    onRejected: () => {},
  });
  if (isRefused(read, report)) throw rowsRefused(report);
  if (isReplayed) reply.header('idempotent-replayed', 'true');
  reply.type('application/json; charset=utf-8').send(JSON.stringify(report));
  return { answer: reply, work: Promise.resolve() };
}

function fileOf({ body, headers }: FastifyRequest): ImportFile {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (bytes.length > 0) return { bytes, contentType: headers['content-type'] ?? '' };
  const message = 'Send the file as the body.';
  throw validationFailed([{ path: 'body', code: 'required', message }]);
}

function asksForLines({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(LINES) ?? false;
}

/** Throws between two batches of an import during shutdown. */
type Stopper = ImportListener['onProgress'];

function createStopper({ closing }: FastifyInstance): Stopper {
  return ({ phase, done, rows }) => {
    if (!closing.deadline.aborted || (phase === 'writing' && done === rows)) return;
    const stored = phase === 'writing' ? done : 0;
    throw new FarmError('unavailable', {
      message: `The service is shutting down; ${stored} of ${rows} rows are done. Send the file again with the same Idempotency-Key to go on.`,
      headers: { 'retry-after': '5' },
    });
  };
}

/** Whether an all-or-nothing import stored nothing. */
function isRefused({ options }: ReadImport, report: ImportReport): boolean {
  const { ok, stored, updated } = report;
  return !options.isDryRun && options.onError === 'abort' && !ok && stored + updated === 0;
}

/** The findings as issues of a refusal, each with the position of its row. */
function rowsRefused({ issues, rejected, rows }: ImportReport): FarmError {
  const visibleIssues = issues.map(({ row, line, path, code, message, ...details }) => ({
    path: `rows[${row - 1}].${path}`,
    code,
    message: `Row ${row} (line ${line}): ${message}`,
    ...problemDetails(details),
  }));
  const count = `${rejected} of ${rows} rows are not valid, nothing is stored.`;
  const [first, ...others] = visibleIssues;
  const reportedIssues = first
    ? [{ ...first, message: `${count} ${first.message}` }, ...others]
    : [];
  return validationFailed(reportedIssues);
}

/**
 * Streams the import as lines: the columns, progress, rejected rows and the report. The import
 * continues if the reader disconnects.
 */
function startLines(
  deps: AppDependencies,
  read: ReadImport,
  stopAt: Stopper,
): { readonly lines: AsyncGenerator<string>; readonly work: Promise<void> } {
  const waiting: string[] = [];
  const notifier = createNotifier();
  let isDone = false;
  const send = (line: object) => {
    waiting.push(`${JSON.stringify(line)}\n`);
    notifier.notify();
  };
  const work = runToEnd(deps, read, { send, stopAt }).finally(() => {
    isDone = true;
    notifier.notify();
  });
  async function* lines() {
    for (;;) {
      if (waiting.length > 0) yield waiting.splice(0).join('');
      else if (isDone) return;
      else await nextRing(notifier);
    }
  }
  return { lines: lines(), work };
}

function nextRing(notifier: Notifier): Promise<void> {
  return new Promise((resolve) => {
    const stop = notifier.subscribe(() => {
      stop();
      resolve();
    });
  });
}

async function runToEnd(
  deps: AppDependencies,
  read: ReadImport,
  { send, stopAt }: { readonly send: (line: object) => void; readonly stopAt: Stopper },
): Promise<void> {
  send({ columns: read.columns.map(reportedColumn) });
  let reportedAt = Number.NEGATIVE_INFINITY;
  try {
    const { report, isReplayed } = await runImport(deps, read, {
      onRejected: (rejected) => send({ rejected }),
      onProgress: (progress) => {
        stopAt(progress);
        if (performance.now() - reportedAt < PROGRESS_MILLIS) return;
        reportedAt = performance.now();
        send({ progress });
      },
    });
    send({ report, isReplayed });
  } catch (error) {
    send({ error: refusalOf(deps, read.call, error) });
  }
}

/**
 * The error in the shape of an error response; its status could not be used, because the headers
 * were already sent.
 */
function refusalOf({ log, audit }: AppDependencies, call: RequestContext, error: unknown): unknown {
  const refusal = error instanceof FarmError ? error : new FarmError('internal', { cause: error });
  if (refusal.status >= 500) {
    log.error({ err: error, requestId: call.requestId }, 'an import was cut off');
  }
  audit.note(call, { status: refusal.status, code: refusal.code ?? refusal.slug });
  return JSON.parse(errorBody(refusal, call.requestId));
}

import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ErrorDetails, type ErrorSlug, FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import {
  type ImportFile,
  kindOf,
  readTable,
  type TableOptions,
  type TableReader,
} from '../../platform/table-files/read-table.ts';
import type { ImportRow, ImportTable } from '../../platform/table-files/table.ts';
import { createTurns } from '../../tools/concurrency.ts';

/** Reads import files in child processes. */
export interface ImportReader {
  readonly readTable: TableReader;
  /** Ends the processes; their reads are refused. */
  stop(): Promise<void>;
}

/** Task of a process; the bytes of the file are its standard input. */
export interface ImportTask {
  readonly contentType: string;
  readonly options: TableOptions;
}

/** Replies of a process: rows in batches on request, then the rest; or an error. */
export type ImportReply =
  | { readonly kind: 'rows'; readonly rows: readonly ImportRow[] }
  | { readonly kind: 'end'; readonly head: Omit<ImportTable, 'rows'> }
  | { readonly kind: 'refusal'; readonly refusal: Refusal }
  | { readonly kind: 'failure'; readonly error: unknown };

interface Refusal {
  readonly slug: ErrorSlug;
  readonly details: Pick<ErrorDetails, 'message'> & {
    readonly code: string | undefined;
    readonly issues: ErrorDetails['issues'] | undefined;
  };
}

interface ReaderLimits {
  readonly megabytes: number;
  /**
   * Processor time, so that no file is refused on a busy machine; enforced where the system reports
   * it.
   */
  readonly cpuMillis: number;
  /** Wall-clock time since its start. */
  readonly millis: number;
}

/** Next to the chunks of the built program; it does not exist when running from source. */
const PROGRAM = fileURLToPath(new URL('../import-process.cjs', import.meta.url));
const LIMITS: ReaderLimits = {
  megabytes: limits.importMegabytes,
  cpuMillis: limits.importCpuMillis,
  millis: limits.importMillis,
};
/** Interval at which processor time is checked. */
const LOOK_MILLIS = 250;

/**
 * Reads each file in a child process with limits on memory and time. A thread is not sufficient:
 * exceeding its memory limit inside `JSON.parse` aborts the whole process. Small texts are read in
 * this process, as are all files if the program is not built.
 */
export function createImportReader(
  options: { readonly program?: string; readonly limits?: ReaderLimits } = {},
): ImportReader {
  const { program = PROGRAM, limits: readerLimits = LIMITS } = options;
  if (!existsSync(program)) return { readTable, stop: async () => {} };
  const inTurn = createTurns({
    most: limits.importsRead,
    mostWaiting: limits.importsUnderWay,
    refusal: overloaded,
  });
  const running = new Set<ChildProcess>();
  let isStopped = false;
  const readInProcess = async (file: ImportFile, options: TableOptions) => {
    if (isStopped) throw new FarmError('unavailable');
    const child = startReader(program, readerLimits);
    running.add(child);
    try {
      return await receiveTable(child, { file, options, ...readerLimits });
    } finally {
      running.delete(child);
      child.kill('SIGKILL');
    }
  };
  return {
    async readTable(file, options) {
      if (isSmallText(file)) return readTable(file, options);
      return inTurn(() => readInProcess(file, options));
    },
    stop: async () => {
      isStopped = true;
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

function isSmallText(file: ImportFile): boolean {
  return kindOf(file) !== 'sheet' && file.bytes.length <= limits.importInlineBytes;
}

function startReader(program: string, { megabytes }: ReaderLimits): ChildProcess {
  return fork(program, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${megabytes}`],
    // The process needs no environment variables of the service, least of all its secrets; only
    // Windows requires this one.
    env: { SystemRoot: process.env['SystemRoot'] },
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
}

interface Reading extends ReaderLimits {
  readonly file: ImportFile;
  readonly options: TableOptions;
}

/** Receives the table from a process; rejects with its refusal, or if it exceeds its limits. */
function receiveTable(
  child: ChildProcess,
  { file, options, millis, cpuMillis, megabytes }: Reading,
): Promise<ImportTable> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const timer = setInterval(() => {
      const isLate = performance.now() - started > millis;
      if (!isLate && cpuMillisOf(child.pid) <= cpuMillis) return;
      const seconds = Math.ceil((isLate ? millis : cpuMillis) / 1000);
      reject(tooHeavy(`takes longer than ${seconds} s to read`));
    }, LOOK_MILLIS);
    const rows: ImportRow[] = [];
    const handleReply = (reply: ImportReply) => {
      // The file has been read; only its rows remain to be received.
      clearInterval(timer);
      if (reply.kind === 'failure') return reject(reply.error);
      if (reply.kind === 'refusal') return reject(errorOf(reply.refusal));
      if (reply.kind === 'end') return resolve({ ...reply.head, rows });
      rows.push(...reply.rows);
      return child.send('next');
    };
    child.on('message', handleReply);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(timer);
      reject(
        isOutOfMemory(code, signal)
          ? tooHeavy(`takes more than ${megabytes} MB of memory to read`)
          : new FarmError('unavailable', { cause: new Error(`it ended with ${code ?? signal}`) }),
      );
    });
    // A process that has already ended does not accept input.
    child.stdin?.on('error', () => {});
    child.send({ contentType: file.contentType, options } satisfies ImportTask);
    child.stdin?.end(file.bytes);
  });
}

/** Resolution of processor times reported by Linux. */
const TICK_MILLIS = 10;

/** Processor time used by the process; 0 if the system does not report it in a file. */
function cpuMillisOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name may contain any characters; it ends at the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MILLIS;
  } catch {
    return 0;
  }
}

/** V8 aborts; Windows has no signals and reports an exit status. */
function isOutOfMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134;
}

function errorOf({ slug, details: { message, code, issues } }: Refusal): FarmError {
  return new FarmError(slug, {
    ...(message === undefined ? {} : { message }),
    ...(code === undefined ? {} : { code }),
    ...(issues === undefined ? {} : { issues }),
  });
}

function tooHeavy(reason: string): FarmError {
  return new FarmError('payload_too_large', {
    code: 'import_too_heavy',
    message: `The file ${reason}; split it, or save it as CSV.`,
  });
}

function overloaded(): FarmError {
  return new FarmError('unavailable', {
    code: 'overloaded',
    message: 'Other imports are being read; try again when they are done.',
    headers: { 'retry-after': '5' },
  });
}

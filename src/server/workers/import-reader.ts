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

/** Reads the files of imports in processes of their own. */
export interface ImportReader {
  readonly readTable: TableReader;
  /** Ends the processes; what they were reading is refused. */
  stop(): Promise<void>;
}

/** What a process is told; the bytes of the file are its standard input. */
export interface ImportTask {
  readonly contentType: string;
  readonly options: TableOptions;
}

/** What a process answers: rows, each portion when it is asked for, and the rest; or an error. */
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

/** What a process may use. */
interface ReaderLimits {
  readonly megabytes: number;
  /** Of processor time, so that a busy machine refuses no file; enforced where the system tells it. */
  readonly cpuMillis: number;
  /** From its start, however busy the machine is. */
  readonly millis: number;
}

/** Next to the chunks of the built program; the sources have no such file. */
const PROGRAM = fileURLToPath(new URL('../import-process.cjs', import.meta.url));
const LIMITS: ReaderLimits = {
  megabytes: limits.importMegabytes,
  cpuMillis: limits.importCpuMillis,
  millis: limits.importMillis,
};
/** How often the processor time is looked at. */
const LOOK_MILLIS = 250;

/**
 * Reads each file in a process of its own, with limits on memory and time. A thread would not do: a
 * thread that exceeds its memory inside `JSON.parse` aborts the whole process. Small texts are read
 * in this process, as are all files where the program is not built.
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
    // It needs none of the variables of the service, least of all its secrets; Windows needs one.
    env: { SystemRoot: process.env['SystemRoot'] },
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
}

interface Reading extends ReaderLimits {
  readonly file: ImportFile;
  readonly options: TableOptions;
}

/** The table that a process reads; rejects with its refusal, and once it exceeds its limits. */
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
    const take = (reply: ImportReply) => {
      // The file is read; what is left is to take its rows.
      clearInterval(timer);
      if (reply.kind === 'failure') return reject(reply.error);
      if (reply.kind === 'refusal') return reject(errorOf(reply.refusal));
      if (reply.kind === 'end') return resolve({ ...reply.head, rows });
      rows.push(...reply.rows);
      return child.send('next');
    };
    child.on('message', take);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(timer);
      reject(
        isOutOfMemory(code, signal)
          ? tooHeavy(`takes more than ${megabytes} MB of memory to read`)
          : new FarmError('unavailable', { cause: new Error(`it ended with ${code ?? signal}`) }),
      );
    });
    // A process that has ended already does not take it.
    child.stdin?.on('error', () => {});
    child.send({ contentType: file.contentType, options } satisfies ImportTask);
    child.stdin?.end(file.bytes);
  });
}

/** In what part of a second Linux tells the processor time of a process. */
const TICK_MILLIS = 10;

/** The processor time that a process has used; 0 where the system does not tell it in a file. */
function cpuMillisOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, which may contain anything, ends with the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MILLIS;
  } catch {
    return 0;
  }
}

/** V8 aborts; Windows has no signals and gives the status of one. */
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

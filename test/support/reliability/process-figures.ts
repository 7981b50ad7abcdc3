import { readdir, readFile } from 'node:fs/promises';

/** Resource usage of a process at one moment. */
export interface ProcessFigures {
  readonly residentBytes: number;
  /** As reported by the service at /metrics. */
  readonly heapBytes: number;
  readonly openFiles: number;
}

/** Reads the figures of a local process; Linux only. */
export async function processFigures(pid: number, baseUrl: string): Promise<ProcessFigures> {
  const [status, files, metrics] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readdir(`/proc/${pid}/fd`),
    fetch(`${baseUrl}/metrics`, { headers: { connection: 'close' } }).then((answer) =>
      answer.text(),
    ),
  ]);
  return {
    residentBytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024,
    heapBytes: Number(/^farmctl_nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]),
    openFiles: files.length,
  };
}

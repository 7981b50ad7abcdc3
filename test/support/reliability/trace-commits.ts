import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

const TRACER = 'strace';

/** A relevant step of a process: a write to the log of its database, its sync, or a response. */
export type Step = 'write' | 'sync' | 'answer';

const PATTERNS: readonly (readonly [Step, RegExp])[] = [
  ['write', /pwrite64\(\d+<[^>]*\.db-wal>/],
  ['sync', /(?:fsync|fdatasync)\(\d+<[^>]*\.db-wal>/],
  ['answer', /writev?\(\d+<socket.*HTTP\/1\.1 201/],
];

/** Whether tracing of processes is possible here. */
export function canTrace(): boolean {
  return spawnSync(TRACER, ['-o', '/dev/null', 'true']).status === 0;
}

/** Traces the system calls of a process until stopped, and returns its steps in order. */
export async function traceCommits(
  pid: number,
  outfile: string,
): Promise<{ stop(): Promise<readonly Step[]> }> {
  const calls = 'trace=fsync,fdatasync,write,writev,pwrite64';
  const argv = ['-f', '-y', '-s', '40', '-e', calls, '-o', outfile, '-p', String(pid)];
  const strace = spawn(TRACER, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  // It prints a line after attaching.
  await once(strace.stderr, 'data');
  return {
    async stop() {
      strace.kill('SIGINT');
      await once(strace, 'exit');
      const lines = (await readFile(outfile, 'utf8')).split('\n');
      return lines.flatMap((line) => {
        const step = PATTERNS.find(([, pattern]) => pattern.test(line))?.[0];
        return step ? [step] : [];
      });
    },
  };
}

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const KIB = 1024;

/** The resident memory of a process in MiB. */
export async function residentMib(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / KIB;
}

const MICROS_OF_TICK = 10_000;

/** The processor time that a process has taken until now; undefined where Linux does not say it. */
export function cpuMicros(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may hold anything: the 14th and 15th field are ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MICROS_OF_TICK;
  } catch {
    return undefined;
  }
}

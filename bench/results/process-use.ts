import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const KIB = 1024;

/** The resident memory of a process in MiB. */
export async function residentMib(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / KIB;
}

const MICROS_OF_TICK = 10_000;

/** The processor time used by a process so far; undefined if Linux does not report it. */
export function cpuMicros(pid: number): number | undefined {
  return usageOf(pid)?.own;
}

/** The same for a process and all its descendants, including exited ones. */
export function cpuMicrosOfFamily(pid: number): number | undefined {
  const parent = usageOf(pid);
  if (!parent) return undefined;
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = others.map((name) => usageOf(Number(name))).filter((it) => it?.parent === pid);
  return children.reduce((total, child) => total + (child?.own ?? 0), parent.own + parent.ended);
}

function usageOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may contain any characters: state, parent, …; fields 14 to 17 are
    // ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (first: number) => Number(fields[first]) + Number(fields[first + 1]);
    return {
      parent: Number(fields[1]),
      own: ticks(11) * MICROS_OF_TICK,
      ended: ticks(13) * MICROS_OF_TICK,
    };
  } catch {
    return undefined;
  }
}

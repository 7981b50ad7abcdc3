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

/** The processor time that a process has taken until now; undefined where Linux does not say it. */
export function cpuMicros(pid: number): number | undefined {
  return usageOf(pid)?.own;
}

/** The same of a process and all that it has started, those that have ended among them. */
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
    // Behind the name, which may hold anything: state, parent, …; the 14th to 17th field are ticks.
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

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const KIB = 1024;

/** The resident memory of a process in MiB. */
export async function residentMib(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / KIB;
}

import { mkdtemp, open, rm } from 'node:fs/promises';
import { arch, cpus, loadavg, platform, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { describeDriver } from '../../src/storage/sqlite/driver.ts';
import { median } from '../../src/tools/statistics.ts';
import type { BenchOptions } from '../arguments.ts';

const SYNCS = 100;
const PAGE_BYTES = 4096;
const GIB = 1024 ** 3;

/** The machine of the measurement, as lines for people. */
export async function describeMachine(): Promise<string[]> {
  const processors = cpus();
  const memory = Math.round(totalmem() / GIB);
  return [
    `${processors.length} × ${processors[0]?.model ?? 'unknown CPU'}, ${memory} GiB`,
    `${platform()} ${release()} ${arch()}, Node ${process.version}, ${await describeDriver()}`,
    `disk: a page written and synced in ${(await syncMillis()).toFixed(2)} ms (median of ${SYNCS})`,
  ];
}

/**
 * The options and time of the measurement; with other work on the machine the load average is above
 * 3.
 */
export function describeRun({ rounds, seconds }: Pick<BenchOptions, 'rounds' | 'seconds'>): string {
  const day = new Date().toISOString().slice(0, 10);
  const [, load = 0] = loadavg();
  return `${day}, ${rounds} rounds of ${seconds} s by turns; load average ${load.toFixed(1)}`;
}

async function syncMillis(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'farmctl-bench-'));
  const file = await open(join(folder, 'page'), 'w');
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const times: number[] = [];
  for (let n = 0; n < SYNCS; n++) {
    const begun = performance.now();
    await file.write(page);
    await file.datasync();
    times.push(performance.now() - begun);
  }
  await file.close();
  await rm(folder, { recursive: true });
  return median(times) ?? 0;
}

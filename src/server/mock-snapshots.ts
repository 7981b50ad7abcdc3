import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { MockMode, MockSnapshots } from '../http/mock-mode.ts';
import { refused } from '../model/errors.ts';
import type { Database } from '../storage/database.ts';
import { UnusableDatabase } from '../storage/unusable-database.ts';

/** What a snapshot holds besides the rows. */
const noteSchema = z.object({ now: z.number(), faults: z.array(z.string()) });

/** The snapshots of a mock server: its rows, its clock and its faults in one file. */
export function createMockSnapshots(
  { snapshots }: Database,
  { clock, faults }: Pick<MockMode, 'clock' | 'faults'>,
): MockSnapshots {
  if (!snapshots) throw new Error('a mock server keeps its rows in memory');
  return {
    save: () =>
      withFile(async (path) => {
        await snapshots.save(path, JSON.stringify({ now: clock.now(), faults: faults.list() }));
        return readFile(path);
      }),
    load: (file) =>
      withFile(async (path) => {
        await writeFile(path, file);
        const note = await snapshots.load(path).catch((error: unknown) => {
          throw error instanceof UnusableDatabase
            ? refused('snapshot_unfit', `${error.message}.`)
            : error;
        });
        const { now, faults: rules } = noteSchema.parse(JSON.parse(note));
        clock.set(now);
        faults.clear();
        for (const rule of rules) faults.add(rule);
      }),
  };
}

async function withFile<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'farmctl-snapshot-'));
  try {
    return await work(join(folder, 'snapshot.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

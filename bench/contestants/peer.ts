import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskQuery } from '../stages/task-table.ts';
import type { Bench } from '../work.ts';
import type { Contestant } from './contestant.ts';

/** A record of the table in the format of our API; every peer has the same records. */
export type TaskRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Inputs for starting a peer. */
export interface PeerInput {
  readonly bench: Bench;
  readonly records: readonly TaskRecord[];
  /** A query with the response of our API. */
  readonly page: { readonly query: TaskQuery; readonly text: string };
  /** Creates an SQLite file with the records in one plain table, for this peer only. */
  makeTable(): Promise<string>;
  /** The path of a file in an installed package. */
  installed(path: string): string;
}

/** Starts a peer with the records. */
export type StartPeer = (input: PeerInput) => Promise<Contestant>;

const READY_MILLIS = 60_000;

/** Starts the program of a peer and waits until it responds at the path. */
export async function startPeer(
  { workshop }: Bench,
  input: {
    readonly name: string;
    readonly args: readonly string[];
    readonly port: number;
    readonly path: string;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<Pick<Contestant, 'name' | 'baseUrl' | 'pid' | 'headers'>> {
  const { name, args, port, path } = input;
  const cwd = await workshop.makeFolder();
  const env = { PATH: process.env['PATH'], HOME: cwd, ...input.env };
  const { pid, child } = await workshop.startProgram({
    file: process.execPath,
    args,
    options: { cwd, env },
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  const until = performance.now() + READY_MILLIS;
  while (!(await isAnswering(baseUrl + path))) {
    if (performance.now() > until || child.exitCode !== null) {
      throw new Error(`${name} does not answer (exit ${child.exitCode})`);
    }
    await sleep(100);
  }
  return { name, baseUrl, pid, headers: [{}] };
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** The `id` of each record of a page. */
export function idsOf(records: readonly { readonly id: string }[]): string[] {
  return records.map(({ id }) => id);
}

import type { Contestant } from '../contestants/contestant.ts';
import type { LoadRequest } from '../load/load-server.ts';
import type { Competitor } from '../results/compare.ts';
import type { Bench } from '../work.ts';
import type { Worker } from '../workshop.ts';

/** Connections of a load of reads. */
export const READ_CONNECTIONS = 8;

// More than any server here answers in a second.
const REQUESTS_PER_SECOND = 12_000;

interface Reads {
  readonly name: string;
  readonly server: Pick<Contestant, 'baseUrl' | 'pid' | 'headers'> & { readonly name: string };
  readonly paths: readonly string[];
  readonly status?: number;
  readonly connections?: number;
  /** So many requests are sent in a round, however long they take, in place of a bounded time. */
  readonly perRound?: number;
}

const MOST_SECONDS = 60;

/**
 * A server loaded with reads by a process of its own: each round goes on in the paths where the
 * one before ended, and starts again at the end of them.
 */
export function readingCompetitor(
  { options: { seconds } }: Pick<Bench, 'options'>,
  worker: Worker,
  { name, server, paths, status = 200, connections = READ_CONNECTIONS, perRound }: Reads,
): Competitor {
  const { baseUrl, headers, pid } = server;
  let next = 0;
  return {
    name,
    who: server.name,
    pid,
    isCounted: perRound !== undefined,
    async run() {
      const most = perRound ?? Math.min(paths.length, Math.ceil(seconds * REQUESTS_PER_SECOND));
      const requests = Array.from(
        { length: most },
        (_, n): LoadRequest => ({
          method: 'GET',
          path: paths[(next + n) % paths.length] ?? '',
        }),
      );
      const plan = { baseUrl, headers, requests, connections, status };
      const bounds = perRound === undefined ? { seconds } : { seconds: MOST_SECONDS, isOnce: true };
      const load = await worker.ask('loadServer', { ...plan, ...bounds });
      next += load.answers + load.refused;
      return load;
    },
  };
}

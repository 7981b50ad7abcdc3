import type { Contestant } from '../contestants/contestant.ts';
import type { LoadRequest } from '../load/load-server.ts';
import type { Competitor } from '../results/compare.ts';
import type { Bench } from '../work.ts';
import type { Worker } from '../workshop.ts';

/** Connections for a read load. */
export const READ_CONNECTIONS = 8;

// Above the throughput of any server here.
const REQUESTS_PER_SECOND = 12_000;

interface Reads {
  readonly name: string;
  readonly server: Pick<Contestant, 'baseUrl' | 'pid' | 'headers'> & { readonly name: string };
  readonly paths: readonly string[];
  readonly status?: number;
  readonly connections?: number;
  /** The number of requests of a round, regardless of their duration; replaces the time limit. */
  readonly perRound?: number;
}

const MOST_SECONDS = 60;

/**
 * A server loaded with reads by a separate process: each round continues in the paths where the
 * previous one ended, and wraps around at the end.
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

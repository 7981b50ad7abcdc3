import { fetchAnswer } from '../contestants/contestant.ts';
import { API, type OurServer, startOurs } from '../contestants/ours.ts';
import { type Competitor, compare } from '../results/compare.ts';
import { PAGE_ROWS } from '../stages/task-table.ts';
import type { Bench, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { readingCompetitor } from './competitors.ts';

/** In a round; no page is asked for twice. */
const PAGES = 20;
const READINGS = `${API}/env-readings?limit=${PAGE_ROWS}`;

/** Pages at the start and in the middle of a large table, by offset and by cursor. */
export async function measurePaging(bench: Bench): Promise<WorkResult> {
  const { workshop, options } = bench;
  const pages = PAGES * (options.rounds + 1);
  const size = Math.max(options.size, 2 * pages * PAGE_ROWS + 1);
  const worker = await workshop.startWorker();
  const dataDir = await workshop.makeFolder();
  bench.log(`writing ${size.toLocaleString('en')} readings`);
  const { keys } = await worker.ask('growReadings', { dataDir, rows: size });
  const server = await startOurs(bench, { kind: 'sqlite', dataDir }, { keys });
  const middle = Math.floor(size / 2);
  const places: Readonly<Record<string, readonly string[]>> = {
    'first pages, cursor': await cursorsFrom(server, 0, pages),
    'middle, cursor': await cursorsFrom(server, middle, pages),
    'first pages, offset': offsetsFrom(0, pages),
    'middle, offset': offsetsFrom(middle, pages),
  };
  const competitors = Object.entries(places).map(
    ([name, paths]): Competitor => asking(bench, worker, { name, server, paths }),
  );
  const { measured } = await compare(competitors, options.rounds);
  const [first, deep] = measured;
  const notes = [
    `One client; ${size.toLocaleString('en')} readings, pages of ${PAGE_ROWS} with total.`,
  ];
  return {
    measured: measured.map(({ ratio: _, ...numbers }) => numbers),
    reached: { cursor: (deep?.p50 ?? 0) / (first?.p50 ?? 0) },
    notes,
  };
}

/** Pages one behind the other, each by the cursor of the one before; the first from an offset. */
async function cursorsFrom(server: OurServer, offset: number, pages: number): Promise<string[]> {
  const paths: string[] = [];
  let path = `${READINGS}&offset=${offset}`;
  while (paths.length < pages) {
    const { text } = await fetchAnswer(server, path);
    const { nextCursor } = JSON.parse(text).meta;
    path = `${READINGS}&cursor=${encodeURIComponent(nextCursor)}`;
    paths.push(path);
  }
  return paths;
}

function offsetsFrom(offset: number, pages: number): string[] {
  return Array.from({ length: pages }, (_, n) => `${READINGS}&offset=${offset + n * PAGE_ROWS}`);
}

function asking(
  bench: Bench,
  worker: Worker,
  input: { readonly name: string; readonly server: OurServer; readonly paths: readonly string[] },
): Competitor {
  const { name, server, paths } = input;
  const named = { ...server, name };
  return readingCompetitor(bench, worker, {
    name,
    server: named,
    paths,
    connections: 1,
    perRound: PAGES,
  });
}

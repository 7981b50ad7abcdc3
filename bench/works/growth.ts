import { API, startOurs } from '../contestants/ours.ts';
import { type Competitor, compare } from '../results/compare.ts';
import { BARN_ID } from '../stages/grow-readings.ts';
import type { Bench, Measured, WorkResult } from '../work.ts';
import type { Worker } from '../workshop.ts';
import { readingCompetitor } from './competitors.ts';

const SMALLEST = 1000;
/** What page 1 of a larger table is compared with. */
const BASE = 10_000;
/** In a round; each page has a size of its own, so that none was asked for before. */
const PAGES = 20;
const FIRST_LIMIT = 50;
/** Of the farm, of a barn, of what sensors of a barn measured. */
const NARROWED = ['', `barnId=${BARN_ID}&`, `barnId=${BARN_ID}&source=sensor&`];

/** Page 1 of readings as the table grows tenfold each time, by turns with the same of 10,000. */
export async function measureGrowth(bench: Bench): Promise<WorkResult> {
  const { workshop, options } = bench;
  const worker = await workshop.startWorker();
  const sizes = sizesTo(options.size);
  const base = await startReadings(bench, worker, BASE);
  const measured: Measured[] = [];
  let grown = 0;
  for (const size of sizes) {
    const own = await startReadings(bench, worker, size);
    const { measured: found } = await compare([base, own], options.rounds);
    const [first, second] = found;
    grown = (second?.p50 ?? 0) / (first?.p50 ?? 0);
    if (second) measured.push({ ...second, ratio: grown });
  }
  const notes = [
    'One client; pages of 50 and more rows with total, no two of the same size, for a key pinned ' +
      'to the farm: of the farm, of a barn, of the sensors of a barn by turns. The ratio is the p50 by that of page 1 of 10,000 rows in the same rounds.',
  ];
  return { measured, reached: { grown }, notes };
}

/** The powers of ten up to a size, and the size. */
export function sizesTo(size: number): number[] {
  const sizes: number[] = [];
  for (let step = SMALLEST; step < size; step *= 10) sizes.push(step);
  return [...sizes, size];
}

async function startReadings(bench: Bench, worker: Worker, rows: number): Promise<Competitor> {
  const dataDir = await bench.workshop.makeFolder();
  bench.log(`writing ${rows.toLocaleString('en')} readings`);
  const { keys } = await worker.ask('growReadings', { dataDir, rows });
  const server = await startOurs(bench, { kind: 'sqlite', dataDir }, { keys });
  const paths = Array.from(
    { length: PAGES * (bench.options.rounds + 1) },
    (_, n) => `${API}/env-readings?${NARROWED[n % NARROWED.length]}limit=${FIRST_LIMIT + n}`,
  );
  return readingCompetitor(bench, worker, {
    name: String(rows),
    server: { ...server, name: `${rows.toLocaleString('en')} readings` },
    paths,
    connections: 1,
    perRound: PAGES,
  });
}

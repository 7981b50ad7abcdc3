import { parseArguments } from './arguments.ts';
import { describeMachine, describeRun } from './results/machine.ts';
import { writePage } from './results/performance-page.ts';
import { renderText } from './results/render-text.ts';
import type { Report } from './results/report.ts';
import type { Bench, WorkResult } from './work.ts';
import { works } from './works/works.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

/** A run under way. */
export interface Run {
  /** The exit status, when it has ended. */
  readonly ended: Promise<number>;
  /** Ends everything that it has started. */
  stop(): Promise<void>;
}

interface State {
  open: Workshop | undefined;
  isStopped: boolean;
}

interface Surroundings {
  readonly root: string;
  /** The bundle that workers run. */
  readonly worker: string;
  print(text: string): void;
}

/** Runs the benchmark with the arguments of its command line. */
export function runBenchmark(argv: readonly string[], surroundings: Surroundings): Run {
  const state: State = { open: undefined, isStopped: false };
  return {
    ended: run(argv, surroundings, state),
    async stop() {
      state.isStopped = true;
      await state.open?.close();
    },
  };
}

async function run(
  argv: readonly string[],
  { root, worker, print }: Surroundings,
  state: State,
): Promise<number> {
  const parsed = parseArguments(argv);
  if ('text' in parsed) {
    print(parsed.text);
    return parsed.isWrong ? 2 : 0;
  }
  const { options } = parsed;
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  const reports: Report[] = [];
  for (const work of options.works) {
    const workshop = openWorkshop(worker);
    state.open = workshop;
    const begun = performance.now();
    const bench: Bench = { options, workshop, root, log: (line) => log(`${work}: ${line}`) };
    const found = await resultOf(() => works[work](bench));
    const report = { work, ...found, run: describeRun(options) };
    if (state.isStopped) return 1;
    await workshop.close();
    reports.push(report);
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (!options.isJson) print(`${renderText(report)}  (${seconds} s)\n\n`);
  }
  const machine = await describeMachine();
  if (options.isJson) print(`${JSON.stringify({ machine, reports }, undefined, 2)}\n`);
  else print(`${machine.join('\n')}\n`);
  if (options.isWritten) await writePage(root, { reports, machine });
  return reports.some(({ failure }) => failure !== undefined) ? 1 : 0;
}

/** What a work found; a work that fails does not keep the others from running. */
async function resultOf(work: () => Promise<WorkResult>): Promise<Omit<Report, 'work' | 'run'>> {
  try {
    return await work();
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { measured: [], reached: {}, notes: [], failure };
  }
}

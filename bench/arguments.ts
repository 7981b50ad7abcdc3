import { parseArgs } from 'node:util';
import { targets, type WorkName, workNames } from './results/targets.ts';

/** Options of a benchmark run. */
export interface BenchOptions {
  readonly works: readonly WorkName[];
  readonly rounds: number;
  /** Duration of the load on one contestant in one round. */
  readonly seconds: number;
  /** Number of environment readings at the end of the growth curve. */
  readonly size: number;
  /** Farms and environment readings of the fleet. */
  readonly farms: number;
  readonly readings: number;
  readonly hasPeers: boolean;
  readonly isJson: boolean;
  /** Whether the results page is written. */
  readonly isWritten: boolean;
}

/** Options, or a text to print instead of a run; `isWrong` if it reports an error. */
export type ParsedArguments =
  | { readonly options: BenchOptions }
  | { readonly text: string; readonly isWrong: boolean };

const SMALLEST_SIZE = 1000;
const FEWEST_FARMS = 100;

const FLAGS = {
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '1' },
  size: { type: 'string', default: '1e6' },
  farms: { type: 'string', default: '1000' },
  readings: { type: 'string', default: '1e6' },
  'no-peers': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const HELP = `Usage: npm run bench -- [work...] [options]

Measures the service in comparison with the limits of this machine and with other products.
Requires a build (npm run build); installs the other products into bench/node_modules.

Works (default: all)
${workNames.map((name) => `  ${name.padEnd(16)} ${titleOf(name)}`).join('\n')}

Options:
  --rounds <number>   rounds of each comparison, alternating between contestants (default: 5)
  --seconds <number>  duration of the load per contestant and round (default: 1)
  --size <number>     number of readings at the end of the growth curve, 1e3 to 1e7 (default: 1e6)
  --farms <number>    number of farms of the fleet, at least 100 (default: 1000)
  --readings <number> number of readings of the fleet, at least 1e3 (default: 1e6)
  --no-peers          skip products that would have to be installed
  --json              print the results as one JSON document
  --write             write the results to docs/performance.md
  -h, --help          show this help
`;

/** Parses the arguments of the benchmark. */
export function parseArguments(argv: readonly string[]): ParsedArguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: FLAGS,
      allowPositionals: true,
    });
    if (values.help) return { text: HELP, isWrong: false };
    return {
      options: {
        works: positionals.length === 0 ? workNames : positionals.map(workOf),
        rounds: Math.round(numberOf('rounds', values.rounds, 1)),
        seconds: numberOf('seconds', values.seconds, 0.1),
        size: Math.round(numberOf('size', values.size, SMALLEST_SIZE)),
        farms: Math.round(numberOf('farms', values.farms, FEWEST_FARMS)),
        readings: Math.round(numberOf('readings', values.readings, SMALLEST_SIZE)),
        hasPeers: !values['no-peers'],
        isJson: values.json,
        isWritten: values.write,
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { text: `${reason}\nSee: npm run bench -- --help\n`, isWrong: true };
  }
}

function titleOf(name: WorkName): string {
  return targets[name].title;
}

function workOf(name: string): WorkName {
  const known = workNames.find((work) => work === name);
  if (!known) throw new Error(`There is no work ${name}; there are ${workNames.join(', ')}.`);
  return known;
}

function numberOf(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!(value >= least) || value === Number.POSITIVE_INFINITY) {
    throw new Error(`--${name} must be a number of at least ${least}, not ${text}.`);
  }
  return value;
}

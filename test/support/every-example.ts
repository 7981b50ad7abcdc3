import type { Command } from 'commander';
import { listCommands } from '../../src/cli/command-table.ts';
import { helpTailOf } from '../../src/cli/core/command-line.ts';
import { createWholeProgram } from '../../src/cli/program.ts';
import { isResourceName, resourceNames } from '../../src/model/resources/registry.ts';
import { aContext } from './a-context.ts';
import { aHome, type Home } from './a-home.ts';
import { writeExampleFiles } from './example-files.ts';
import { type Stage, stageOf } from './example-stages.ts';
import { type ExampleFarm, type ExampleWorld, withIds } from './example-world.ts';
import { namedRows } from './one-of-each.ts';

/** A command with the example lines of its help, and its specific flags. */
export type CommandExamples = readonly [
  path: string,
  examples: readonly string[],
  flags: readonly string[],
];

/** All commands with examples, in the order of the help: their words after `farmctl`. */
export async function everyExample(): Promise<readonly CommandExamples[]> {
  const quiet = { onRun: async () => {}, onHelp: () => {}, helpWidth: 80 };
  const whole = await createWholeProgram(await listCommands(), aContext(), quiet);
  return [...examplesBelow(whole)];
}

function* examplesBelow(command: Command, path = ''): Generator<CommandExamples> {
  const { examples } = helpTailOf(command);
  const flags = command.options.flatMap(({ long }) => long ?? []);
  if (path !== '' && examples.length > 0) yield [path, examples, flags];
  for (const child of command.commands) {
    yield* examplesBelow(child, `${path} ${child.name()}`.trim());
  }
}

/** An example with its prerequisites, ready to run. */
interface SetExample {
  /** With the ids and addresses of its world. */
  readonly line: string;
  readonly farm: ExampleFarm;
  readonly home: Home;
  readonly stage: Stage;
}

/** The farms for running the examples. */
export interface ExampleFarms {
  /** Creates the rows and files that an example names, in a separate home folder. */
  set(path: string, example: string): Promise<SetExample>;
}

const CRON = /^(?:[\d*/,-]+ ){5}/;

const READING: readonly string[] = ['list', 'get', 'export'];

/** Commands whose examples do not write to the farm of their environment. */
const UNWRITING: readonly string[] = [
  ...['digest', 'weekly-summary', 'gaps', 'insights', 'context', 'portfolio', 'dashboard'],
  ...['activity', 'search', 'history', 'me', 'capabilities', 'resources', 'openapi', 'audit'],
  ...['init', 'serve', 'demo', 'backup', 'restore', 'doctor', 'setup'],
  ...['auth', 'profile', 'config', 'completion', 'help'],
];

/**
 * Commands that change rows of a resource have a separate farm; other commands share one farm per
 * noun, and read-only commands share one farm.
 */
export function exampleFarms(world: ExampleWorld): ExampleFarms {
  const shared = new Map<string, Promise<ExampleFarm>>();
  const farmFor = (path: string, { rows }: Stage) => {
    const [noun = '', verb] = path.split(' ');
    if (rows) return world.openFarm(rows);
    if (!isResourceName(noun)) {
      const name = UNWRITING.includes(noun) ? '' : noun;
      const farm = shared.get(name) ?? openNorth(world);
      shared.set(name, farm);
      return farm;
    }
    const isMade = verb === 'create' || verb === 'import';
    if (READING.includes(verb ?? '')) {
      const farm = shared.get(noun) ?? world.openFarm([noun]);
      shared.set(noun, farm);
      return farm;
    }
    return world.openFarm(isMade ? namedRows(noun) : [noun]);
  };
  return {
    async set(path, example) {
      const stage = stageOf(path);
      const farm = await farmFor(path, stage);
      const home = await aHome();
      const typed = example.replace(CRON, '');
      const replaced = (await stage.prepare?.({ farm, home, line: typed })) ?? [];
      const real = replaced.reduce((line, [shown, text]) => line.replaceAll(shown, text), typed);
      await writeExampleFiles(typed, home.cwd, farm.ids);
      return { line: withIds(real, farm.ids), farm, home, stage };
    },
  };
}

async function openNorth(world: ExampleWorld): Promise<ExampleFarm> {
  const farm = await world.openFarm(resourceNames);
  await farm.send('PATCH', `/farms/${farm.ids.farms}`, { name: 'North' });
  return farm;
}

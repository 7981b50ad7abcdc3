import { afterAll, beforeAll, expect, test } from 'vitest';
import { CliError } from '../../src/cli/core/errors.ts';
import { type ExampleFarms, everyExample, exampleFarms } from '../support/every-example.ts';
import { type ExampleWorld, openExampleWorld, runExample } from '../support/example-world.ts';

const commands = await everyExample();

/** Lines that end in another way where the world of this test is, and why. */
const refused: Readonly<Record<string, readonly [exitCode: number, reason: string]>> = {
  'farmctl backup farm.dump --database postgres://farm@db.example/farmctl --run': [
    8,
    'There is no such PostgreSQL server.',
  ],
  'farmctl init --demo --database postgres://farm@db.example/farmctl': [
    8,
    'There is no such PostgreSQL server.',
  ],
};

let world: ExampleWorld;
let farms: ExampleFarms;

beforeAll(async () => {
  world = await openExampleWorld();
  farms = exampleFarms(world);
});
afterAll(() => world.close());

const INTERRUPTED = 130;
/** Generous, for machines under load. */
const PATIENCE_MILLIS = 90_000;

/** The exit status of an example, with its output if it failed. */
async function endOf(example: string, path: string): Promise<string> {
  const { line, farm, home, stage } = await farms.set(path, example);
  const stop = new AbortController();
  const interrupt = () => stop.abort(new CliError('interrupted', ''));
  const { exitCode, stdout, stderr } = await runExample(line, {
    home,
    farm,
    isBare: stage.isBare ?? false,
    interruption: stop.signal,
    ...(stage.answers ? { answers: stage.answers(farm, line) } : {}),
    ...(stage.endless?.test(line) ? { onOutput: interrupt } : {}),
  });
  const [expected] = refused[example] ?? [0];
  const isStopped = stop.signal.aborted && exitCode === INTERRUPTED;
  return exitCode === expected || isStopped ? 'done' : `${line}\n${exitCode}: ${stderr}${stdout}`;
}

test.each(commands)(
  'the examples of %s work',
  { timeout: PATIENCE_MILLIS },
  async (path, examples) => {
    const ends: string[] = [];
    for (const example of examples) ends.push(await endOf(example, path));
    expect(ends).toEqual(examples.map(() => 'done'));
  },
);

test('every exception is an example', () => {
  const lines = commands.flatMap(([, examples]) => examples);
  expect(Object.keys(refused).filter((line) => !lines.includes(line))).toEqual([]);
});

test('law 12: every write of an example has an Idempotency-Key', () => {
  expect(world.unkeyed).toEqual([]);
});

import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTransport } from '../../../src/cli/session/context.ts';
import { honouredFlags } from '../../../src/cli/session/global-flags.ts';
import { hasLabel, labelOf, loadLabels } from '../../../src/i18n/labels.ts';
import { runInHome } from '../../support/a-cli.ts';
import { type ExampleFarms, everyExample, exampleFarms } from '../../support/every-example.ts';
import { parseExampleLine } from '../../support/example-line.ts';
import { type ExampleWorld, openExampleWorld } from '../../support/example-world.ts';

let world: ExampleWorld;
/** Separate farms for each run of an example, so that it does not find rows of the previous run. */
let farms: Readonly<Record<'refused' | 'printed' | 'shown' | 'chosen', ExampleFarms>>;

beforeAll(async () => {
  world = await openExampleWorld();
  const open = () => exampleFarms(world);
  farms = { refused: open(), printed: open(), shown: open(), chosen: open() };
});
afterAll(() => world.close());

const labels = await loadLabels('en');

const OWN_OUTPUT = /-only\b|--fields|--jq|--print-code|--dry-run| -o /;
/** Verbs that every resource has: one resource represents them all. */
const UNIFORM =
  /^(?!tasks|feed-orders)(?!users|farms).* (?:list|get|export|create|update|delete|import)$/;
/** Sends no request without questions, or an example prints several sections. */
const OTHERWISE: readonly string[] = ['chat', 'insights'];
/** Documents of the API, which are JSON unless a table is requested. */
const DOCUMENTS: readonly string[] = ['capabilities', 'os', 'api', 'openapi'];

/** The first plain example of each command that takes `--fields`. */
const commands = (await everyExample()).flatMap(([path, examples]) => {
  const words = path.split(' ');
  if (!honouredFlags(words).includes('fields')) return [];
  if (OTHERWISE.includes(path) || (words.length === 2 && UNIFORM.test(path))) return [];
  const plain = examples.find((line) => parseExampleLine(line) && !OWN_OUTPUT.test(line));
  return plain === undefined ? [] : [[path, plain] as const];
});

/** Runs an example with additional flags, and records its writes. */
async function runWith(
  which: keyof typeof farms,
  [path, example]: readonly [string, string],
  flags: readonly string[],
) {
  const { line, farm, home, stage } = await farms[which].set(path, example);
  const environment = { FARMCTL_SERVER: world.url, FARMCTL_KEY: farm.key };
  const { words } = parseExampleLine(line) ?? { words: [] };
  const writes: string[] = [];
  const before = await readdir(home.cwd);
  const run = await runInHome(home, [...words, ...flags], {
    environment: stage.isBare ? {} : environment,
    clock: world.clock,
    transport: async (settings) => {
      const transport = await openTransport(settings, environment);
      const send: typeof transport.send = (request) => {
        if (request.method !== 'GET') writes.push(`${request.method} ${request.path}`);
        return transport.send(request);
      };
      return { ...transport, send };
    },
    ...(stage.answers ? { answers: stage.answers(farm, line) } : {}),
    interruption: AbortSignal.timeout(10_000),
  });
  const createdFiles = (await readdir(home.cwd)).filter((name) => !before.includes(name));
  return { ...run, writes, made: createdFiles };
}

test.each(commands)('%s rejects an unknown field before it writes', async (...words) => {
  const flags = ['--fields', 'nosuch'];
  const { exitCode, stdout, stderr, writes, made } = await runWith('refused', words, flags);
  expect({ exitCode, writes, made, stdout, stderr }).toEqual({
    exitCode: 2,
    writes: [],
    made: [],
    stdout: '',
    // A secret that is shown only once must be among the fields; this is checked first.
    stderr: expect.stringMatching(/nosuch|\w+ to --fields/),
  });
});

/** Its stage signs in with a link of the console, which works once. */
const ONCE = 'sessions end';
const again = commands.filter(([path]) => path !== ONCE);

test.each(again)(
  '%s accepts the fields that it prints, and labels them in the language',
  async (...words) => {
    const { stdout, stderr, exitCode } = await runWith('printed', words, ['-o', 'csv']);
    expect(stderr).not.toContain('--fields');
    const header = stdout.split('\n')[0] ?? '';
    if (exitCode !== 0 || !/^[\w.]+(?:,[\w.]+)*$/.test(header)) return;
    const unlabelled = header.split(',').filter((name) => !hasLabel(labels, name));
    if (unlabelled.length > 0 && !DOCUMENTS.includes(words[0])) {
      const { stdout: table } = await runWith('shown', words, ['-o', 'table', '--lang', 'he']);
      const isShown = (name: string) =>
        new RegExp(`(?:^|\\s{2})${labelOf(labels, name)}(?:\\s{2}|$)`, 'm').test(table);
      expect(unlabelled.filter(isShown)).toEqual([]);
    }
    const flags = ['-o', 'csv', '--fields', header];
    expect(await runWith('chosen', words, flags)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(header),
    });
  },
);

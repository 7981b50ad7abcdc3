import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { findCommand, listCommands } from '../../src/cli/command-table.ts';
import { createProgram, createWholeProgram, typedPath } from '../../src/cli/program.ts';
import { type GlobalFlagValues, globalFlags } from '../../src/cli/session/global-flags.ts';
import { aContext } from '../support/a-context.ts';

const context = aContext();
const silentOptions = { onRun: async () => {}, onHelp: () => {}, helpWidth: 80 };
const wholeProgram = await createWholeProgram(await listCommands(), context, silentOptions);

function leafCommands(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leafCommands);
}

test('every command accepts every global flag, once', () => {
  const longs = Object.values(globalFlags).map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0]);
  for (const leaf of leafCommands(wholeProgram)) {
    const ownFlags = leaf.options.map(({ long }) => long);
    expect(ownFlags).toEqual(expect.arrayContaining(longs));
    expect(new Set(ownFlags).size).toBe(ownFlags.length);
  }
});

test('every command of the tree has a description', () => {
  for (const leaf of leafCommands(wholeProgram)) expect(leaf.description()).not.toBe('');
});

/** Parses the line up to the start of a command, and returns the command with its global flags. */
async function runOf(argv: readonly string[]) {
  const [noun = ''] = argv.filter((word) => !word.startsWith('-'));
  const entry = await findCommand(noun);
  const runs: { command: readonly string[]; flags: GlobalFlagValues }[] = [];
  const stop = new Error('far enough');
  const program = createProgram(entry ? [await entry.load()] : [], context, {
    ...silentOptions,
    onRun: async (command, flags) => {
      runs.push({ command, flags });
      throw stop;
    },
  });
  await expect(program.parseAsync(argv, { from: 'user' })).rejects.toBe(stop);
  return runs[0];
}

test('a command is recorded with its global flags in any position', async () => {
  expect(await runOf(['flocks', '-v', 'list', '--no-header', '-o', 'csv', '--fail-empty'])).toEqual(
    {
      command: ['flocks', 'list'],
      flags: { verbose: true, header: false, output: 'csv', failEmpty: true },
    },
  );
});

test('omitted flags are not recorded', async () => {
  expect(await runOf(['me'])).toEqual({ command: ['me'], flags: {} });
});

test('a field with the name of a global flag is not a global flag', async () => {
  expect(await runOf(['users', 'create', '--lang', 'he'])).toEqual({
    command: ['users', 'create'],
    flags: {},
  });
  expect(await runOf(['users', '--lang', 'th', 'create', '--lang', 'he'])).toEqual({
    command: ['users', 'create'],
    flags: { lang: 'th' },
  });
});

test('only the requested command is built', async () => {
  const entry = await findCommand('me');
  const program = createProgram(entry ? [await entry.load()] : [], context, silentOptions);
  expect(program.commands.map((command) => command.name())).toEqual(['me']);
});

test.each([
  ['list', ['list']],
  ['lst', ['list', 'get', 'export', 'create', 'update', 'delete', 'import']],
  [undefined, ['list', 'get', 'export', 'create', 'update', 'delete', 'import']],
])('only the requested command of a resource, %s, is built', async (verb, names) => {
  const add = await (await findCommand('flocks'))?.load(verb);
  const noun = createProgram(add ? [add] : [], context, silentOptions).commands[0];
  expect(noun?.commands.map((command) => command.name())).toEqual(names);
});

test.each<[readonly string[], readonly string[]]>([
  [
    ['flocks', 'list', '--nope'],
    ['flocks', 'list'],
  ],
  [
    ['-v', 'flocks', '--yes', 'create'],
    ['flocks', 'create'],
  ],
  [['flocks', 'lst'], ['flocks']],
  [[], []],
])('%j means %j', (words, path) => {
  expect(typedPath(wholeProgram, words)).toEqual(path);
});

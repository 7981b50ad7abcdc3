import { describe, expect, test } from 'vitest';
import { listCommands } from '../../src/cli/command-table.ts';
import { createWholeProgram } from '../../src/cli/program.ts';
import {
  byCommand,
  declaredFlags,
  type GlobalFlagName,
  globalFlags,
  honouredFlags,
} from '../../src/cli/session/global-flags.ts';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { isResourceName, resources } from '../../src/model/resources/registry.ts';
import { aContext } from '../support/a-context.ts';
import { runProgram } from '../support/run-program.ts';

const silentOptions = { onRun: async () => {}, onHelp: () => {}, helpWidth: 80 };
const program = await createWholeProgram(await listCommands(), aContext(), silentOptions);
type Command = typeof program;

/** Every command that can be run, with its words. */
function runnable(command: Command, path: readonly string[] = []): [readonly string[], Command][] {
  const below = command.commands.flatMap((child) => runnable(child, [...path, child.name()]));
  const isRunnable = command.commands.length === 0 || command.registeredArguments.length > 0;
  return isRunnable ? [[path, command], ...below] : below;
}

const commands = runnable(program);
const names = Object.keys(globalFlags) as GlobalFlagName[];

/** A word for each argument and flag that the command needs. */
function argumentsOf(command: Command): readonly string[] {
  const words = command.registeredArguments.flatMap(({ required, argChoices }) =>
    required ? [argChoices?.[0] ?? 'x'] : [],
  );
  const mandatoryOptions = command.options.filter(({ mandatory }) => mandatory);
  return [...words, ...mandatoryOptions.flatMap(({ long }) => [long ?? '', 'x'])];
}

/** The flag as typed; undefined if the command has a flag with that name. */
function typed(command: Command, name: GlobalFlagName): readonly string[] | undefined {
  const { flags } = globalFlags[name];
  const long = /--[a-z-]+/.exec(flags)?.[0] ?? flags;
  const ownOption = command.options.find((option) => option.long === long);
  if (ownOption && ownOption.flags !== flags) return undefined;
  const values: Partial<Record<GlobalFlagName, string>> = {
    output: 'json',
    timeout: '30s',
    maxWait: '30s',
    lang: 'en',
    color: 'never',
    server: 'https://farm.example',
  };
  return flags.includes('<') ? [long, values[name] ?? 'x'] : [long];
}

test('each command declares the global flags that it uses', () => {
  const missing = commands
    .map(([path]) => path)
    .filter((path) => {
      const [noun = ''] = path;
      const isAlone = Object.keys(byCommand).includes(path.join(' ')) || noun === 'act';
      // The verbs that all resources have are declared once.
      return !isAlone && !(isResourceName(noun) && declaredFlags(path));
    });
  expect(missing).toEqual([]);
});

test('no unknown command is declared', () => {
  const known = new Set(['act', ...commands.map(([path]) => path.join(' '))]);
  expect(Object.keys(byCommand).filter((name) => !known.has(name))).toEqual([]);
});

test('--farm is for rows of a farm, and for users who may access it', () => {
  const definitions: readonly ResourceDefinition[] = Object.values(resources);
  const taking = definitions
    .filter(({ name }) => declaredFlags([name, 'create'])?.includes('farm'))
    .map(({ name }) => name);
  expect(taking).toEqual(
    definitions.filter(({ farm }) => farm.kind !== 'self').map(({ name }) => name),
  );
});

describe.each(commands)('%j', (path, command) => {
  const refused = names.filter((name) => !honouredFlags(path).includes(name));

  test('shows the global flags that it uses in its help, and no others', () => {
    const listedFlags = new Set(
      command.options.filter(({ hidden }) => !hidden).map(({ flags }) => flags),
    );
    const isShown = (name: GlobalFlagName) => listedFlags.has(globalFlags[name].flags);
    expect(refused.filter(isShown)).toEqual([]);
    const honoured = honouredFlags(path).filter((name) => typed(command, name));
    expect(honoured.filter((name) => !isShown(name))).toEqual([]);
  });

  test('rejects all others with exit status 2, before and after its words', async () => {
    for (const name of refused) {
      const words = typed(command, name);
      if (!words) continue;
      const line = [...path, ...argumentsOf(command)];
      for (const argv of [
        [...words, ...line],
        [...line, ...words],
      ]) {
        const { stderr, stdout, code, requests } = await runProgram(argv, { exchanges: [] });
        const reported = JSON.stringify({ argv, stderr, stdout });
        expect([reported, code, requests]).toEqual([reported, 2, []]);
        expect(stderr).toContain(`${path.join(' ')} does not take ${words[0]}`);
      }
    }
  });
});

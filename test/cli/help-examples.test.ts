import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { listCommands } from '../../src/cli/command-table.ts';
import { helpTailOf, renderExamples } from '../../src/cli/core/command-line.ts';
import { createWholeProgram } from '../../src/cli/program.ts';
import { aContext } from '../support/a-context.ts';

const FEWEST = 2;
const silentOptions = { onRun: async () => {}, onHelp: () => {}, helpWidth: 80 };
const program = await createWholeProgram(await listCommands(), aContext(), silentOptions);

/** The executable commands, with their words after `farmctl`. */
function* runnable(command: Command, path = ''): Generator<readonly [string, Command]> {
  if (command.commands.length === 0) yield [path, command];
  for (const child of command.commands) yield* runnable(child, `${path} ${child.name()}`.trim());
}

test('every command shows at least two examples of itself', () => {
  const poor = [...runnable(program)].filter(([path, command]) => {
    const { examples } = helpTailOf(command);
    return examples.filter((line) => line.includes(`farmctl ${path}`)).length < FEWEST;
  });
  expect(poor.map(([path]) => path)).toEqual([]);
});

describe('the help text after the flags', () => {
  const command = (text: string) =>
    new Command('log').option('--day <day>').addHelpText('after', text);

  test('is parsed back as it was written', () => {
    const tail = helpTailOf(command(renderExamples(['farmctl log', 'farmctl log -q'], 'A note.')));
    expect(tail).toEqual({ notes: 'A note.', examples: ['farmctl log', 'farmctl log -q'] });
  });

  test('keeps cron lines unchanged', () => {
    const { examples } = helpTailOf(command('\nExamples:\n  0 6 * * * farmctl log'));
    expect(examples).toEqual(['0 6 * * * farmctl log']);
  });

  test('is empty if nothing was added', () => {
    expect(helpTailOf(new Command('log'))).toEqual({ notes: '', examples: [] });
  });
});

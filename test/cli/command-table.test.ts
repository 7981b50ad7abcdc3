import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { findCommand, listCommands } from '../../src/cli/command-table.ts';
import { resourceNames } from '../../src/model/resources/registry.ts';
import { aContext } from '../support/a-context.ts';

const context = aContext();

const entries = await listCommands();

test('every name belongs to one command', () => {
  const names = entries.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining([...resourceNames]));
});

describe.each(entries)('$name', ({ name, summary, load }) => {
  test('adds one command with that name and nothing else', async () => {
    const parent = new Command();
    const add = await load();
    add(parent, context);
    expect(parent.commands.map((command) => command.name())).toEqual([name]);
  });

  test('describes its purpose in one line', () => {
    expect(summary).toMatch(/^[A-Z].{5,90}[^.]$/);
  });
});

test.each(['nosuch', 'toString', '__proto__', 'Flocks', ''])('there is no "%s"', async (name) => {
  expect(await findCommand(name)).toBeUndefined();
});

test('a resource and a hand-written command are found', async () => {
  expect((await findCommand('daily-logs'))?.name).toBe('daily-logs');
  expect((await findCommand('me'))?.name).toBe('me');
});

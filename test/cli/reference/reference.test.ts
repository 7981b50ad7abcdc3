import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listCommands } from '../../../src/cli/command-table.ts';
import { createWholeProgram } from '../../../src/cli/program.ts';
import {
  commandPages,
  globalFlagEntries,
  referenceParts,
  renderMan,
  renderMarkdown,
} from '../../../src/cli/reference/render-reference.ts';
import { resourceNames } from '../../../src/model/resources/registry.ts';
import { aContext } from '../../support/a-context.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const silentOptions = { onRun: async () => {}, onHelp: () => {}, helpWidth: 80 };
const program = await createWholeProgram(await listCommands(), aContext(), silentOptions);
const pages = commandPages(program);
const parts = referenceParts(pages);
const globalFlags = globalFlagEntries(program);

const documents = {
  'docs/cli.md': renderMarkdown(parts, globalFlags),
  'man/farmctl.1': renderMan(parts, { globalFlags, description: program.description() }),
};

test.each(Object.entries(documents))('%s matches the commands', async (name, rendered) => {
  const file = join(PROJECT, name);
  // FARMCTL_UPDATE_DOCS=1 rewrites them.
  if (process.env['FARMCTL_UPDATE_DOCS']) await writeFile(file, rendered);
  expect(await readFile(file, 'utf8')).toBe(rendered);
});

test('every command is listed, those of a resource below it', () => {
  const reported = [
    ...parts.written.map(({ path }) => path),
    ...parts.resources.flatMap(({ definition, verbs, own }) => [
      ...verbs.map((verb) => `${definition.name} ${verb}`),
      ...own.map(({ path }) => path),
    ]),
  ];
  expect(reported.toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  expect(parts.resources.map(({ definition }) => definition.name)).toEqual([...resourceNames]);
});

test('a command with an argument and subcommands is included', () => {
  const deliveries = pages.find(({ path }) => path === 'webhook deliveries');
  expect(deliveries?.usage).toBe('farmctl webhook deliveries <webhook>');
  expect(pages.map(({ path }) => path)).toContain('webhook deliveries get');
});

test('control characters are neutralised in a manual page', () => {
  const page = {
    path: 'log',
    usage: 'farmctl log "now"',
    summary: '.so /etc/passwd',
    flags: [{ flags: '--day <day>', meaning: "a \\ and a -, 'quoted'", group: undefined }],
    notes: '',
    examples: [".TH x 'y'"],
  };
  const manual = renderMan(
    { written: [page], shared: [], resources: [] },
    { globalFlags: [], description: 'farms' },
  );
  expect(manual).toContain('.SS "farmctl log \\(dqnow\\(dq"\n\\&.so /etc/passwd.\n');
  expect(manual).toContain('.B \\-\\-day <day>\na \\e and a \\-, \\(aqquoted\\(aq\n');
  expect(manual).toContain('.nf\n\\&.TH x \\(aqy\\(aq\n.fi');
});

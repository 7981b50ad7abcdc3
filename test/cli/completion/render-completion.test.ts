import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { listCommands } from '../../../src/cli/command-table.ts';
import { completionWords } from '../../../src/cli/completion/completion-words.ts';
import {
  completionShells,
  renderCompletion,
} from '../../../src/cli/completion/render-completion.ts';
import { createWholeProgram } from '../../../src/cli/program.ts';
import { resourceNames } from '../../../src/model/registry.ts';
import { aContext } from '../../support/a-context.ts';

const FOLDER = join(import.meta.dirname, '../../../completions');
const quiet = { onRun: async () => {}, onHelp: () => {}, helpWidth: 80 };
const whole = await createWholeProgram(await listCommands(), aContext(), quiet);
const entries = completionWords(whole);

test.each(completionShells)('completions/farmctl.%s is what the commands are', async (shell) => {
  const file = join(FOLDER, `farmctl.${shell}`);
  const rendered = renderCompletion(shell, entries);
  // FARMCTL_UPDATE_COMPLETIONS=1 writes them anew.
  if (process.env['FARMCTL_UPDATE_COMPLETIONS']) await writeFile(file, rendered);
  expect(await readFile(file, 'utf8')).toBe(rendered);
});

test('every resource can be completed, with what can be done to it', () => {
  const flocks = entries.find(({ path }) => path === 'flocks');
  expect(entries[0]?.words).toEqual(expect.arrayContaining([...resourceNames]));
  expect(flocks?.words).toEqual(
    expect.arrayContaining(['list', 'get', 'create', 'update', 'delete']),
  );
});

describe('bash', () => {
  const complete = async (...line: string[]) => {
    const words = line.map((word) => `'${word}'`).join(' ');
    const script = `source ${join(FOLDER, 'farmctl.bash')}
      COMP_WORDS=(farmctl ${words}); COMP_CWORD=${line.length}; _farmctl
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    return stdout.trimEnd().split('\n');
  };

  test('completes a command, what is below it, and its flags', async () => {
    expect(await complete('floc')).toEqual(['flocks']);
    expect(await complete('flocks', 'cre')).toEqual(['create']);
    expect(await complete('flocks', 'list', '--placement')).toEqual([
      '--placement-date-from',
      '--placement-date-to',
    ]);
  });

  test('completes the words that a flag or an argument takes', async () => {
    expect(await complete('webhook', 'add', '--events', 'field_report.c')).toEqual([
      'field_report.created',
      'field_report.critical',
    ]);
    expect(await complete('webhook', 'trigger', 'gap')).toEqual(['gap.detected']);
    expect(await complete('webhook', 'deliveries', '--state', 'ex')).toEqual(['exhausted']);
    expect(await complete('webhook', 'deliveries', '--verbose', 'g')).toEqual(['get']);
  });

  test('sees through flags that stand before', async () => {
    expect(await complete('daily-logs', '--verbose', 'upd')).toEqual(['update']);
  });
});

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCommands } from '../../../src/cli/command-table.ts';
import { createWholeProgram } from '../../../src/cli/program.ts';
import {
  completionShells,
  completionWords,
  renderCompletion,
} from '../../../src/cli/reference/render-completion.ts';
import { isNamedResource } from '../../../src/cli/session/resolve-name.ts';
import { type ResourceDefinition, writableFields } from '../../../src/model/core/resource.ts';
import { resourceNames, resources } from '../../../src/model/resources/registry.ts';
import { kebabCase } from '../../../src/tools/words.ts';
import { aContext } from '../../support/a-context.ts';

const FOLDER = join(import.meta.dirname, '../../../completions');
const silentOptions = { onRun: async () => {}, onHelp: () => {}, helpWidth: 80 };
const program = await createWholeProgram(await listCommands(), aContext(), silentOptions);
const entries = completionWords(program);

test.each(completionShells)('completions/farmctl.%s matches the commands', async (shell) => {
  const file = join(FOLDER, `farmctl.${shell}`);
  const rendered = renderCompletion(shell, entries);
  // FARMCTL_UPDATE_COMPLETIONS=1 rewrites them.
  if (process.env['FARMCTL_UPDATE_COMPLETIONS']) await writeFile(file, rendered);
  expect(await readFile(file, 'utf8')).toBe(rendered);
});

test('every resource can be completed, with its verbs', () => {
  const flocks = entries.find(({ path }) => path === 'flocks');
  expect(entries[0]?.words).toEqual(expect.arrayContaining([...resourceNames]));
  expect(flocks?.words).toEqual(
    expect.arrayContaining(['list', 'get', 'create', 'update', 'delete']),
  );
});

test('a flag that accepts the name of a row completes names, in every command', () => {
  const namesByPath = new Map(entries.map(({ path, names }) => [path, names]));
  for (const definition of Object.values<ResourceDefinition>(resources)) {
    if (definition.readOnly) continue;
    for (const [field, { type, ...rest }] of writableFields(definition)) {
      const to = 'to' in rest ? rest.to : '';
      if (type !== 'reference' || !isNamedResource(to)) continue;
      const path = `${definition.name} create --${kebabCase(field)}`;
      expect(namesByPath.get(path), path).toBe(to);
    }
  }
});

describe('bash', () => {
  let state: string;

  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), 'farmctl-names-'));
    const names = join(state, 'farmctl/names');
    await mkdir(names, { recursive: true });
    await writeFile(join(names, 'farms'), 'North $(date)\nSouth\n');
    await writeFile(join(names, 'barns'), 'Barn 1\nBarn 2\nלול\n');
  });
  afterAll(() => rm(state, { recursive: true }));

  const complete = async (...line: string[]) => {
    const words = line.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
    const script = `source ${join(FOLDER, 'farmctl.bash')}
      COMP_WORDS=(farmctl ${words}); COMP_CWORD=${line.length}; _farmctl
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { PATH: process.env['PATH'], LANG: 'C.UTF-8', XDG_STATE_HOME: state };
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
    return stdout.trimEnd().split('\n');
  };

  test('completes a command, its subcommands, and its flags', async () => {
    expect(await complete('floc')).toEqual(['flocks']);
    expect(await complete('flocks', 'cre')).toEqual(['create']);
    expect(await complete('flocks', 'list', '--placement')).toEqual([
      '--placement-date-from',
      '--placement-date-to',
    ]);
  });

  test('completes the values of a flag or an argument', async () => {
    expect(await complete('webhook', 'add', '--events', 'field_report.c')).toEqual([
      'field_report.created',
      'field_report.critical',
    ]);
    expect(await complete('webhook', 'trigger', 'gap')).toEqual(['gap.detected']);
    expect(await complete('webhook', 'deliveries', '--state', 'ex')).toEqual(['exhausted']);
    expect(await complete('webhook', 'deliveries', '--verbose', 'g')).toEqual(['get']);
  });

  test('completes the values of fields, of filters and of global flags', async () => {
    expect(await complete('flocks', 'list', '--status', 'c')).toEqual(['closed', 'cancelled']);
    expect(await complete('tasks', 'create', '--priority', '')).toEqual([
      'low',
      'normal',
      'high',
      'urgent',
    ]);
    expect(await complete('digest', '--lang', '')).toEqual(['he', 'en', 'th', 'es', 'zh']);
    expect(await complete('digest', '--output', 'js')).toEqual(['json', 'jsonl']);
  });

  test('completes names seen on this machine, whatever they contain', async () => {
    expect(await complete('digest', '--farm', 'N')).toEqual([String.raw`North\ \$\(date\)`]);
    expect(await complete('barns', 'get', "'Bar")).toEqual(['Barn 1', 'Barn 2']);
    expect(await complete('flocks', 'create', '--barn-id', String.raw`Barn\ 2`)).toEqual([
      String.raw`Barn\ 2`,
    ]);
    expect(await complete('flocks', 'list', '--barn-id', 'ל')).toEqual(['לול']);
  });

  test('completes no names if none were seen', async () => {
    expect(await complete('flocks', 'get', 'B')).toEqual(['']);
  });

  test('ignores preceding flags', async () => {
    expect(await complete('daily-logs', '--verbose', 'upd')).toEqual(['update']);
  });
});

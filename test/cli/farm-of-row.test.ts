import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listCommands } from '../../src/cli/command-table.ts';
import { createWholeProgram } from '../../src/cli/program.ts';
import { honouredFlags } from '../../src/cli/session/global-flags.ts';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { isResourceName, resources } from '../../src/model/resources/registry.ts';
import { aContext } from '../support/a-context.ts';
import { runProgram } from '../support/run-program.ts';

const P = '/v1/platform';
const NORTH = 'farm_01KANB6V7K8S3Q9D5T2W4X6Y7Z';
const SOUTH = 'farm_01KANB6V7K8S3Q9D5T2W4X6Y7A';
const idOf = (prefix: string) => `${prefix}_01KANB6V7K8S3Q9D5T2W4X6Y7B`;
const FILE = join(import.meta.dirname, '../../package.json');

const integration = `${P}/integrations/${idOf('integration')}`;

/** Commands that name a row by its id, and where they read the farm of the row. */
const NAMING: readonly (readonly [line: readonly string[], read: string])[] = [
  [['history', 'tasks', idOf('task')], `${P}/os/history/tasks/${idOf('task')}?limit=1`],
  [['media', 'upload', FILE, '--to', idOf('media')], `${P}/media/${idOf('media')}`],
  [['media', 'upload', FILE, '--barn', idOf('barn')], `${P}/barns/${idOf('barn')}`],
  [['media', 'upload', FILE, '--flock', idOf('flock')], `${P}/flocks/${idOf('flock')}`],
  [['media', 'upload', FILE, '--contact', idOf('contact')], `${P}/contacts/${idOf('contact')}`],
  [['integrations', 'mapping', 'get', idOf('integration')], integration],
  [['integrations', 'mapping', 'set', idOf('integration'), FILE], integration],
  [['integrations', 'test', idOf('integration')], integration],
  [['integrations', 'poll', idOf('integration')], integration],
  [['cameras', 'token', idOf('integration'), '--yes'], integration],
  [
    ['case-files', 'create', idOf('flock'), '--title', 'Closed', '--yes'],
    `${P}/flocks/${idOf('flock')}`,
  ],
  [['vision', 'simulate', '--from-api', '--barn', idOf('barn')], `${P}/barns/${idOf('barn')}`],
  [['automations', 'run', idOf('automation')], `${P}/automations/${idOf('automation')}`],
  [['automations', 'test', idOf('automation')], `${P}/automations/${idOf('automation')}`],
];

test.each(NAMING)('%j is rejected for a row on another farm than --farm', async (line, read) => {
  const exchanges = [{ on: `GET ${read}`, reply: { id: 'x', farmId: NORTH, data: [] } }];
  const { code, stdout, stderr, requests } = await runProgram([...line, '--farm', SOUTH], {
    exchanges,
  });
  expect([code, stdout, requests.length]).toEqual([3, '', 1]);
  expect(stderr).toContain(`does not belong to the farm ${SOUTH}`);
});

test('every command with --farm and the id of a row is included', async () => {
  const silentOptions = { onRun: async () => {}, onHelp: () => {}, helpWidth: 80 };
  const program = await createWholeProgram(await listCommands(), aContext(), silentOptions);
  type Command = typeof program;
  const pathsOf = (command: Command, path: readonly string[]): string[] => {
    const takesId = command.registeredArguments.some((argument) =>
      /^(id|id-or-name|integration|flock|barn|webhook|delivery)$/.test(argument.name()),
    );
    const ownPath = takesId && honouredFlags(path).includes('farm') ? [path.join(' ')] : [];
    return [
      ...ownPath,
      ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()])),
    ];
  };
  // The verbs of resources have a separate test; a webhook has several farms, which are set.
  const others = pathsOf(program, []).filter((path) => {
    const [noun = '', verb = ''] = path.split(' ');
    const isVerb = isResourceName(noun) && ['get', 'update', 'delete'].includes(verb);
    return !isVerb && path !== 'webhook update';
  });
  const namedPaths = new Set(NAMING.map(([line]) => line.join(' ')));
  const isNamed = (path: string) => [...namedPaths].some((line) => line.startsWith(`${path} `));
  expect(others.filter((path) => !isNamed(path))).toEqual([]);
});

test('rows without a farm accept no --farm', async () => {
  const definitions = Object.values<ResourceDefinition>(resources);
  const names = definitions.filter(({ farm }) => farm.kind === 'organisation');
  expect(names.map(({ name }) => name)).toEqual(['users']);
  for (const verb of ['get', 'update', 'delete']) {
    const argv = ['users', verb, idOf('user'), '--farm', SOUTH];
    const { code, stderr } = await runProgram(argv);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`users ${verb} does not take --farm`),
    ]);
  }
});

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpTransport } from '../../../src/client/http-transport.ts';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

const EXAMPLE = join(import.meta.dirname, '../../../examples/three-barns.yaml');

let mock: RunningServer;
let service: TestService;
let home: Home;

beforeAll(async () => {
  service = await startTestService();
  mock = await startServer({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    // Two in the night of the 20th on the farm; still the 19th by UTC.
    mock: { content: 'empty', seed: 1, now: Date.parse('2026-11-19T23:30:00Z') },
    logLevel: 'silent',
  });
});

afterAll(async () => {
  await mock.close();
  await service.close();
});

function run(...argv: string[]) {
  const environment = {
    FARMCTL_KEY: mock.ready.keys['admin'] ?? '',
    FARMCTL_SERVER: mock.ready.baseUrl,
  };
  const transport = ({ server }: { server: string }) =>
    createHttpTransport(server, { timeoutMs: 10_000 });
  return runInHome(home, argv, { environment, transport });
}

async function lines(...argv: string[]) {
  const { stdout } = await run(...argv, '-o', 'jsonl');
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

async function written(name: string, text: string): Promise<string> {
  await writeFile(join(home.cwd, name), text);
  return name;
}

test('the worked example is created once, on days of the farm, and can be removed', async () => {
  home = await aHome();
  const { stdout, stderr, exitCode } = await run('fixtures', 'apply', EXAMPLE, '-o', 'csv');
  expect(stderr.split('\n').map((line) => line.replace(/^.*:\d+: /, ''))).toEqual([
    'created 1 farms',
    'created 3 barns',
    'created 3 flocks',
    'created 42 daily-logs',
    'created 1 integrations',
    'created 1 devices',
    'pushed 12 events of camera',
    'updated 1 barns',
    'did 1 create_task',
    `${EXAMPLE}: 65 made, 0 there already`,
    '',
  ]);
  expect(exitCode).toBe(0);
  expect(stdout.split('\n')).toHaveLength(67);
  const flocks = await lines('flocks', 'list', '--fields', 'code,placementDate,chicksReceived');
  expect(flocks.map(({ placementDate }) => placementDate)).toEqual(Array(3).fill('2026-11-04'));
  const logs = await lines('daily-logs', 'list', '--all', '--fields', 'date,feedKg,mortality');
  expect(logs).toHaveLength(42);
  expect(logs.filter(({ date }) => date === '2026-11-06')).toEqual(
    Array(3).fill({ date: '2026-11-06', feedKg: 420, mortality: 14 }),
  );
  expect(logs.filter(({ date }) => date === '2026-11-19')).toEqual(
    Array(3).fill({ date: '2026-11-19', feedKg: 1900, mortality: 4 }),
  );
  const events = await lines('vision-events', 'list', '--fields', 'value,ts', '--all');
  expect(events.map(({ value }) => value).toSorted()).toEqual([
    612, 614.55, 617.09, 619.64, 622.18, 624.73, 627.27, 629.82, 632.36, 634.91, 637.45, 640,
  ]);

  const again = await run('fixtures', 'apply', EXAMPLE);
  expect(again.stderr).toBe(`${EXAMPLE}: 0 made, 65 there already\n`);
  expect(again.exitCode).toBe(0);
  expect(await lines('farms', 'list')).toHaveLength(1);

  const answer = await run('fixtures', 'destroy', EXAMPLE);
  expect(answer.exitCode).toBe(2);
  const [log] = await lines('daily-logs', 'list', '--limit', '1');
  await run('daily-logs', 'delete', String(log?.['id']), '--yes');
  const destroyed = await run('fixtures', 'destroy', EXAMPLE, '--yes');
  expect({ exitCode: destroyed.exitCode, stderr: destroyed.stderr }).toEqual({
    exitCode: 0,
    stderr: `${EXAMPLE}: 53 of 65 removed\n`,
  });
  const endings = destroyed.stdout.split('\n').map((line) => line.split('\t')[2]);
  expect(endings.slice(0, 3)).toEqual(['undone', 'restored', 'left']);
  expect(endings.filter((ending) => ending === 'gone')).toHaveLength(1);
  for (const resource of ['farms', 'barns', 'flocks', 'daily-logs', 'tasks', 'devices']) {
    expect(await lines(resource, 'list')).toEqual([]);
  }
  const secondRun = await run('fixtures', 'destroy', EXAMPLE);
  expect(secondRun.stderr).toBe(`${EXAMPLE}: nothing of it was made on ${mock.ready.baseUrl}\n`);
});

test('steps may be added, and renamed rows are only reported', async () => {
  home = await aHome();
  const first = '- create: farms\n  as: farm\n  with: {name: Added}\n';
  const file = await written('added.yaml', first);
  await run('fixtures', 'apply', file);
  const more = '- create: barns\n  as: barn\n  with: {name: "A barn"}\n';
  await written(file, `${first.replace('Added', 'Renamed')}${more}`);
  const folder = join(home.home, '.local/state/farmctl/fixtures');
  const [state = ''] = await readdir(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, state))).mode & 0o777).toBe(0o600);
  const { stderr, stdout } = await run('fixtures', 'apply', file);
  expect(stderr).toBe(
    'added.yaml:1: farm has changed in the file since it was created; to create it again: farmctl fixtures destroy\n' +
      'added.yaml:4: created 1 barns\n' +
      'added.yaml: 1 made, 1 there already\n',
  );
  expect(stdout).toMatch(
    /^added.yaml\t1\tfarm\tthere\tfarms\tfarm_\w+\nadded.yaml\t4\tbarn\tcreated/,
  );
  const [barn] = await lines('barns', 'list', '--fields', 'name,farmId');
  expect(barn).toEqual({ name: 'A barn', farmId: expect.stringMatching(/^farm_/) });
  await run('fixtures', 'destroy', file, '--yes');
});

test('an error reports its line, and nothing of its batch is created', async () => {
  home = await aHome();
  const file = await written(
    'twice.yaml',
    `- create: farms
  as: farm
  with: {name: Twice}
- create: barns
  as: barn
  with: {name: One}
- create: flocks
  as: flock
  with: {barnId: $barn.id, placementDate: today-3d}
- create: daily-logs
  repeat: 2
  with: {flockId: $flock.id, date: today, mortality: 1}
`,
  );
  const { stderr, exitCode } = await run('fixtures', 'apply', file);
  expect(exitCode).toBe(5);
  expect(stderr).toContain('twice.yaml:10: create daily-logs row 2: ');
  expect(await lines('daily-logs', 'list')).toEqual([]);
  // Earlier runs are remembered.
  const { stderr: destroyOutput } = await run('fixtures', 'destroy', file, '--yes');
  expect(destroyOutput).toBe('twice.yaml: 3 of 3 removed\n');
});

test('rows needed by others are kept, reported, and remembered', async () => {
  home = await aHome();
  const file = await written(
    'kept.yaml',
    '- create: farms\n  with: {name: Kept}\n- create: barns\n  as: barn\n  with: {name: One}\n',
  );
  const applied = await run('fixtures', 'apply', file, '-o', 'json');
  const barn = String(JSON.parse(applied.stdout)[1].id);
  await run('flocks', 'create', '--barn-id', barn, '--placement-date', '2026-11-19');
  const { stderr, stdout, exitCode } = await run('fixtures', 'destroy', file, '--yes');
  expect(stderr).toContain(`kept barns ${barn}: `);
  expect(stdout).toContain(`kept.yaml\tbarn\tkept\tbarns\t${barn}\n`);
  expect(exitCode).toBe(9);
  const [flock] = await lines('flocks', 'list');
  await run('flocks', 'delete', String(flock?.['id']), '--yes');
  expect((await run('fixtures', 'destroy', file, '--yes')).exitCode).toBe(0);
  expect(await lines('farms', 'list')).toEqual([]);
});

test.each([
  [
    '- create: barn\n  with: {}',
    '1:3: create: barn is no resource that can be written; did you mean barns?',
  ],
  ['- crate: barns', '1:3: crate has no meaning here; did you mean create?'],
  ['- create: barns\n  with:\n    nam: A', '3:5: nam is not a writable field; did you mean name?'],
  ['- create: barns\n  with: {capacity: 5}', '2:3: name is required.'],
  ['- create: barns\n  with: {name: A, capacity: many}', '2:19: capacity must be'],
  [
    '- create: flocks\n  with: {barnId: $brn.id, placementDate: today}',
    '2:10: barnId: $brn.id refers to no row before this one',
  ],
  [
    '- create: farms\n  as: farm\n  with: {name: A}\n- create: flocks\n  with: {barnId: $farm.id, placementDate: today}',
    '5:10: barnId: $farm.id is one of farms, and must be one of barns',
  ],
  ['- create: daily-logs\n  with: {flockId: flock_1, date: lastweek}', '2:28: date must be a day'],
  [
    '- act: create_tsk\n  with: {title: A}',
    '1:3: act: create_tsk is no action; did you mean create_task?',
  ],
  ['- update: barns\n  with: {name: A}', '1:3: step 1: needs the id of the row'],
  [
    '- push: camera\n  with: {kind: count, source: a}',
    '1:3: push: camera names no camera connection',
  ],
  ['- create: farms\n  as: n\n  with: {name: A}', '2:3: as: must be another name'],
  ['- create: [', '1:12: '],
  ['{"steps": 5}', '1:2: steps: '],
])('%j is rejected before anything is sent, with its position', async (text, message) => {
  home = await aHome();
  const file = await written('wrong.yaml', text);
  const { stderr, stdout, exitCode } = await runInHome(home, ['fixtures', 'apply', file]);
  expect(stderr).toContain(`wrong.yaml:${message}`);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
});

test.each([
  ['- crate: barns', '1:3: crate no tiene sentido aquí; ¿quiso decir create?'],
  ['- create: barns\n  with: {capacity: 5}', '2:3: Falta name.'],
  ['- create: barns\n  with: {name: A, capacity: many}', '2:19: capacity: '],
  [
    '- create: flocks\n  with: {barnId: $brn.id, placementDate: today}',
    '2:10: barnId: $brn.id no se refiere a ninguna fila anterior',
  ],
])('%j is rejected in the language of the command', async (text, expected) => {
  home = await aHome();
  const file = await written('wrong.yaml', text);
  const argv = ['fixtures', 'apply', file, '--lang', 'es'];
  const { stderr, exitCode } = await runInHome(home, argv);
  expect(stderr).toContain(`wrong.yaml:${expected}`);
  expect(stderr).not.toMatch(/\b(is|must|required|needs)\b/);
  expect(exitCode).toBe(2);
});

test('a server that is not a mock requires confirmation', async () => {
  home = await aHome();
  const file = await written('real.yaml', '- create: farms\n  with: {name: Real}\n');
  const onReal = (...argv: string[]) =>
    runInHome(home, argv, {
      environment: { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' },
      transport: ({ server }) => serviceTransport(service, server),
    });
  expect((await onReal('fixtures', 'apply', file)).stderr).toContain('give --yes');
  expect((await onReal('fixtures', 'apply', file, '--yes')).stderr).toContain('created 1 farms');
  expect((await onReal('fixtures', 'apply', file)).stderr).toBe(
    'real.yaml: 0 made, 1 there already\n',
  );
});

test('a run that was interrupted before it was recorded repeats nothing', async () => {
  home = await aHome();
  const file = await written('cut.yaml', '- create: farms\n  as: farm\n  with: {name: Cut}\n');
  const first = await run('fixtures', 'apply', file, '-o', 'json');
  const folder = join(home.home, '.local/state/farmctl/fixtures');
  const [name = ''] = await readdir(folder);
  const state = JSON.parse(await readFile(join(folder, name), 'utf8'));
  await writeFile(join(folder, name), JSON.stringify({ ...state, made: [] }));
  const second = await run('fixtures', 'apply', file, '-o', 'json');
  expect(second.stdout).toBe(first.stdout);
  expect(await lines('farms', 'list', '--q', 'Cut')).toHaveLength(1);
  await run('fixtures', 'destroy', file, '--yes');
});

test('on a restarted server the file is created again', async () => {
  home = await aHome();
  const file = await written('anew.yaml', '- create: farms\n  as: farm\n  with: {name: Anew}\n');
  const first = await run('fixtures', 'apply', file, '-o', 'json');
  await run('farms', 'delete', JSON.parse(first.stdout)[0].id, '--yes');
  const second = await run('fixtures', 'apply', file, '-o', 'json');
  expect(second.stderr).toContain(
    'the rows created before no longer exist; they are created again',
  );
  expect(JSON.parse(second.stdout)[0].id).not.toBe(JSON.parse(first.stdout)[0].id);
  await run('fixtures', 'destroy', file, '--yes');
});

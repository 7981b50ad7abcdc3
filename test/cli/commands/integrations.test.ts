import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inject } from '../../../src/server/embedded.ts';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
import { create, createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const SERVER = 'http://farm.test';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const { barnId } = await createFarm(service);
  await create(service, 'integrations', { kind: 'controller', name: 'Controller', barnId });
});
afterAll(() => service.close());

async function run(argv: readonly string[], files: Readonly<Record<string, unknown>> = {}) {
  const home = await aHome();
  const paths = Object.keys(files).map((name) => [name, join(home.cwd, name)] as const);
  for (const [name, path] of paths) await writeFile(path, JSON.stringify(files[name]));
  const resolvedArgv = argv.map((word) => new Map(paths).get(word) ?? word);
  const environment = { FARMCTL_SERVER: SERVER, FARMCTL_KEY: service.admin };
  const { app } = service.service;
  const transport: CliRun['transport'] = () => ({
    server: SERVER,
    send: (request) => inject(app, request),
    close: async () => {},
  });
  return runInHome(home, ['integrations', ...resolvedArgv], { environment, transport });
}

test.each([
  ['table', 'camera', /Camera token +cam_\w{12}_\w+/],
  ['tsv', 'camera', /cameraToken\tcam_\w{12}_\w+/],
  ['csv', 'controller', /signingSecret/],
  ['table', 'controller', /Signing secret +whsec_/],
])('as %s the secret of a new %s is printed, only this once', async (format, kind, secret) => {
  const { stdout, stderr } = await run(['create', '--kind', kind, '--name', 'New', '-o', format]);
  expect(stdout).toMatch(secret);
  expect(stderr).toContain('the secret cannot be shown again');
});

test.each([
  ['camera', 'id,cameraToken', 'cam_', 'cannot be shown again'],
  ['controller', 'id,signingSecret', 'whsec_', 'cannot be shown again'],
  ['camera', 'id', 'integration_', '--fields leaves out the secret'],
  ['weather', 'id', 'integration_', /^created integration \S+ \(New\)\n$/],
])('the fields of a new %s: %s', async (kind, fields, printed, expected) => {
  const argv = ['create', '--kind', kind, '--name', 'New', '-o', 'json', '--fields', fields];
  const { exitCode, stdout, stderr } = await run(argv);
  expect([exitCode, Object.keys(JSON.parse(stdout)).join()]).toEqual([0, fields]);
  expect(stdout).toContain(printed);
  expect(stderr).toMatch(expected);
});

test('a mapping is set from a file, and shown unchanged', async () => {
  const missing = await run(['mapping', 'get', 'controller']);
  expect(missing.exitCode).toBe(3);
  expect(missing.stderr).toContain('has no mapping yet');
  const mapping = { fields: { temp: '/t', humidity: '/rh' } };
  const set = await run(['mapping', 'set', 'Controller', 'm.json'], { 'm.json': mapping });
  expect([set.exitCode, set.stdout]).toEqual([0, '']);
  expect(set.stderr).toMatch(/^set the mapping of integration_\w+\n$/);
  const stored = await run(['mapping', 'get', 'Controller']);
  expect(JSON.parse(stored.stdout)).toEqual(mapping);
});

test('a test shows what would be stored, and exits with 9 if nothing can be read', async () => {
  const files = { 'p.json': { t: 25.5, rh: 60 }, 'm.json': { rows: '/x', fields: { temp: '/t' } } };
  const good = await run(['test', 'Controller', '--payload', 'p.json', '-o', 'csv'], files);
  expect(good.exitCode).toBe(0);
  expect(good.stdout).toContain('2026-11-02T08:30:00.000Z');
  expect(good.stderr).toBe('1 reading would be stored, 0 were read before\n');
  const argv = ['test', 'Controller', '--payload', 'p.json', '--mapping', 'm.json'];
  const bad = await run(argv, files);
  expect(bad.exitCode).toBe(9);
  expect(bad.stderr).toContain('There is nothing at /x.');
});

test('presets are listed, and an unknown name is reported', async () => {
  const presets = await run(['mapping', 'presets', '-o', 'csv']);
  expect(presets.stdout).toContain('zigbee2mqtt');
  expect((await run(['poll', 'nobody'])).exitCode).toBe(3);
});

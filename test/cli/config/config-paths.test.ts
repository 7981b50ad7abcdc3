import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  absolutePath,
  configPath,
  defaultDataDir,
  findProjectFile,
} from '../../../src/cli/config/config-paths.ts';

const places = { cwd: '/work/north', home: '/home/dana' };
let folder = '';

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'farmctl-paths-')));
  await mkdir(join(folder, 'project/deep/er'), { recursive: true });
  await writeFile(join(folder, 'project/.farmctl.json'), '{}');
});

afterAll(() => rm(folder, { recursive: true }));

test.each([
  [{}, '/home/dana/.config/farmctl/config.json'],
  [{ XDG_CONFIG_HOME: '/etc/xdg' }, '/etc/xdg/farmctl/config.json'],
  [{ XDG_CONFIG_HOME: 'relative' }, '/home/dana/.config/farmctl/config.json'],
  [{ XDG_CONFIG_HOME: '' }, '/home/dana/.config/farmctl/config.json'],
  [{ FARMCTL_CONFIG: '/etc/farmctl.json', XDG_CONFIG_HOME: '/etc/xdg' }, '/etc/farmctl.json'],
  [{ FARMCTL_CONFIG: 'here.json' }, '/work/north/here.json'],
  [{ FARMCTL_CONFIG: '~/there.json' }, '/home/dana/there.json'],
  [{ FARMCTL_CONFIG: '' }, '/home/dana/.config/farmctl/config.json'],
])('with %j the configuration is %s', (environment, path) => {
  expect(configPath({ environment, ...places })).toBe(path);
});

test.each([
  [{}, '/home/dana/.local/share/farmctl'],
  [{ XDG_DATA_HOME: '/data' }, '/data/farmctl'],
  [{ XDG_DATA_HOME: 'data' }, '/home/dana/.local/share/farmctl'],
])('with %j local data is in %s', (environment, path) => {
  expect(defaultDataDir({ environment, ...places })).toBe(path);
});

test.each([
  ['/a', '/a'],
  ['a/../b', '/work/b'],
  ['~', '/home/dana'],
  ['~/b', '/home/dana/b'],
  ['~b', '/work/~b'],
])('the path %s is %s', (path, absolute) => {
  expect(absolutePath(path, { base: '/work', home: '/home/dana' })).toBe(absolute);
});

test('the project file of the nearest parent folder is found', async () => {
  const path = join(folder, 'project/.farmctl.json');
  expect(await findProjectFile(join(folder, 'project'))).toBe(path);
  expect(await findProjectFile(join(folder, 'project/deep/er'))).toBe(path);
});

test('a folder without a project file in its parents has none', async () => {
  expect(await findProjectFile(folder)).toBeUndefined();
});

import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { updateConfig } from '../../../src/cli/config/update-config.ts';
import { aHome } from '../../support/a-home.ts';
import { bundleScript, runScript } from '../../support/run-script.ts';
// Errors get their English from the module that reports them.
import '../../../src/cli/output/error-hints.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('the first write creates a file and a folder accessible only to the user', async () => {
  const home = await aHome();
  await updateConfig(home.input(), () => ({ currentProfile: 'north', profiles: { north: {} } }));
  expect(await modeOf(home.configPath)).toBe('600');
  expect(await modeOf(dirname(home.configPath))).toBe('700');
  expect(await readFile(home.configPath, 'utf8')).toBe(
    '{\n  "currentProfile": "north",\n  "profiles": {\n    "north": {}\n  }\n}\n',
  );
  expect(await readdir(dirname(home.configPath))).toEqual(['config.json']);
});

test('a write restricts the access to a file and a folder', async () => {
  const home = await aHome({ config: {} });
  await chmod(home.configPath, 0o664);
  await chmod(dirname(home.configPath), 0o755);
  await updateConfig(home.input(), () => ({ defaults: { lang: 'he' } }));
  expect(await modeOf(home.configPath)).toBe('600');
  expect(await modeOf(dirname(home.configPath))).toBe('700');
});

test('a folder named by FARMCTL_CONFIG keeps its access rights', async () => {
  const home = await aHome();
  await mkdir(join(home.home, 'shared'));
  await chmod(join(home.home, 'shared'), 0o755);
  const path = join(home.home, 'shared/farmctl');
  await updateConfig(home.input({ environment: { FARMCTL_CONFIG: path } }), () => ({
    defaults: { lang: 'th' },
  }));
  expect(await modeOf(dirname(path))).toBe('755');
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ defaults: { lang: 'th' } });
});

test('a link to the file remains a link', async () => {
  const home = await aHome();
  const targetPath = join(home.home, 'dotfiles.json');
  await writeFile(targetPath, '\uFEFF{"defaults": {"lang": "he"}}');
  await mkdir(dirname(home.configPath), { recursive: true });
  await symlink(targetPath, home.configPath);
  await updateConfig(home.input(), (config) => ({ ...config, currentProfile: 'a' }));
  expect((await lstat(home.configPath)).isSymbolicLink()).toBe(true);
  expect(JSON.parse(await readFile(targetPath, 'utf8'))).toEqual({
    defaults: { lang: 'he' },
    currentProfile: 'a',
  });
});

test('a change that violates the schema is not written', async () => {
  const home = await aHome({ config: { currentProfile: 'a' } });
  const updating = updateConfig(home.input(), () => ({ profiles: { 'a b': {} } }));
  await expect(updating).rejects.toThrow('profiles.a b must be up to 40 letters');
  expect(JSON.parse(await readFile(home.configPath, 'utf8'))).toEqual({ currentProfile: 'a' });
});

test('an unwritable place is a usage error that names it', async () => {
  const home = await aHome();
  await writeFile(join(home.home, 'file'), '');
  const FARMCTL_CONFIG = join(home.home, 'file/config.json');
  const updating = updateConfig(home.input({ environment: { FARMCTL_CONFIG } }), () => ({}));
  await expect(updating).rejects.toMatchObject({
    message: expect.stringContaining(`${FARMCTL_CONFIG}: cannot be written: E`),
    hint: expect.objectContaining({ text: 'hint.checkPermissions' }),
    outcome: 'usage',
  });
});

test('a broken file is unchanged', async () => {
  const home = await aHome({ config: '{"currentProfile": "a"' });
  const updating = updateConfig(home.input(), () => ({}));
  await expect(updating).rejects.toThrow(`${home.configPath}:1:23: expected "," or "}"`);
  expect(await readFile(home.configPath, 'utf8')).toBe('{"currentProfile": "a"');
});

test('concurrent writes by two processes lose no change', async () => {
  const home = await aHome();
  const script = await bundleScript(
    `import { updateConfig } from './src/cli/config/update-config.ts';
     const [home, name, count] = process.argv.slice(2);
     const surroundings = { environment: {}, cwd: home, home };
     (async () => {
       for (let index = 0; index < Number(count); index++) {
         await updateConfig(surroundings, (config) => ({
           ...config,
           profiles: { ...config.profiles, [name + index]: {} },
         }));
       }
     })();`,
    home.home,
  );
  await Promise.all(['a', 'b'].map((name) => runScript(script, [home.home, name, '20'])));
  const { profiles } = JSON.parse(await readFile(home.configPath, 'utf8'));
  expect(Object.keys(profiles)).toHaveLength(40);
});

import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';

const KEY = 'fk_live_AbCdEfGh1234_0123456789abcdefghijABCDEFGHIJ01zzzzWxYz';
const config = {
  currentProfile: 'north',
  profiles: {
    south: { server: 'https://south.example', keyCommand: 'pass show south' },
    north: { server: 'https://north.example', key: KEY, farms: ['A', 'B'] },
    local: { server: 'embedded', keyFile: '/keys/local', farm: 'C' },
  },
};

const stored = async (home: { readonly configPath: string }) =>
  JSON.parse(await readFile(home.configPath, 'utf8')) as unknown;

describe('profile list', () => {
  test('profile list in a pipe prints the profiles by name, with keys masked', async () => {
    const { stdout } = await runInHome(await aHome({ config }), ['profile', 'list']);
    expect(stdout).toBe(
      [
        'local\tfalse\tembedded\tC\tfile /keys/local',
        'north\ttrue\thttps://north.example\tA,B\tfk_live_…WxYz',
        'south\tfalse\thttps://south.example\t\tby command',
        '',
      ].join('\n'),
    );
  });

  test('works while the environment names an unknown profile', async () => {
    const environment = { FARMCTL_PROFILE: 'gone' };
    const home = await aHome({ config });
    const { stdout, exitCode } = await runInHome(home, ['profile', 'list', '--fields', 'inUse'], {
      environment,
    });
    expect({ stdout, exitCode }).toEqual({ stdout: 'false\nfalse\nfalse\n', exitCode: 0 });
  });

  test('profile list without profiles is empty', async () => {
    const result = await runInHome(await aHome(), ['profile', 'list']);
    expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});

describe('profile use', () => {
  test('makes a profile current', async () => {
    const home = await aHome({ config });
    const result = await runInHome(home, ['profile', 'use', 'south']);
    expect(result).toEqual({ exitCode: 0, stdout: '', stderr: 'profile south is in use\n' });
    expect(await stored(home)).toEqual({ ...config, currentProfile: 'south' });
  });

  test('reports if the project file names another', async () => {
    const home = await aHome({ config, project: { profile: 'local' } });
    const { stderr } = await runInHome(home, ['profile', 'use', 'south']);
    expect(stderr).toBe(
      `profile south is in use; here project file ${home.projectPath} names local, which takes precedence\n`,
    );
  });

  test.each([
    ['nort', 'there is no profile "nort"; did you mean "north"?'],
    ['default', 'there is no profile "default"'],
  ])('%s is rejected', async (name, message) => {
    const home = await aHome({ config });
    expect(await runInHome(home, ['profile', 'use', name])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `farmctl: ${message}\n  List them with: farmctl profile list.\n`,
    });
    expect(await stored(home)).toEqual(config);
  });
});

describe('profile add', () => {
  test('stores the server and farm given by flags', async () => {
    const home = await aHome();
    const argv = ['profile', 'add', 'west', '--server', 'https://west.example/', '--farm', 'D'];
    expect(await runInHome(home, argv)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'profile west is stored; log in with: farmctl auth login --profile west\n',
    });
    expect(await stored(home)).toEqual({
      profiles: { west: { server: 'https://west.example', farm: 'D' } },
    });
  });

  test('profile add with only a folder is embedded', async () => {
    const home = await aHome();
    await runInHome(home, ['profile', 'add', 'west', '--data', 'db']);
    expect(await stored(home)).toEqual({
      profiles: { west: { server: 'embedded', dataDir: `${home.cwd}/db` } },
    });
  });

  test.each([
    ['north', 'the profile "north" already exists'],
    ['a b', '"a b" is not a valid profile name'],
  ])('"%s" is rejected: %s', async (name, message) => {
    const home = await aHome({ config });
    const { stderr, exitCode } = await runInHome(home, ['profile', 'add', name]);
    expect(stderr.split('\n')[0]).toBe(`farmctl: ${message}`);
    expect(exitCode).toBe(2);
    expect(await stored(home)).toEqual(config);
  });
});

describe('profile remove', () => {
  test('profile remove in a pipe requires --yes', async () => {
    const home = await aHome({ config });
    const { stderr, exitCode } = await runInHome(home, ['profile', 'remove', 'north'], {
      stdin: 'y\n',
    });
    expect(stderr).toContain('this is not an interactive terminal: give --yes');
    expect(exitCode).toBe(2);
    expect(await stored(home)).toEqual(config);
  });

  test.each([
    ['with --yes', ['--yes'], undefined],
    ['after yes', [], [['Forget profile north, with its key?', 'y'] as const]],
  ])('%s removes the profile, its key, and its current use', async (_name, flags, answers) => {
    const home = await aHome({ config });
    const argv = ['profile', 'remove', 'north', ...flags];
    const { stderr, exitCode } = await runInHome(home, argv, answers ? { answers } : {});
    expect(stderr).toContain('profile north is forgotten\n');
    expect(exitCode).toBe(0);
    const { south, local } = config.profiles;
    expect(await stored(home)).toEqual({ profiles: { south, local } });
  });

  test('profile remove without confirmation changes nothing', async () => {
    const home = await aHome({ config });
    const { stderr } = await runInHome(home, ['profile', 'remove', 'north'], {
      answers: [['Forget profile north', '']],
    });
    expect(stderr).toContain('nothing was changed\n');
    expect(await stored(home)).toEqual(config);
  });
});

test('an unknown profile is rejected in the language of the current one', async () => {
  const home = await aHome({ config: { profiles: { default: { lang: 'es' } } } });
  const { stderr } = await runInHome(home, ['flocks', 'list', '--profile', 'unknown']);
  expect(stderr).toContain('no existe el perfil «unknown»');
});

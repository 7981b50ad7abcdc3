import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';

const KEY = 'fk_live_AbCdEfGh1234_0123456789abcdefghijABCDEFGHIJ01zzzzWxYz';
const EXPLAIN_HINT = '  List every setting and its source with: farmctl config explain.\n';

const stored = async (home: { readonly configPath: string }) =>
  JSON.parse(await readFile(home.configPath, 'utf8')) as unknown;

describe('config explain', () => {
  const files = {
    config: { profiles: { default: { server: 'https://farm.example', key: KEY, farm: 'North' } } },
    project: { output: 'table' },
  };
  const environment = { FARMCTL_TIMEOUT: '5s' };

  test('config explain in a pipe prints every setting with its source, secrets masked', async () => {
    const home = await aHome({ ...files, project: {} });
    const { stdout, stderr, exitCode } = await runInHome(home, ['config', 'explain'], {
      environment,
    });
    expect(stdout.replaceAll(home.home, '~')).toBe(
      [
        'profile\tdefault\tdefault',
        'server\thttps://farm.example\tprofile default in ~/.config/farmctl/config.json',
        'dataDir\t~/.local/share/farmctl\tdefault',
        'key\tfk_live_…WxYz\tprofile default in ~/.config/farmctl/config.json',
        'keyFile\t\tnot set',
        'keyCommand\t\tnot set',
        'cameraToken\t\tnot set',
        'cameraIntegration\t\tnot set',
        'farm\tNorth\tprofile default in ~/.config/farmctl/config.json',
        'farms\t\tnot set',
        'output\t\tnot set',
        'lang\t\tnot set',
        'color\t\tnot set',
        'timeout\t5s\tenvironment FARMCTL_TIMEOUT',
        'maxWait\t60s\tdefault',
        '',
      ].join('\n'),
    );
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  test('names the sources in the language of the command', async () => {
    const home = await aHome(files);
    const { stdout } = await runInHome(home, ['config', 'explain', '--lang', 'es', '-o', 'tsv'], {
      environment: { FARMCTL_TIMEOUT: '5s' },
    });
    const lines = stdout.replaceAll(home.home, '~').split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'server\thttps://farm.example\tperfil default en ~/.config/farmctl/config.json',
        'keyFile\t\tsin definir',
        'lang\tes\topción --lang',
        'timeout\t5s\tvariable de entorno FARMCTL_TIMEOUT',
      ]),
    );
  });

  test('prints in the format of the project file', async () => {
    const home = await aHome(files);
    const { stdout } = await runInHome(home, ['config', 'explain', 'output']);
    expect(stdout.replaceAll(home.home, '~')).toBe(
      ['Setting  Value  Source', 'output   table  project file ~/work/.farmctl.json', ''].join(
        '\n',
      ),
    );
  });

  test('does not run the command that prints the key', async () => {
    const keyCommand = 'echo ran > ran; exit 1';
    const home = await aHome({ config: { profiles: { default: { keyCommand } } } });
    const { stdout, exitCode } = await runInHome(home, ['config', 'explain', 'key']);
    expect({ stdout, exitCode }).toEqual({
      stdout: 'key\t\tprinted by keyCommand\n',
      exitCode: 0,
    });
  });

  test('reports a variable that is not read', async () => {
    const home = await aHome();
    const { stderr } = await runInHome(home, ['config', 'explain', 'lang'], {
      environment: { FARMCTL_SEVER: 'x' },
    });
    expect(stderr).toBe(
      'farmctl: FARMCTL_SEVER is set, but farmctl reads no such variable; did you mean FARMCTL_SERVER?\n',
    );
  });

  test('config explain for an unknown setting suggests the closest', async () => {
    const { stderr, exitCode } = await runInHome(await aHome(), ['config', 'explain', 'servr']);
    expect(stderr).toBe(
      'farmctl: servr is not a setting; did you mean "server"?\n' +
        '  List all settings with: farmctl config explain.\n',
    );
    expect(exitCode).toBe(2);
  });
});

describe('config get', () => {
  test.each([
    [['config', 'get', 'server'], 'https://farm.example\n'],
    [['config', 'get', 'key'], 'fk_live_…WxYz\n'],
    [['config', 'get', 'farms'], 'North\nSouth\n'],
    [['config', 'get', 'farms', '-o', 'json'], '[\n  "North",\n  "South"\n]\n'],
    [['config', 'get', 'max-wait'], '60s\n'],
    [['config', 'get', 'profile'], 'default\n'],
  ])('%j prints %j', async (argv, stdout) => {
    const home = await aHome({
      config: {
        profiles: {
          default: { server: 'https://farm.example', key: KEY, farms: ['North', 'South'] },
        },
      },
    });
    expect(await runInHome(home, argv)).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  test('config get for a key from a command runs the command', async () => {
    const keyCommand = `echo ${KEY}`;
    const home = await aHome({ config: { profiles: { default: { keyCommand } } } });
    const { stdout } = await runInHome(home, ['config', 'get', 'key'], {
      environment: { PATH: process.env['PATH'] ?? '' },
    });
    expect(stdout).toBe('fk_live_…WxYz\n');
  });

  test('config get for an unset setting exits with status 3', async () => {
    expect(await runInHome(await aHome(), ['config', 'get', 'farm'])).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `farmctl: farm is not set\n${EXPLAIN_HINT}`,
    });
  });

  test('config get for a withheld key gives the reason', async () => {
    const home = await aHome({
      config: { profiles: { default: { server: 'https://a.example', key: KEY } } },
    });
    const argv = ['config', 'get', 'key', '--server', 'https://b.example'];
    const { stderr, exitCode } = await runInHome(home, argv);
    expect(stderr).toBe(
      `farmctl: key is not set (not sent: the key of profile default belongs to https://a.example)\n${EXPLAIN_HINT.replace('explain', 'explain --server https://b.example')}`,
    );
    expect(exitCode).toBe(3);
  });
});

describe('config set', () => {
  test.each([
    [['output', 'json'], { output: 'json' }, 'output is json'],
    [['farms', 'North, South'], { farms: ['North', 'South'] }, 'farms is North, South'],
    [['max-wait', '2m'], { maxWait: '2m' }, 'maxWait is 2m'],
    [
      ['server', 'https://Farm.example/v1/platform/'],
      { server: 'https://farm.example' },
      'server is https://farm.example',
    ],
    [
      ['keyCommand', 'pass show farm'],
      { keyCommand: 'pass show farm' },
      'keyCommand is pass show farm',
    ],
  ])('%j stores %j', async (typed, profile, expected) => {
    const home = await aHome();
    expect(await runInHome(home, ['config', 'set', ...typed])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `${expected} in profile default\n`,
    });
    expect(await stored(home)).toEqual({ profiles: { default: profile } });
  });

  test('a language without texts is rejected, a tag of one with texts is accepted', async () => {
    const home = await aHome({ config: {} });
    const refused = await runInHome(home, ['config', 'set', 'lang', 'fr']);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('lang must be one of he, en, th, es, zh, not "fr"');
    expect(await stored(home)).toEqual({});
    expect((await runInHome(home, ['config', 'set', 'lang', 'es-CO'])).exitCode).toBe(0);
  });

  test('a path is stored as an absolute path', async () => {
    const home = await aHome();
    await runInHome(home, ['config', 'set', 'keyFile', 'my.key']);
    expect(await stored(home)).toEqual({
      profiles: { default: { keyFile: `${home.cwd}/my.key` } },
    });
  });

  test('one source of the key replaces another', async () => {
    const home = await aHome({ config: { profiles: { default: { key: KEY } } } });
    await runInHome(home, ['config', 'set', 'keyCommand', 'pass show farm']);
    expect(await stored(home)).toEqual({
      profiles: { default: { keyCommand: 'pass show farm' } },
    });
  });

  test('config set with --all-profiles stores it outside the profiles, and reports an override', async () => {
    const home = await aHome({ config: { profiles: { default: { maxWait: '2m' } } } });
    const argv = ['config', 'set', 'maxWait', '1m', '--all-profiles'];
    expect((await runInHome(home, argv)).stderr).toBe(
      'maxWait is 1m in all profiles\n' +
        `the effective maxWait is set by profile default in ${home.configPath}, which takes precedence\n`,
    );
    expect(await stored(home)).toEqual({
      defaults: { maxWait: '1m' },
      profiles: { default: { maxWait: '2m' } },
    });
  });

  test('reports if the environment overrides the stored value', async () => {
    const environment = { FARMCTL_OUTPUT: 'csv' };
    const argv = ['config', 'set', 'output', 'json'];
    const { stderr } = await runInHome(await aHome(), argv, { environment });
    expect(stderr).toBe(
      'output is json in profile default\n' +
        'the effective output is set by environment FARMCTL_OUTPUT, which takes precedence\n',
    );
  });

  test('stores in the named profile', async () => {
    const home = await aHome({ config: { profiles: { default: {}, north: {} } } });
    await runInHome(home, ['config', 'set', 'farm', 'North', '--profile', 'north']);
    expect(await stored(home)).toEqual({ profiles: { default: {}, north: { farm: 'North' } } });
  });

  test('a secret is read from standard input', async () => {
    const home = await aHome();
    const argv = ['config', 'set', 'cameraToken', '--stdin'];
    const { stderr } = await runInHome(home, argv, { stdin: 'cam_AbCdEfGh1234_0123456789\n' });
    expect(stderr).toBe('cameraToken is cam_…6789 in profile default\n');
    expect(await stored(home)).toEqual({
      profiles: { default: { cameraToken: 'cam_AbCdEfGh1234_0123456789' } },
    });
  });

  test.each([
    [['key', KEY], 'key cannot be an argument, because other users of this machine can see it'],
    [
      ['output', 'jsn'],
      'output must be one of table, tsv, json, jsonl, csv, yaml; did you mean "json"?',
    ],
    [['outptu', 'json'], 'outptu is not a setting; did you mean "output"?'],
    [
      ['server', 'farm.example'],
      'server must be an address such as https://farm.example.com, or "embedded"',
    ],
    [['output'], 'the value of output is missing'],
    [
      ['output', 'json', '--stdin'],
      'give the value of output once: as an argument, or with --stdin',
    ],
    [['key', '--stdin'], 'standard input is empty; a line was expected'],
    [['server', 'embedded', '--all-profiles'], 'server is set for each profile separately'],
    [['profile', 'north'], 'the profile in use is not a setting of a profile'],
    [
      ['output', 'json', '--profile', 'nort'],
      'there is no profile "nort" (from flag --profile); did you mean "north"?',
    ],
  ])('%j is rejected: %s', async (typed, message) => {
    const config = { profiles: { north: {} } };
    const home = await aHome({ config });
    const { stderr, stdout, exitCode } = await runInHome(home, ['config', 'set', ...typed]);
    expect(stderr.split('\n')[0]).toBe(`farmctl: ${message}`);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(await stored(home)).toEqual(config);
  });

  test('the address of a profile with a key cannot be changed to another server', async () => {
    const profile = { server: 'https://a.example', key: KEY };
    const home = await aHome({ config: { profiles: { default: profile } } });
    const argv = ['config', 'set', 'server', 'https://b.example'];
    const { stderr, exitCode } = await runInHome(home, argv);
    expect(stderr).toBe(
      'farmctl: profile default has a key of https://a.example, which is not sent to https://b.example\n' +
        '  Log in there with another profile: farmctl auth login --server https://b.example --profile NAME.\n',
    );
    expect(exitCode).toBe(2);
    expect(await stored(home)).toEqual({ profiles: { default: profile } });
  });
});

describe('config unset', () => {
  test('removes a setting, and reports if it was not set', async () => {
    const home = await aHome({ config: { profiles: { default: { lang: 'he', farm: 'A' } } } });
    const first = await runInHome(home, ['config', 'unset', 'lang']);
    const second = await runInHome(home, ['config', 'unset', 'lang']);
    expect(first).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'lang is no longer set in profile default\n',
    });
    expect(second).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'lang was not set in profile default\n',
    });
    expect(await stored(home)).toEqual({ profiles: { default: { farm: 'A' } } });
  });

  test('config unset with --all-profiles leaves the profiles unchanged', async () => {
    const home = await aHome({
      config: { defaults: { lang: 'th', color: 'never' }, profiles: { default: { lang: 'he' } } },
    });
    await runInHome(home, ['config', 'unset', 'lang', '--all-profiles']);
    expect(await stored(home)).toEqual({
      defaults: { color: 'never' },
      profiles: { default: { lang: 'he' } },
    });
  });
});

describe('config list', () => {
  test('lists the content of every file, with secrets masked', async () => {
    const home = await aHome({
      config: {
        currentProfile: 'north',
        defaults: { lang: 'he' },
        profiles: { north: { key: KEY, farms: ['A', 'B'] }, south: { server: 'embedded' } },
      },
      project: { profile: 'north', farm: 'A' },
    });
    const { stdout } = await runInHome(home, ['config', 'list', '-o', 'csv']);
    expect(stdout).toBe(
      [
        'place,setting,value',
        'configuration,currentProfile,north',
        'defaults,lang,he',
        'profile north,key,fk_live_…WxYz',
        'profile north,farms,"A,B"',
        'profile south,server,embedded',
        'project file,profile,north',
        'project file,farm,A',
        '',
      ].join('\n'),
    );
  });

  test('config list without a file is empty', async () => {
    const result = await runInHome(await aHome(), ['config', 'list', '-o', 'json']);
    expect(result).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
  });
});

describe('a broken file', () => {
  const broken = '{\n  "profiles": { "default": { "sever": "x" } }\n}';

  test.each([
    [['config', 'list']],
    [['config', 'explain']],
    [['config', 'get', 'server']],
    [['config', 'set', 'lang', 'he']],
    [['profile', 'list']],
    [['profile', 'use', 'default']],
    [['auth', 'status']],
    [['auth', 'logout']],
    [['auth', 'login', '--key-stdin']],
    [['init', '--yes']],
  ])('stops %j with line and column', async (argv) => {
    const home = await aHome({ config: broken });
    expect(await runInHome(home, argv, { stdin: KEY })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        `farmctl: ${home.configPath}:2:30: profiles.default.sever is not a setting; did you mean "server"?\n` +
        '  Correct the file, or move it away.\n',
    });
    expect(await readFile(home.configPath, 'utf8')).toBe(broken);
  });

  test('does not stop config path', async () => {
    const home = await aHome({ config: broken, project: '{' });
    expect(await runInHome(home, ['config', 'path'])).toEqual({
      exitCode: 0,
      stdout: `${home.configPath}\n`,
      stderr: '',
    });
    const { stdout } = await runInHome(home, ['config', 'path', '-o', 'json']);
    expect(JSON.parse(stdout)).toEqual({
      config: home.configPath,
      exists: true,
      project: home.projectPath,
    });
  });
});

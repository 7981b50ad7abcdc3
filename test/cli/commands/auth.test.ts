import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConnectionFailed, type Transport } from '../../../src/client/errors.ts';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

const SERVER = 'https://farm.example';
const WRONG_KEY = 'fk_live_AbCdEfGh1234_0123456789abcdefghijABCDEFGHIJ01zzzzWxYz';

let service: TestService;
let reader: string;

beforeAll(async () => {
  service = await startTestService();
  reader = await service.createKey({ name: 'reader', scopes: ['read:*'] });
});

afterAll(() => service.close());

const stored = async (home: Home) => JSON.parse(await readFile(home.configPath, 'utf8')) as unknown;

/** Runs a command against the service; it must send requests to the named server only. */
function run(home: Home, argv: readonly string[], options: CliRun & { server?: string } = {}) {
  const { server: expected = SERVER, ...rest } = options;
  return runInHome(home, argv, {
    transport: ({ server }): Transport => {
      expect(server).toBe(expected);
      return serviceTransport(service, server);
    },
    ...rest,
  });
}

const login = (...flags: readonly string[]) => [
  ...['auth', 'login', '--server', SERVER, '--key-stdin'],
  ...flags,
];

describe('auth login', () => {
  test('stores an accepted key, and shows its identity', async () => {
    const home = await aHome();
    const { stdout, stderr, exitCode } = await run(home, [...login(), '-o', 'json'], {
      stdin: `${reader}\n`,
    });
    expect(JSON.parse(stdout)).toEqual({
      profile: 'default',
      server: SERVER,
      organisation: 'First',
      key: 'reader',
      last4: reader.slice(-4),
      keySource: `profile default in ${home.configPath}`,
      expiresAt: null,
      scopes: ['read:*'],
      farms: ['all'],
    });
    expect(stderr).toBe(`logged in to ${SERVER}; profile default is in use\n`);
    expect(exitCode).toBe(0);
    expect(await stored(home)).toEqual({
      currentProfile: 'default',
      profiles: { default: { server: SERVER, key: reader } },
    });
    expect(stdout + stderr).not.toContain(reader);
  });

  test('into another profile makes it current and leaves the others unchanged', async () => {
    const others = { default: { server: 'https://a.example', key: WRONG_KEY } };
    const home = await aHome({ config: { currentProfile: 'default', profiles: others } });
    await run(home, login('--profile', 'north'), { stdin: reader });
    expect(await stored(home)).toEqual({
      currentProfile: 'north',
      profiles: { ...others, north: { server: SERVER, key: reader } },
    });
  });

  test('replaces every other source of a key, and keeps farm and format', async () => {
    const profile = { server: SERVER, keyCommand: 'exit 1', farm: 'A', output: 'json' };
    const home = await aHome({ config: { profiles: { default: profile } } });
    await run(home, ['auth', 'login', '--key-stdin'], { stdin: reader });
    expect(await stored(home)).toEqual({
      currentProfile: 'default',
      profiles: { default: { server: SERVER, farm: 'A', output: 'json', key: reader } },
    });
  });

  test('auth login on another server deletes the camera token of the old one', async () => {
    const profile = { server: 'https://old.example', key: WRONG_KEY, cameraToken: 'cam_12345678' };
    const home = await aHome({ config: { profiles: { default: profile } } });
    await run(home, login(), { stdin: reader });
    expect(await stored(home)).toEqual({
      currentProfile: 'default',
      profiles: { default: { server: SERVER, key: reader } },
    });
  });

  test('stores nothing if the key is rejected, and exits with status 4', async () => {
    const config = { profiles: { default: { server: SERVER, key: reader } } };
    const home = await aHome({ config });
    const { stdout, stderr, exitCode } = await run(home, login(), { stdin: WRONG_KEY });
    expect(stderr).toContain('401 unauthorized: invalid_key');
    expect(stderr).not.toContain('AbCdEfGh1234');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 4 });
    expect(await stored(home)).toEqual(config);
  });

  test('stores nothing if the server does not respond, and exits with status 8', async () => {
    const home = await aHome();
    const request = { method: 'GET', path: '/v1/platform/me', server: SERVER };
    const send = () => Promise.reject(new ConnectionFailed('unknown_host', request));
    const transport = () => ({ server: SERVER, send, close: async () => {} });
    const { exitCode } = await runInHome(home, login(), { stdin: reader, transport });
    expect(exitCode).toBe(8);
    await expect(readFile(home.configPath)).rejects.toThrow('ENOENT');
  });

  test('auth login at a terminal prompts for the server and, hidden, for the key', async () => {
    const home = await aHome();
    const { stderr, exitCode } = await run(home, ['auth', 'login'], {
      answers: [
        ['Address of the server', SERVER],
        ['API key', reader],
      ],
    });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('logged in');
    expect(await stored(home)).toMatchObject({
      profiles: { default: { server: SERVER, key: reader } },
    });
  });

  test('auth login in a pipe names the flag that replaces a prompt', async () => {
    const { stderr, exitCode } = await run(await aHome(), ['auth', 'login'], { stdin: reader });
    expect(stderr).toContain('this is not an interactive terminal: give --key-stdin');
    expect(exitCode).toBe(2);
  });

  test('does not accept the key as an argument', async () => {
    const home = await aHome();
    const { stderr, exitCode } = await run(home, ['auth', 'login', '--key', reader]);
    expect(stderr).toBe(
      'farmctl: a key cannot be an argument, because other users of this machine can see it\n' +
        '  Send it on standard input: farmctl auth login --key-stdin < FILE.\n',
    );
    expect(exitCode).toBe(2);
  });

  test('no command accepts a key as an argument', async () => {
    const { stderr, exitCode } = await run(await aHome(), ['farms', 'list', '--key', reader]);
    expect(stderr).toBe(
      'farmctl: unknown option "--key"\n' +
        '  A key cannot be an argument, which other users of this machine can see: set FARMCTL_KEY, or use farmctl auth login.\n',
    );
    expect(exitCode).toBe(2);
  });

  test.each([
    ['two words', 'the key must be a key: 8 to 500 visible characters, no spaces'],
    ['', 'standard input is empty; a line was expected'],
  ])('rejects "%s" before anything is sent', async (stdin, message) => {
    const { stderr, exitCode } = await runInHome(await aHome(), login(), { stdin });
    expect(stderr.split('\n')[0]).toBe(`farmctl: ${message}`);
    expect(exitCode).toBe(2);
  });

  test('warns about a server that is neither local nor encrypted', async () => {
    const server = 'http://farm.example';
    const argv = ['auth', 'login', '--server', server, '--key-stdin'];
    const { stderr } = await run(await aHome(), argv, { stdin: reader, server });
    expect(stderr.split('\n')[0]).toBe(
      'farmctl: the key travels unencrypted to http://farm.example; use https where others share the network',
    );
  });

  test('reports if the environment overrides the stored value', async () => {
    const { stderr } = await run(await aHome(), login(), {
      stdin: reader,
      environment: { FARMCTL_KEY: WRONG_KEY },
    });
    expect(stderr).toBe(
      `logged in to ${SERVER}; profile default is in use\n` +
        'FARMCTL_KEY in the environment takes precedence over it\n',
    );
  });
});

describe('auth status', () => {
  test('shows the identity of the key in the environment', async () => {
    const environment = { FARMCTL_SERVER: SERVER, FARMCTL_KEY: reader };
    const argv = ['auth', 'status', '--fields', 'key,keySource,scopes'];
    const { stdout, exitCode } = await run(await aHome(), argv, { environment });
    expect(stdout).toBe('key\treader\nkeySource\tenvironment FARMCTL_KEY\nscopes\tread:*\n');
    expect(exitCode).toBe(0);
  });

  test('exits with status 4 when the key is rejected', async () => {
    const environment = { FARMCTL_SERVER: SERVER, FARMCTL_KEY: WRONG_KEY };
    const { stdout, exitCode } = await run(await aHome(), ['auth', 'status'], { environment });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 4 });
  });

  test('exits with status 4 without a key, and sends no request', async () => {
    const home = await aHome({
      config: { profiles: { default: { server: 'https://a.example', key: WRONG_KEY } } },
    });
    expect(await runInHome(home, ['auth', 'status', '--server', SERVER])).toEqual({
      exitCode: 4,
      stdout: '',
      stderr:
        `farmctl: there is no key for ${SERVER} (not sent: the key of profile default belongs to https://a.example)\n` +
        '  Store one with: farmctl auth login --server https://farm.example; or set FARMCTL_KEY.\n',
    });
  });
});

describe('auth logout', () => {
  test('deletes the key and keeps the server; a second time is not an error', async () => {
    const profile = { server: SERVER, key: reader, farm: 'A' };
    const home = await aHome({ config: { profiles: { default: profile } } });
    const first = await runInHome(home, ['auth', 'logout']);
    const second = await runInHome(home, ['auth', 'logout']);
    expect(first).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'the key was removed from profile default; it remains valid until it is revoked\n',
    });
    expect(second).toEqual({ exitCode: 0, stdout: '', stderr: 'profile default has no key\n' });
    expect(await stored(home)).toEqual({ profiles: { default: { server: SERVER, farm: 'A' } } });
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { renderReady } from '../../../src/cli/commands/serve/serve.ts';
import { parseServeOptions } from '../../../src/cli/commands/serve/serve-options.ts';
import { CliError } from '../../../src/cli/core/errors.ts';
import { createPaint } from '../../../src/cli/core/io.ts';
import { en } from '../../../src/i18n/en.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { message } from '../../../src/model/core/message.ts';
import { openSqliteHandle } from '../../../src/storage/sqlite/driver.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';

const typed = { host: '127.0.0.1', port: '8787' };
const plain = createPaint({ mode: 'never', environment: {}, isTerminal: false });
const view = { paint: plain, translator: { language: 'en', texts: en } } as const;

/** Runs `serve` until it listens and the check is done, then stops it with a signal. */
async function serve(home: Home, argv: readonly string[], check = async (_said: string) => {}) {
  const stopping = new AbortController();
  let checked: Promise<void> | undefined;
  const result = await runInHome(home, ['serve', '--port', '0', ...argv], {
    interruption: stopping.signal,
    onStdout: (text) => {
      checked = check(text).finally(() => stopping.abort(new CliError('terminated', '')));
    },
  });
  await checked;
  return result;
}

describe('the flags of serve', () => {
  test.each([
    [{}, { mock: undefined, databaseUrl: undefined, logLevel: 'info' }],
    [{ mock: true }, { mock: { content: 'demo', seed: 42 }, logLevel: 'warn' }],
    [{ mock: 'empty', seed: '7' }, { mock: { content: 'empty', seed: 7 } }],
    [
      { mock: true, now: '2026-11-20T06:00:00+02:00' },
      { mock: { content: 'demo', seed: 42, now: Date.parse('2026-11-20T04:00:00Z') } },
    ],
    [{ mock: true, fault: ['POST /tasks 503 20%'] }, { faults: ['POST /tasks 503 20%'] }],
    [{ database: 'postgres://db/farmctl' }, { databaseUrl: 'postgres://db/farmctl' }],
    [{ logLevel: 'debug' }, { logLevel: 'debug' }],
    [{ port: '0' }, { port: 0 }],
    [{}, { weather: {}, allowedHosts: [] }],
    [{ weather: false }, { weather: undefined }],
    [{ mock: true }, { weather: undefined }],
    [{ weatherUrl: 'https://w.example' }, { weather: { url: 'https://w.example' } }],
    [{ mock: true, weatherUrl: 'http://localhost:1' }, { weather: { url: 'http://localhost:1' } }],
    [
      { allowHost: ['controller.lan', '10.0.0.8:8080', '::1'] },
      { allowedHosts: ['controller.lan', '10.0.0.8:8080', '::1'] },
    ],
  ] as const)('%j', (flags, expected) => {
    const options = parseServeOptions(
      { ...typed, ...flags },
      { dataDir: undefined, environment: {} },
    );
    expect(options).toMatchObject(expected);
  });

  test('the database of the environment is used if no flag names one', () => {
    const environment = { FARMCTL_DATABASE: 'postgresql://user:word@db/farmctl' };
    const of = (flags: object, dataDir?: string) =>
      parseServeOptions({ ...typed, ...flags }, { dataDir, environment }).databaseUrl;
    expect(of({})).toBe('postgresql://user:word@db/farmctl');
    expect(of({ database: 'postgres://other/farmctl' })).toBe('postgres://other/farmctl');
    expect(of({ mock: true })).toBeUndefined();
    expect(of({}, 'folder')).toBeUndefined();
  });

  test('a replica requires a PostgreSQL database, and its address is not repeated', () => {
    const replica = 'postgres://user:word@replica/farmctl';
    const of = (url: string, flags: object, dataDir?: string) =>
      parseServeOptions(
        { ...typed, ...flags },
        { dataDir, environment: { FARMCTL_REPLICA_URL: url } },
      ).replicaUrl;
    const database = 'postgres://db/farmctl';
    expect(of(replica, { database })).toBe(replica);
    expect(of('', { database })).toBeUndefined();
    expect(of(replica, {})).toBeUndefined();
    expect(of(replica, { mock: true })).toBeUndefined();
    expect(of(replica, {}, 'folder')).toBeUndefined();
    expect(() => of('mysql://user:word@replica', { database })).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^FARMCTL_REPLICA_URL must be an address(?!.*word)/),
      }),
    );
  });

  test('the encryption key of secrets is read from the environment only', () => {
    const of = (environment: Readonly<Record<string, string>>) =>
      parseServeOptions(typed, { dataDir: undefined, environment }).secretKey;
    expect(of({ FARMCTL_SECRET_KEY: 'MDEy' })).toBe('MDEy');
    expect(of({ FARMCTL_SECRET_KEY: '' })).toBeUndefined();
    expect(of({})).toBeUndefined();
  });

  test.each([
    [['--seed', '1'], '--seed is for mock servers; add --mock'],
    [['--now', '2026-11-20T06:00:00Z'], '--now is for mock servers; add --mock'],
    [['--fault', 'latency=200ms'], '--fault is for mock servers; add --mock'],
    [['--mock', 'full'], '--mock must be one of demo, empty'],
    [['--mock', '--seed', '-1'], '--seed must be a whole number of at least 0'],
    [['--mock', '--now', 'noon'], '--now must be a time such as now-2h or 2026-11-20T06:30Z'],
    [['--mock', '--data', 'd'], 'a mock server stores everything in memory; omit --data or --mock'],
    [['--mock', '--database', 'postgres://db/f'], 'omit --database or --mock'],
    [['--data', 'd', '--database', 'postgres://db/f'], '--data and --database name two databases'],
    [['--database', 'mysql://user:word@db'], 'the database must be an address such as postgres://'],
    [['--port', '65536'], '--port must be a number from 0 to 65535; 0 chooses a free port'],
    [['--port', 'http'], '--port must be a number from 0 to 65535'],
    [['--log-level', 'loud'], '--log-level must be one of silent, fatal'],
    [['--weather-url', 'weather'], '--weather-url must be an address such as https://api.open'],
    [['--no-weather', '--weather-url', 'https://w.example'], 'contradict each other'],
    [
      ['--allow-host', 'http://controller.lan'],
      '--allow-host accepts hosts such as controller.lan',
    ],
    [['--allow-host', 'a:70000000'], '--allow-host accepts hosts such as controller.lan'],
  ])('%j are rejected: %s', async (argv, message) => {
    const { stdout, stderr, exitCode } = await runInHome(await aHome(), ['serve', ...argv]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('word');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });
});

describe('output of serve', () => {
  const ready = {
    event: 'ready' as const,
    baseUrl: 'http://127.0.0.1:8787',
    orgId: 'org_1',
    farms: [{ id: 'farm_1', name: 'North\u001b[31m' }],
    keys: { admin: 'fk_live_a', reader: 'fk_live_r' },
    cameras: [{ integrationId: 'integration_1', token: 'cam_1', barnId: null, source: null }],
    pid: 1,
  };

  test('the output of serve for a mock server lists its keys and cameras, and how to try it', () => {
    const link = 'http://localhost:8787/sign-in#link_a';
    const text = renderReady(ready, { place: 'in memory', isMock: true, link }, view);
    expect(text).toBe(
      [
        'farmctl listens at http://127.0.0.1:8787 (in memory)',
        'Farms: North\\x1b[31m',
        '',
        'In the browser (the link signs in once, within 24 hours):',
        '  http://localhost:8787/sign-in#link_a',
        '',
        'Keys:',
        '  admin   fk_live_a',
        '  reader  fk_live_r',
        '',
        'Cameras (integration, token):',
        '  integration_1  cam_1',
        '',
        'Try it in another terminal:',
        '  export FARMCTL_SERVER=http://127.0.0.1:8787',
        '  export FARMCTL_KEY=fk_live_a',
        '  farmctl farms list',
        '  farmctl console --open',
        '',
        'Stop it with Ctrl-C.',
        '',
      ].join('\n'),
    );
  });

  test.each(['he', 'es', 'th', 'zh'] as const)(
    'the output of serve in %s contains no English words',
    async (language) => {
      const translator = await loadLanguage(language);
      const english = /(?<![\w./-])[a-z]{2,}[,;:]? [a-z]{2,}(?![\w./-])/;
      const many = Array.from({ length: 7 }, (_, index) => ({ id: `farm_${index}`, name: 'A' }));
      const [camera] = ready.cameras;
      const cameras = Array.from({ length: 7 }, () => ({ ...camera, source: null, barnId: null }));
      const served = {
        ...{ isMock: false, link: 'http://h/a', model: { name: 'small', host: 'b.example' } },
        place: message('ready.mock', { content: 'demo', seed: '42' }),
      };
      const all = { ...ready, farms: many, cameras: cameras as typeof ready.cameras };
      const lines = renderReady(all, served, { paint: plain, translator }).split('\n');
      const prose = lines.filter((line) => !line.startsWith('  ') && line !== '');
      expect(prose).toHaveLength(9);
      for (const line of language === 'es' ? [] : prose) expect(line).not.toMatch(english);
      const other = renderReady(all, served, view).split('\n');
      expect(prose.filter((line) => other.includes(line))).toEqual([]);
    },
  );

  test('the output of serve for an existing database contains no keys', () => {
    const text = renderReady(
      { ...ready, keys: {}, cameras: [], farms: [] },
      { place: '/data', isMock: false },
      view,
    );
    expect(text).toBe(
      [
        'farmctl listens at http://127.0.0.1:8787 (/data)',
        'Farms: none yet',
        '',
        'Try it in another terminal:',
        '  farmctl auth login --server http://127.0.0.1:8787',
        '  farmctl farms list',
        '  farmctl console --open',
        "Log in requires a key; create one on this machine with: farmctl keys create computer --scope 'read:*' --scope 'write:*'",
        '',
        'Stop it with Ctrl-C.',
        '',
      ].join('\n'),
    );
  });
});

describe('serve', () => {
  test('serve with --json prints one line when it listens, and exits with status 0 on a signal', async () => {
    const { stdout, exitCode } = await serve(
      await aHome(),
      ['--mock', 'empty', '--json', '--log-level', 'silent'],
      async (line) => {
        const { baseUrl, keys } = JSON.parse(line);
        const headers = { authorization: `Bearer ${keys.admin}` };
        const answer = await fetch(`${baseUrl}/v1/platform/me`, { headers });
        expect(answer.status).toBe(200);
      },
    );
    expect(stdout.split('\n')).toHaveLength(2);
    expect(Object.keys(JSON.parse(stdout))).toEqual([
      ...['event', 'baseUrl', 'orgId', 'farms', 'keys', 'cameras', 'pid'],
    ]);
    expect(Object.keys(JSON.parse(stdout).keys)).toEqual([
      'admin',
      'reader',
      'assistant',
      'pinned',
    ]);
    expect(exitCode).toBe(0);
  });

  test('shows the admin key of a new database once', async () => {
    const home = await aHome();
    const argv = ['--data', 'db', '--json', '--log-level', 'silent'];
    const first = JSON.parse((await serve(home, argv)).stdout);
    const second = JSON.parse((await serve(home, argv)).stdout);
    expect(first.keys.admin).toMatch(/^fk_live_/);
    expect(second.keys).toEqual({});
    expect(second.orgId).toBe(first.orgId);
  });

  test('exits with status 7 and a message if calls could not be written to the audit log', async () => {
    const home = await aHome();
    const argv = ['--data', 'db', '--json', '--log-level', 'silent'];
    const { stderr, exitCode } = await serve(home, argv, async (line) => {
      const handle = await openSqliteHandle(join(home.cwd, 'db', 'farmctl.db'));
      handle.exec(`create trigger refuses before insert on audit_log
        begin select raise(abort, 'no'); end`);
      handle.close();
      const { baseUrl } = JSON.parse(line);
      expect((await fetch(`${baseUrl}/v1/platform/me`)).status).toBe(401);
    });
    expect(stderr).toContain('The audit log lacks 1 calls');
    expect(exitCode).toBe(7);
  });

  test('tells people that the key of a new database is shown once', async () => {
    const argv = ['--data', 'db', '--log-level', 'silent'];
    const { stdout } = await serve(await aHome(), argv);
    expect(stdout).toMatch(
      /The admin key, which cannot be shown again; store it safely:\n {2}admin {2}fk_live_\w+\n/,
    );
  });

  test('serve on a port in use reports this in one line, with an alternative', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await sleep(20);
    const { port } = other.address() as { port: number };
    const argv = ['serve', '--mock', 'empty', '--port', String(port)];
    const result = await runInHome(await aHome(), argv);
    other.close();
    expect(result).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        `farmctl: port ${port} of 127.0.0.1 is used by another program\n` +
        '  Choose another with --port, or a free one with --port 0.\n',
    });
  });

  test('serve on a damaged database reports this, and overwrites nothing', async () => {
    const home = await aHome();
    const path = join(home.cwd, 'farmctl.db');
    await writeFile(path, 'garbage'.repeat(200));
    const argv = ['serve', '--port', '0', '--data', home.cwd];
    const { stdout, stderr, exitCode } = await runInHome(home, argv);
    expect(stderr).toMatch(/^farmctl: the server does not start \(.*\/work\): .*not a database/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(await readFile(path, 'utf8')).toBe('garbage'.repeat(200));
  });

  test('serve on a PostgreSQL server that does not respond gives the reason, without the password', async () => {
    const environment = { FARMCTL_DATABASE: 'postgres://user:word@127.0.0.1:1/farmctl' };
    const { stderr, exitCode } = await runInHome(await aHome(), ['serve', '--port', '0'], {
      environment,
    });
    expect(stderr).toContain('(PostgreSQL at 127.0.0.1:1): ');
    expect(stderr).toContain('ECONNREFUSED');
    expect(stderr).not.toContain('word');
    expect(exitCode).toBe(8);
  });

  test('an invalid fault is rejected', async () => {
    const argv = ['serve', '--mock', 'empty', '--port', '0', '--fault', 'nonsense'];
    const { stderr, exitCode } = await runInHome(await aHome(), argv);
    expect(stderr).toContain('"nonsense"');
    expect(exitCode).toBe(2);
  });

  test('serve on a folder used by another server names that server', async () => {
    const home = await aHome();
    let second = '';
    await serve(home, ['--data', 'db', '--json', '--log-level', 'silent'], async () => {
      const { stderr } = await runInHome(home, ['serve', '--port', '0', '--data', 'db']);
      second = stderr;
    });
    expect(second).toMatch(
      /^farmctl: the server does not start \(.*\/db\): .* is already served by process/,
    );
  });
});

test.each([
  ['en', 'there is no folder', 'make it first: mkdir -p '],
  ['es', 'no existe la carpeta', 'créela primero: mkdir -p '],
])(
  'in %s a missing folder for backups is reported with the command that creates it',
  async (...row) => {
    const [lang, missing, how] = row;
    const home = await aHome();
    const argv = ['serve', '--port', '0', '--data', 'db', '--backup-dir', 'copies', '--lang', lang];
    const { stderr, exitCode } = await runInHome(home, argv);
    expect(stderr).toContain(`${missing} ${home.cwd}/copies`);
    expect(stderr).toContain(`${how}${home.cwd}/copies`);
    expect(stderr).not.toContain(lang === 'es' ? 'make it' : 'cannot be used');
    expect(exitCode).toBe(2);
  },
);

import { describe, expect, test } from 'vitest';
import { listCommands } from '../../src/cli/command-table.ts';
import { CliError } from '../../src/cli/core/errors.ts';
import { globalFlags } from '../../src/cli/session/global-flags.ts';
import { mostUsed } from '../../src/cli/session/root-help.ts';
import { ConnectionFailed } from '../../src/client/errors.ts';
import type { Exchange } from '../support/fake-transport.ts';
import { type RunInput, runProgram } from '../support/run-program.ts';

const meta = { total: 1, limit: 50, offset: 0, hasMore: false };
const farms: Exchange = {
  on: 'GET /v1/platform/farms?limit=50',
  reply: { data: [{ id: 'farm_1', name: 'North' }], meta },
};
const failedFarms = (status: number, reply: unknown = {}, headers = {}): Exchange => ({
  on: 'GET /v1/platform/farms?limit=50',
  status,
  reply,
  headers,
});

describe('help', () => {
  test('help without a command has about thirty lines: the most used commands and the groups', async () => {
    const { code, stdout, stderr } = await runProgram([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: farmctl <command> \[flags\]\n/);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(32);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(mostUsed).toHaveLength(15);
    for (const name of mostUsed) expect(stdout).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'));
    const names = stdout.replaceAll(/\s+/g, ' ');
    for (const { group } of await listCommands()) {
      expect(names).toContain(group.replace('Resources: ', ''));
    }
    expect(stdout).toContain('farmctl help all');
    expect(stdout).toContain('farmctl help flags');
  });

  test('help of all lists every command with one line', async () => {
    const { code, stdout } = await runProgram(['help', 'all']);
    expect(code).toBe(0);
    for (const { name } of await listCommands()) {
      expect(stdout).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'));
    }
  });

  test('help of flags lists the global ones, or those of a command', async () => {
    const all = (await runProgram(['help', 'flags'])).stdout;
    for (const { flags } of Object.values(globalFlags)) expect(all).toContain(`  ${flags} `);
    const { stdout } = await runProgram(['help', 'flags', 'farms', 'create']);
    expect(stdout).toContain('--output');
    expect(stdout).not.toContain('--farm');
    const { code, stderr } = await runProgram(['help', 'flags', 'flocks']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('there is no command "flocks"')]);
  });

  test.each([
    [['--help'], true],
    [['flocks', 'create', '--help'], true],
    [['help', 'flocks', 'create'], true],
    [['help', 'environment'], true],
    [['--help', '--no-pager'], false],
    [['flocks', 'create', '--help', '--no-pager'], false],
    [['help', 'environment', '--no-pager'], false],
  ])('is shown with a pager at a terminal, unless disabled: %j', async (argv, isPaged) => {
    const { paged, stdout } = await runProgram(argv, { isTerminal: true, hasPager: true });
    expect(paged === '').toBe(!isPaged);
    expect(stdout === '').toBe(isPaged);
  });

  test('is written unchanged into a pipe', async () => {
    const { paged, stdout } = await runProgram(['--help']);
    expect([paged, stdout.startsWith('Usage: ')]).toEqual(['', true]);
  });

  test.each([[['--help']], [['-h']], [['help']], [['--farm', 'North']]])(
    'help of the program for %j',
    async (argv) => {
      const { code, stdout } = await runProgram(argv);
      expect(code).toBe(0);
      expect(stdout).toContain('Usage: farmctl <command> [flags]');
    },
  );

  test.each([
    [['flocks']],
    [['flocks', '--help']],
    [['help', 'flocks']],
    [['--farm', 'North', 'flocks']],
  ])('help of a resource for %j', async (argv) => {
    const { code, stdout, stderr } = await runProgram(argv);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Usage: farmctl flocks');
    for (const verb of ['list', 'get', 'create', 'update', 'delete']) {
      expect(stdout).toMatch(new RegExp(`^  ${verb}`, 'm'));
    }
  });

  test('help of a read-only resource has no write commands', async () => {
    const { stdout } = await runProgram(['agent-runs', '--help']);
    expect(stdout).toMatch(/^ {2}list/m);
    expect(stdout).not.toMatch(/^ {2}(create|update|delete)/m);
  });

  test('help of create shows its flags, where to find the global ones, and two examples', async () => {
    const { stdout } = await runProgram(['help', 'flocks', 'create'], { columns: 200 });
    expect(stdout).toMatch(/^ {2}--barn-id <id or name> +needed; of barns$/m);
    expect(stdout).toMatch(/^ {2}--target-weight-kg <number> +in kg$/m);
    expect(stdout).toMatch(/^Global flags: farmctl help flags$/m);
    expect(stdout).not.toContain('--output');
    expect(stdout.match(/^ {2}\$ farmctl flocks create .*$/gm)).toEqual([
      "  $ farmctl flocks create --barn-id 'Barn 1' --placement-date 2026-11-01 " +
        "--code B1-2611 --breed 'Ross 308'",
      '  $ farmctl flocks create --input flock.json --jq .id',
    ]);
  });

  test('a field with the name of a global flag takes precedence', async () => {
    const { stdout } = await runProgram(['users', 'create', '--help'], { columns: 200 });
    expect(stdout.match(/--lang/g)).toHaveLength(1);
    expect(stdout).toMatch(/^ {2}--lang <word> +he, en, th/m);
  });
});

test.each(['--version', '-V'])('%s is the version', async (flag) => {
  expect(await runProgram([flag])).toMatchObject({ code: 0, stdout: '1.2.3\n', stderr: '' });
});

describe('invalid usage exits with 2, before anything is sent', () => {
  test.each([
    [['floks'], 'farmctl: there is no command "floks"; did you mean flocks?'],
    [['xyzzy'], 'farmctl: there is no command "xyzzy"'],
    [['help', 'floks'], 'farmctl: '],
    [['flocks', 'lst'], 'farmctl: unknown command "lst"; did you mean list?'],
    [
      ['flocks', 'list', '--stauts', 'x'],
      'farmctl: unknown option "--stauts"; did you mean --status?',
    ],
    [
      ['daily-logs', 'list', '--date', '2026-11-20'],
      'farmctl: unknown option "--date"; did you mean --date-from, --date-to?',
    ],
    [
      ['daily-logs', 'list', '--date=2026-11-20', '--lang', 'es'],
      'farmctl: --date=2026-11-20 no existe aquí; ¿quiso decir --date-from, --date-to?',
    ],
    [['flocks', 'get'], 'farmctl: missing required argument "id-or-name"'],
    [['flocks', 'list', 'extra'], 'farmctl: too many arguments for "list".'],
    [['flocks', 'list', '--limit'], 'farmctl: option "--limit <count>" argument missing'],
    [['--profil', 'x', 'me'], 'farmctl: unknown option "--profil"; did you mean --profile?'],
    [['farms', 'list', '-o', 'xml'], 'farmctl: '],
    [['farms', 'list', '--jq', '.['], 'farmctl: --jq: syntax error'],
    [
      ['farms', 'list', '--fields', 'nam'],
      'farmctl: --fields: there is no field "nam"; did you mean name?',
    ],
    [['farms', 'list', '--fields', ','], 'farmctl: --fields names no fields'],
    [['farms', 'list', '--limit', 'ten'], 'farmctl: a count must be a whole number, not "ten"'],
    [['farms', 'list', '--limit', '0'], 'farmctl: --limit must be at least 1'],
    [['farms', 'list', '--all', '--limit', '5'], 'farmctl: --all and --limit exclude each other'],
    [
      ['farms', 'list', '--dir', 'up'],
      'farmctl: option "--dir <direction>" argument "up" is invalid.',
    ],
    [['farms', 'list', '--timeout', 'soon'], 'farmctl: '],
    [['farms', 'list', '--profile', 'nosuch'], 'farmctl: '],
  ])('%j', async (argv, message) => {
    const { code, stdout, stderr, requests } = await runProgram(argv);
    expect({ code, stdout, sent: requests.length }).toEqual({ code: 2, stdout: '', sent: 0 });
    expect(stderr).toContain(message);
  });

  test('the error is followed by a pointer to the help', async () => {
    const { stderr } = await runProgram(['flocks', 'list', '--stauts', 'x']);
    expect(stderr.split('\n').at(-2)).toBe('  See: farmctl flocks list --help.');
  });
});

describe('global flags', () => {
  test.each([
    [['-o', 'jsonl', 'farms', 'list']],
    [['farms', '-o', 'jsonl', 'list']],
    [['farms', 'list', '-o', 'jsonl']],
    [['farms', 'list', '--output=jsonl']],
    [['-o', 'csv', 'farms', 'list', '-o', 'jsonl']],
  ])('may be anywhere, the last counts: %j', async (argv) => {
    const { code, stdout } = await runProgram(argv, { exchanges: [farms] });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"id":"farm_1","name":"North"}\n' });
  });

  test.each<[string, readonly string[], RunInput, string]>([
    ['a pipe gets TSV', [], {}, 'farm_1\tNorth\t\t\t\t\t\n'],
    [
      'FARMCTL_OUTPUT overrides that',
      [],
      { environment: { FARMCTL_OUTPUT: 'jsonl' } },
      '{"id":"farm_1","name":"North"}\n',
    ],
    [
      '-o overrides FARMCTL_OUTPUT',
      ['-o', 'csv', '--fields', 'id'],
      { environment: { FARMCTL_OUTPUT: 'jsonl' } },
      'id\nfarm_1\n',
    ],
    ['--jq prints its results', ['--jq', '.[].name'], {}, 'North\n'],
  ])('%s', async (_name, argv, input, stdout) => {
    const fields = argv.includes('--fields') ? '?fields=id&limit=50' : '?limit=50';
    const exchanges = [{ ...farms, on: `GET /v1/platform/farms${fields}` }];
    expect(await runProgram(['farms', 'list', ...argv], { ...input, exchanges })).toMatchObject({
      code: 0,
      stdout,
      stderr: '',
    });
  });

  test('a terminal gets a table in colour, unless disabled', async () => {
    const run = (argv: readonly string[], environment = {}) =>
      runProgram(['farms', 'list', ...argv], {
        exchanges: [farms],
        isTerminal: true,
        environment,
      });
    const heading = 'ID      Name   Production  Location  Barns  Active flocks  Birds\n';
    expect((await run([])).stdout).toContain('\u001b[1mID');
    expect((await run(['--color', 'never'])).stdout.startsWith(heading)).toBe(true);
    expect((await run([], { NO_COLOR: '1' })).stdout.startsWith(heading)).toBe(true);
    expect((await run([], { TERM: 'dumb' })).stdout.startsWith(heading)).toBe(true);
  });

  test('-o table is the same on a terminal and in a pipe', async () => {
    const argv = ['farms', 'list', '-o', 'table'];
    const pipe = await runProgram(argv, { exchanges: [farms] });
    const terminal = await runProgram(argv, { exchanges: [farms], isTerminal: true, columns: 20 });
    expect(terminal.stdout).toBe(pipe.stdout);
  });

  test('-v logs a line for every request on stderr', async () => {
    const { stdout, stderr } = await runProgram(['farms', 'list', '-v', '-o', 'jsonl'], {
      exchanges: [farms],
    });
    expect(stdout).toBe('{"id":"farm_1","name":"North"}\n');
    expect(stderr).toBe('GET /v1/platform/farms?limit=50 -> 200 (request req-1) in 0 ms\n');
  });

  test('--debug-http logs everything except the key', async () => {
    const { stderr } = await runProgram(['farms', 'list', '--debug-http'], { exchanges: [farms] });
    expect(stderr).toContain('> authorization: ***\n');
    expect(stderr).not.toContain('fk_live_test_key');
  });

  test('--fail-empty exits with 3 without a message', async () => {
    const empty = { ...farms, reply: { data: [], meta: { ...meta, total: 0 } } };
    const run = (argv: readonly string[]) =>
      runProgram(['farms', 'list', '-o', 'json', ...argv], { exchanges: [empty] });
    expect(await run([])).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' });
    expect(await run(['--fail-empty'])).toMatchObject({ code: 3, stdout: '[]\n', stderr: '' });
  });
});

describe('a server error', () => {
  test.each([
    [400, 'validation_failed', 5],
    [401, 'unauthorized', 4],
    [403, 'insufficient_scope', 4],
    [404, 'not_found', 3],
    [405, 'method_not_allowed', 5],
    [422, 'action_refused', 5],
    [500, 'internal', 7],
  ])('%i %s exits with %i, with stdout empty', async (status, error, code) => {
    const exchanges = [failedFarms(status, { error, message: 'No, said the server.' })];
    const result = await runProgram(['farms', 'list', '-o', 'json'], { exchanges });
    expect(result).toMatchObject({ code, stdout: '' });
    expect(JSON.parse(result.stderr)).toMatchObject({
      error,
      message: 'No, said the server.',
      status,
      server: 'http://farm.test',
      request: 'GET /v1/platform/farms?limit=50',
      requestId: 'req-1',
      exitCode: code,
    });
  });

  test('names the server, the request and the next step for people', async () => {
    const exchanges = [failedFarms(401, { error: 'unauthorized', message: 'No such key.' })];
    expect((await runProgram(['farms', 'list'], { exchanges })).stderr).toBe(
      [
        'farmctl: No such key. (401 unauthorized)',
        '  Server: http://farm.test; request: req-1',
        '  The key is set by environment FARMCTL_KEY: correct or unset it.',
        '',
      ].join('\n'),
    );
  });

  test('is JSON if FARMCTL_OUTPUT is json, also for a usage error', async () => {
    const environment = { FARMCTL_OUTPUT: 'json' };
    const { code, stderr } = await runProgram(['farms', 'list', '--nope'], { environment });
    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({ error: 'usage', exitCode: 2 });
  });

  test('too many requests: waits for Retry-After up to --max-wait, then exits with 6', async () => {
    const failedText = failedFarms(
      429,
      { error: 'rate_limited', message: 'Wait.' },
      { 'retry-after': '20' },
    );
    const argv = ['farms', 'list', '--max-wait', '50s'];
    const { code, waits } = await runProgram(argv, {
      exchanges: [failedText, failedText, failedText],
    });
    expect({ code, waits }).toEqual({ code: 6, waits: [20_000, 20_000] });
    const patient = await runProgram(argv, { exchanges: [failedText, farms] });
    expect(patient).toMatchObject({ code: 0, waits: [20_000] });
  });

  test('unavailable after all retries exits with 7', async () => {
    const exchanges = Array.from({ length: 6 }, () => failedFarms(503));
    expect(await runProgram(['farms', 'list'], { exchanges })).toMatchObject({
      code: 7,
      waits: [125, 250, 500, 1000, 2000],
    });
  });

  test('no connection exits with 8', async () => {
    const fails = new ConnectionFailed('refused', {
      method: 'GET',
      path: '/v1/platform/farms?limit=50',
      server: 'http://farm.test',
    });
    const { code, stderr, stdout } = await runProgram(['farms', 'list', '--max-wait', '0'], {
      exchanges: [{ ...farms, fails }],
    });
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
    expect(stderr).toContain('no answer from http://farm.test: nothing listens there');
    expect(stderr).toContain('Start a server with: farmctl serve');
  });

  test('an internal error exits with 1, and -v shows the stack trace', async () => {
    const fails = new TypeError('x is not a function');
    const run = (argv: readonly string[]) =>
      runProgram(['farms', 'list', ...argv], { exchanges: [{ ...farms, fails }] });
    expect(await run([])).toMatchObject({
      code: 1,
      stderr: 'farmctl: x is not a function\n  This is a fault of farmctl; -v shows where.\n',
    });
    expect((await run(['-v'])).stderr).toContain('TypeError: x is not a function\n    at ');
  });
});

describe('a closed output', () => {
  test('is not an error: the reader has finished', async () => {
    const more = { ...meta, total: 4, hasMore: true, nextCursor: 'c' };
    const page = {
      on: 'GET /v1/platform/farms?limit=200',
      reply: { data: [{ id: '1' }], meta: more },
    };
    const next = {
      on: 'GET /v1/platform/farms?cursor=c&limit=200',
      reply: { data: [{ id: '2' }], meta: { ...more, nextCursor: 'd' } },
    };
    const { code, stdout, stderr } = await runProgram(['farms', 'list', '--all', '-o', 'jsonl'], {
      exchanges: [page, next],
      closesAfter: 1,
    });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"id":"1"}\n', stderr: '' });
  });
});

test.each([
  ['interrupted', 130],
  ['terminated', 143],
  ['hungUp', 129],
] as const)('%s: exits with %i without a message', async (outcome, code) => {
  const reason = new CliError(outcome, '');
  const fails = Object.assign(new Error('This operation was aborted'), { name: 'AbortError' });
  const result = await runProgram(['farms', 'list'], {
    exchanges: [{ ...farms, fails }],
    interrupted: reason,
  });
  expect(result).toMatchObject({ code, stdout: '', stderr: '' });
});

import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import type { Transport } from '../../src/client/errors.ts';
import { systemClock } from '../../src/tools/clock.ts';
import { createFakeIo } from '../support/fake-io.ts';

/** A server that knows nothing. */
const unreachable: Transport = {
  server: 'http://farm.test',
  send: async () => ({
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: '{"error":"not_found","message":"Not found."}',
  }),
  close: async () => {},
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farmctl-hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const io = createFakeIo({
    cwd: folder,
    environment: { FARMCTL_KEY: 'fk_live_test_key', XDG_STATE_HOME: folder, ...environment },
  });
  const exit = runCli(argv, {
    io,
    clock: systemClock,
    version: '1.2.3',
    openTransport: async () => unreachable,
    random: () => 0,
    sleep: async () => {},
    newKey: () => 'key',
  });
  return exit.then((code) => ({ code, ...io.written }));
}

/** Nine aliases of nine aliases of …: a billion texts in 300 bytes. */
const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
  .concat(
    [...'bcdefghij'].map(
      (name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`)}]`,
    ),
  )
  .join('\n');

const contents: Readonly<Record<string, string | Uint8Array>> = {
  empty: '',
  spaces: ' \n\t\n',
  binary: Uint8Array.from({ length: 4096 }, (_, at) => (at * 167 + 13) % 256),
  nul: '{"a": "b\0c"}',
  latin: Buffer.from('{"title": "caf\xe9"}', 'latin1'),
  utf16: Buffer.from('\uFEFF{"a": 1}', 'utf16le'),
  'half a surrogate': '{"a": "\\ud800"}',
  'a byte order mark': '\uFEFF{"a": 1}',
  'deep lists': '['.repeat(200_000),
  'deep and closed': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  'deep objects': '{"a":'.repeat(5_000),
  'deep YAML': '- '.repeat(50_000),
  'deep keys': '? '.repeat(20_000),
  bomb,
  'steps of a bomb': `${bomb}\nsteps:\n  - create: tasks\n    with: {title: *j}`,
  'a circle': 'steps: &a [*a]',
  'a circle of objects': '&a {steps: [{create: tasks, with: *a}]}',
  'an alias of nothing': 'steps: [*nobody]',
  'a tag': '!!js/function "() => 1"',
  prototype: '{"__proto__": {"polluted": true}, "constructor": 1}',
  'one line': 'x'.repeat(3_000_000),
  'a number': '9'.repeat(100_000),
  'twice the same key': '{"a": 1, "a": 2}',
  'many keys': Array.from({ length: 20_000 }, (_, at) => `k${at}: &a${at} x`).join('\n'),
  'YAML of several documents': 'a: 1\n---\nb: 2',
};

/** The commands that read a file, with the place of its name. */
const commands: readonly (readonly string[])[] = [
  ['api', 'POST', '/tasks', '--input', 'FILE'],
  ['batch', 'FILE'],
  ['fixtures', 'apply', 'FILE'],
  ['fixtures', 'destroy', 'FILE', '--yes'],
  ['tasks', 'create', '--input', 'FILE'],
  ['tasks', 'update', 'task_1', '--input', 'FILE'],
  ['tasks', 'import', 'FILE'],
  ['undo', 'FILE'],
  ['integrations', 'mapping', 'set', 'integration_1', 'FILE'],
  ['integrations', 'test', 'integration_1', '--mapping', 'FILE'],
  ['integrations', 'test', 'integration_1', '--payload', 'FILE'],
  ['media', 'upload', 'FILE'],
  ['snapshot', 'load', 'FILE', '--yes'],
  ['case-files', 'verify', '--file', 'FILE'],
  ['vision', 'push', 'FILE', '--integration', 'integration_1', '--token-file', 'token'],
  ['vision', 'push', 'token', '--integration', 'integration_1', '--token-file', 'FILE'],
  ['webhook', 'verify', '--secret-file', 'FILE', '--header', 'a: b', '--body', 'token'],
  ['webhook', 'verify', '--secret-file', 'token', '--header', 'a: b', '--body', 'FILE'],
  ['webhook', 'trigger', 'alert.created', '--url', 'http://127.0.0.1:9/', '--secret-file', 'FILE'],
  ['restore', 'FILE', '--yes', '--data', 'data'],
];

const isRoot = process.getuid?.() === 0;

describe.each(commands.map((argv) => [argv]))('%j', (argv) => {
  const on = (file: string) => run(argv.map((word) => (word === 'FILE' ? file : word)));

  beforeAll(() => writeFile(join(folder, 'token'), 'cam_000000000000_secret\n', { mode: 0o600 }));

  test('never causes an internal error, whatever the file contains', async () => {
    const faults: unknown[] = [];
    for (const [name, content] of Object.entries(contents)) {
      await writeFile(join(folder, 'hostile'), content);
      const startedAt = performance.now();
      const { code, stderr } = await on('hostile');
      const elapsed = performance.now() - startedAt;
      if (code === 1 || elapsed > 60_000) faults.push({ name, code, took: elapsed, stderr });
    }
    expect(faults).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('is a usage error for an invalid file', async () => {
    await mkdir(join(folder, 'folder'), { recursive: true });
    await writeFile(join(folder, 'secret'), '{}');
    await chmod(join(folder, 'secret'), 0);
    const isWhole = !['vision', 'restore', 'snapshot'].includes(argv[0] ?? '');
    const endless = process.platform === 'linux' && isWhole ? ['/dev/zero'] : [];
    const places = ['missing', 'folder', ...(isRoot ? [] : ['secret']), ...endless];
    for (const place of places) {
      // Only the name of removed fixtures is used; images and streams may be pipes.
      const { code, stderr } = await on(place);
      expect([place, code, stderr]).not.toEqual([place, 1, stderr]);
    }
  });
});

test.each([
  ['bomb', 'fixtures apply', /hostile:2:\d+: .*alias/i],
  ['a circle', 'fixtures apply', /hostile:1:\d+: is nested deeper than 64 levels/],
  ['deep keys', 'fixtures apply', /hostile:1:\d+: is nested deeper than 64 levels/],
  ['twice the same key', 'fixtures apply', /hostile:1:10: .*keys must be unique/i],
  ['twice the same key', 'batch', /hostile.*keys must be unique/i],
  ['many keys', 'fixtures apply', /hostile:1:1: k0 has no meaning here/],
  ['many keys', 'batch', /hostile/],
  ['bomb', 'batch', /hostile.*alias/i],
  ['latin', 'batch', /hostile:1: is not UTF-8 text/],
  ['nul', 'fixtures apply', /hostile:1: contains a NUL byte/],
])('%s is reported by farmctl %s with its position', async (name, command, message) => {
  await writeFile(join(folder, 'hostile'), contents[name] ?? '');
  const { code, stderr } = await run([...command.split(' '), 'hostile']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test.each(Object.keys(contents))(
  'a configuration that is %s is a usage error, or valid',
  async (name) => {
    const path = join(folder, 'config.json');
    await writeFile(path, contents[name] ?? '');
    const { code, stderr } = await run(['config', 'list'], { FARMCTL_CONFIG: path });
    expect([name, code, stderr]).toEqual([name, 2, expect.stringContaining('config.json')]);
  },
);

test.each(Object.keys(contents))(
  'a key file that is %s is a usage error, or a key',
  async (name) => {
    const path = join(folder, 'key');
    await writeFile(path, contents[name] ?? '', { mode: 0o600 });
    const config = join(folder, 'keyed.json');
    const profiles = { one: { server: 'https://farm.test', keyFile: path } };
    await writeFile(config, JSON.stringify({ currentProfile: 'one', profiles }), { mode: 0o600 });
    const { code } = await run(['me'], { FARMCTL_CONFIG: config, FARMCTL_KEY: '' });
    expect([2, 3]).toContain(code);
  },
);

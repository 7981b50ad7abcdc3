import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderFindings } from '../../../src/cli/commands/setup/run-doctor.ts';
import { createPaint } from '../../../src/cli/core/io.ts';
import { ConnectionFailed, type Transport } from '../../../src/client/errors.ts';
import { en } from '../../../src/i18n/en.ts';
import { loadLabels } from '../../../src/i18n/labels.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { message } from '../../../src/model/core/message.ts';
import { recordInJournal } from '../../../src/server/backup/backup-file.ts';
import { bootstrapDatabase } from '../../../src/server/bootstrap.ts';
import { failed, foreign, passed, skipped, warned } from '../../../src/server/doctor/finding.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';

const NOW = '2026-11-02T08:30:00.000Z';
const plain = createPaint({ mode: 'never', environment: {}, isTerminal: false });

/** A home whose profile uses a database on this machine, with a recent backup. */
async function aFarm(): Promise<Home> {
  const home = await aHome({
    config: { profiles: { default: { server: 'embedded', dataDir: '../../work/db' } } },
  });
  const dataDir = join(home.cwd, 'db');
  await bootstrapDatabase({ dataDir });
  const file = join(home.cwd, 'farm.db');
  await writeFile(file, '');
  recordInJournal(dataDir, { lastBackup: { at: NOW, file, bytes: 0 } });
  return home;
}

/** A server that answers so, by path. */
function aServer(answers: Readonly<Record<string, number>>, date: string): () => Transport {
  return () => ({
    server: 'http://127.0.0.1:8787',
    close: async () => {},
    async send({ path, method }) {
      const status = answers[path];
      if (status === undefined) {
        throw new ConnectionFailed('refused', { method, path, server: 'http://127.0.0.1:8787' });
      }
      const error =
        status === 401 ? { error: 'unauthorized', message: 'A valid key is needed.' } : {};
      return {
        status,
        headers: { date, 'content-type': 'application/json' },
        body: JSON.stringify(error),
      };
    },
  });
}

const DATE = 'Mon, 02 Nov 2026 08:30:00 GMT';
const healthy = { '/readyz': 200, '/v1/platform/me': 200 };
const rows = (stdout: string) =>
  JSON.parse(stdout) as { check: string; state: string; finding: string; whatToDo: string }[];

describe('doctor', () => {
  test('--audit-anchors must name an existing file', async () => {
    const argv = ['doctor', '--audit-anchors', 'nowhere.jsonl'];
    const { stderr, exitCode } = await runInHome(await aFarm(), argv);
    expect(stderr).toContain('--audit-anchors: there is no file nowhere.jsonl');
    expect(exitCode).toBe(2);
  });

  test('doctor of an intact database prints one line', async () => {
    const { stdout, stderr, exitCode } = await runInHome(await aFarm(), ['doctor']);
    expect(stdout).toBe('18 of 18 checks are well\n');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  test('prints every check if a format is requested', async () => {
    const home = await aFarm();
    const { stdout } = await runInHome(home, ['doctor', '-o', 'json']);
    expect(rows(stdout).map(({ check }) => check)).toEqual([
      ...[
        'configuration',
        'profile',
        'folder',
        'permissions',
        'database',
        'integrity',
        'commits',
        'schema',
      ],
      ...[
        'auditLog',
        'outbox',
        'notices',
        'files',
        'clock',
        'synchronous',
        'log',
        'disk',
        'backups',
        'runtime',
      ],
      'openFiles',
    ]);
    const table = await runInHome(home, ['doctor', '-o', 'tsv', '--fields', 'check,state']);
    expect(table.stdout.split('\n')[0]).toBe('configuration\tok');
  });

  test('doctor with --deep reads everything', async () => {
    const { stdout, exitCode } = await runInHome(await aFarm(), ['doctor', '--deep', '-o', 'json']);
    const integrity = rows(stdout).find(({ check }) => check === 'integrity');
    expect(integrity?.finding).toBe('every page and index is sound');
    expect(exitCode).toBe(0);
  });

  test('exits with 10 for warnings only if requested', async () => {
    const home = await aFarm();
    recordInJournal(join(home.cwd, 'db'), {
      lastBackup: { at: '2026-10-01T00:00:00Z', file: '/x', bytes: 1 },
    });
    const result = await runInHome(home, ['doctor']);
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toMatch(/^17 of 18 checks are well\nwarning backups: .*\n {2}\S.*\n$/);
    expect((await runInHome(home, ['doctor', '--exit-status'])).exitCode).toBe(10);
  });

  test('doctor of a folder without a database exits with 7, without a folder with 3', async () => {
    const home = await aHome();
    await mkdir(join(home.cwd, 'empty'), { mode: 0o700 });
    const empty = await runInHome(home, ['doctor', '--data', 'empty']);
    expect(empty.stdout).toContain('failed database: there is no ');
    expect({ stderr: empty.stderr, exitCode: empty.exitCode }).toEqual({
      stderr: 'farmctl: 1 check failed\n',
      exitCode: 7,
    });
    expect((await runInHome(home, ['doctor', '--data', 'nowhere'])).exitCode).toBe(3);
  });

  test('works with a broken configuration: it reports the position and continues', async () => {
    const home = await aHome({
      config: '{\n  "profiles": {\n    "default": { "sever": "x" }\n  }\n}\n',
    });
    await bootstrapDatabase({ dataDir: join(home.cwd, 'db') });
    const { stdout, exitCode } = await runInHome(home, ['doctor', '--data', 'db', '-o', 'json']);
    const [first] = rows(stdout);
    expect(first).toMatchObject({ check: 'configuration', state: 'failed' });
    expect(first?.finding).toMatch(
      /config\.json:3:\d+: .*sever is not a setting; did you mean "server"\?$/,
    );
    expect(rows(stdout).find(({ check }) => check === 'schema')?.state).toBe('ok');
    expect(exitCode).toBe(2);
  });
});

describe('doctor of a server', () => {
  const environment = { FARMCTL_KEY: 'fk_live_test_key' };
  const of = (transport: () => Transport, run = {}) =>
    aHome().then((home) =>
      runInHome(home, ['doctor', '-o', 'json'], { transport, environment, ...run }),
    );
  const stateOf = (stdout: string) =>
    Object.fromEntries(rows(stdout).map(({ check, state }) => [check, state]));

  test('doctor of a server without problems checks the server, its clock and the key', async () => {
    const { stdout, exitCode } = await of(aServer(healthy, DATE));
    expect(stateOf(stdout)).toMatchObject({ server: 'ok', serverClock: 'ok', key: 'ok' });
    expect(exitCode).toBe(0);
  });

  test('doctor of a server that does not respond exits with 8, with instructions', async () => {
    const { stdout, exitCode } = await of(aServer({}, DATE));
    expect(rows(stdout).find(({ check }) => check === 'server')).toEqual({
      check: 'server',
      state: 'failed',
      finding: 'no answer from http://127.0.0.1:8787: nothing listens there',
      whatToDo:
        'Start a server with: farmctl serve; name another with --server; or set this machine up: farmctl init',
    });
    expect(exitCode).toBe(8);
  });

  test('doctor of a server that rejects the key exits with 4', async () => {
    const { stdout, exitCode } = await of(aServer({ ...healthy, '/v1/platform/me': 401 }, DATE));
    expect(stateOf(stdout)).toMatchObject({ server: 'ok', key: 'failed' });
    expect(exitCode).toBe(4);
  });

  test('doctor of a server whose clock is 10 s ahead causes a warning', async () => {
    const { stdout, exitCode } = await of(aServer(healthy, 'Mon, 02 Nov 2026 08:30:10 GMT'));
    expect(stateOf(stdout)).toMatchObject({ serverClock: 'warning' });
    expect(exitCode).toBe(0);
  });

  test('doctor of a server requires no key', async () => {
    const { stdout } = await of(aServer(healthy, DATE), { environment: {} });
    expect(stateOf(stdout)).toMatchObject({ server: 'ok', key: 'skipped' });
  });
});

test.each([
  ['es', 'advertencia copias de seguridad: x', 'fallido registro de auditoría: x'],
  ['he', 'אזהרה גיבויים: x', 'נכשל יומן ביקורת: x'],
] as const)('in %s checks have common names', async (language, ...expected) => {
  const findings = [
    warned('backups', foreign('x'), foreign('y')),
    failed('auditLog', foreign('x'), foreign('y')),
  ];
  const translator = await loadLanguage(language);
  const labels = await loadLabels(language);
  const lines = renderFindings(findings, { paint: plain, translator, labels }).split('\n');
  expect([lines[1], lines[3]]).toEqual(expected);
});

test('problems are reported with remedies; control characters in foreign text are neutralised', async () => {
  const printed = message('doctor.clocksAgree');
  const findings = [
    passed('disk', printed),
    failed('server', foreign('no \u001b[31manswer'), foreign('start it')),
    warned('backups', foreign('old'), foreign('make one')),
    skipped('auditLog', printed),
  ];
  expect(
    renderFindings(findings, {
      paint: plain,
      translator: { language: 'en', texts: en },
      labels: await loadLabels('en'),
    }),
  ).toBe(
    [
      '1 of 3 checks are well',
      'failed server: no \\x1b[31manswer',
      '  start it',
      'warning backups: old',
      '  make one',
      '',
    ].join('\n'),
  );
});

test.each([
  ['he', 'התיקייה'],
  ['th', 'โฟลเดอร์'],
  ['es', 'carpeta'],
  ['zh', '文件夹'],
])('findings follow --lang %s; those in a format do not', async (lang, folder) => {
  const home = await aHome();
  const { stdout } = await runInHome(home, ['doctor', '--data', 'nowhere', '--lang', lang]);
  expect(stdout).not.toMatch(/there is no|set it up|checks are well/);
  expect(stdout).toContain(folder);
  const json = await runInHome(home, ['doctor', '--data', 'nowhere', '-o', 'json', '--lang', lang]);
  const finding = rows(json.stdout).find(({ check }) => check === 'folder');
  expect(finding?.finding).toContain('there is no folder');
});

test.each([
  ['es', 'omitido', 'no existe la carpeta'],
  ['th', 'ข้าม', 'ไม่มีโฟลเดอร์'],
])('a table of doctor is in the language of the profile: %s', async (lang, _word, folder) => {
  const home = await aHome({
    config: { profiles: { default: { server: 'embedded', dataDir: '../../work/none', lang } } },
  });
  const { stdout } = await runInHome(home, ['doctor', '-o', 'table']);
  expect(stdout).toContain(folder);
  expect(stdout).not.toMatch(/there is no|set it up|is well|\bok\b/);
});

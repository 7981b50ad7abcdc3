import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createEmptyDatabase } from '../support/databases.ts';
import { runProgramFile } from '../support/installed-package.ts';
import { COMPILED, type RunningProgram, runProgramOn } from '../support/running-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const isThere = async (program: string) =>
  (await runProgramFile('sh', ['-c', `command -v ${program}`])).code === 0;
const hasSystemd = await isThere('systemd-analyze');
const hasPromtool = await isThere('promtool');

const METRIC = /\bfarmctl_[a-z0-9_]+/g;

test('alert rules and dashboard use documented metrics only', async () => {
  const page = await readFile('docs/operations.md', 'utf8');
  const documented = new Set(page.match(METRIC));
  const texts = await Promise.all(
    ['deploy/alerts.yml', 'deploy/grafana.json'].map((file) => readFile(file, 'utf8')),
  );
  const used = new Set(texts.flatMap((text) => [...(text.match(METRIC) ?? [])]));
  const unknown = [...used].filter(
    (name) =>
      !documented.has(name.replace(/_bucket$/, '')) && !/^farmctl_(process|nodejs)_/.test(name),
  );
  expect(used.size).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
});

test('every alert rule has a severity and a summary', async () => {
  const { groups } = parse(await readFile('deploy/alerts.yml', 'utf8'));
  for (const rule of groups[0].rules) {
    expect([rule.alert, rule.labels.severity, typeof rule.annotations.summary]).toEqual([
      rule.alert,
      expect.stringMatching(/^(critical|warning)$/),
      'string',
    ]);
  }
});

test('the compose file builds the Dockerfile, which runs without root and has a health check', async () => {
  const { services } = parse(await readFile('deploy/compose.yaml', 'utf8'));
  expect(services.farmctl.build.dockerfile).toBe('deploy/Dockerfile');
  const lines = (await readFile('deploy/Dockerfile', 'utf8')).split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')));
  expect(last).toContain('USER node');
  expect(last.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
});

/** Runs the command of the unit with its environment, in folders like those of systemd. */
async function startUnit(file: Readonly<Record<string, string>>): Promise<RunningProgram> {
  const folder = await temporaryFolder();
  const unit = (await readFile('deploy/farmctl.service', 'utf8')).replaceAll(/%[SC]/g, folder);
  const settingOf = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';
  for (const name of settingOf('StateDirectory').split(' ')) await mkdir(join(folder, name));
  const assigned = [...unit.matchAll(/^Environment=(?:"(.+)"|(.+))$/gm)].flatMap(
    ([, one, several = '']) => (one === undefined ? several.split(' ') : [one]),
  );
  const variables = assigned.map((text) => {
    const [name = '', ...parts] = text.split('=');
    return [name, parts.join('=')] as const;
  });
  const env: Record<string, string> = { ...Object.fromEntries(variables), ...COMPILED, ...file };
  const argv = settingOf('ExecStart')
    .split(' ')
    .slice(1)
    .flatMap((word) => (word === '$SERVE_FLAGS' ? (env['SERVE_FLAGS'] ?? '').split(' ') : [word]));
  const port = argv.indexOf('8787');
  return runProgramOn(argv.with(port, '0').filter(Boolean), env);
}

test('the command of the unit serves SQLite, or PostgreSQL if named by the environment file', async () => {
  const small = await startUnit({});
  await small.saw('stderr', 'farmctl is ready');
  expect(small.stderr()).toContain('farmctl.db');
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const key = 'ab'.repeat(32);
  const file = { SERVE_FLAGS: '', FARMCTL_DATABASE: url, FARMCTL_SECRET_KEY: key };
  const large = await startUnit(file);
  await large.saw('stderr', 'farmctl is ready');
  expect(large.stderr()).toContain('"database":"PostgreSQL at');
  await large.end('SIGTERM');
});

test('a container serves the database of its environment, not one from a flag', async () => {
  const dockerfile = await readFile('deploy/Dockerfile', 'utf8');
  expect(dockerfile).toMatch(/^ENV .*FARMCTL_DATA=\/var\/lib\/farmctl$/m);
  const { services } = parse(await readFile('deploy/compose.yaml', 'utf8'));
  expect(services.farmctl.environment.FARMCTL_DATABASE).toContain('postgres://');
  expect(`${/^CMD .+$/m.exec(dockerfile)} ${services.farmctl.command}`).not.toMatch(/--data/);
});

// The program of the unit has to exist where it is verified.
test.skipIf(!hasSystemd)('systemd accepts the unit and rates it as protected', async () => {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  const unit = join(folder, 'farmctl.service');
  const text = await readFile('deploy/farmctl.service', 'utf8');
  await writeFile(unit, text.replace('/usr/local/bin/farmctl', '/bin/true'));
  const verified = await runProgramFile('systemd-analyze', ['verify', '--man=no', unit]);
  expect([verified.code, verified.stderr]).toEqual([0, '']);
  const security = ['security', '--offline=true', '--threshold=20', unit];
  expect((await runProgramFile('systemd-analyze', security)).code).toBe(0);
});

test.each([
  ['that answers', 0, ''],
  ['that is starting and refuses connections', 7, ''],
  ['that accepts connections but does not answer', 28, 'try-restart farmctl.service\n'],
])('the watchdog restarts a service %s or does not', async (_, status, called) => {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  const log = join(folder, 'called');
  await writeFile(log, '');
  await writeFile(join(folder, 'curl'), `#!/bin/sh\nexit ${status}\n`, { mode: 0o755 });
  await writeFile(join(folder, 'systemctl'), `#!/bin/sh\necho "$*" >> ${log}\n`, { mode: 0o755 });
  const unit = await readFile('deploy/farmctl-watchdog.service', 'utf8');
  const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
  const run = script.replace('/usr/bin/curl', 'curl');
  const { code } = await runProgramFile('sh', ['-c', `PATH=${folder}:$PATH; ${run}`]);
  expect([code, await readFile(log, 'utf8')]).toEqual([0, called]);
});

test.skipIf(!hasPromtool)('promtool accepts the alert rules, and their tests pass', async () => {
  const checked = await runProgramFile('promtool', ['check', 'rules', 'deploy/alerts.yml']);
  const tested = await runProgramFile('promtool', ['test', 'rules', 'deploy/alerts.test.yml']);
  expect([checked.code, tested.code, tested.stderr]).toEqual([0, 0, '']);
});

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage, runProgramFile } from '../support/installed-package.ts';
import { openShell, type Shell } from '../support/shell.ts';
import { isInstalled } from '../support/terminal.ts';

const PROJECT = join(import.meta.dirname, '../..');
const README = join(PROJECT, 'README.md');
const CONSOLE_BLOCK = /```console\n([\s\S]*?)```/g;
const PATIENCE_MILLIS = 240_000;

/** The location where `npm install --global` puts the package, without the project beside it. */
let prefix: string;
let home: string;
let shell: Shell;

beforeAll(async () => {
  prefix = await mkdtemp(join(tmpdir(), 'farmctl-installed-'));
  home = await installPackage(prefix);
  shell = await openShell({ programs: join(prefix, 'bin') });
}, PATIENCE_MILLIS);
afterAll(async () => {
  await shell.close();
  await rm(prefix, { recursive: true, force: true });
});

/** `man farmctl`, where there is a man, finds the page that the installation has linked. */
async function readManual(env: NodeJS.ProcessEnv): Promise<void> {
  const manuals = join(prefix, 'share/man');
  expect(existsSync(join(manuals, 'man1/farmctl.1'))).toBe(true);
  if (!isInstalled('man')) return;
  const manual = await runProgramFile('man', ['-M', manuals, 'farmctl'], {
    env: { ...env, MANPAGER: 'cat', MANWIDTH: '80' },
  });
  expect(manual.stdout).toContain('farmctl <command> [flags]');
}

async function print(command: string): Promise<string> {
  const { stdout } = await shell.run(`{ ${command}\n} 2>&1`);
  return withoutAccidents(stdout);
}

/** The port, the ids of requests and the ids of new rows differ from run to run. */
function withoutAccidents(text: string): string {
  return text
    .replaceAll(shell.server.ready.baseUrl, 'http://127.0.0.1:8787')
    .replaceAll(/req_[0-9a-f-]{36}/g, 'req_…')
    .replaceAll(/\b([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}\b/g, '$1_…');
}

test(
  'every command of the tour prints what the README shows',
  async () => {
    const readme = await readFile(README, 'utf8');
    let renewed = readme;
    for (const [block, text = ''] of readme.matchAll(CONSOLE_BLOCK)) {
      const commands = text.split('\n').filter((line) => line.startsWith('$ '));
      let output = '';
      for (const command of commands) output += `${command}\n${await print(command.slice(2))}`;
      renewed = renewed.replace(block, () => `\`\`\`console\n${output}\`\`\``);
    }
    // FARMCTL_UPDATE_README=1 writes the output into the README, to be reviewed before a commit.
    if (process.env['FARMCTL_UPDATE_README']) await writeFile(README, renewed);
    else expect(renewed).toBe(readme);
  },
  PATIENCE_MILLIS,
);

test('the key in the README is accepted by the mock server of seed 42', async () => {
  const readme = await readFile(README, 'utf8');
  expect(readme).toContain(`FARMCTL_KEY=${shell.server.ready.keys['admin']}`);
});

test(
  'the commands of the camera section work unchanged on the farm of the tour',
  async () => {
    const readme = await readFile(README, 'utf8');
    const [, block = ''] = /## Cameras\n+```sh\n([^`]*)```/.exec(readme) ?? [];
    expect(block).toContain('vision push');
    const folder = join(prefix, 'cameras');
    await mkdir(folder);
    const { code, stderr } = await shell.run(`cd '${folder}' && set -e\n${block}`);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^pushed [\d,]+ lines: [\d,]+ stored, 0 stored already, 0 rejected/),
    ]);
  },
  PATIENCE_MILLIS,
);

test(
  'installed, it runs, sets up a farm, completes and shows its help',
  async () => {
    const env = { PATH: process.env['PATH'], HOME: prefix, LANG: 'C.UTF-8' };
    const program = join(prefix, 'bin/farmctl');
    const farmctl = async (...argv: string[]) => {
      const { code, stdout, stderr } = await runProgramFile(program, argv, { cwd: prefix, env });
      const said = code === 0 ? '' : stderr;
      expect({ argv, code, said }).toEqual({ argv, code: 0, said: '' });
      return stdout;
    };
    const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
    expect(await farmctl('--version')).toContain(version);
    expect(await farmctl('demo')).toContain('# The morning briefing of one farm');
    const init = ['init', '--yes', '--farm-name', 'North', '--barns', '1', '--chicks', '19800'];
    await farmctl(...init, '--placement-date', 'today-3d');
    expect(await farmctl('digest', '--lang', 'en')).toMatch(/^North · Morning briefing/);
    expect(await farmctl('completion', 'bash')).toContain('complete ');
    expect((await stat(join(home, 'man/farmctl.1'))).size).toBeGreaterThan(1000);
    // Without a registry the package is unpacked manually, and npm links nothing.
    if (existsSync(join(prefix, 'tools'))) await readManual(env);
    // As a program of a user would import it.
    const script = join(prefix, 'lib/program.mjs');
    await writeFile(
      script,
      "import { createClient } from 'farmctl';\n" +
        "import { verifyWebhook } from 'farmctl/verify-webhook';\n" +
        'console.log(typeof createClient, typeof verifyWebhook);\n',
    );
    const imported = await runProgramFile(process.execPath, [script], { cwd: prefix, env });
    expect(imported).toEqual({ code: 0, stdout: 'function function\n', stderr: '' });
  },
  PATIENCE_MILLIS,
);

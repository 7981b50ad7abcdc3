import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '../../src/model/core/message.ts';
import type { RunningServer } from '../../src/server/jobs/running-server.ts';
import { startServer } from '../../src/server/start-server.ts';
import { COMPILED } from './running-program.ts';

const PROJECT = join(import.meta.dirname, '../..');
const PROGRAM = join(PROJECT, 'bin/farmctl.js');

/** The output and exit status of a command. */
export interface ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** A shell in which `farmctl` is the built program, connected to a separate mock server. */
export interface Shell {
  readonly server: RunningServer;
  /** An empty home folder. */
  readonly home: string;
  /** The environment of its commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a line of bash in the project's folder with closed standard input. */
  run(line: string): Promise<ShellResult>;
  close(): Promise<void>;
}

/** Options of a shell. */
interface ShellOptions {
  readonly content?: 'demo' | 'empty';
  /** Language of the demo farm; English where absent. */
  readonly language?: Language;
  /** The folder with `farmctl`; absent: that of the project. */
  readonly programs?: string;
}

/** Opens a shell; by default its mock server has the demo farm of seed 42 on 2026-11-20. */
export async function openShell(options: ShellOptions = {}): Promise<Shell> {
  const home = await mkdtemp(join(tmpdir(), 'farmctl-shell-'));
  const { programs = home } = options;
  if (programs === home) await writeStart(home);
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    mock: {
      content: options.content ?? 'demo',
      seed: 42,
      language: options.language ?? 'en',
      now: Date.parse('2026-11-20T06:00:00Z'),
    },
    logLevel: 'silent',
  });
  const env = {
    PATH: `${programs}:${process.env['PATH']}`,
    HOME: home,
    ...COMPILED,
    LANG: 'C.UTF-8',
    FARMCTL_SERVER: server.ready.baseUrl,
    FARMCTL_KEY: server.ready.keys['admin'] ?? '',
  };
  return {
    server,
    home,
    env,
    run: (line) => runLine(line, env),
    async close() {
      await server.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function writeStart(folder: string): Promise<void> {
  const start = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;
  await writeFile(join(folder, 'farmctl'), start);
  await chmod(join(folder, 'farmctl'), 0o755);
}

function runLine(line: string, env: NodeJS.ProcessEnv): Promise<ShellResult> {
  return new Promise((resolve) => {
    const options = { cwd: PROJECT, env, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile('bash', ['-c', line], options, (error, stdout, stderr) => {
      resolve({ stdout, stderr, code: error ? Number(error.code ?? 1) : 0 });
    });
    child.stdin?.end();
  });
}

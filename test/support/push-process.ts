import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { COMPILED } from './running-program.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/farmctl.js');

/** The end of a process. */
export interface ProcessEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Exit status, or the signal that ended it. */
  readonly end: number | string;
}

/** A running `farmctl`. */
export interface RunningProgram {
  readonly child: ChildProcess;
  readonly ended: Promise<ProcessEnd>;
}

export interface ProgramSurroundings {
  readonly home: string;
  readonly server: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

/** Starts the built program with a camera token; stopped at the end of the test. */
export function startFarmctl(
  argv: readonly string[],
  { home, server, env = {}, input = '' }: ProgramSurroundings,
): RunningProgram {
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      ...COMPILED,
      FARMCTL_SERVER: server,
      FARMCTL_CAMERA_TOKEN: 'cam_test_0123456789',
      FARMCTL_CAMERA_INTEGRATION: 'integ_1',
      ...env,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.stderr += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.on('close', (code, signal) => resolve({ ...texts, end: code ?? signal ?? 'unknown' }));
  });
  return { child, ended };
}

import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Job, JobName } from './load/jobs.ts';

const READY_MILLIS = 60_000;
const PATIENCE_MILLIS = 5000;

/** A worker: a process that runs requested jobs, with one response each. */
export interface Worker {
  readonly pid: number;
  ask<Name extends JobName>(name: Name, input: Job<Name>['input']): Promise<Job<Name>['answer']>;
}

/** Everything a run starts or creates, for a complete clean-up. */
export interface Workshop {
  startWorker(): Promise<Worker>;
  /** Starts a program and waits for its ready line. */
  startProgram(command: Command): Promise<StartedProgram>;
  /** A new folder, removed at the end. */
  makeFolder(): Promise<string>;
  /** Registers a clean-up, run at the end in reverse order. */
  atEnd(work: () => Promise<void>): void;
  /** Stops everything started since the workshop was opened, and removes its folders. */
  close(): Promise<void>;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly options?: SpawnOptions;
  /** Matches the ready line; without it the program need not print one. */
  readonly ready?: RegExp;
}

export interface StartedProgram {
  readonly pid: number;
  readonly line: string;
  readonly child: ChildProcess;
}

/**
 * Opens a workshop; `workerFile` is the bundle of its workers. Its processes do not receive Ctrl-C,
 * so that the workshop can stop everything in order.
 */
export function openWorkshop(workerFile: string): Workshop {
  const root = mkdtempSync(join(tmpdir(), 'farmctl-bench-'));
  // PostgreSQL runs as another user if this one is root.
  chmodSync(root, 0o755);
  // Temporary files of processes are removed with the rest.
  const place = { TMPDIR: root };
  const endings = [() => rm(root, { recursive: true, force: true, maxRetries: 5 })];
  const atEnd = (work: () => Promise<void>) => void endings.push(work);
  return {
    atEnd,
    async startWorker() {
      const child = fork(workerFile, {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        detached: true,
      });
      atEnd(() => endChild(child));
      return workerOf(child);
    },
    async startProgram({ file, args, options = {}, ready }) {
      const stdio = options.stdio ?? ['ignore', ready ? 'pipe' : 'ignore', 'ignore'];
      const child = spawn(file, args, {
        ...options,
        env: { ...(options.env ?? process.env), ...place },
        stdio,
        detached: true,
      });
      atEnd(() => endChild(child));
      const line = ready ? await readyLine(child, ready) : '';
      return { pid: child.pid ?? 0, line, child };
    },
    makeFolder: () => mkdtemp(join(root, 'part-')),
    async close() {
      for (let work = endings.pop(); work; work = endings.pop()) await work();
    },
  };
}

function workerOf(child: ChildProcess): Worker {
  let last = 0;
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  child.on('message', ({ id, answer, failure }: Reply) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (failure !== undefined) asker?.reject(new Error(failure));
    else asker?.resolve(answer as never);
  });
  child.on('exit', (code) => {
    for (const asker of waiting.values()) asker.reject(new Error(`a worker ended with ${code}`));
  });
  return {
    pid: child.pid ?? 0,
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        const id = last++;
        waiting.set(id, { resolve, reject });
        child.send({ id, name, input });
      }),
  };
}

/** The reply of a worker. */
export interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

async function readyLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('the program has no output to wait for');
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(READY_MILLIS);
  const found = new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => pattern.test(line) && resolve(line));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')}: ended ${code}`)));
    signal.onabort = () => reject(new Error(`${child.spawnargs.join(' ')}: not ready`));
  });
  return found;
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // Each process leads its own group, together with its child processes.
  process.kill(-child.pid, 'SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLIS);
  await ended;
  clearTimeout(force);
}

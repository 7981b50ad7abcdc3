import { execFileSync, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

const PATIENCE_MILLIS = 20_000;

/** Whether a program is installed on this machine. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** `script` of util-linux provides a terminal for a program; elsewhere it has other flags. */
export function hasTerminal(): boolean {
  try {
    return execFileSync('script', ['--version']).toString().includes('util-linux');
  } catch {
    return false;
  }
}

/** A program running at a terminal. */
export interface TestTerminal {
  type(keys: string): void;
  /** Resolves with the output since the last call once it contains the text. */
  until(text: string): Promise<string>;
  close(): void;
}

/** Runs a line of sh at a separate terminal. */
export function openTerminal(line: string, env: NodeJS.ProcessEnv): TestTerminal {
  const child = spawn('script', ['-qec', line, '/dev/null'], { env });
  let shown = '';
  let changed = () => {};
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    changed();
  });
  child.stdin.on('error', () => {});
  return {
    type: (keys) => void child.stdin.write(keys),
    until: (text) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${JSON.stringify(text)} was not shown, but:\n${shown}`)),
          PATIENCE_MILLIS,
        );
        changed = () => {
          const plain = stripVTControlCharacters(shown);
          if (!plain.includes(text)) return;
          clearTimeout(timer);
          shown = '';
          resolve(plain);
        };
        changed();
      }),
    close: () => void child.kill('SIGKILL'),
  };
}

import { spawn } from 'node:child_process';

/** The user's pager command; undefined when disabled. */
export function pagerOf(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const named = environment['FARMCTL_PAGER'] ?? environment['PAGER'];
  if (named === undefined) return DEFAULT_PAGER;
  return named.trim() === '' || named.trim() === 'cat' ? undefined : named;
}

// The check for less produces no output when less is missing.
const DEFAULT_PAGER = 'if command -v less > /dev/null 2>&1; then exec less; else exec cat; fi';

/** Options for less unless its own variable is set: keep colours, do not clear the screen. */
const LESS_FLAGS = 'FRX';

const NOT_FOUND = 127;

/**
 * Shows a text with a pager, which controls the terminal until it exits. False when the pager could
 * not be started; quitting before the end of the text is not an error.
 */
export function showWith(
  pager: string,
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', pager], {
      env: { LESS: LESS_FLAGS, LESSCHARSET: 'utf-8', ...environment },
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code !== NOT_FOUND));
    // The pager may exit before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}

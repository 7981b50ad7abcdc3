import { spawn } from 'node:child_process';

/** The program that shows long pages; undefined where none is wanted. */
export function pagerOf(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const named = environment['FARMCTL_PAGER'] ?? environment['PAGER'];
  if (named === undefined) return DEFAULT_PAGER;
  return named.trim() === '' || named.trim() === 'cat' ? undefined : named;
}

// Where there is no less, nobody is to see that it was looked for.
const DEFAULT_PAGER = 'if command -v less > /dev/null 2>&1; then exec less; else exec cat; fi';

/** What less does unless its own variable says otherwise: colours stay, the screen is not cleared. */
const LESS_FLAGS = 'FRX';

const NOT_FOUND = 127;

/**
 * Shows a text with a pager, which takes the terminal until it ends. False when it could not be
 * started; that it was left before the end of the text is no failure.
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
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}

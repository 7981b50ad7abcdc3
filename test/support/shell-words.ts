import { execFileSync } from 'node:child_process';

/** The words into which a shell splits each of these command lines, all in one shell. */
export function shellWords(lines: readonly string[]): readonly (readonly string[])[] {
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\1\\0'`).join('\n');
  const printed = execFileSync('sh', { input: script, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const found = printed.split('\u0001\0').slice(0, -1);
  return found.map((words) => words.split('\0').slice(0, -1));
}

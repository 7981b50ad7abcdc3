import { usageError } from './errors.ts';
import type { InputStream } from './io.ts';

const LONGEST_LINE = 64 * 1024;

/**
 * The first line of the input, without what ends it; for secrets, which no argument takes.
 * Throws a usage error when the input is empty, or a terminal that would show what is typed.
 */
export async function readFirstLine(stdin: InputStream): Promise<string> {
  if (stdin.isTerminal) {
    throw usageError('standard input is a terminal', {
      hint: 'Send the secret from a file or a pipe, or leave the flag out to be asked',
    });
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin.chunks()) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n') || text.length > LONGEST_LINE) break;
  }
  const [line = ''] = (text + decoder.decode()).split('\n');
  const trimmed = line.replace(/\r$/, '').trim();
  if (trimmed === '') throw usageError('standard input is empty; a line was expected');
  return trimmed;
}

import { usageError } from '../../errors.ts';
import type { InputStream } from '../../io.ts';

const LONGEST_LINE = 64 * 1024;

/** The lines of an input as they come, the last one also without an end. */
export async function* readLines(stdin: InputStream): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stdin.chunks()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw usageError('a line of standard input is too long');
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

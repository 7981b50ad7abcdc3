import { usageError } from './errors.ts';
import type { Io } from './io.ts';
import { readInputText } from './read-input-text.ts';

/** The JSON value of a file, or of standard input for `-`. Throws a usage error when it is none. */
export async function readJsonInput(path: string, io: Pick<Io, 'stdin' | 'cwd'>): Promise<unknown> {
  const text = await readInputText(path, io, '--input');
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = path === '-' ? 'standard input' : path;
    throw usageError(
      `--input: ${place} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

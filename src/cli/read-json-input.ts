import { message } from '../model/message.ts';
import { CliError, usageError } from './errors.ts';
import type { Io } from './io.ts';
import { readInputText } from './read-input-text.ts';
import { findValueFault } from './value-limits.ts';

/** The JSON value of a file, or of standard input for `-`. Throws a usage error when it is none. */
export async function readJsonInput(path: string, io: Pick<Io, 'stdin' | 'cwd'>): Promise<unknown> {
  const text = await readInputText(path, io, '--input');
  const place = path === '-' ? 'standard input' : path;
  try {
    const value: unknown = JSON.parse(text);
    const fault = findValueFault(value);
    if (fault === undefined) return value;
    throw usageError(`--input: ${place} ${fault}`);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(
      `--input: ${place} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      { text: [message('cli.notJson', { file: place })] },
    );
  }
}

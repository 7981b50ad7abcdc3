import { parse } from 'yaml';
import { usageError } from '../../errors.ts';
import { isValues } from '../../output/infer-columns.ts';
import type { Values } from '../../output/output.ts';
import { findValueFault, requireShallow } from '../../value-limits.ts';

/**
 * The operations of a text: a list, or an object with `operations`, as JSON or YAML; or one
 * operation a line as JSONL. Throws a usage error for any other.
 */
export function readOperations(text: string, file: string): readonly Values[] {
  const place = file === '-' ? 'standard input' : file;
  const read = readLines(text) ?? readDocument(text, place);
  const list = isValues(read) && !('method' in read) ? read['operations'] : read;
  const operations = Array.isArray(list) ? list : [list];
  if (operations.length > 0 && operations.every(isValues)) return operations;
  throw usageError(`batch: ${place} is no list of operations`, {
    hint: 'Each is an object with method, path and body; see farmctl batch --help',
  });
}

/** The values of lines each of which is a JSON object; undefined for any other text. */
function readLines(text: string): readonly unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => line.trim().startsWith('{'))) return undefined;
  try {
    return lines.map((line): unknown => JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** JSON is YAML as well. */
function readDocument(text: string, place: string): unknown {
  requireShallow(text, `batch: ${place}`);
  let read: unknown;
  try {
    read = parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw usageError(`batch: ${place} is neither JSON nor YAML: ${reason}`);
  }
  const fault = findValueFault(read);
  if (fault === undefined) return read;
  throw usageError(`batch: ${place} ${fault}`);
}

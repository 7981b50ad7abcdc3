import { usageError } from '../../errors.ts';
import type { OutputFormat } from '../../output/output-format.ts';

/** Throws a usage error for a format that is one document, which something without an end cannot be. */
export function requireLineFormat(format: OutputFormat | undefined): void {
  if (format === undefined || format === 'table' || format === 'jsonl') return;
  throw usageError(`-o ${format} is one document, and events have no end`, {
    hint: 'Use -o jsonl: a JSON object on each line',
  });
}

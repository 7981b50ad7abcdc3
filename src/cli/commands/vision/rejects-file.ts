import { open } from 'node:fs/promises';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { renderJsonLine } from '../../output/render-json.ts';
import type { Reject } from './check-line.ts';

/** Where the lines go that are not pushed. */
export interface RejectsFile {
  add(rejects: readonly Reject[]): void;
  /** Bytes it will have once all that was added is written. */
  bytes(): number;
  /** Writes what was added. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the file of rejects, for its owner only. What an earlier run wrote there is kept up to
 * `keptBytes`; what it wrote after its last checkpoint comes again.
 */
export async function openRejectsFile(path: string, keptBytes: number): Promise<RejectsFile> {
  const file = await open(path, keptBytes > 0 ? 'a' : 'w', 0o600).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`--rejects: ${path} cannot be written: ${reason}`);
  });
  await file.chmod(0o600);
  const { size } = await file.stat();
  let bytes = Math.min(size, keptBytes);
  if (size > bytes) await file.truncate(bytes);
  let waiting: string[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  const flush = () => {
    const text = waiting.join('');
    waiting = [];
    // One after the other: the order in the file is that in which lines were refused.
    if (text !== '') writing = writing.then(() => file.appendFile(text));
    return writing.then(() => undefined);
  };
  return {
    add(rejects) {
      const lines = rejects.map(renderJsonLine);
      waiting.push(...lines);
      for (const line of lines) bytes += Buffer.byteLength(line);
    },
    bytes: () => bytes,
    flush,
    async close() {
      await flush();
      await file.close();
    },
  };
}

const MOST_TOLD = 5;
const REASON_LENGTH = 300;

/** Tells the first rejects to people, where no file takes them. */
export function createRejectTeller(
  note: (line: string) => Promise<void>,
): Pick<RejectsFile, 'add'> {
  let told = 0;
  return {
    add(rejects) {
      for (const { line, reason } of rejects.slice(0, Math.max(0, MOST_TOLD - told))) {
        void note(`farmctl: line ${line}: ${neutralise(reason).slice(0, REASON_LENGTH)}`);
      }
      const isMore = told <= MOST_TOLD && told + rejects.length > MOST_TOLD;
      told += rejects.length;
      if (isMore) void note('farmctl: further lines are rejected; --rejects FILE keeps them all');
    },
  };
}

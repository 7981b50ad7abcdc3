import { statSync } from 'node:fs';
import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { requireKnownSchema } from '../migrations/migrate.ts';
import { UnusableDatabase } from '../unusable-database.ts';
import { readCheck } from './condition.ts';
import { openSqliteReader, type SqliteReader } from './database.ts';
import { damageOf } from './errors.ts';
import { type InspectedFile, inspectFile } from './inspect-file.ts';
import { integrityCheck, quickCheck } from './quick-check.ts';

/** How a file is checked before it is opened. */
interface CheckOptions {
  readonly monotonicMillis: () => number;
  /** Whether a server is about to start on it, which looks longer. */
  readonly isThorough: boolean;
}

/**
 * Throws UnusableDatabase when the file is not a sound database of this program's version or an
 * earlier one. Bounded in time however large the file is, unless the last check of it found damage:
 * then all of it is read. Changes nothing. No file is no fault.
 */
export async function checkFile(path: string, options: CheckOptions): Promise<void> {
  const file = inspectFile(path);
  if (!file) return;
  // Beside a file without a log nothing is to be made, in case it is refused.
  const before = stampOf(path);
  const refusal = await findRefusal(path, file, { isStill: !file.hasLog, ...options });
  if (refusal === undefined) return;
  // Another program opened it meanwhile, and what was read was half of a change.
  const isUnsure = !file.hasLog && stampOf(path) !== before;
  const again = isUnsure && (await findRefusal(path, file, { isStill: false, ...options }));
  if (again !== undefined) throw again || refusal;
}

async function findRefusal(
  path: string,
  { bytes }: InspectedFile,
  options: CheckOptions & { readonly isStill: boolean },
): Promise<unknown> {
  let reader: SqliteReader | undefined;
  try {
    reader = await openSqliteReader(path, options);
    await requireKnownSchema(reader);
    const fault = (await isSuspect(path, reader, options))
      ? await integrityCheck(reader)
      : await quickCheck(reader, { bytes, ...options });
    return fault === undefined ? undefined : damaged(path, fault);
  } catch (error) {
    const fault = damageOf(error);
    return fault === undefined ? error : damaged(path, fault, error);
  } finally {
    reader?.close();
  }
}

/** Whether a server is to start on a file that the last check found damaged. */
async function isSuspect(
  path: string,
  reader: Connection,
  { isThorough }: CheckOptions,
): Promise<boolean> {
  if (!isThorough) return false;
  const row = await reader.first<{ user_version: number }>(sql`pragma user_version`);
  return typeof readCheck(path, row?.user_version ?? 0)?.fault === 'string';
}

function damaged(path: string, fault: string, cause?: unknown): UnusableDatabase {
  return new UnusableDatabase(
    `${path} is damaged (${fault})`,
    'put a backup in its place with: farmctl restore FILE',
    { cause },
  );
}

function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return `${size} ${mtimeMs} ${log?.size}`;
}

import { statSync } from 'node:fs';
import { requireKnownSchema } from '../migrations/migrate.ts';
import { UnusableDatabase } from '../unusable-database.ts';
import { openSqliteReader, type SqliteReader } from './database.ts';
import { type InspectedFile, inspectFile } from './inspect-file.ts';
import { quickCheck } from './quick-check.ts';

/** Result codes of SQLite that mean damage: corrupt, and not a database. */
const DAMAGE_CODES: readonly number[] = [11, 26];

/**
 * Throws UnusableDatabase when the file is not a sound database of this program's version or an
 * earlier one. Bounded in time however large the file is; changes nothing. No file is no fault.
 */
export async function checkFile(path: string, monotonicMillis: () => number): Promise<void> {
  const file = inspectFile(path);
  if (!file) return;
  // Beside a file without a log nothing is to be made, in case it is refused.
  const before = stampOf(path);
  const refusal = await findRefusal(path, file, { isStill: !file.hasLog, monotonicMillis });
  if (refusal === undefined) return;
  // Another program opened it meanwhile, and what was read was half of a change.
  const isUnsure = !file.hasLog && stampOf(path) !== before;
  const again = isUnsure && (await findRefusal(path, file, { isStill: false, monotonicMillis }));
  if (again !== undefined) throw again || refusal;
}

async function findRefusal(
  path: string,
  { bytes }: InspectedFile,
  options: { readonly isStill: boolean; readonly monotonicMillis: () => number },
): Promise<unknown> {
  let reader: SqliteReader | undefined;
  try {
    reader = await openSqliteReader(path, options);
    await requireKnownSchema(reader);
    const fault = await quickCheck(reader, { bytes, ...options });
    return fault === undefined ? undefined : damaged(path, fault);
  } catch (error) {
    return isDamage(error) ? damaged(path, (error as Error).message, error) : error;
  } finally {
    reader?.close();
  }
}

/** Whether an error of SQLite says that the file is damaged. */
export function isDamage(error: unknown): boolean {
  const { errcode, sqliteCode } = (error ?? {}) as { errcode?: number; sqliteCode?: number };
  return DAMAGE_CODES.includes((errcode ?? sqliteCode ?? 0) & 0xff);
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

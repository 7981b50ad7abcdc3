import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PARTIAL } from './target-file.ts';

const NAME = /^farmctl-\d{8}-\d{6}\.db$/;
const PARTIAL_NAME = new RegExp(
  `^farmctl-\\d{8}-\\d{6}\\.db\\${PARTIAL}\\d+-[0-9a-f]{8}(-journal)?$`,
);
const STALE_MILLIS = 24 * 3_600_000;

/** Name of a backup made at this time, UTC: `farmctl-20261120-030000.db`. Names sort by time. */
export function backupName(now: number): string {
  const digits = new Date(now).toISOString().replace(/\D/g, '');
  return `farmctl-${digits.slice(0, 8)}-${digits.slice(8, 14)}.db`;
}

/** The names of the backups that go when so many are kept: the oldest. */
export function expiredBackups(names: readonly string[], keep: number): readonly string[] {
  const own = names.filter((name) => NAME.test(name)).sort();
  return own.slice(0, Math.max(0, own.length - keep));
}

/** The backups in a folder that were made by the clock, the oldest first. */
export function listBackups(folder: string): readonly string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ name }) => (NAME.test(name) ? [name] : [])).sort();
}

/** Deletes the oldest backups, and what earlier ones left unfinished; returns what was deleted. */
export function removeExpired(folder: string, keep: number, now: number): readonly string[] {
  const expired = [...expiredBackups(listBackups(folder), keep), ...staleParts(folder, now)];
  for (const name of expired) rmSync(join(folder, name), { force: true });
  return expired;
}

function staleParts(folder: string, now: number): readonly string[] {
  const parts = readdirSync(folder).filter((name) => PARTIAL_NAME.test(name));
  return parts.filter((name) => {
    const status = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return status?.isFile() && now - status.mtimeMs > STALE_MILLIS;
  });
}

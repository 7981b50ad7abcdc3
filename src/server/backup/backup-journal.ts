import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupSchedule } from './backup-schedule.ts';

/** What is known of the backups of a folder's database; doctor reads it. */
export interface BackupJournal {
  readonly lastBackup?: { readonly at: string; readonly file: string; readonly bytes: number };
  /** The last attempt, when it failed. */
  readonly lastFailure?: { readonly at: string; readonly message: string } | undefined;
  /** What the server was last started with. */
  readonly schedule?: BackupSchedule | undefined;
}

const FILE = 'backups.json';

/** Reads the journal of a data folder; empty where there is none, or none that can be read. */
export function readJournal(dataDir: string): BackupJournal {
  try {
    const journal: unknown = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'));
    return typeof journal === 'object' && journal !== null ? journal : {};
  } catch {
    return {};
  }
}

/**
 * Changes the journal; properties that are given as undefined go. That it cannot be written fails
 * no backup.
 */
export function noteInJournal(dataDir: string, change: BackupJournal): void {
  const journal = readJournal(dataDir);
  const text = `${JSON.stringify({ ...journal, ...change })}\n`;
  if (text === `${JSON.stringify(journal)}\n`) return;
  const path = join(dataDir, FILE);
  const next = `${path}.${process.pid}`;
  try {
    writeFileSync(next, text, { mode: 0o600 });
    renameSync(next, path);
  } catch {
    // Said by doctor, which then knows of no backup.
  }
}

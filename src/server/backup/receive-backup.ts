import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseContent } from '../../storage/system/database-content.ts';
import {
  BackupRefused,
  type CopyEvents,
  jsonColumns,
  partialName,
  putInPlace,
  readFileContent,
  runSqliteTask,
  syncFile,
} from './copy-database.ts';
import { findToolMajor, requireWhole, type ToolRun } from './postgres-backup.ts';

/** A backup that a server sends. */
export interface SentBackup extends CopyEvents {
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Absolute path of the file to make. */
  readonly file: string;
  readonly overwrites?: boolean | undefined;
  readonly environment: ToolRun['environment'];
}

/** A received backup; what this machine could not read of it is null. */
export interface ReceivedBackup {
  readonly database: 'sqlite' | 'postgresql';
  readonly bytes: number;
  readonly schemaVersion: DatabaseContent['schemaVersion'] | null;
  readonly organisations: DatabaseContent['organisations'] | null;
  readonly rows: DatabaseContent['rows'] | null;
  /** False where there is no pg_restore, which could read an archive of pg_dump. */
  readonly isRead: boolean;
}

/**
 * Writes a backup to a file that appears under its name only when its size and digest are those that
 * the server announced and its content has been checked. Throws BackupRefused otherwise.
 */
export async function receiveBackup(sent: SentBackup): Promise<ReceivedBackup> {
  const { file, overwrites = false } = sent;
  const partial = partialName(file);
  closeSync(openSync(partial, 'wx', 0o600));
  try {
    const bytes = await writeChunks(sent, partial);
    const content = await verify(partial, sent);
    syncFile(partial);
    putInPlace(partial, file, overwrites);
    syncFile(dirname(file));
    return { ...content, bytes };
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

async function writeChunks(sent: SentBackup, partial: string): Promise<number> {
  const { headers, chunks, signal, onProgress } = sent;
  const totalBytes = Number(headers['content-length']);
  const hash = createHash('sha256');
  const target = await open(partial, 'w');
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      hash.update(chunk);
      await target.writeFile(chunk);
      bytes += chunk.length;
      onProgress?.({ bytes, totalBytes });
    }
  } finally {
    await target.close();
  }
  const digest = `sha-256=:${hash.digest('base64')}:`;
  if (bytes === totalBytes && digest === headers['content-digest']) return bytes;
  throw new BackupRefused(
    'failed',
    'the backup did not arrive as the server sent it, and was discarded: try again',
  );
}

const UNREAD = { schemaVersion: null, organisations: null, rows: null } as const;
const SQLITE = 'SQLite format 3';
const DUMP = 'PGDMP';

async function verify(file: string, { signal, environment }: SentBackup) {
  const start = startOf(file);
  if (start.startsWith(SQLITE)) {
    const task = { kind: 'check', source: file, values: jsonColumns() } as const;
    const fault = await runSqliteTask(task, signal);
    if (fault !== undefined) throw damaged(fault);
    return { database: 'sqlite', ...(await readFileContent(file)), isRead: true } as const;
  }
  if (!start.startsWith(DUMP)) throw damaged('it is not a backup of farmctl');
  const isRead = (await findToolMajor('pg_restore', environment)) !== undefined;
  if (isRead) await requireWhole(file, { environment, signal });
  return { database: 'postgresql', ...UNREAD, isRead } as const;
}

function damaged(fault: string): BackupRefused {
  return new BackupRefused('failed', `the backup was discarded: ${fault}`);
}

function startOf(file: string): string {
  const start = Buffer.alloc(16);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, start, 0, start.length, 0);
  } finally {
    closeSync(opened);
  }
  return start.toString('latin1');
}

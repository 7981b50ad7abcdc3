import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { createProgressLine, sizeText } from '../core/file-transfer.ts';
import { type BackupOptions, explainRefusal } from '../core/named-database.ts';

/** The server answers when the backup is made, which takes as long as its database is large. */
const LONGEST_MILLIS = 3_600_000;

/** `backup` of the database of a remote server: downloads a backup and verifies it. */
export async function runRemoteBackup(
  context: CommandContext,
  file: string,
  { force: overwrites = false }: BackupOptions,
): Promise<void> {
  const { io } = context;
  const { requireTarget } = await import('../../../server/backup/copy-database.ts');
  const { receiveBackup } = await import('../../../server/backup/receive-backup.ts');
  const settings = await context.settings();
  const timeoutMs = Math.max(settings.timeoutMs, LONGEST_MILLIS);
  const client = await context.connect({ ...settings, timeoutMs });
  const line = createProgressLine(context, 'note.downloading');
  const start = performance.now();
  try {
    requireTarget(file, overwrites);
    const { headers, chunks } = await client.download({
      method: 'POST',
      path: '/os/backups',
      headers: { accept: '*/*' },
    });
    const { isRead, ...backup } = await receiveBackup({
      headers,
      chunks,
      file,
      overwrites,
      environment: io.environment,
      signal: io.interruption,
      onProgress: line.show,
    });
    await line.end();
    const durationMs = Math.round(performance.now() - start);
    const record = { file, server: client.server, ...backup, durationMs };
    await context.print({ kind: 'record', record });
    await tellReceived(context, { ...record, isRead });
  } catch (error) {
    throw explainRefusal(error);
  } finally {
    await line.end();
    await client.close();
  }
}

interface Received {
  readonly file: string;
  readonly server: string;
  readonly database: 'sqlite' | 'postgresql';
  readonly rows: number | null;
  readonly bytes: number;
  readonly durationMs: number;
  readonly isRead: boolean;
}

async function tellReceived(context: CommandContext, backup: Received): Promise<void> {
  const { database, rows, bytes, isRead } = backup;
  const facts = {
    size: sizeText(bytes),
    file: neutralise(backup.file),
    seconds: (backup.durationMs / 1000).toFixed(1),
  };
  if (rows === null) {
    await context.tell('done.backupSaved', { ...facts, server: neutralise(backup.server) });
  } else {
    await context.tell('done.backedUp', { ...facts, rows: String(rows) });
  }
  if (!isRead) await context.tell('note.dumpUnread');
  const key = database === 'sqlite' ? 'farmctl.key' : 'FARMCTL_SECRET_KEY';
  await context.tell('done.keyNotInBackup', { file: key });
}

import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fdatasyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { formatInstant } from '../../tools/calendar.ts';
import type { CommitLoss, IntegrityCheck, StorageCondition } from '../core/database.ts';
import { unavailable } from '../core/errors.ts';

/** The condition of an open file, updated by its writer. */
export interface FileCondition extends StorageCondition {
  /** Records a commit in the mark. */
  committed(commits: number): void;
  /** Records damage that SQLite reported during a query. */
  damaged(fault: string): void;
  /** Throws FarmError `unavailable` if writes are refused. */
  requireSound(): void;
  close(): void;
}

/** The companion files of a database besides its log: they are moved with it. */
export const CONDITION_PARTS = ['-mark', '-loss.json', '-unmarked.json', '-check.json'] as const;

/** Commit count of a copy: the copy itself. A higher count shows that the file has had a mark. */
export const FIRST_COMMIT = 1;

/** The facts by which a file and its mark are compared. */
export interface CommitFacts {
  readonly identity: number;
  /** The value of `commit_counter`. */
  readonly commits: number;
}

/**
 * Compares a database file with its mark and opens the mark for writing. A loss is stored in its
 * own file before the mark is reset, so that it is reported until an operator accepts it.
 */
export function openCondition(
  path: string,
  mark: CommitMark | undefined,
  facts: CommitFacts,
): FileCondition {
  const highest = highestMark(path, mark, facts);
  const loss = findLoss(highest, facts);
  if (loss > 0 && highest) {
    recordLoss(path, loss, highest);
    forgetCheckedCommits(path, facts.identity);
  }
  if (lacksMark(mark, facts)) recordUnmarked(path, facts.identity);
  const isKept = mark?.identity === facts.identity && loss === 0;
  const { identity, commits } = facts;
  const writer = openMarkWriter(path, { identity, reset: isKept ? undefined : commits });
  return createCondition(path, facts, writer);
}

/**
 * The higher count of the mark and the last scheduled check: the mark may have been removed
 * together with the log.
 */
function highestMark(
  path: string,
  mark: CommitMark | undefined,
  { identity }: CommitFacts,
): CommitMark | undefined {
  const { commits = 0, checkedAt } = readJson(checkFileOf(path), identity) ?? {};
  const writtenAt = Date.parse(String(checkedAt));
  if (typeof commits !== 'number' || Number.isNaN(writtenAt)) return mark;
  const isMarked = mark?.identity === identity && mark.commits >= commits;
  return isMarked || commits === 0 ? mark : { identity, commits, writtenAt };
}

/**
 * Removes the commit count of the last check after it has revealed a loss, so that the loss is not
 * reported again.
 */
function forgetCheckedCommits(path: string, identity: number): void {
  const check = readJson(checkFileOf(path), identity);
  if (check) writeJson(checkFileOf(path), { ...check, commits: 0 });
}

/** Number of commits in the mark but not in the database; the mark of another file is ignored. */
function findLoss(mark: CommitMark | undefined, { identity, commits }: CommitFacts): number {
  return mark?.identity === identity ? Math.max(0, mark.commits - commits) : 0;
}

/** Whether the mark of earlier commits is missing, so that a loss cannot be detected. */
function lacksMark(mark: CommitMark | undefined, { identity, commits }: CommitFacts): boolean {
  return mark?.identity !== identity && commits > FIRST_COMMIT;
}

/** Since when a database, possibly closed, has lacked the mark of its earlier commits. */
export function readUnmarked(
  path: string,
  mark: CommitMark | undefined,
  facts: CommitFacts,
): string | undefined {
  const since = readJson(unmarkedFileOf(path), facts.identity)?.['noticedAt'];
  if (since !== undefined) return String(since);
  return lacksMark(mark, facts) ? formatInstant(Date.now()) : undefined;
}

/** The loss of a database, possibly closed: recorded earlier, or shown by its mark. */
export function readLoss(
  path: string,
  mark: CommitMark | undefined,
  facts: CommitFacts,
): CommitLoss | undefined {
  const highest = highestMark(path, mark, facts);
  const commits = findLoss(highest, facts);
  const recorded = readRecordedLoss(path, facts.identity);
  if (commits === 0 || !highest) return recorded;
  return recorded ?? lossOf(commits, highest);
}

/**
 * Accepts the loss of commits, or that it is unknown: the record of a loss is renamed. If no server
 * has opened the file since, its mark is set to the content of the file.
 */
export function acceptLoss(
  path: string,
  loss: CommitLoss | undefined,
  closed: CommitFacts | undefined,
): void {
  const acceptedAt = formatInstant(Date.now());
  const name = acceptedAt.replace(/[-:.]/g, '');
  if (loss) writeJson(`${path}-loss-accepted-${name}.json`, { ...loss, acceptedAt });
  for (const file of [lossFileOf(path), unmarkedFileOf(path)]) rmSync(file, { force: true });
  if (!closed) return;
  forgetCheckedCommits(path, closed.identity);
  openMarkWriter(path, { identity: closed.identity, reset: closed.commits }).close();
}

function createCondition(
  path: string,
  { identity, commits: commitsAtStart }: CommitFacts,
  writer: CommitMarkWriter,
): FileCondition {
  let commits = commitsAtStart;
  const loss = readRecordedLoss(path, identity);
  let lastCheck = readCheck(path, identity);
  let damage = lastCheck?.fault ?? undefined;
  let metAt = Number.NEGATIVE_INFINITY;
  const unmarkedSince = readJson(unmarkedFileOf(path), identity)?.['noticedAt'];
  return {
    unmarkedSince: () =>
      unmarkedSince !== undefined && existsSync(unmarkedFileOf(path))
        ? String(unmarkedSince)
        : undefined,
    loss: () => (loss && existsSync(lossFileOf(path)) ? loss : undefined),
    damage: () => damage,
    lastCheck: () => lastCheck,
    checked(check) {
      lastCheck = check;
      const isMetSince = metAt >= performance.now() - check.millis;
      damage = check.fault ?? (isMetSince ? damage : undefined);
      writeJson(checkFileOf(path), { identity, commits, ...check });
    },
    committed(count) {
      commits = count;
      try {
        writer.write(count);
      } catch {
        // The commit is durable and must be acknowledged; the mark lags until it can be written
        // again.
      }
    },
    damaged(fault) {
      damage ??= fault;
      metAt = performance.now();
    },
    requireSound() {
      if (damage !== undefined) throw unavailable('database_damaged', new Error(damage));
    },
    close: () => writer.close(),
  };
}

function recordLoss(path: string, commits: number, mark: CommitMark): void {
  const recorded = readRecordedLoss(path, mark.identity);
  const loss = recorded
    ? { ...recorded, commits: recorded.commits + commits }
    : lossOf(commits, mark);
  writeJson(lossFileOf(path), { identity: mark.identity, ...loss });
}

function recordUnmarked(path: string, identity: number): void {
  if (readJson(unmarkedFileOf(path), identity)) return;
  writeJson(unmarkedFileOf(path), { identity, noticedAt: formatInstant(Date.now()) });
}

function lossOf(commits: number, { writtenAt }: CommitMark): CommitLoss {
  const lastAcknowledgedAt = formatInstant(writtenAt);
  return { noticedAt: formatInstant(Date.now()), lastAcknowledgedAt, commits };
}

function readRecordedLoss(path: string, identity: number): CommitLoss | undefined {
  const stored = readJson(lossFileOf(path), identity);
  if (!stored) return undefined;
  const { noticedAt, lastAcknowledgedAt, commits } = stored;
  return {
    noticedAt: String(noticedAt),
    lastAcknowledgedAt: String(lastAcknowledgedAt),
    commits: Number(commits),
  };
}

/** The last check of a database file; undefined if there is none for this file. */
export function readCheck(path: string, identity: number): IntegrityCheck | undefined {
  const stored = readJson(checkFileOf(path), identity);
  if (!stored) return undefined;
  const { checkedAt, millis, fault } = stored;
  return {
    checkedAt: String(checkedAt),
    millis: Number(millis),
    fault: typeof fault === 'string' ? fault : null,
  };
}

function lossFileOf(path: string): string {
  return `${path}-loss.json`;
}

function unmarkedFileOf(path: string): string {
  return `${path}-unmarked.json`;
}

function checkFileOf(path: string): string {
  return `${path}-check.json`;
}

/**
 * The content of a JSON file about the database with this identity; that of another one is ignored.
 */
function readJson(path: string, identity: number): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    return value['identity'] === identity ? value : undefined;
  } catch {
    return undefined;
  }
}

function writeJson(path: string, value: object): void {
  const newPath = `${path}.new`;
  writeFileSync(newPath, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true });
  renameSync(newPath, path);
}

/** The last acknowledged commit of a database file, as recorded next to it. */
export interface CommitMark {
  /** Random number of the database file (`user_version`). */
  readonly identity: number;
  /** The value of `commit_counter` in that commit. */
  readonly commits: number;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/** Writes the mark of an open database. */
export interface CommitMarkWriter {
  /** Records a commit; called after the commit and before it is acknowledged. */
  write(commits: number): void;
  close(): void;
}

/**
 * Two records, written alternately, so that a torn write leaves the other one. They are one sector
 * apart. A record: magic, identity, number of commits, CRC-32 of these.
 */
const SLOT_BYTES = 512;
const RECORD_BYTES = 20;
const MAGIC = 0x4d61726b;
/** The mark is synced in the background; a killed process needs no sync. */
const SYNC_MILLIS = 5000;

/** The path of the mark. */
export function markFileOf(database: string): string {
  return `${database}-mark`;
}

/** Reads a mark; undefined if it is missing or unreadable. */
export function readMark(database: string): CommitMark | undefined {
  const path = markFileOf(database);
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status?.isFile()) return undefined;
  const bytes = readFileSync(path);
  const [newest] = [parseRecord(bytes, 0), parseRecord(bytes, SLOT_BYTES)]
    .filter((record) => record !== undefined)
    .sort((a, b) => b.commits - a.commits);
  return newest && { ...newest, writtenAt: status.mtimeMs };
}

function parseRecord(bytes: Buffer, start: number) {
  const record = bytes.subarray(start, start + RECORD_BYTES);
  if (record.length < RECORD_BYTES || record.readUInt32BE(0) !== MAGIC) return undefined;
  if (record.readUInt32BE(16) !== crc32(record.subarray(0, 16))) return undefined;
  return { identity: record.readInt32BE(4), commits: Number(record.readBigUInt64BE(8)) };
}

/** Opens the mark of a database file; `reset` sets it to the current commits of the file. */
function openMarkWriter(
  database: string,
  { identity, reset }: { readonly identity: number; readonly reset: number | undefined },
): CommitMarkWriter {
  const file = openSync(markFileOf(database), constants.O_RDWR | constants.O_CREAT, 0o600);
  const record = Buffer.alloc(RECORD_BYTES);
  record.writeUInt32BE(MAGIC, 0);
  record.writeInt32BE(identity, 4);
  const writeSlot = (commits: number, slot: number) => {
    record.writeBigUInt64BE(BigInt(commits), 8);
    record.writeUInt32BE(crc32(record.subarray(0, 16)), 16);
    writeSync(file, record, 0, RECORD_BYTES, slot * SLOT_BYTES);
  };
  let timer: NodeJS.Timeout | undefined;
  const syncLater = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // A failed sync weakens the protection against a power failure, not against a killed process.
      fdatasync(file, () => {});
    }, SYNC_MILLIS).unref();
  };
  if (reset !== undefined) for (const slot of [0, 1]) writeSlot(reset, slot);
  return {
    write(commits) {
      writeSlot(commits, commits % 2);
      syncLater();
    },
    close() {
      if (timer) fdatasyncSync(file);
      clearTimeout(timer);
      closeSync(file);
    },
  };
}

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { message, sizeOf } from '../../model/core/message.ts';
import type { CommitLoss, Connection, IntegrityCheck } from '../../storage/core/database.ts';
import {
  readLogState,
  readServerFacts,
  requireSupported,
} from '../../storage/postgres/server-facts.ts';
import { quickCheck } from '../../storage/sqlite/check-file.ts';
import { openSqliteReader, type SqliteReader } from '../../storage/sqlite/database.ts';
import {
  acceptLoss,
  type CommitFacts,
  readCheck,
  readLoss,
  readMark,
  readUnmarked,
} from '../../storage/sqlite/file-condition.ts';
import { type InspectedFile, inspectFile } from '../../storage/sqlite/inspect-file.ts';
import { readJournal } from '../backup/backup-file.ts';
import { bytesOf, freeBytes, jsonColumns, runSqliteTask } from '../backup/copy-database.ts';
import {
  databaseFile,
  describeAddress,
  incomingFile,
  readDatabase,
} from '../core/open-database.ts';
import { anchorFile, findSecretKey, KEY_FILE } from '../core/secrets.ts';
import { findServer } from '../core/server-file.ts';
import { checkCommits, checkIntegrity } from './content-checks.ts';
import {
  attempt,
  type ExaminationOptions,
  examineContent,
  probeSynchronous,
} from './examine-content.ts';
import { type Finding, failed, foreign, passed, warned } from './finding.ts';
import {
  type AccessFact,
  checkArchive,
  checkBackups,
  checkDisk,
  checkLog,
  checkPermissions,
  checkServerSync,
  checkSynchronous,
  type KeyPlace,
} from './host-checks.ts';

/** Checks the embedded database of a folder, even while a server uses it; makes no changes. */
export async function examineFolder(
  dataDir: string,
  options: ExaminationOptions,
): Promise<readonly Finding[]> {
  const status = statSync(dataDir, { throwIfNoEntry: false });
  if (!status?.isDirectory()) {
    return [
      failed(
        'folder',
        message('doctor.folderMissing', { folder: dataDir }),
        message('doctor.setUp'),
      ),
    ];
  }
  const server = findServer(dataDir);
  const inUse = server
    ? message('doctor.folderServed', {
        folder: dataDir,
        pid: String(server.pid),
        url: server.baseUrl,
      })
    : message('doctor.folderIdle', { folder: dataDir });
  const sizes = readSizes(dataDir);
  return [
    passed('folder', inUse),
    ...(await attempt('permissions', async () => [checkPermissions(readAccess(dataDir))])),
    ...(await examineFile(dataDir, options)),
    ...(await attempt('synchronous', async () => [checkSynchronous(await probeSynchronous())])),
    checkLog(sizes),
    checkDisk(sizes),
    checkBackups({ ...readBackups(dataDir), now: options.now }),
  ];
}

async function examineFile(
  dataDir: string,
  options: ExaminationOptions,
): Promise<readonly Finding[]> {
  const path = databaseFile(dataDir);
  if (existsSync(incomingFile(dataDir))) {
    return [
      failed('database', message('doctor.restoreUnfinished'), message('doctor.restoreAgain')),
    ];
  }
  let file: InspectedFile | undefined;
  const databaseFindings = await attempt('database', async () => {
    file = inspectFile(path);
    if (file) return [passed('database', foreign(path))];
    return [failed('database', message('doctor.fileMissing', { path }), message('doctor.setUp'))];
  });
  if (!file) return databaseFindings;
  return [...databaseFindings, ...(await examineRows(dataDir, file, options))];
}

async function examineRows(
  dataDir: string,
  { bytes, hasLog }: InspectedFile,
  options: ExaminationOptions,
): Promise<readonly Finding[]> {
  const path = databaseFile(dataDir);
  let reader: SqliteReader | undefined;
  return attempt('integrity', async () => {
    reader = await openSqliteReader(path, { isStill: !hasLog });
    const fault = await findFault(reader, { path, bytes, ...options });
    // No further checks are possible on a damaged file.
    if (fault !== undefined) return [checkIntegrity(fault, options.isDeep)];
    const { loss, unmarkedSince, lastCheck } = await readRecorded(path, reader);
    return [
      checkIntegrity(undefined, options.isDeep, lastCheck),
      checkCommits(loss, unmarkedSince),
      ...(await examineContent(reader, {
        auditAnchors: anchorFile(dataDir),
        ...options,
        keyPlace: folderKeyPlace(dataDir, options),
      })),
    ];
  }).finally(() => reader?.close());
}

function folderKeyPlace(dataDir: string, { secretKey }: ExaminationOptions): KeyPlace {
  return {
    find: () => findSecretKey({ kind: 'sqlite', dataDir }, secretKey),
    name: secretKey === undefined ? KEY_FILE : 'FARMCTL_SECRET_KEY',
    isElsewhere: false,
    ...(secretKey === undefined ? { folder: dataDir } : {}),
  };
}

function findFault(
  reader: SqliteReader,
  {
    path,
    bytes,
    isDeep,
    signal,
  }: ExaminationOptions & { readonly path: string; readonly bytes: number },
): Promise<string | undefined> {
  if (isDeep) return runSqliteTask({ kind: 'check', source: path, values: jsonColumns() }, signal);
  return quickCheck(reader, { bytes, monotonicMillis: () => performance.now() });
}

/** The files that farmctl creates in a data folder. */
const OWN_FILE = /^(farmctl\.db|farmctl\.key$|server\.(json|lock)$|backups\.json$)/;

/**
 * Access rights of a data folder and its farmctl files; undefined on systems without access rights.
 */
function readAccess(dataDir: string): readonly AccessFact[] | undefined {
  if (process.platform === 'win32') return undefined;
  const names = readdirSync(dataDir).filter((name) => OWN_FILE.test(name));
  const paths = [dataDir, ...names.map((name) => join(dataDir, name))];
  return paths.flatMap((path) => {
    // A file may be deleted during the check, such as that of a server that exits.
    const status = statSync(path, { throwIfNoEntry: false });
    return status ? [{ path, mode: status.mode & 0o777, isFolder: status.isDirectory() }] : [];
  });
}

/** Sizes of the database and its log, and the free disk space. */
function readSizes(dataDir: string) {
  const file = databaseFile(dataDir);
  return {
    databaseBytes: bytesOf(file),
    logBytes: bytesOf(`${file}-wal`),
    freeBytes: freeBytes(dataDir),
  };
}

/** The backup journal of a data folder, with its files. */
function readBackups(dataDir: string) {
  const journal = readJournal(dataDir);
  return { journal, isThere: existsSync(journal.lastBackup?.file ?? '') };
}

/** Records in the files next to a database. */
export interface Recorded {
  readonly loss: CommitLoss | undefined;
  /** Since when the mark of earlier commits has been missing. */
  readonly unmarkedSince: string | undefined;
  readonly facts: CommitFacts;
  readonly lastCheck: IntegrityCheck | undefined;
}

/** Reads the records next to the database file of a connection. */
async function readRecorded(path: string, connection: Connection): Promise<Recorded> {
  // Read before the database: a server may commit in between.
  const mark = readMark(path);
  const row = await connection.first<{ user_version: number }>(sql`pragma user_version`);
  const identity = row?.user_version ?? 0;
  const facts = { identity, commits: await countCommits(connection) };
  return {
    facts,
    loss: readLoss(path, mark, facts),
    unmarkedSince: readUnmarked(path, mark, facts),
    lastCheck: readCheck(path, identity),
  };
}

async function countCommits(connection: Connection): Promise<number> {
  const table = await connection.first(sql`
    select 1 from sqlite_master where type = 'table' and name = 'commit_counter'`);
  if (!table) return 0;
  const row = await connection.first<{ commits: number }>(sql`select commits from commit_counter`);
  return row?.commits ?? 0;
}

/**
 * Accepts the loss of acknowledged commits of a folder's database; a failed finding if there is
 * none.
 */
export async function acceptLossIn(dataDir: string): Promise<Finding> {
  const path = databaseFile(dataDir);
  const [finding] = await attempt('commits', async () => {
    const reader = await openSqliteReader(path);
    try {
      const { loss, unmarkedSince, facts } = await readRecorded(path, reader);
      if (!loss && unmarkedSince === undefined) {
        return [failed('commits', message('doctor.noLoss', { folder: dataDir }))];
      }
      acceptLoss(path, loss, findServer(dataDir) ? undefined : facts);
      const accepted = loss
        ? message('doctor.lossAccepted', { count: loss.commits })
        : message('doctor.markAccepted');
      return [passed('commits', accepted)];
    } finally {
      reader.close();
    }
  });
  return finding ?? failed('commits', message('doctor.unreadable', { path }));
}

/** Checks a PostgreSQL database, and its replica if one is configured; makes no changes. */
export function examinePostgres(
  url: string,
  options: ExaminationOptions & { readonly replicaUrl?: string | undefined },
): Promise<readonly Finding[]> {
  const { replicaUrl } = options;
  return attempt('database', () =>
    readDatabase({ kind: 'postgres', url }, async (connection) => [
      ...(await examine(connection, url, options)),
      ...(replicaUrl === undefined ? [] : [await examineReplica(connection, replicaUrl)]),
    ]),
  );
}

async function examineReplica(primary: Connection, url: string): Promise<Finding> {
  const { server } = describeAddress(url);
  const primaryState = await readLogState(primary);
  try {
    const replica = await readDatabase({ kind: 'postgres', url }, readLogState);
    if (replica.identity === primaryState.identity) {
      const lagBytes = Math.max(0, Number(primaryState.position - replica.position));
      return passed('replica', message('doctor.replica', { server, size: sizeOf(lagBytes) }));
    }
  } catch {
    const unreachable = message('doctor.replicaAway', { server });
    return warned('replica', unreachable, message('doctor.replicaAwayToDo'));
  }
  const otherDatabase = message('doctor.replicaForeign', { server });
  return failed('replica', otherDatabase, message('doctor.replicaForeignToDo'));
}

async function examine(
  connection: Connection,
  url: string,
  options: ExaminationOptions,
): Promise<readonly Finding[]> {
  await requireSupported(connection);
  const facts = await readServerFacts(connection);
  const { server, database } = describeAddress(url);
  const summary = message('doctor.postgres', {
    database,
    major: String(facts.major),
    server,
    size: sizeOf(facts.bytes),
    count: facts.instances,
  });
  return [
    passed('database', summary),
    ...(await examineContent(connection, { ...options, keyPlace: postgresKeyPlace(url, options) })),
    checkServerSync(facts.isDurable),
    checkArchive(facts.archive),
  ];
}

function postgresKeyPlace(url: string, { secretKey }: ExaminationOptions): KeyPlace {
  return {
    find: () => findSecretKey({ kind: 'postgres', url }, secretKey),
    name: 'FARMCTL_SECRET_KEY',
    isElsewhere: true,
  };
}

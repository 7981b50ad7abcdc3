import { existsSync, statSync } from 'node:fs';
import { openSqliteReader, type SqliteReader } from '../../storage/sqlite/database.ts';
import { type InspectedFile, inspectFile } from '../../storage/sqlite/inspect-file.ts';
import { quickCheck } from '../../storage/sqlite/quick-check.ts';
import { anchorFile } from '../anchor-places.ts';
import { jsonColumns, runSqliteTask } from '../backup/sqlite-task.ts';
import { databaseFile, incomingFile } from '../open-database.ts';
import { findSecretKey, KEY_FILE } from '../secret-key.ts';
import { findServer } from '../server-file.ts';
import { checkBackups } from './check-backups.ts';
import { checkDisk } from './check-disk.ts';
import { checkSynchronous } from './check-durability.ts';
import { checkCommits, checkIntegrity } from './check-integrity.ts';
import { checkLog } from './check-log.ts';
import { checkPermissions } from './check-permissions.ts';
import type { KeyPlace } from './check-secrets.ts';
import { readRecorded } from './commit-facts.ts';
import { attempt, type ExaminationOptions, examineContent } from './examine-content.ts';
import { type Finding, failed, passed } from './finding.ts';
import { readAccess, readBackups, readSizes } from './folder-facts.ts';
import { probeSynchronous } from './machine-facts.ts';

/** Checks the embedded database of a folder, whether a server runs on it or not; changes nothing. */
export async function examineFolder(
  dataDir: string,
  options: ExaminationOptions,
): Promise<readonly Finding[]> {
  const status = statSync(dataDir, { throwIfNoEntry: false });
  if (!status?.isDirectory()) {
    return [failed('folder', `there is no folder ${dataDir}`, 'set it up: farmctl init')];
  }
  const server = findServer(dataDir);
  const held = server
    ? `process ${server.pid} serves it at ${server.baseUrl}`
    : 'no server runs on it';
  const sizes = readSizes(dataDir);
  return [
    passed('folder', `${dataDir}, ${held}`),
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
    return [failed('database', 'a restore did not come to its end', 'run farmctl restore again')];
  }
  let file: InspectedFile | undefined;
  const opened = await attempt('database', async () => {
    file = inspectFile(path);
    if (file) return [passed('database', path)];
    return [failed('database', `there is no ${path}`, 'set it up: farmctl init')];
  });
  if (!file) return opened;
  return [...opened, ...(await examineRows(dataDir, file, options))];
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
    // Out of a damaged file nothing more is to be learned.
    if (fault !== undefined) return [checkIntegrity(fault, options.isDeep)];
    const { loss, unmarkedSince, lastCheck } = await readRecorded(path, reader);
    return [
      checkIntegrity(undefined, options.isDeep, lastCheck),
      checkCommits(loss, unmarkedSince),
      ...(await examineContent(reader, {
        auditAnchors: anchorFile(dataDir),
        ...options,
        keyPlace: keyPlaceOf(dataDir, options),
      })),
    ];
  }).finally(() => reader?.close());
}

function keyPlaceOf(dataDir: string, { secretKey }: ExaminationOptions): KeyPlace {
  return {
    find: () => findSecretKey({ kind: 'sqlite', dataDir }, secretKey),
    name: secretKey === undefined ? KEY_FILE : 'FARMCTL_SECRET_KEY',
    isElsewhere: false,
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

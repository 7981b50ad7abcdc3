import type { ReadStream } from 'node:fs';
import type { backupListAnswer, backupObstacles } from '../../model/answers/backups.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { FarmError, refused } from '../../model/core/errors.ts';
import { resourceNames } from '../../model/resources/registry.ts';
import { listAuditEntries } from '../../storage/system/audit-log.ts';
import { countOrganisations } from '../../storage/system/database-content.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters, requireScope } from '../core/admission.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';

type BackupList = Made<typeof backupListAnswer.schema>;
type ObstacleCode = (typeof backupObstacles)[number];

/** The state of the backups, without fields that every database has. */
export type BackupState = Omit<BackupList, 'lastDownload' | 'database'>;

/** A verified backup in a temporary file. */
export interface MadeBackup {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: number;
  /** SHA-256 of the file. */
  readonly sha256: Uint8Array;
  open(): ReadStream;
  /** Deletes the file. */
  remove(): Promise<void>;
}

/** Backs up the database of the service, and reports known backups. */
export interface BackupService {
  state(now: number): Promise<BackupState>;
  /** Creates and verifies a backup. Throws FarmError, or the abort reason of the signal. */
  make(signal: AbortSignal, now: number): Promise<MadeBackup>;
}

const ROUTE = '/v1/platform/os/backups';

const NOTHING_KNOWN: BackupState = {
  obstacle: null,
  schedule: null,
  lastBackup: null,
  lastFailure: null,
  archive: null,
  total: 0,
  backups: [],
};

const MESSAGES = {
  no_backup_here:
    'This process cannot back up its database: a mock server keeps its rows in memory. Back up a data folder with farmctl backup.',
  several_organisations:
    'The database holds several organisations; ask whoever runs the server for a backup.',
} as const;

/** `GET /os/backups`. */
export async function listBackups(
  runtime: Runtime,
  call: RequestContext,
  service: BackupService | undefined,
): Promise<Result> {
  requireWholeOrganisation(call);
  const { database } = runtime;
  const shared = { ...NOTHING_KNOWN, obstacle: await findObstacle(runtime, service) };
  const state = service && shared.obstacle === null ? await service.state(call.at) : shared;
  const { entries } = await listAuditEntries(database, {
    scope: scopeOf(call.actor),
    ownKeyId: call.actor.keyId,
    method: 'POST',
    route: ROUTE,
    status: 200,
    limit: 1,
    offset: 0,
  });
  const [last] = entries;
  const list: BackupList = {
    database: database.dialect.name === 'sqlite' ? 'sqlite' : 'postgresql',
    ...state,
    lastDownload: last === undefined ? null : { at: last.at, keyId: last.keyId },
  };
  return jsonResult(list);
}

/** Creates the backup for `POST /os/backups` after checking the caller's permissions. */
export async function makeBackup(
  runtime: Runtime,
  call: RequestContext,
  {
    service,
    signal,
  }: { readonly service: BackupService | undefined; readonly signal: AbortSignal },
): Promise<MadeBackup> {
  // A backup contains every row of the organisation.
  for (const name of resourceNames) requireScope(call.actor, `read:${name}`);
  requireWholeOrganisation(call);
  const obstacle = await findObstacle(runtime, service);
  if (obstacle) throw refused(obstacle.code, obstacle.message);
  if (!service) throw refused('no_backup_here', MESSAGES.no_backup_here);
  return service.make(signal, call.at);
}

/** Backups cover the whole organisation, so keys restricted to farms are refused. */
function requireWholeOrganisation(call: RequestContext): void {
  if (call.actor.farmIds !== 'all') {
    throw new FarmError('farm_forbidden', {
      message: 'Backups hold all farms: use a key that is pinned to no farms.',
    });
  }
  operationParameters({}, call);
}

async function findObstacle({ database }: Runtime, service: BackupService | undefined) {
  const code: ObstacleCode | undefined = service
    ? (await countOrganisations(database)) > 1
      ? 'several_organisations'
      : undefined
    : 'no_backup_here';
  return code === undefined ? null : { code, message: MESSAGES[code] };
}

import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { listBackups, type MadeBackup, makeBackup } from '../../platform/administration/backups.ts';
import { erasePerson } from '../../platform/administration/erase-person.ts';
import { exportPerson } from '../../platform/administration/export-person.ts';
import {
  changeKey,
  createKey,
  getKey,
  listAllKeys,
  revokeKey,
} from '../../platform/administration/manage-keys.ts';
import { changeSettings, readSettings } from '../../platform/administration/settings.ts';
import { executeWrite } from '../../platform/audit/audited-requests.ts';
import { listAudit, verifyAudit, verifyAuditAgainst } from '../../platform/audit/verify-audit.ts';
import { jsonResult, type RequestContext } from '../../platform/core/request-context.ts';
import type { AppDependencies, Exchange } from '../core/app-dependencies.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { callOf, idOf, lazyBody, readRoute, whenClosed, writeRoute } from '../core/run-call.ts';

/** Handlers of the routes of keys. */
export function keyHandlers(deps: AppDependencies) {
  const { runtime } = deps;
  return {
    listKeys: readRoute(deps, (call) => listAllKeys(runtime, call)),
    getKey: readRoute(deps, (call, request) => getKey(runtime, call, idOf(request))),
    createKey: writeRoute(deps, (transaction, call, request) =>
      createKey(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    updateKey: writeRoute(deps, (transaction, call, request) =>
      changeKey(transaction, { call, id: idOf(request), body: () => bodyOf(request) }),
    ),
    revokeKey: writeRoute(deps, (transaction, call, request) =>
      revokeKey(runtime, transaction, { call, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

/** Handlers of the routes of the audit log, of people and of settings. */
export function administrationHandlers(deps: AppDependencies) {
  const { runtime } = deps;
  const tools = { trail: deps.audit, anchors: deps.anchors };
  return {
    listAuditEntries: readRoute(deps, (call) => listAudit(runtime, call)),
    verifyAuditLog: readRoute(deps, (call) => verifyAudit(runtime, call, tools)),
    verifyAuditLogAgainst: readRoute(deps, (call, request) =>
      verifyAuditAgainst(runtime, { call, body: () => bodyOf(request) }, tools),
    ),
    exportPerson: readRoute(deps, (call, request) => exportPerson(runtime, call, idOf(request))),
    erasePerson: writeRoute(deps, (transaction, call, request) =>
      erasePerson(runtime, transaction, { call, id: idOf(request), body: lazyBody(request) }),
    ),
    readSettings: readRoute(deps, (call) => readSettings(runtime, call)),
    changeSettings: writeRoute(deps, (transaction, call, request) =>
      changeSettings(transaction, { call, body: () => bodyOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

const RETRY_SECONDS = '10';

/** Handlers of the routes of backups. */
export function backupHandlers(deps: AppDependencies) {
  const { runtime } = deps;
  let isUnderWay = false;
  const takeTurn = () => {
    if (isUnderWay) throw alreadyRunning();
    isUnderWay = true;
    return () => {
      isUnderWay = false;
    };
  };
  return {
    listBackups: readRoute(deps, (call) => listBackups(runtime, call, deps.backups)),
    makeBackup: {
      config: { isTransfer: true },
      handler: (request, reply) => sendBackup(deps, takeTurn(), { request, reply }),
    },
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

function alreadyRunning(): FarmError {
  return new FarmError('unavailable', {
    code: 'backup_running',
    message: 'A backup is being made or downloaded; try again when it has ended.',
    headers: { 'retry-after': RETRY_SECONDS },
  });
}

/** Creates a backup and sends it; stops if the caller disconnects. */
async function sendBackup(
  deps: AppDependencies,
  endTurn: () => void,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const call = callOf(request);
  const disconnected = new AbortController();
  whenClosed(reply, () => disconnected.abort());
  let backup: MadeBackup | undefined;
  try {
    const { signal } = disconnected;
    backup = await makeBackup(deps.runtime, call, { service: deps.backups, signal });
    // The audit log records the recipient before the data is sent.
    await recordDownload(deps, call);
    signal.throwIfAborted();
  } catch (error) {
    await backup?.remove();
    endTurn();
    throw disconnected.signal.aborted ? callerLeft() : error;
  }
  return reply
    .headers(headersOf(backup))
    .type(backup.contentType)
    .send(openBackup(backup, endTurn, reply));
}

function callerLeft(): FarmError {
  return new FarmError('request_timeout', {
    message: 'The connection ended before the backup was made.',
  });
}

async function recordDownload(
  { runtime, audit }: AppDependencies,
  call: RequestContext,
): Promise<void> {
  // A repeated request gets a new backup, so no response is stored.
  const { idempotency: _, ...once } = call;
  await executeWrite({ runtime, audit, call: once }, async () => jsonResult({}));
}

function headersOf({ fileName, bytes, sha256 }: MadeBackup): Readonly<Record<string, string>> {
  return {
    'content-disposition': `attachment; filename="${fileName}"`,
    'content-length': String(bytes),
    'content-digest': `sha-256=:${Buffer.from(sha256).toString('base64')}:`,
  };
}

/** The bytes of the file, which is deleted when they are sent or the caller disconnects. */
function openBackup(backup: MadeBackup, endTurn: () => void, reply: FastifyReply): Readable {
  const stream = backup.open();
  let lastBytesRead = -1;
  const timer = setInterval(() => {
    if (stream.bytesRead === lastBytesRead) reply.raw.destroy();
    lastBytesRead = stream.bytesRead;
  }, limits.uploadSilenceMillis).unref();
  stream.once('close', () => {
    clearInterval(timer);
    void backup.remove().finally(endTurn);
  });
  return stream;
}

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
import { type Call, jsonAnswer } from '../../platform/core/request-context.ts';
import type { Edge, Exchange } from '../core/edge.ts';
import { whenClosed } from '../core/queued-answers.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { bodyOrNothing, callOf, idOf, readRoute, writeRoute } from '../core/run-call.ts';

/** What answers the routes of keys. */
export function keyHandlers(edge: Edge) {
  const { runtime } = edge;
  return {
    listKeys: readRoute(edge, (call) => listAllKeys(runtime, call)),
    getKey: readRoute(edge, (call, request) => getKey(runtime, call, idOf(request))),
    createKey: writeRoute(edge, (transaction, call, request) =>
      createKey(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    updateKey: writeRoute(edge, (transaction, call, request) =>
      changeKey(transaction, { call, id: idOf(request), body: () => bodyOf(request) }),
    ),
    revokeKey: writeRoute(edge, (transaction, call, request) =>
      revokeKey(runtime, transaction, { call, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

/** What answers the routes of the audit log, of people and of settings. */
export function administrationHandlers(edge: Edge) {
  const { runtime } = edge;
  const tools = { trail: edge.audit, anchors: edge.anchors };
  return {
    listAuditEntries: readRoute(edge, (call) => listAudit(runtime, call)),
    verifyAuditLog: readRoute(edge, (call) => verifyAudit(runtime, call, tools)),
    verifyAuditLogAgainst: readRoute(edge, (call, request) =>
      verifyAuditAgainst(runtime, { call, body: () => bodyOf(request) }, tools),
    ),
    exportPerson: readRoute(edge, (call, request) => exportPerson(runtime, call, idOf(request))),
    erasePerson: writeRoute(edge, (transaction, call, request) =>
      erasePerson(runtime, transaction, { call, id: idOf(request), body: bodyOrNothing(request) }),
    ),
    readSettings: readRoute(edge, (call) => readSettings(runtime, call)),
    changeSettings: writeRoute(edge, (transaction, call, request) =>
      changeSettings(transaction, { call, body: () => bodyOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

const RETRY_SECONDS = '10';

/** What answers the routes of backups. */
export function backupHandlers(edge: Edge) {
  const { runtime } = edge;
  let isUnderWay = false;
  const takeTurn = () => {
    if (isUnderWay) throw alreadyRunning();
    isUnderWay = true;
    return () => {
      isUnderWay = false;
    };
  };
  return {
    listBackups: readRoute(edge, (call) => listBackups(runtime, call, edge.backups)),
    makeBackup: {
      config: { isTransfer: true },
      handler: (request, reply) => sendBackup(edge, takeTurn(), { request, reply }),
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

/** Makes a backup and sends it; stops when the caller goes away. */
async function sendBackup(
  edge: Edge,
  endTurn: () => void,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const call = callOf(request);
  const leaving = new AbortController();
  whenClosed(reply, () => leaving.abort());
  let backup: MadeBackup | undefined;
  try {
    const { signal } = leaving;
    backup = await makeBackup(edge.runtime, call, { desk: edge.backups, signal });
    // The log names who got the data before they leave.
    await recordDownload(edge, call);
    signal.throwIfAborted();
  } catch (error) {
    await backup?.remove();
    endTurn();
    throw leaving.signal.aborted ? callerLeft() : error;
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

async function recordDownload({ runtime, audit }: Edge, call: Call): Promise<void> {
  // Another backup is made for a repeated request, so that no answer is stored.
  const { idempotency: _, ...once } = call;
  await executeWrite({ runtime, audit, call: once }, async () => jsonAnswer({}));
}

function headersOf({ fileName, bytes, sha256 }: MadeBackup): Readonly<Record<string, string>> {
  return {
    'content-disposition': `attachment; filename="${fileName}"`,
    'content-length': String(bytes),
    'content-digest': `sha-256=:${Buffer.from(sha256).toString('base64')}:`,
  };
}

/** The bytes of the file, which is deleted when they are sent, or when nobody takes them. */
function openBackup(backup: MadeBackup, endTurn: () => void, reply: FastifyReply): Readable {
  const stream = backup.open();
  let seen = -1;
  const timer = setInterval(() => {
    if (stream.bytesRead === seen) reply.raw.destroy();
    seen = stream.bytesRead;
  }, limits.uploadSilenceMillis).unref();
  stream.once('close', () => {
    clearInterval(timer);
    void backup.remove().finally(endTurn);
  });
  return stream;
}

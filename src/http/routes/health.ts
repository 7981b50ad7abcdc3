import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FarmError } from '../../model/errors.ts';
import type { AppOptions } from '../app-options.ts';
import type { Edge } from '../edge.ts';
import { unknownPath } from './unknown-route.ts';

const READY_MILLIS = 3000;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Registers what machines that run the service ask: is it alive, is it ready, how is it doing. */
export function addHealthRoutes(app: FastifyInstance, edge: Edge, options: AppOptions): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    const { database } = edge.runtime;
    await Promise.race([database.ping(), silence()]).catch(tellUnready);
    return { ...auditState(edge), ...integrityOf(database) };
  });
  app.get('/metrics', async (request, reply) => {
    // A foreign address is told what it would be told without the route.
    if (!options.publicMetrics && !isLoopback(request)) throw unknownPath(request.url);
    return reply.type(edge.metrics.contentType).send(await edge.metrics.render());
  });
}

/** Without its audit log the service must not take calls; entries that wait to be sealed can. */
function auditState({ audit }: Edge): { readonly status: string; readonly code?: string } {
  const { isFailing, unsealable } = audit.health();
  if (isFailing) {
    throw notReady('The audit log cannot be written for now; try again.', {
      code: 'audit_not_written',
    });
  }
  return unsealable > 0 ? { status: 'degraded', code: 'audit_not_sealed' } : { status: 'ok' };
}

/** The last check of a database file; null before the first. */
function integrityOf({ condition }: Edge['runtime']['database']) {
  if (!condition) return {};
  const checkedAt = condition.lastCheck()?.checkedAt ?? null;
  return { integrity: { state: checkedAt === null ? 'unchecked' : 'ok', checkedAt } };
}

/** Rejects once a database has been silent for too long; a probe does not wait any longer. */
async function silence(): Promise<never> {
  await sleep(READY_MILLIS, undefined, { ref: false });
  throw notReady('The database does not answer for now; try again.');
}

/** Why the service is not ready; what does not pass by itself is no reason to look alive either. */
function tellUnready(error: unknown): never {
  if (error instanceof FarmError) throw error;
  throw notReady('The database does not work.', { cause: error });
}

function notReady(
  message: string,
  reason: { readonly code?: string; readonly cause?: unknown } = {},
): FarmError {
  const headers = { 'retry-after': '1' };
  return new FarmError('unavailable', { code: 'not_ready', message, headers, ...reason });
}

function isLoopback(request: FastifyRequest): boolean {
  return LOOPBACK.test(request.socket.remoteAddress ?? '');
}

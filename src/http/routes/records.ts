import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { ResourceOperation } from '../../model/api/operation.ts';
import { limits } from '../../model/core/limits.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { getResource } from '../../model/resources/registry.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { runBatch } from '../../platform/actions/run-batch.ts';
import { readHistory } from '../../platform/activity/row-history.ts';
import { createRecord } from '../../platform/records/create-record.ts';
import { type Export, exportRecords } from '../../platform/records/export-records.ts';
import { getRecord, listRecords } from '../../platform/records/read-records.ts';
import { deleteRecord, updateRecord } from '../../platform/records/update-record.ts';
import type { AppDependencies } from '../core/app-dependencies.ts';
import { bodyOf } from '../core/request-body.ts';
import { createSlots } from '../core/request-limits.ts';
import type { RouteHandler } from '../core/router.ts';
import {
  callOf,
  idOf,
  prefetchingRoute,
  readRoute,
  whenClosed,
  writeRoute,
} from '../core/run-call.ts';

export function recordHandler(
  deps: AppDependencies,
  { resource, verb }: ResourceOperation,
): RouteHandler {
  const { runtime } = deps;
  const definition = getResource(resource);
  switch (verb) {
    case 'list': {
      // Listing alerts may first evaluate them, which only an authenticated caller may cause; and
      // reads that a replica can answer must not share a round trip with authentication.
      const isLate = definition.name === 'alerts' || runtime.database.onReplica !== undefined;
      const route = isLate ? readRoute : prefetchingRoute;
      return route(deps, (call) => listRecords(runtime, definition, call));
    }
    case 'get':
      return prefetchingRoute(deps, (call, request) =>
        getRecord(runtime, definition, { ...call, id: idOf(request) }),
      );
    case 'create':
      return writeRoute(deps, (transaction, call, request) =>
        createRecord(runtime, transaction, { definition, call, body: () => bodyOf(request) }),
      );
    case 'update':
      return writeRoute(deps, (transaction, call, request) => {
        const id = idOf(request);
        const body = () => bodyOf(request);
        return updateRecord(runtime, transaction, { definition, call, id, body });
      });
    case 'delete':
      return writeRoute(deps, (transaction, call, request) =>
        deleteRecord(runtime, transaction, { definition, call, id: idOf(request) }),
      );
  }
}

/** Handlers of history, batches and exports. */
export function transferHandlers(deps: AppDependencies) {
  const { runtime, audit } = deps;
  return {
    readHistory: readRoute(deps, (call, request) => readHistory(runtime, call, subjectOf(request))),
    runBatch: writeRoute(deps, (transaction, call, request) =>
      runBatch(runtime, transaction, { call, audit, body: () => bodyOf(request) }),
    ),
    exportRows: exportHandler(deps),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

function subjectOf(request: FastifyRequest): { readonly resource: string; readonly id: string } {
  return request.params as { resource: string; id: string };
}

/** Streams all rows of a resource. */
function exportHandler(deps: AppDependencies): RouteHandler {
  const { runtime, audit, metrics, log } = deps;
  const slots = createSlots({
    what: 'exports',
    total: limits.exportsUnderWay,
    perKey: limits.exportsUnderWayPerKey,
  });
  return {
    exposeHeadRoute: false,
    config: { isStream: true },
    handler: async (request, reply) => {
      const call = callOf(request);
      const release = slots.take(call.actor.keyId);
      // Runs when the response is sent or the caller disconnects. Inside a command there is no
      // connection that could close.
      reply.raw.once('finish', release);
      whenClosed(reply, release);
      const { contentType, fileName, parts } = await exportRecords(
        runtime,
        resourceOf(request),
        call,
      );
      // An error of the first page still determines the status.
      const first = await parts.next();
      const second = first.done ? first : await parts.next();
      audit.note(call, { status: 200 });
      const seconds = call.elapsedMillis() / 1000;
      metrics.observe({ method: 'GET', route: call.route, status: 200, seconds });
      const readable = Readable.from(resumed([first, second], parts), { objectMode: false });
      readable.once('error', (error) => {
        log.error({ err: error, requestId: call.requestId }, 'an export was cut off');
      });
      return reply
        .headers({ 'content-disposition': `attachment; filename="${fileName}"` })
        .type(contentType)
        .send(readable);
    },
  };
}

/** The resource definition of the path; throws `not_found` if there is none. */
export function resourceOf(request: FastifyRequest): ResourceDefinition {
  return getResource((request.params as { resource: string }).resource);
}

async function* resumed(
  firstParts: readonly IteratorResult<string | Uint8Array, unknown>[],
  remainingParts: Export['parts'],
): AsyncGenerator<Uint8Array> {
  try {
    for (const { done, value } of firstParts) {
      if (!done && value.length > 0) yield Buffer.from(value);
    }
    for await (const part of remainingParts) if (part.length > 0) yield Buffer.from(part);
  } finally {
    await remainingParts.return(undefined);
  }
}

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../model/core/limits.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { getResource, resources } from '../../model/resources/registry.ts';
import { runBatch } from '../../platform/actions/run-batch.ts';
import { readHistory } from '../../platform/activity/row-history.ts';
import { createRecord } from '../../platform/records/create-record.ts';
import { type Export, exportRecords } from '../../platform/records/export-records.ts';
import { getRecord, listRecords } from '../../platform/records/read-records.ts';
import { deleteRecord, updateRecord } from '../../platform/records/update-record.ts';
import type { Edge } from '../core/edge.ts';
import { bodyOf } from '../core/request-body.ts';
import { createSlots } from '../core/request-limits.ts';
import { callOf, idOf, letIn, readRoute, writeRoute } from '../core/run-call.ts';

/** Registers the uniform operations of all resources. */
export function addRecordRoutes(app: FastifyInstance, edge: Edge): void {
  for (const definition of Object.values(resources)) addResource(app, edge, definition);
}

function addResource(app: FastifyInstance, edge: Edge, definition: ResourceDefinition): void {
  const { runtime } = edge;
  const collection = `/v1/platform/${definition.name}`;
  app.get(
    collection,
    readRoute(edge, (call) => listRecords(runtime, definition, call)),
  );
  app.get(
    `${collection}/:id`,
    readRoute(edge, (call, request) =>
      getRecord(runtime, definition, { ...call, id: idOf(request) }),
    ),
  );
  app.post(
    collection,
    writeRoute(edge, (transaction, call, request) =>
      createRecord(runtime, transaction, { definition, call, body: () => bodyOf(request) }),
    ),
  );
  app.patch(
    `${collection}/:id`,
    writeRoute(edge, (transaction, call, request) =>
      updateRecord(runtime, transaction, {
        definition,
        call,
        id: idOf(request),
        body: () => bodyOf(request),
      }),
    ),
  );
  app.delete(
    `${collection}/:id`,
    writeRoute(edge, (transaction, call, request) =>
      deleteRecord(runtime, transaction, { definition, call, id: idOf(request) }),
    ),
  );
}

/** Registers what tells of the earlier versions of rows. */
export function addHistoryRoute(app: FastifyInstance, edge: Edge): void {
  app.get(
    '/v1/platform/os/history/:resource/:id',
    readRoute(edge, (call, request) => readHistory(edge.runtime, call, subjectOf(request))),
  );
}

function subjectOf(request: FastifyRequest): { readonly resource: string; readonly id: string } {
  return request.params as { resource: string; id: string };
}

const PATH = '/v1/platform/os/export/:resource';

/** Registers the route that streams all rows of a resource. */
export function addExportRoute(app: FastifyInstance, edge: Edge): void {
  const { runtime, audit, metrics, log } = edge;
  const slots = createSlots({
    what: 'exports',
    total: limits.exportsUnderWay,
    perKey: limits.exportsUnderWayPerKey,
  });
  app.route({
    method: 'GET',
    url: PATH,
    exposeHeadRoute: false,
    config: { isStream: true },
    onRequest: letIn(edge),
    handler: async (request, reply) => {
      const call = callOf(request);
      const release = slots.take(call.actor.keyId);
      // Answered, or left by its caller. Inside a command there is no connection that could close.
      reply.raw.once('close', release).once('finish', release);
      const { contentType, fileName, parts } = await exportRecords(
        runtime,
        resourceOf(request),
        call,
      );
      // What goes wrong with the first page is still answered with its status.
      const first = await parts.next();
      const second = first.done ? first : await parts.next();
      audit.note(call, { status: 200 });
      const seconds = call.elapsedMillis() / 1000;
      metrics.observe({ method: 'GET', route: PATH, status: 200, seconds });
      const readable = Readable.from(resumed([first, second], parts), { objectMode: false });
      readable.once('error', (error) => {
        log.error({ err: error, requestId: call.requestId }, 'an export was cut off');
      });
      return reply
        .headers({ 'content-disposition': `attachment; filename="${fileName}"` })
        .type(contentType)
        .send(readable);
    },
  });
}

/** The definition of the resource in the path; throws `not_found` when there is none. */
export function resourceOf(request: FastifyRequest): ResourceDefinition {
  return getResource((request.params as { resource: string }).resource);
}

async function* resumed(
  taken: readonly IteratorResult<string | Uint8Array, unknown>[],
  rest: Export['parts'],
): AsyncGenerator<Uint8Array> {
  try {
    for (const { done, value } of taken) {
      if (!done && value.length > 0) yield Buffer.from(value);
    }
    for await (const part of rest) if (part.length > 0) yield Buffer.from(part);
  } finally {
    await rest.return(undefined);
  }
}

/** Registers what does many things in one transaction. */
export function addBatchRoute(app: FastifyInstance, edge: Edge): void {
  const { runtime, audit } = edge;
  app.post(
    '/v1/platform/os/batch',
    writeRoute(edge, (transaction, call, request) =>
      runBatch(runtime, transaction, { call, audit, body: () => bodyOf(request) }),
    ),
  );
}

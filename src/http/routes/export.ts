import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../model/limits.ts';
import { getResource } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { type Export, exportRecords } from '../../platform/export/export-records.ts';
import type { Edge } from '../edge.ts';
import { createSlots } from '../slots.ts';
import { callOf, letIn } from './run-call.ts';

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

import type { FastifyInstance } from 'fastify';
import { resources } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { createRecord } from '../../platform/records/create-record.ts';
import { deleteRecord } from '../../platform/records/delete-record.ts';
import { getRecord, listRecords } from '../../platform/records/read-records.ts';
import { updateRecord } from '../../platform/records/update-record.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { idOf } from './path-id.ts';
import { readRoute, writeRoute } from './run-call.ts';

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

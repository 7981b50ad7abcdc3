import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../model/limits.ts';
import { authenticateCamera, cameraOf } from '../../platform/access/authenticate-camera.ts';
import { ingestEvents } from '../../platform/vision/ingest-events.ts';
import type { Edge } from '../edge.ts';
import { openCall } from '../open-call.ts';
import { bodyOf } from '../request-body.ts';
import { writeRoute } from './run-call.ts';

/** Registers the route on which cameras send what they see; it takes their own tokens only. */
export function addIngestRoutes(app: FastifyInstance, edge: Edge): void {
  app.post('/v1/os-ingest/:integrationId/vision', {
    bodyLimit: limits.ingestBodyBytes,
    ...writeRoute(edge, (transaction, call, request) => {
      const input = { call, camera: cameraOf(call.actor), body: () => bodyOf(request) };
      return ingestEvents(edge.runtime, transaction, input);
    }),
    onRequest: async (request, reply) => {
      await openCall(edge, request, reply, (runtime, authorization) =>
        authenticateCamera(runtime, authorization, integrationIdOf(request)),
      );
    },
  });
}

function integrationIdOf(request: FastifyRequest): string {
  return (request.params as { integrationId: string }).integrationId;
}

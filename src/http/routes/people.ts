import type { FastifyInstance } from 'fastify';
import { erasePerson } from '../../platform/people/erase-person.ts';
import { exportPerson } from '../../platform/people/export-person.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { idOf } from './path-id.ts';
import { readRoute, writeRoute } from './run-call.ts';

const PERSON = '/v1/platform/os/people/:id';

/** Registers what a person can ask of an organisation: what it holds, and to be forgotten. */
export function addPeopleRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.get(
    `${PERSON}/export`,
    readRoute(edge, (call, request) => exportPerson(runtime, call, idOf(request))),
  );
  app.post(
    `${PERSON}/erase`,
    writeRoute(edge, (transaction, call, request) =>
      erasePerson(runtime, transaction, {
        call,
        id: idOf(request),
        body: () => (request.rawBody ? bodyOf(request) : {}),
      }),
    ),
  );
}

import type { FastifyInstance } from 'fastify';
import { readCaseFile, readCaseFiles } from '../../platform/case-files/read-case-files.ts';
import { sealFlock } from '../../platform/case-files/seal-flock.ts';
import { verifyCaseFile } from '../../platform/case-files/verify-case-file.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { idOf } from './path-id.ts';
import { readRoute, writeRoute } from './run-call.ts';

const ROOT = '/v1/platform/os/case-files';

/** Registers what seals the dossiers of flocks, shows and checks them. */
export function addCaseFileRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.get(
    ROOT,
    readRoute(edge, (call) => readCaseFiles(runtime, call)),
  );
  app.post(
    ROOT,
    writeRoute(edge, (transaction, call, request) =>
      sealFlock(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
  );
  app.get(
    `${ROOT}/:id`,
    readRoute(edge, (call, request) => readCaseFile(runtime, call, idOf(request))),
  );
  app.get(
    `${ROOT}/:id/verify`,
    readRoute(edge, (call, request) => verifyCaseFile(runtime, call, idOf(request))),
  );
}

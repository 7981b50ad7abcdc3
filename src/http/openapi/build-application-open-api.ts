import { applicationRoutes, applicationTags } from '../../model/application-routes.ts';
import { ingestRoute } from '../../model/ingest-route.ts';
import { applicationDescription } from './api-description.ts';
import { buildDocument } from './build-document.ts';
import type { OpenApiOptions } from './build-open-api.ts';
import type { OpenApiDocument } from './open-api-document.ts';

/** Builds the OpenAPI 3.1 description of the routes of the application, under `/os`. */
export function buildApplicationOpenApi(options: OpenApiOptions): OpenApiDocument {
  const tags = Object.entries(applicationTags).map(([name, description]) => ({
    name,
    description,
  }));
  return buildDocument({
    ...options,
    title: 'Farm Operations application routes',
    summary: "What the service's own application calls",
    description: applicationDescription(),
    operations: [...applicationRoutes, ingestRoute],
    tags,
    tagGroups: [{ name: 'Service', tags: tags.map(({ name }) => name) }],
  });
}

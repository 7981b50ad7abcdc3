import { titleOf } from '../../model/crud-operations.ts';
import { operationTags } from '../../model/operations.ts';
import { platformOperations } from '../../model/platform-operations.ts';
import { resources } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { platformDescription } from './api-description.ts';
import { buildDocument } from './build-document.ts';
import type { OpenApiDocument, Tag, TagGroup } from './open-api-document.ts';
import { EVENTS_TAG, webhookObjects } from './webhook-objects.ts';

/** What the document of the platform API depends on besides the model. */
export interface OpenApiOptions {
  /** The version of the program. */
  readonly version: string;
  /** The ids of operations that this version answers with 501. */
  readonly unanswered?: readonly string[];
}

/** Builds the OpenAPI 3.1 description of the platform API: 77 paths and 17 events. */
export function buildOpenApi({ version, unanswered = [] }: OpenApiOptions): OpenApiDocument {
  const definitions: readonly ResourceDefinition[] = Object.values(resources);
  return buildDocument({
    version,
    title: 'Farm Operations Platform API',
    summary: 'The machine interface of a farm-management service for poultry',
    description: platformDescription(),
    operations: platformOperations,
    tags: [...serviceTags(), ...definitions.map(tagOf)],
    tagGroups: [
      { name: 'Service', tags: serviceTags().map(({ name }) => name) },
      ...groupsOf(definitions),
    ],
    webhooks: webhookObjects(),
    unanswered,
  });
}

function serviceTags(): Tag[] {
  const own = Object.entries(operationTags).map(([name, description]) => ({ name, description }));
  const description = 'What the service posts to your webhooks.';
  return [...own, { name: EVENTS_TAG, description }];
}

function tagOf(definition: ResourceDefinition): Tag {
  return { name: titleOf(definition), description: `${definition.summary}.` };
}

function groupsOf(definitions: readonly ResourceDefinition[]): TagGroup[] {
  const names = [...new Set(definitions.map(({ group }) => group))];
  return names.map((name) => ({
    name,
    tags: definitions.filter(({ group }) => group === name).map(titleOf),
  }));
}

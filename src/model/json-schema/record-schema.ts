import type { ResourceDefinition } from '../resource.ts';
import { instant, integer, type JsonSchema, nullable, object, string } from './json-schema.ts';
import { readSchema } from './read-schema.ts';

/** A record of a resource as the API returns it. All fields are present; unknown values are null. */
export function recordSchema(definition: ResourceDefinition): JsonSchema {
  return object(recordProperties(definition), `${definition.summary}.`);
}

/** The answer to a create: the record, and the secrets that are shown only in this answer. */
export function createdRecordSchema(definition: ResourceDefinition): JsonSchema {
  const secrets = Object.entries(definition.shownOnce ?? {}).map(
    ([name, note]) => [`${name}?`, string(note)] as const,
  );
  return object(
    { ...recordProperties(definition), ...Object.fromEntries(secrets) },
    `${definition.summary}, with the secrets that are shown once.`,
  );
}

/** The schemas of the fields of a record, by name. */
function recordProperties(definition: ResourceDefinition): Record<string, JsonSchema> {
  const own = Object.entries(definition.fields).map(
    ([name, field]) => [name, readSchema(field)] as const,
  );
  const farmId = string('The farm it belongs to.');
  return {
    id: string(),
    farmId: definition.farm.kind === 'organisation' ? nullable(farmId) : farmId,
    version: integer('Counts the changes of the row.'),
    createdAt: instant(),
    updatedAt: instant(),
    createdBy: object({
      type: string('Such as key, automation or user.'),
      id: string(),
      'editor?': object(
        { type: string(), id: string() },
        'Of an automation: its last editor, with whose rights it runs.',
      ),
    }),
    ...Object.fromEntries(own),
  };
}

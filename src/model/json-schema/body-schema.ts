import type { ResourceDefinition } from '../resource.ts';
import { requiredFields, writableFields } from '../resource-fields.ts';
import type { JsonSchema } from './json-schema.ts';
import { writeSchema } from './write-schema.ts';

const farmHint: JsonSchema = {
  type: ['string', 'null'],
  description: 'The farm, where neither a parent nor the query parameter farmId tells it.',
};

/** The body that creates a row: the writable fields, and the farm where it is not implied. */
export function createSchema(definition: ResourceDefinition): JsonSchema {
  const { properties, ...schema } = createFieldsSchema(definition);
  const hasFarm = definition.farm.kind === 'farm';
  return {
    ...schema,
    properties: { ...(properties as object), ...(hasFarm ? { farmId: farmHint } : {}) },
  };
}

/** The writable fields of a new row; those without which it is refused are required. */
export function createFieldsSchema(definition: ResourceDefinition): JsonSchema {
  const required = requiredFields(definition).map(([name]) => name);
  return {
    type: 'object',
    description: 'Fields that are not named here are ignored.',
    properties: Object.fromEntries(
      writableFields(definition).map(([name, field]) => [name, writeSchema(field, 'create')]),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The body that changes a row: any of the writable fields. */
export function updateSchema(definition: ResourceDefinition): JsonSchema {
  return {
    type: 'object',
    description: 'What to change; null clears. Fields that are not named here are ignored.',
    properties: Object.fromEntries(
      writableFields(definition).map(([name, field]) => {
        // A state is left by a transition, never cleared.
        const shown = name === 'status' ? { ...field, required: true } : field;
        return [name, writeSchema(shown, 'update')];
      }),
    ),
  };
}

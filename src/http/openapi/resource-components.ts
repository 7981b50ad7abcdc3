import { pascalCase } from '../../model/crud-operations.ts';
import { exampleChange, exampleChangedRow, exampleRow } from '../../model/examples/example-row.ts';
import { array, type JsonSchema, object, ref } from '../../model/json-schema/json-schema.ts';
import { recordProperties } from '../../model/json-schema/record-schema.ts';
import { type WriteKind, writeSchema } from '../../model/json-schema/write-schema.ts';
import { limits } from '../../model/limits.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { requiredFields, writableFields } from '../../model/resource-fields.ts';
import type { Components, ExampleObject } from './open-api-document.ts';

/** The name of a resource's schema: `DailyLog`; those of its bodies and lists begin with it. */
export function schemaName({ singular }: ResourceDefinition): string {
  return pascalCase(singular);
}

/** The schemas of a resource: the record, its fields, its list, and the bodies that write it. */
export function resourceSchemas(
  definition: ResourceDefinition,
): NonNullable<Components['schemas']> {
  const name = schemaName(definition);
  const fields = recordProperties(definition);
  return {
    [`${name}Fields`]: {
      type: 'object',
      description: `Fields of a ${definition.singular}: all, or those that the parameter fields names.`,
      properties: fields,
    },
    [name]: {
      description: `${definition.summary}.`,
      allOf: [ref(`${name}Fields`)],
      required: Object.keys(fields),
    },
    [`${name}List`]: object({ data: array(ref(`${name}Fields`)), meta: ref('ListMeta') }),
    ...(definition.readOnly ? {} : bodySchemas(definition)),
  };
}

function bodySchemas(definition: ResourceDefinition): Record<string, JsonSchema> {
  const name = schemaName(definition);
  const required = requiredFields(definition).map(([field]) => field);
  const hasFarm = definition.farm.kind === 'farm';
  return {
    [`${name}Create`]: {
      type: 'object',
      description: 'Fields that are not named here are ignored.',
      properties: {
        ...bodyFields(definition, 'create'),
        ...(hasFarm ? { farmId: farmHint } : {}),
      },
      ...(required.length === 0 ? {} : { required }),
    },
    [`${name}Update`]: {
      type: 'object',
      description: 'What to change; null clears. Fields that are not named here are ignored.',
      properties: bodyFields(definition, 'update'),
    },
  };
}

const farmHint: JsonSchema = {
  type: ['string', 'null'],
  description: 'The farm, where neither a parent nor the query parameter farmId tells it.',
};

function bodyFields(definition: ResourceDefinition, kind: WriteKind): Record<string, JsonSchema> {
  return Object.fromEntries(
    writableFields(definition).map(([name, field]) => {
      // A state is left by a transition, never cleared.
      const cannotClear = kind === 'update' && name === 'status';
      return [name, writeSchema(cannotClear ? { ...field, required: true } : field, kind)];
    }),
  );
}

/** The examples of a resource: the record, the list that holds it, and the bodies that write it. */
export function resourceExamples(
  definition: ResourceDefinition,
): Readonly<Record<string, ExampleObject>> {
  const name = schemaName(definition);
  const row = exampleRow(definition);
  const meta = { total: 1, limit: limits.pageSize, offset: 0, hasMore: false };
  return {
    [name]: { value: row },
    [`${name}List`]: { value: { data: [row], meta } },
    [`${name}Create`]: { value: definition.example },
    [`${name}Update`]: { value: exampleChange(definition) },
    [`${name}Changed`]: { value: exampleChangedRow(definition) },
    [`${name}Deleted`]: { value: { id: row['id'], deleted: true } },
  };
}

import { pascalCase } from '../../model/crud-operations.ts';
import { exampleChange, exampleChangedRow, exampleRow } from '../../model/examples/example-row.ts';
import { createSchema, updateSchema } from '../../model/json-schema/body-schema.ts';
import { array, object, ref } from '../../model/json-schema/json-schema.ts';
import { createdRecordSchema, recordSchema } from '../../model/json-schema/record-schema.ts';
import { limits } from '../../model/limits.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Components, ExampleObject } from './open-api-document.ts';

/** The name of a resource's schema: `DailyLog`; those of its bodies and lists begin with it. */
export function schemaName({ singular }: ResourceDefinition): string {
  return pascalCase(singular);
}

/** The schemas of a resource: the record, its list, and the bodies that write it. */
export function resourceSchemas(
  definition: ResourceDefinition,
): NonNullable<Components['schemas']> {
  const name = schemaName(definition);
  return {
    [name]: recordSchema(definition),
    [`${name}List`]: object(
      { data: array(ref(name)), meta: ref('ListMeta') },
      'With the query parameter `fields`, each record has only the fields named there.',
    ),
    ...(definition.readOnly
      ? {}
      : {
          [`${name}Create`]: createSchema(definition),
          [`${name}Update`]: updateSchema(definition),
        }),
    ...(definition.shownOnce ? { [createdName(definition)]: createdRecordSchema(definition) } : {}),
  };
}

/** The name of the schema of the answer to a create. */
export function createdName(definition: ResourceDefinition): string {
  return `${schemaName(definition)}${definition.shownOnce ? 'Created' : ''}`;
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

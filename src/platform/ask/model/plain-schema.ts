import type { JsonSchema } from '../../../model/json-schema/json-schema.ts';

/** What a model needs to know of a value. */
const KEPT: readonly string[] = ['type', 'description', 'enum', 'const', 'properties', 'required'];

/**
 * A schema of a request in the small part of JSON Schema that every server of models takes: of
 * several forms of a value the first, which is the one that is stored, without patterns and bounds,
 * which some cannot turn into a grammar. What is sent is checked by the service all the same.
 */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const { anyOf, ...own } = schema;
  const [first] = Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]) : [];
  const { type, enum: words, items, ...rest } = { ...(own['properties'] ? {} : first), ...own };
  const kept = Object.entries(rest).filter(([name]) => KEPT.includes(name));
  return {
    ...(type === undefined ? {} : { type: Array.isArray(type) ? type[0] : type }),
    ...(words === undefined ? {} : { enum: words }),
    ...(items === undefined ? {} : { items: { type: 'string' } }),
    ...Object.fromEntries(
      kept.map(([name, value]) => [name, name === 'properties' ? plainAll(value) : value]),
    ),
  };
}

function plainAll(properties: unknown): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => [
      name,
      plainSchema(schema),
    ]),
  );
}

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Any JSON value but null. */
export const anyJson: JsonSchema = {
  type: ['object', 'array', 'string', 'number', 'boolean'],
  additionalProperties: true,
  items: {},
};

/** The schemas of an object's properties; a name that ends in `?` may be absent. */
export type Properties = Readonly<Record<string, JsonSchema>>;

/** An object with these properties; others may stand beside them. */
export function object(properties: Properties, description?: string): JsonSchema {
  const names = Object.keys(properties);
  const required = names.filter((name) => !name.endsWith('?'));
  const plain = names.map((name) => [name.replace(/\?$/, ''), properties[name]] as const);
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries(plain),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** A list of objects with these properties. */
export function rows(properties: Properties, description?: string): JsonSchema {
  return array(object(properties), description);
}

/** A list. */
export function array(items: JsonSchema, description?: string): JsonSchema {
  return described({ type: 'array', items }, description);
}

/** Any text. */
export function string(description?: string): JsonSchema {
  return described({ type: 'string' }, description);
}

/** Any number. */
export function number(description?: string): JsonSchema {
  return described({ type: 'number' }, description);
}

/** A whole number. */
export function integer(description?: string): JsonSchema {
  return described({ type: 'integer' }, description);
}

/** True or false. */
export function boolean(description?: string): JsonSchema {
  return described({ type: 'boolean' }, description);
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(description?: string): JsonSchema {
  return described({ type: 'string', format: 'date' }, description);
}

/** A time stamp in UTC, ISO 8601. */
export function instant(description?: string): JsonSchema {
  return described({ type: 'string', format: 'date-time' }, description);
}

/** One of these words. */
export function oneOf(words: readonly string[], description?: string): JsonSchema {
  return described({ type: 'string', enum: words }, description);
}

/** An object whose properties are not laid down. */
export function anyObject(description?: string): JsonSchema {
  return described({ type: 'object', additionalProperties: true }, description);
}

/** A schema of the document by its name. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema, or null: what cannot be computed is null, never 0 and never left out. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: words } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(words) ? { enum: [...words, null] } : {}),
  };
}

/** An object that has this property; for alternatives of which one is required. */
export function presenceOf(name: string): JsonSchema {
  return { properties: { [name]: {} }, required: [name] };
}

/** A number that may not be known. */
export function figure(description?: string): JsonSchema {
  return nullable(number(description));
}

function described(schema: JsonSchema, description: string | undefined): JsonSchema {
  return description === undefined ? schema : { ...schema, description };
}

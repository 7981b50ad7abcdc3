import type { Message, StoredMessage } from '../core/message.ts';

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

declare const sent: unique symbol;
declare const made: unique symbol;

/**
 * A JSON Schema with the types of its values: `S` as sent, `M` as computed, before messages are
 * rendered. The types exist only at compile time.
 */
export type Schema<S, M = S> = JsonSchema & { readonly [sent]?: S; readonly [made]?: M };

/** The type of a schema's values as clients receive them. */
export type Sent<S extends JsonSchema> = S extends { readonly [sent]?: infer T } ? T : unknown;

/** The type of a schema's values as computed, with messages instead of texts. */
export type Made<S extends JsonSchema> = S extends { readonly [made]?: infer T } ? T : unknown;

/** Any JSON value except null. */
export const anyJson: JsonSchema = {
  type: ['object', 'array', 'string', 'number', 'boolean'],
  additionalProperties: true,
  items: {},
};

/** The schemas of an object's properties; a name ending in `?` is optional. */
export type Properties = Readonly<Record<string, JsonSchema>>;

/** The type of an object with these properties, as sent. */
export type SentObject<P extends Properties> = Flat<
  {
    readonly [N in keyof P as N extends `${string}?` ? never : N]: Sent<P[N]>;
  } & {
    readonly [N in keyof P as N extends `${infer O}?` ? O : never]?: Sent<P[N]>;
  }
>;

/** The type of an object with these properties, as computed. */
export type MadeObject<P extends Properties> = Flat<
  {
    readonly [N in keyof P as N extends `${string}?` ? never : N]: Made<P[N]>;
  } & {
    readonly [N in keyof P as N extends `${infer O}?` ? O : never]?: Made<P[N]>;
  }
>;

type Flat<T> = { [K in keyof T]: T[K] };

type ArrayOf<S extends JsonSchema> = Schema<readonly Sent<S>[], readonly Made<S>[]>;

type ObjectOf<P extends Properties> = Schema<SentObject<P>, MadeObject<P>>;

/** An object with these properties; additional properties are allowed. */
export function object<P extends Properties>(properties: P, description?: string): ObjectOf<P> {
  const names = Object.keys(properties);
  const required = names.filter((name) => !name.endsWith('?'));
  const plainProperties = names.map((name) => [name.replace(/\?$/, ''), properties[name]] as const);
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries(plainProperties),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** A list of objects with these properties. */
export function rows<P extends Properties>(
  properties: P,
  description?: string,
): ArrayOf<ObjectOf<P>> {
  return array(object(properties), description);
}

/** A list. */
export function array<S extends JsonSchema>(items: S, description?: string): ArrayOf<S> {
  return described({ type: 'array', items }, description);
}

/** Any string. */
export function string(description?: string): Schema<string> {
  return described({ type: 'string' }, description);
}

/** A string in the language of the response, computed as a message. */
export function spoken(description?: string): Schema<string, Message> {
  return described({ type: 'string' }, description);
}

/** A title as published, or a string in the language of the response if written by the service. */
export function cited(description?: string): Schema<string, string | Message> {
  return described({ type: 'string' }, description);
}

/** A text of a record: in the language of the response if written by the service. */
export function translatable<T extends string | null>(
  schema: Schema<T>,
): Schema<T, T | StoredMessage> {
  return schema;
}

/** Any number. */
export function number(description?: string): Schema<number> {
  return described({ type: 'number' }, description);
}

/** An integer. */
export function integer(description?: string): Schema<number> {
  return described({ type: 'integer' }, description);
}

export function boolean(description?: string): Schema<boolean> {
  return described({ type: 'boolean' }, description);
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(description?: string): Schema<string> {
  return described({ type: 'string', format: 'date' }, description);
}

/** A time stamp in UTC, ISO 8601. */
export function instant(description?: string): Schema<string> {
  return described({ type: 'string', format: 'date-time' }, description);
}

/** One of these words. */
export function oneOf<const W extends string>(
  words: readonly W[],
  description?: string,
): Schema<W> {
  return described({ type: 'string', enum: words }, description);
}

/** An object with arbitrary properties. */
export function anyObject(description?: string): Schema<Readonly<Record<string, unknown>>> {
  return described({ type: 'object', additionalProperties: true }, description);
}

/** A reference to a schema of the document by name. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Nullable schema: unavailable values are null, never 0 or omitted. */
export function nullable<S extends JsonSchema>(schema: S): Schema<Sent<S> | null, Made<S> | null> {
  const { type, enum: words } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(words) ? { enum: [...words, null] } : {}),
  };
}

/** An object with this property; for alternatives of which one is required. */
export function presenceOf(name: string): JsonSchema {
  return { properties: { [name]: {} }, required: [name] };
}

/** A number, or null if unknown. */
export function figure(description?: string): Schema<number | null> {
  return nullable(number(description));
}

function described(schema: JsonSchema, description: string | undefined): JsonSchema {
  return description === undefined ? schema : { ...schema, description };
}

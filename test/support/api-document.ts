import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { buildOpenApi } from '../../src/http/openapi/build-documents.ts';
import { version } from '../../src/model/core/vocabulary.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is traversed as plain JSON.
type Json = any;

/** The OpenAPI document as served. */
export const apiDocument: Json = JSON.parse(JSON.stringify(buildOpenApi({ version })));

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(apiDocument, 'api');

/** Resolves a reference within the document; other parts are returned unchanged. */
export function resolve(part: Json): Json {
  if (typeof part?.$ref !== 'string') return part;
  const path: readonly string[] = part.$ref.slice(2).split('/');
  return path.reduce((found: Json, name) => found[name], apiDocument);
}

/**
 * Returns a validator of a body against the schema of a documented response; each schema is
 * compiled once.
 */
export function answerValidator(
  path: string,
  method: string,
  status: number,
): ValidateFunction | undefined {
  const described = apiDocument.paths[path]?.[method.toLowerCase()];
  const response = resolve(described?.responses[String(status)]);
  const schema = response?.content?.['application/json'].schema;
  if (!schema) return undefined;
  return ajv.getSchema(`api${schema.$ref}`) ?? ajv.compile({ $ref: `api${schema.$ref}` });
}

/** The paths of fields in a value that its schema does not define, where it defines any. */
export function undocumentedFields(schema: Json, value: Json, place = ''): readonly string[] {
  if (Array.isArray(value)) {
    const [items = {}] = partsOf(schema).flatMap((part) => part.items ?? []);
    return value.flatMap((item, index) => undocumentedFields(items, item, `${place}/${index}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const parts = partsOf(schema);
  const isOpen =
    parts.every(({ properties }) => properties === undefined) ||
    parts.some(({ additionalProperties }) => additionalProperties !== undefined);
  const properties: Record<string, Json> = Object.assign(
    {},
    ...parts.map((part) => part.properties),
  );
  if (isOpen) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    name in properties
      ? undocumentedFields(properties[name], field, `${place}/${name}`)
      : [`${place}/${name}`],
  );
}

/** A schema with its references, parts and alternatives. */
function partsOf(schema: Json): readonly Json[] {
  const resolved = resolve(schema);
  const { allOf = [], anyOf = [], oneOf = [] } = resolved;
  return [resolved, ...[...allOf, ...anyOf, ...oneOf].flatMap(partsOf)];
}

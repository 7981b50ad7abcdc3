import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { buildOpenApi } from '../../src/http/openapi/build-open-api.ts';
import { unansweredOperations } from '../../src/http/routes/platform.ts';
import { version } from '../../src/model/version.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as the JSON it is sent as.
type Json = any;

/** The OpenAPI document as a caller reads it. */
export const apiDocument: Json = JSON.parse(
  JSON.stringify(buildOpenApi({ version, unanswered: unansweredOperations })),
);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(apiDocument, 'api');

/** The part that a reference within the document names; anything else as it is. */
export function resolve(part: Json): Json {
  if (typeof part?.$ref !== 'string') return part;
  const path: readonly string[] = part.$ref.slice(2).split('/');
  return path.reduce((found: Json, name) => found[name], apiDocument);
}

/** What checks a body against the schema of a documented answer; schemas are compiled once each. */
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

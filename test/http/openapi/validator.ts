import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument } from '../../../src/http/openapi/open-api-document.ts';
import type { JsonSchema } from '../../../src/model/api/json-schema.ts';

/** The violations of a value; empty for a valid one. */
export type Validate = (schema: JsonSchema, value: unknown) => readonly string[];

/** Validates values against schemas, whose references lead into the document. */
export function createValidator(document?: Pick<OpenApiDocument, 'components'>): Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  if (document) ajv.addSchema({ $id: 'document', components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const absolute = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    const validate = compiled.get(absolute) ?? ajv.compile(JSON.parse(absolute));
    compiled.set(absolute, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}

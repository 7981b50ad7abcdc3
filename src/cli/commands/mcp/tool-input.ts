import {
  type JsonSchema,
  object,
  oneOf,
  type Properties,
  string,
} from '../../../model/json-schema/json-schema.ts';
import { languages } from '../../../model/languages.ts';

/** The input of tools about one farm. */
export const farmInput = {
  'farm?': string('Id or unique name of the farm; may be absent where there is only one'),
} as const;

/** The language of texts in an answer. */
export const langInput = {
  'lang?': oneOf(languages, 'Language of the texts; default: that of the organisation'),
} as const;

/** The input of a tool: these properties and no others, so that a typing error is found. */
export function inputOf(properties: Properties): JsonSchema {
  return { ...object(properties), additionalProperties: false };
}

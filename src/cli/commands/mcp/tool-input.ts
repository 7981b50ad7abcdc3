import {
  integer,
  type JsonSchema,
  object,
  oneOf,
  type Properties,
  string,
} from '../../../model/json-schema/json-schema.ts';
import { languages } from '../../../model/languages.ts';
import { answerTokens } from './fit-answer.ts';

/** The input of tools about one farm. */
export const farmInput = {
  'farm?': string('Id or unique name of the farm; may be absent where there is only one'),
} as const;

/** The language of texts in an answer. */
export const langInput = {
  'lang?': oneOf(languages, 'Language of the texts; default: that of the organisation'),
} as const;

/** How long the answer of a tool may be. */
export const sizeInput = {
  'maxTokens?': {
    ...integer(`At most this many tokens in the answer; default: ${answerTokens.default}`),
    minimum: answerTokens.minimum,
    maximum: answerTokens.maximum,
  },
} as const;

/** What reads a long answer in pages. */
export const partInput = {
  'part?': string(
    'A part of the answer to read whole, in pages, such as "barns"; "all" for everything',
  ),
  'cursor?': string('The nextCursor of the page before, with otherwise the same input'),
} as const;

/** The input of a tool: these properties and no others, so that a typing error is found. */
export function inputOf(properties: Properties): JsonSchema {
  return { ...object(properties), additionalProperties: false };
}

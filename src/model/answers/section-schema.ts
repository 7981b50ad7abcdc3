import {
  array,
  type JsonSchema,
  object,
  oneOf,
  type Properties,
  ref,
  string,
} from '../json-schema/json-schema.ts';

/** A section of `/insights`: whether there were data enough, and these properties. */
export function section(properties: Properties, description: string): JsonSchema {
  return object(
    {
      status: oneOf(['ok', 'partial', 'not_enough_data']),
      asOf: string('A day or a time stamp'),
      missing: array(ref('MissingData')),
      ...properties,
    },
    description,
  );
}

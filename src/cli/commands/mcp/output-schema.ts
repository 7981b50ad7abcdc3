import { insightSchemas } from '../../../model/answers/insights.ts';
import { sharedSchemas } from '../../../model/answers/shared-schemas.ts';
import { pascalCase } from '../../../model/crud-operations.ts';
import {
  array,
  integer,
  type JsonSchema,
  object,
  ref,
  rows,
  string,
} from '../../../model/json-schema/json-schema.ts';
import { recordSchema } from '../../../model/json-schema/record-schema.ts';
import { resources } from '../../../model/registry.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import { isValues } from '../../output/infer-columns.ts';
import type { Values } from '../../output/output.ts';

const POINTER = '#/components/schemas/';

const definitions: readonly ResourceDefinition[] = Object.values(resources);

const components: Readonly<Record<string, JsonSchema>> = {
  ...sharedSchemas,
  ...insightSchemas,
  ...Object.fromEntries(
    definitions.map((definition) => [pascalCase(definition.singular), recordSchema(definition)]),
  ),
};

const common = commonProperties();

/** A record of any resource: the fields that all resources have. */
export const anyRecord: JsonSchema = object(common);

/** A page of records of any resource, each with the fields that were asked for. */
export const anyRecordList: JsonSchema = object({
  data: array({ type: 'object', properties: common }),
  meta: ref('ListMeta'),
});

/** What tells of parts that are not in an answer. */
const shortening = {
  'note?': string(),
  'leftOut?': rows({ at: string(), shown: integer(), of: integer() }),
  'nextCursor?': string(),
};

/**
 * The schema of a tool's structured content: that of the answer of the API, with what it refers to.
 * Descriptions are left out. An answer that is read in parts has any of its fields.
 */
export function outputSchema(answer: JsonSchema, isPartial: boolean): JsonSchema {
  const used = new Map<string, unknown>();
  const plain = (value: unknown, isNames = false): unknown => {
    if (Array.isArray(value)) return value.map((one) => plain(one));
    if (!isValues(value)) return value;
    const entries = Object.entries(value).filter(
      ([name]) => isNames || !isDropped(name, isPartial),
    );
    return Object.fromEntries(
      entries.map(([name, one]) => {
        if (name === '$ref' && !isNames) return [name, pointerTo(String(one))];
        return [name, plain(one, name === 'properties' && !isNames)];
      }),
    );
  };
  const pointerTo = (pointer: string): string => {
    const name = pointer.slice(POINTER.length);
    const component = components[name];
    if (!component) throw new Error(`There is no schema ${name}.`);
    if (!used.has(name)) {
      used.set(name, undefined);
      used.set(name, plain(component));
    }
    return `#/$defs/${name}`;
  };
  const { properties, ...rest } = plain(answer) as Values;
  const schema = {
    ...rest,
    properties: { ...(object(shortening)['properties'] as Values), ...(properties as Values) },
  };
  return used.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(used) };
}

function isDropped(name: string, isPartial: boolean): boolean {
  return name === 'description' || (isPartial && (name === 'required' || name === 'minItems'));
}

/** The fields that have the same schema in the records of all resources. */
function commonProperties(): Readonly<Record<string, JsonSchema>> {
  const records = definitions.map(
    (definition) => recordSchema(definition)['properties'] as Readonly<Record<string, JsonSchema>>,
  );
  const [first = {}, ...others] = records;
  return Object.fromEntries(
    Object.entries(first).filter(([name, schema]) =>
      others.every((other) => JSON.stringify(other[name]) === JSON.stringify(schema)),
    ),
  );
}

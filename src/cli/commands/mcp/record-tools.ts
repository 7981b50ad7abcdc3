import { sharedSchemas } from '../../../model/answers/core/shared-schemas.ts';
import { insightSchemas } from '../../../model/answers/insights.ts';
import {
  anyObject,
  array,
  integer,
  type JsonSchema,
  object,
  oneOf,
  ref,
  rows,
  string,
} from '../../../model/api/json-schema.ts';
import { pascalCase } from '../../../model/api/operation.ts';
import { recordSchema } from '../../../model/api/read-schema.ts';
import { limits } from '../../../model/core/limits.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { resources } from '../../../model/resources/registry.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import type { Values } from '../../output/output.ts';
import {
  farmInput,
  fitRows,
  inputOf,
  readObject,
  readsOnly,
  type Tool,
  type ToolCall,
  textArgument,
  withCursorNote,
} from './tool.ts';

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

/** A record of any resource: the fields common to all resources. */
const anyRecord: JsonSchema = object(common);

/** A page of records of any resource, each with the requested fields. */
const anyRecordList: JsonSchema = object({
  data: array({ type: 'object', properties: common }),
  meta: ref('ListMeta'),
});

/** Describes omitted parts of an answer. */
const shortening = {
  'note?': string(),
  'leftOut?': rows({ 'at?': string(), 'shown?': integer(), 'of?': integer() }),
  'nextCursor?': string(),
};

/**
 * The schema of a tool's structured content: that of the API answer, with referenced schemas and
 * without descriptions. A partial answer may have any subset of the fields.
 */
export function outputSchema(answer: JsonSchema, isPartial: boolean): JsonSchema {
  const used = new Map<string, unknown>();
  const simplify = (value: unknown, isNames = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => simplify(item));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).filter(
      ([name, schema]) => isNames || !(isDropped(name, isPartial) || isLongEnum(name, schema)),
    );
    return Object.fromEntries(
      entries.map(([name, schema]) => {
        if (name === '$ref' && !isNames) return [name, pointerTo(String(schema))];
        return [name, simplify(schema, name === 'properties' && !isNames)];
      }),
    );
  };
  const pointerTo = (pointer: string): string => {
    const name = pointer.slice(POINTER.length);
    const component = components[name];
    if (!component) throw new Error(`There is no schema ${name}.`);
    if (!used.has(name)) {
      used.set(name, undefined);
      used.set(name, simplify(component));
    }
    return `#/$defs/${name}`;
  };
  const { properties, ...rest } = simplify(answer) as Values;
  const schema = {
    ...rest,
    properties: { ...(object(shortening)['properties'] as Values), ...(properties as Values) },
  };
  return used.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(used) };
}

/**
 * Omitted for assistants: prose, limits, and constraints that do not apply to parts of an answer.
 */
const BOUNDS = ['minimum', 'maximum', 'maxLength', 'maxItems', 'pattern'];
const DROPPED = ['description', 'format', 'additionalProperties', ...BOUNDS];
const DROPPED_OF_PARTS = ['required', 'minItems'];

function isDropped(name: string, isPartial: boolean): boolean {
  return DROPPED.includes(name) || (isPartial && DROPPED_OF_PARTS.includes(name));
}

/** Longest list of words in an output schema; longer ones are omitted, answers contain the words. */
const MOST_WORDS = 24;

function isLongEnum(name: string, value: unknown): boolean {
  return name === 'enum' && Array.isArray(value) && value.length > MOST_WORDS;
}

/** Fields with the same schema in the records of all resources. */
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

/** Few enough to be read at once by an assistant. */
const PAGE = 25;

const names = Object.keys(resources);
const summaries = Object.values(resources)
  .map(({ name, summary }: ResourceDefinition) => `${name}: ${summary}`)
  .join('\n');

const filters: JsonSchema = {
  type: 'object',
  description:
    'Values that fields of the resource must have, by name, such as {"status": "open"}; a date ' +
    'field also takes from and to behind its name. What there is: get_resource_fields.',
  additionalProperties: { type: ['string', 'number', 'boolean'] },
};

/** Tools that read records. */
export const recordTools: readonly Tool[] = [
  {
    name: 'list_records',
    title: 'List records',
    description: `Records of a resource, page by page.\n${summaries}`,
    input: inputOf({
      resource: oneOf(names),
      ...farmInput,
      'filters?': filters,
      'q?': string('Only records with this text in them'),
      'fields?': string('Names of fields with commas between: only these'),
      'order?': string('Name of a field to sort by'),
      'dir?': oneOf(['asc', 'desc']),
      'limit?': {
        ...integer(`Default: ${PAGE}`),
        minimum: 1,
        maximum: limits.maxPageSize,
      },
      'cursor?': string('The nextCursor of the page before, to read on'),
    }),
    output: anyRecordList,
    fitting: 'shorten',
    hints: readsOnly,
    run: listRecords,
  },
  {
    name: 'get_record',
    title: 'Read a record',
    description: 'One record of a resource with all its fields.',
    input: inputOf({ resource: oneOf(names), id: { ...string(), minLength: 1 } }),
    output: anyRecord,
    fitting: 'parts',
    hints: readsOnly,
    run: async (call) => {
      const resource = textArgument(call.input, 'resource') ?? '';
      const id = encodeURIComponent(textArgument(call.input, 'id') ?? '');
      return { data: await readObject(call, `/${resource}/${id}`) };
    },
  },
  {
    name: 'get_resource_fields',
    title: 'Fields of a resource',
    description: 'What the fields of a resource mean, and by which of them its list is filtered.',
    input: inputOf({ resource: oneOf(names) }),
    output: object({ resource: anyObject() }),
    fitting: 'parts',
    hints: readsOnly,
    run: describeResource,
  },
];

async function listRecords(call: ToolCall) {
  const { input } = call;
  const resource = textArgument(input, 'resource') ?? '';
  const farmId = await call.farmId();
  const fields = Object.fromEntries(
    ['q', 'fields', 'order', 'dir', 'cursor'].map((name) => [name, textArgument(input, name)]),
  );
  const limit = typeof input['limit'] === 'number' ? input['limit'] : PAGE;
  // Filters cannot override dedicated inputs.
  const query = { ...filtersOf(input), farmId, ...fields };
  const page = await fitRows(limit, call.tokens, (count) =>
    readObject(call, `/${resource}`, { ...query, limit: count }),
  );
  return withCursorNote(page);
}

function filtersOf({ filters = {} }: ToolCall['input']) {
  return filters as Readonly<Record<string, string | number | boolean>>;
}

async function describeResource(call: ToolCall) {
  const resource = textArgument(call.input, 'resource');
  const { data } = await readObject(call, '/resources');
  const match: unknown = Array.isArray(data)
    ? data.find((row: Readonly<Record<string, unknown>>) => row['name'] === resource)
    : undefined;
  return { data: { resource: match ?? null } };
}

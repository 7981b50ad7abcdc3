import {
  anyObject,
  integer,
  type JsonSchema,
  object,
  oneOf,
  string,
} from '../../../../model/json-schema/json-schema.ts';
import { limits } from '../../../../model/limits.ts';
import { resources } from '../../../../model/registry.ts';
import type { ResourceDefinition } from '../../../../model/resource.ts';
import { fitRows } from '../fit-answer.ts';
import { anyRecord, anyRecordList } from '../output-schema.ts';
import {
  readObject,
  readsOnly,
  type Tool,
  type ToolCall,
  textOf,
  withCursorNote,
} from '../tool.ts';
import { farmInput, inputOf } from '../tool-input.ts';

/** Few enough for an assistant to read at once. */
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

/** The tools that read the records of the resources. */
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
      const resource = textOf(call.input, 'resource') ?? '';
      const id = encodeURIComponent(textOf(call.input, 'id') ?? '');
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
  const resource = textOf(input, 'resource') ?? '';
  const farmId = await call.farmId();
  const plain = Object.fromEntries(
    ['q', 'fields', 'order', 'dir', 'cursor'].map((name) => [name, textOf(input, name)]),
  );
  const limit = typeof input['limit'] === 'number' ? input['limit'] : PAGE;
  // Filters cannot take the place of what has an input of its own.
  const query = { ...filtersOf(input), farmId, ...plain };
  const page = await fitRows(limit, call.tokens, (count) =>
    readObject(call, `/${resource}`, { ...query, limit: count }),
  );
  return withCursorNote(page);
}

function filtersOf({ filters = {} }: ToolCall['input']) {
  return filters as Readonly<Record<string, string | number | boolean>>;
}

async function describeResource(call: ToolCall) {
  const resource = textOf(call.input, 'resource');
  const { data } = await readObject(call, '/resources');
  const found: unknown = Array.isArray(data)
    ? data.find((one: Readonly<Record<string, unknown>>) => one['name'] === resource)
    : undefined;
  return { data: { resource: found ?? null } };
}

import type { Field } from '../../model/fields.ts';
import type { JsonSchema } from '../../model/json-schema/json-schema.ts';
import { writeSchema } from '../../model/json-schema/write-schema.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { maskedFields, storedFields } from '../../model/resource-fields.ts';
import type { ParameterObject, Reference } from './open-api-document.ts';
import { componentRef } from './shared-components.ts';

const COMMON_FIELDS = ['id', 'farmId', 'version', 'createdAt', 'updatedAt', 'createdBy'];
const COMMON_ORDERS = COMMON_FIELDS.filter((name) => name !== 'createdBy');

/** The query parameters of a list of the resource. */
export function listParameters(
  definition: ResourceDefinition,
): readonly (ParameterObject | Reference)[] {
  const { maxLimit, filters, ranges = [] } = definition;
  return [
    componentRef('parameters', 'FarmId'),
    componentRef('parameters', 'Ids'),
    ...searchParameter(definition),
    ...filters.map((name) => filterParameter(name, fieldOf(definition, name))),
    ...ranges.flatMap((name) => rangeParameters(name, fieldOf(definition, name))),
    componentRef('parameters', maxLimit === undefined ? 'Limit' : 'LimitOfMeasurements'),
    componentRef('parameters', 'Offset'),
    orderParameter(definition),
    componentRef('parameters', 'Direction'),
    fieldsParameter(definition),
    componentRef('parameters', 'Cursor'),
  ];
}

/** A query parameter that is read as a field is. */
export function filterParameter(name: string, field: Field): ParameterObject {
  const isList = field.type === 'list';
  const { description, ...schema } = isList
    ? listSchema(field.words)
    : writeSchema(field, 'parameter');
  const note = isList ? field.note : description;
  return {
    name,
    in: 'query',
    ...(typeof note === 'string' ? { description: note } : {}),
    ...(field.required ? { required: true } : {}),
    ...(isList ? { style: 'form', explode: false } : {}),
    schema,
  };
}

function fieldOf(definition: ResourceDefinition, name: string): Field {
  // What is no field of the resource's own is one of the time stamps that all rows have.
  const field: Field = definition.fields[name] ?? { type: 'timestamp' };
  // A filter may be left out, and what is filled into new rows does not matter to it.
  const { required: _, default: __, defaultFrom: ___, note: ____, ...bare } = field;
  return bare;
}

function searchParameter({ search }: ResourceDefinition): ParameterObject[] {
  if (!search) return [];
  return [
    {
      name: 'q',
      in: 'query',
      description: `Text to be found in ${search.join(', ')}; case and accents do not matter.`,
      schema: { type: 'string' },
    },
  ];
}

function rangeParameters(name: string, field: Field): ParameterObject[] {
  const kind = field.type === 'timestamp' ? 'A day or a time stamp' : 'A day';
  const { schema } = filterParameter(name, { type: 'date' });
  return [
    {
      name: `${name}_from`,
      in: 'query',
      description: `${kind}; that and later.`,
      schema,
    },
    {
      name: `${name}_to`,
      in: 'query',
      description: `${kind}; that and earlier, the whole day included.`,
      schema,
    },
  ];
}

function orderParameter(definition: ResourceDefinition): ParameterObject {
  const own = storedFields(definition)
    .filter(([, field]) => field.type !== 'json' && field.type !== 'list')
    .map(([name]) => name)
    .filter((name) => !maskedFields(definition).includes(name));
  return {
    name: 'order',
    in: 'query',
    description: 'The field that decides the order.',
    schema: {
      type: 'string',
      enum: [...COMMON_ORDERS, ...own],
      default: definition.order,
    },
  };
}

function fieldsParameter(definition: ResourceDefinition): ParameterObject {
  return {
    name: 'fields',
    in: 'query',
    description: 'Only these fields of the records, with commas between.',
    style: 'form',
    explode: false,
    schema: listSchema([...COMMON_FIELDS, ...Object.keys(definition.fields)]),
  };
}

function listSchema(words: readonly string[] | undefined): JsonSchema {
  return {
    type: 'array',
    items: words ? { type: 'string', enum: words } : { type: 'string' },
    minItems: 1,
  };
}

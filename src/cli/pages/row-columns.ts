import type { JsonSchema } from '../../model/json-schema/json-schema.ts';
import { isValues } from '../output/infer-columns.ts';
import type { Column } from '../output/output.ts';

/**
 * The columns of rows with this schema, those of an object inside behind its name
 * (`spike.flag`). Lists of objects, and objects of any shape, are no columns.
 */
export function rowColumns(schema: JsonSchema, prefix = ''): readonly Column[] {
  const properties = isValues(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([name, property]) =>
    isValues(property) ? columnsOf(prefix + name, property) : [],
  );
}

function columnsOf(name: string, schema: JsonSchema): readonly Column[] {
  const plain = withoutNull(schema);
  const types = [plain['type']].flat();
  if (isValues(plain['properties'])) return rowColumns(plain, `${name}.`);
  if (types.includes('object') || plain['$ref'] !== undefined) return [];
  if (types.includes('array')) {
    const items = isValues(plain['items']) ? plain['items'] : {};
    return items['type'] === 'string' ? [{ name }] : [];
  }
  if (types.includes('number') || types.includes('integer')) return [{ name, kind: 'number' }];
  return plain['format'] === 'date-time' ? [{ name, kind: 'time' }] : [{ name }];
}

/** What a nullable schema is where it is not null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const choices: unknown = schema['anyOf'];
  const found: unknown = Array.isArray(choices)
    ? choices.find((choice) => isValues(choice) && choice['type'] !== 'null')
    : undefined;
  return isValues(found) ? found : schema;
}

/** The schema of the rows under a name of an answer; throws when the answer has no such list. */
export function rowSchema(answer: JsonSchema, name: string): JsonSchema {
  const list = isValues(answer['properties']) ? answer['properties'][name] : undefined;
  const items = isValues(list) ? list['items'] : undefined;
  if (isValues(items)) return items;
  throw new Error(`the answer has no list ${name}`);
}

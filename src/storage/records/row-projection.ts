import { raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import { columnName, type Dialect } from '../dialect.ts';
import { columnsOf } from './stored-row.ts';

const projections = new Map<string, Sql>();

/**
 * The SELECT expression of a row as JSON text, of the table named `record`: all of it, or the fields
 * that are named. The database writes the text: two to three times faster than row objects and
 * JSON.stringify.
 */
export function rowProjection(
  definition: ResourceDefinition,
  dialect: Dialect,
  fields?: readonly string[],
): Sql {
  const key = `${dialect.name} ${definition.name} ${fields ?? ''}`;
  let projection = projections.get(key);
  if (!projection) {
    projection = raw(buildProjection(definition, dialect, fields));
    projections.set(key, projection);
  }
  return projection;
}

function buildProjection(
  definition: ResourceDefinition,
  dialect: Dialect,
  fields?: readonly string[],
): string {
  const pairs = columnsOf(definition)
    .filter(([name]) => (fields ? fields.includes(name) : name !== 'orgId'))
    .map(([name, field]) => {
      const column = `record.${columnName(name)}`;
      return `'${name}', ${dialect.jsonValue(column, field.type)}`;
    });
  return dialect.jsonObject(pairs.join(', '));
}

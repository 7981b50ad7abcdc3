import { raw, type Sql } from 'sql-template-tag';
import type { Field } from '../../model/core/fields.ts';
import { type ResourceDefinition, storedFields } from '../../model/core/resource.ts';
import { columnName, type Dialect } from './database.ts';

/** The creator of a row. */
export interface Author {
  readonly type: string;
  readonly id: string;
  /** For an automation: its last editor. */
  readonly editor?: { readonly type: string; readonly id: string };
}

/** A stored row: the common fields and every writable and system field; absent values are null. */
export interface StoredRow {
  readonly id: string;
  readonly orgId: string;
  readonly farmId: string | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Author;
  readonly [field: string]: unknown;
}

/** The columns of every table in addition to its fields; `orgId` is not visible to callers. */
export const commonFields = {
  id: { type: 'text', max: 80, required: true },
  orgId: { type: 'text', max: 80, required: true },
  farmId: { type: 'text', max: 80 },
  version: { type: 'integer', max: Number.MAX_SAFE_INTEGER, required: true },
  createdAt: { type: 'timestamp', required: true },
  updatedAt: { type: 'timestamp', required: true },
  createdBy: { type: 'json', required: true },
} as const satisfies Record<string, Field>;

const columns = new Map<string, readonly (readonly [string, Field])[]>();

/** Every stored field of a resource by name: the common ones first, then its own. */
export function columnsOf(definition: ResourceDefinition): readonly (readonly [string, Field])[] {
  const cached = columns.get(definition.name);
  if (cached) return cached;
  const fields = [...Object.entries(commonFields), ...storedFields(definition)];
  columns.set(definition.name, fields);
  return fields;
}

/** Whether the column may be null: a field that is neither required nor has a default. */
export function isNullable(field: Field): boolean {
  return !field.required && field.default === undefined && field.defaultFrom === undefined;
}

/** The JSON text of a row just written, as `rowProjection` would return it. */
export function rowText(definition: ResourceDefinition, row: StoredRow): string {
  const visibleFields: Record<string, unknown> = {};
  for (const [name] of columnsOf(definition)) {
    if (name !== 'orgId') visibleFields[name] = row[name] ?? null;
  }
  return JSON.stringify(visibleFields);
}

const projections = new Map<string, Sql>();

/**
 * The SELECT expression for a row of the table named `record` as JSON text: all fields, or those
 * named. The database creates the text, which is two to three times faster than row objects with
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

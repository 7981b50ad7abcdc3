import type { Field } from '../../model/fields.ts';
import { originOf } from '../../model/fields.ts';
import type { ResourceDefinition } from '../../model/resource.ts';

/** Who made a row. */
export interface Author {
  readonly type: string;
  readonly id: string;
}

/** A row as it is stored: the common fields and every writable and system field, absent as null. */
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

/** The columns every table has besides those of its fields; `orgId` is not shown to callers. */
export const commonFields = {
  id: { type: 'text', max: 80, required: true },
  orgId: { type: 'text', max: 80, required: true },
  farmId: { type: 'text', max: 80 },
  version: { type: 'integer', max: Number.MAX_SAFE_INTEGER, required: true },
  createdAt: { type: 'timestamp', required: true },
  updatedAt: { type: 'timestamp', required: true },
  createdBy: { type: 'json', required: true },
} as const satisfies Record<string, Field>;

/** Every stored field of a resource with its name: the common ones first, then its own. */
export function columnsOf(definition: ResourceDefinition): readonly (readonly [string, Field])[] {
  const own = Object.entries(definition.fields).filter(
    ([, field]) => originOf(field) !== 'computed',
  );
  return [...Object.entries(commonFields), ...own];
}

/** Whether the column may be null: a field that is neither required nor ever filled in. */
export function isNullable(field: Field): boolean {
  return !field.required && field.default === undefined && field.defaultFrom === undefined;
}

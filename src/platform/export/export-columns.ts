import type { Field } from '../../model/fields.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { commonFields } from '../../storage/records/stored-row.ts';
import type { SheetColumn } from './write-workbook.ts';

const IDENTITY = ['id', 'farmId'];
const COMMON = ['version', 'createdAt', 'updatedAt', 'createdBy'];

/** The columns of an export: the fields that were asked for, or all that the API shows. */
export function exportColumns(
  definition: ResourceDefinition,
  asked: readonly string[] | undefined,
): readonly string[] {
  return asked ?? [...IDENTITY, ...Object.keys(definition.fields), ...COMMON];
}

/** The columns with the types of their fields. */
export function sheetColumns(
  definition: ResourceDefinition,
  columns: readonly string[],
): readonly SheetColumn[] {
  const fields: Readonly<Record<string, Field>> = { ...commonFields, ...definition.fields };
  return columns.map((name) => ({ name, type: fields[name]?.type ?? 'text' }));
}

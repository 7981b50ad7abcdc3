import type { ResourceDefinition } from '../../model/resource.ts';

const IDENTITY = ['id', 'farmId'];
const COMMON = ['version', 'createdAt', 'updatedAt', 'createdBy'];

/** The columns of an export: the fields that were asked for, or all that the API shows. */
export function exportColumns(
  definition: ResourceDefinition,
  asked: readonly string[] | undefined,
): readonly string[] {
  return asked ?? [...IDENTITY, ...Object.keys(definition.fields), ...COMMON];
}

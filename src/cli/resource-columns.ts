import type { Field } from '../model/fields.ts';
import type { ResourceDefinition } from '../model/resource.ts';
import type { Column } from './output/output.ts';

const timeFields: readonly string[] = ['createdAt', 'updatedAt'];
const commonNames: readonly string[] = ['farmId', ...timeFields, 'createdBy', 'version'];

/** Every field of a resource as a column: its id, its own fields, then those all rows have. */
export function allColumns({ fields }: ResourceDefinition): readonly Column[] {
  const own = Object.entries(fields).map(([name, field]) => columnOf(name, field));
  const common = commonNames
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => columnOf(name, undefined));
  return [{ name: 'id' }, ...own, ...common];
}

/** The columns that a list shows when nobody chooses. */
export function listColumns(definition: ResourceDefinition): readonly Column[] {
  const all = allColumns(definition);
  const label = definition.label.find((name) => definition.columns.includes(name));
  return definition.columns.map((name) => {
    const column = all.find((column) => column.name === name) ?? { name };
    return name === label && isShort(definition.fields[name])
      ? { ...column, isName: true }
      : column;
  });
}

/** Texts of several lines are cut in a table, also those that rows are recognised by. */
function isShort(field: Field | undefined): boolean {
  return field?.type !== 'text' || !field.multiline;
}

function columnOf(name: string, field: Field | undefined): Column {
  const isTime = field?.type === 'timestamp' || (!field && timeFields.includes(name));
  const isNumber = field?.type === 'number' || field?.type === 'integer' || field?.type === 'money';
  return {
    name,
    ...(isTime ? { kind: 'time' } : isNumber ? { kind: 'number' } : {}),
    ...(field?.unit === undefined ? {} : { unit: field.unit }),
  };
}

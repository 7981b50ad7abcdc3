import type { Issue } from '../../model/errors.ts';
import type { ReferenceField } from '../../model/fields.ts';
import { missingReference } from '../../model/missing-reference.ts';
import { getResource } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { type NamedField, writableFields } from '../../model/resource-fields.ts';
import type { Connection } from '../../storage/database.ts';
import { findFarmOfRow } from '../../storage/records/find-farm-of-row.ts';
import type { Scope } from '../../storage/records/scope.ts';

/** A row that another row points at. */
interface Parent {
  readonly field: string;
  readonly farmId: string | null;
}

/** What the references of a body lead to. */
export interface Parents {
  /** The farm the parents agree on; undefined when there are none. */
  readonly farmId: string | undefined;
  readonly issues: readonly Issue[];
}

const LONGEST_ID = 80;

/**
 * Looks up the rows that a body points at, all of which the scope must see and which must be of
 * one farm: the given one, if there is one.
 */
export function resolveParents(
  connection: Connection,
  definition: ResourceDefinition,
  input: ParentSearch,
): Promise<Parents> {
  return resolveReferences(connection, writableFields(definition), input);
}

/** Where parents are looked for. */
interface ParentSearch {
  readonly body: Readonly<Record<string, unknown>>;
  readonly scope: Scope;
  readonly farmId?: string | undefined;
}

/** As `resolveParents`, for a body of these fields. */
export async function resolveReferences(
  connection: Connection,
  fields: readonly NamedField[],
  input: ParentSearch,
): Promise<Parents> {
  const issues: Issue[] = [];
  const parents: Parent[] = [];
  for (const [name, field] of fields) {
    const id = input.body[name];
    if (field.type !== 'reference' || typeof id !== 'string' || id === '') continue;
    const farmId = await findParentFarm(connection, field, { id, scope: input.scope });
    if (farmId === undefined) issues.push(missingReference(name, field, id));
    else parents.push({ field: name, farmId });
  }
  const ofFarms = parents.filter((parent) => parent.farmId !== null);
  const farmId = input.farmId ?? ofFarms[0]?.farmId ?? undefined;
  for (const parent of ofFarms) {
    if (parent.farmId !== farmId) issues.push(otherFarm(parent.field));
  }
  return { farmId, issues };
}

async function findParentFarm(
  connection: Connection,
  field: ReferenceField,
  input: { readonly id: string; readonly scope: Scope },
): Promise<string | null | undefined> {
  const id = input.id.trim();
  // A NUL byte is refused by PostgreSQL; no id holds one.
  if (id.length > LONGEST_ID || id.includes('\0')) return undefined;
  return findFarmOfRow(connection, getResource(field.to), { id, scope: input.scope });
}

function otherFarm(name: string): Issue {
  return {
    path: name,
    code: 'different_farms',
    message: `${name} belongs to another farm than the rest of the record.`,
  };
}

import type { ResourceDefinition } from '../../../model/core/resource.ts';

/** What people call a record: the first of its naming fields that holds something, else its id. */
export function nameOf(
  resource: ResourceDefinition,
  row: Readonly<Record<string, unknown>>,
): string {
  const named = resource.label
    .map((name) => row[name])
    .find((value) => value !== null && value !== '');
  return String(named ?? row['id']);
}

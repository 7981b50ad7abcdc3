import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Field } from '../../../model/core/fields.ts';
import {
  filterNames,
  maskedFields,
  type ResourceDefinition,
  storedFields,
} from '../../../model/core/resource.ts';

/** The parameters of the address of a list. */
export type ListSearch = Readonly<Record<string, string | undefined>>;

/** The parameters of the address of the list on the screen. */
export function useListSearch(): ListSearch {
  return useSearch({ from: '/records/$resource' });
}

/** Changes parameters of the address; other filters start at the first page. */
export function useSetSearch(): (change: ListSearch) => void {
  const navigate = useNavigate({ from: '/records/$resource' });
  return (change) =>
    void navigate({ search: (previous) => ({ ...previous, cursor: undefined, ...change }) });
}

/** The filters, search and order that an address asks for, as parameters of the API. */
export function listParameters(
  resource: ResourceDefinition,
  search: ListSearch,
  farmId: string | undefined,
): Readonly<Record<string, string | undefined>> {
  const filters = filterNames(resource).flatMap((name) => {
    const value = search[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return {
    ...(resource.farm.kind === 'farm' ? { farmId } : {}),
    ...Object.fromEntries(filters),
    order: search['order'],
    dir: search['dir'],
  };
}

/** How many filters an address sets. */
export function filterCount(resource: ResourceDefinition, search: ListSearch): number {
  return filterNames(resource).filter((name) => (search[name] ?? '') !== '').length;
}

const COMMON_FIELDS: Readonly<Record<string, Field>> = {
  createdAt: { type: 'timestamp' },
  updatedAt: { type: 'timestamp' },
};

/** The fields of rows of a resource, with those that every row has. */
export function fieldsOf(resource: ResourceDefinition): Readonly<Record<string, Field>> {
  return { ...resource.fields, ...COMMON_FIELDS };
}

/** The field that a parameter such as `dueDate_from` is about. */
export function fieldOf(resource: ResourceDefinition, name: string): Field | undefined {
  return fieldsOf(resource)[name];
}

/** The fields by which the service sorts the rows of a resource. */
export function sortableFields(resource: ResourceDefinition): ReadonlySet<string> {
  const masked = maskedFields(resource);
  const own = storedFields(resource)
    .filter(([name, { type }]) => type !== 'json' && type !== 'list' && !masked.includes(name))
    .map(([name]) => name);
  return new Set([...own, ...Object.keys(COMMON_FIELDS)]);
}

/** The columns of a table: the field that names a row first, then those chosen or declared. */
export function columnsOf(
  resource: ResourceDefinition,
  chosen: string | undefined,
): readonly [string, ...string[]] {
  const naming = resource.label[0] ?? 'id';
  const known = fieldsOf(resource);
  const wanted = chosen === undefined ? resource.columns : chosen.split(',');
  const others = wanted.filter((name) => name !== naming && Object.hasOwn(known, name));
  return [naming, ...new Set(others)];
}

/** Where the columns that were chosen for a resource are remembered on this device. */
export function columnsKey(resource: ResourceDefinition): string {
  return `farmctl.columns.${resource.name}`;
}

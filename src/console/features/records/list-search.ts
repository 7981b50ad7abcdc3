import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Field } from '../../../model/core/fields.ts';
import {
  filterNames,
  maskedFields,
  type ResourceDefinition,
  storedFields,
} from '../../../model/core/resource.ts';
import { periodDays, periodParameters } from './periods.ts';

/** The search parameters in the address of a list. */
export type ListSearch = Readonly<Record<string, string | undefined>>;

/** The search parameters of the current list. */
export function useListSearch(): ListSearch {
  return useSearch({ from: '/records/$resource' });
}

/** Changes search parameters; changed filters reset the list to its first page. */
export function useSetSearch(): (change: ListSearch) => void {
  const navigate = useNavigate({ from: '/records/$resource' });
  return (change) =>
    void navigate({ search: (previous) => ({ ...previous, cursor: undefined, ...change }) });
}

/** The filters, search and order in an address as API parameters, on a day of the farm. */
export function listParameters(
  resource: ResourceDefinition,
  search: ListSearch,
  { farmId, today }: { readonly farmId: string | undefined; readonly today: string },
): Readonly<Record<string, string | undefined>> {
  const filters = filterNames(resource).flatMap((name) => {
    const value = search[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return {
    ...(resource.farm.kind === 'farm' ? { farmId } : {}),
    ...Object.fromEntries(filters),
    ...periodParameters(resource, search, today),
    order: search['order'],
    dir: search['dir'],
  };
}

/** Number of filters in an address. */
export function filterCount(resource: ResourceDefinition, search: ListSearch): number {
  const isPeriod = (name: string) => periodDays(search[name], ANY_DAY) !== undefined;
  const typed = filterNames(resource).filter((name) => (search[name] ?? '') !== '');
  return typed.length + (resource.ranges ?? []).filter(isPeriod).length;
}

const ANY_DAY = '2000-01-01';

const COMMON_FIELDS: Readonly<Record<string, Field>> = {
  createdAt: { type: 'timestamp' },
  updatedAt: { type: 'timestamp' },
};

/** The fields of rows of a resource, including the common ones. */
export function listFields(resource: ResourceDefinition): Readonly<Record<string, Field>> {
  return { ...resource.fields, ...COMMON_FIELDS };
}

/** The field of a parameter such as `dueDate_from`. */
export function findField(resource: ResourceDefinition, name: string): Field | undefined {
  return listFields(resource)[name];
}

/** The fields by which the service can sort a resource. */
export function sortableFields(resource: ResourceDefinition): ReadonlySet<string> {
  const masked = maskedFields(resource);
  const own = storedFields(resource)
    .filter(([name, { type }]) => type !== 'json' && type !== 'list' && !masked.includes(name))
    .map(([name]) => name);
  return new Set([...own, ...Object.keys(COMMON_FIELDS)]);
}

/** The columns of a table: the field that names a row first, then the chosen or declared ones. */
export function chosenColumns(
  resource: ResourceDefinition,
  chosen: string | undefined,
): readonly [string, ...string[]] {
  const naming = resource.label[0] ?? 'id';
  const known = listFields(resource);
  const wanted = chosen === undefined ? resource.columns : chosen.split(',');
  const others = wanted.filter((name) => name !== naming && Object.hasOwn(known, name));
  return [naming, ...new Set(others)];
}

/** The storage key of the columns chosen for a resource on this device. */
export function columnsKey(resource: ResourceDefinition): string {
  return `farmctl.columns.${resource.name}`;
}

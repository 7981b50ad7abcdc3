import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { labelOf, wordOf } from '../../../i18n/labels.ts';
import {
  getResource,
  isResourceName,
  type ResourceName,
} from '../../../model/resources/registry.ts';
import { readNames } from '../../api/queries.ts';
import { capitalised } from '../../i18n/heading.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useFarm } from '../../ui/farm.tsx';
import classes from './work.module.css';

type Search = Readonly<Record<string, string | undefined>>;

/** The search parameters of a work screen, and a function that changes them. */
export function useWorkSearch(): readonly [Search, (change: Search) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const set = (change: Search) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...change }) });
  return [search, set];
}

const MAX_NAMES = 1000;

/** In an address: disables the default filter of a screen. */
const ANY = 'any';

/** The filters of a work screen, and their defaults for addresses without them. */
export interface FilterSet {
  readonly resource: ResourceName;
  readonly names: readonly string[];
  readonly defaults?: Readonly<Record<string, string>>;
}

/** The filters in an address as API parameters. */
export function workParameters({ names, defaults = {} }: FilterSet, search: Search): Search {
  const chosen = names.map((name) => [name, search[name] ?? defaults[name]] as const);
  return Object.fromEntries(chosen.filter(([, value]) => value && value !== ANY));
}

/** Selects for filters of a resource; the selection is part of the address. */
export function WorkFilters({ filters }: { readonly filters: FilterSet }): ReactNode {
  return (
    <search className={classes['filters']}>
      {filters.names.map((name) => (
        <WorkFilter key={name} filters={filters} name={name} />
      ))}
    </search>
  );
}

function WorkFilter({ filters, name }: { readonly filters: FilterSet; readonly name: string }) {
  const { resource, defaults = {} } = filters;
  const { wording } = useLanguage();
  const { labels } = wording;
  const [search, set] = useWorkSearch();
  const field = getResource(resource).fields[name];
  const referred = field?.type === 'reference' && isResourceName(field.to) ? field.to : undefined;
  const named = useNamed(referred);
  const words =
    field?.type === 'word'
      ? field.vocabulary.words
      : field?.type === 'boolean'
        ? ['true', 'false']
        : [];
  const choices = referred
    ? named
    : words.map((value) => ({
        value,
        label:
          field?.type === 'boolean'
            ? labels.flags[value === 'true' ? 'yes' : 'no']
            : capitalised(wordOf(labels, value, resource)),
      }));
  return (
    <NativeSelect
      label={labelOf(labels, name)}
      value={search[name] ?? defaults[name] ?? ANY}
      data={[{ value: ANY, label: wording.text('records.any') }, ...choices]}
      onChange={({ currentTarget: { value } }) =>
        set({ [name]: value === (defaults[name] ?? ANY) ? undefined : value })
      }
    />
  );
}

function useNamed(resource: ResourceName | undefined) {
  const farm = useFarm();
  const { data } = useQuery({
    queryKey: [resource, 'choices', farm?.id, undefined],
    queryFn: ({ signal }) =>
      readNames(resource ?? 'barns', { farmId: farm?.id }, { signal, limit: MAX_NAMES }),
    enabled: resource !== undefined && farm !== undefined,
    refetchInterval: false,
  });
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import { labelOf, wordOf } from '../../../i18n/labels.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { isResourceName } from '../../../model/resources/registry.ts';
import { ReferencePicker } from '../../fields/reference-picker.tsx';
import { capitalised } from '../../i18n/heading.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import {
  filterCount,
  findField,
  type ListSearch,
  useListSearch,
  useSetSearch,
} from './list-search.ts';
import { periodsOf } from './periods.ts';
import classes from './records.module.css';

/** Number of filters displayed if there is room; the others are collapsed. */
const SHOWN_FILTERS = 4;

/** The search, filters and date ranges of a list, as declared in the model. */
export function ListFilters({ resource }: { readonly resource: ResourceDefinition }): ReactNode {
  const text = useText();
  const search = useListSearch();
  const set = useSetSearch();
  const count = filterCount(resource, search);
  const [isOpen, setIsOpen] = useState(false);
  const isWide = useMediaQuery('(min-width: 62rem)', matchMedia('(min-width: 62rem)').matches);
  const shown = isWide ? SHOWN_FILTERS : 0;
  const isUsed = (name: string) =>
    [name, ...endsOf(name)].some((parameter) => (search[parameter] ?? '') !== '');
  const isShown = (name: string, index: number) => isOpen || index < shown || isUsed(name);
  const ranges = resource.ranges ?? [];
  const isFolded = [...resource.filters, ...ranges].some(
    (name, index) => index >= shown && !isUsed(name),
  );
  return (
    <search className={classes['filters']}>
      {resource.search && <SearchBox key={search['q'] ?? ''} />}
      {resource.filters.map(
        (name, index) =>
          isShown(name, index) && (
            <Filter key={`${name} ${search[name] ?? ''}`} resource={resource} name={name} />
          ),
      )}
      {ranges.map(
        (name, index) =>
          isShown(name, resource.filters.length + index) && <Range key={name} field={name} />,
      )}
      {isFolded && (
        <Button
          variant="default"
          className={classes['filterButton'] as string}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {text(isOpen ? 'records.fewerFilters' : 'records.filters', { count })}
        </Button>
      )}
      {count > 0 && (
        <Button
          variant="subtle"
          className={classes['filterButton'] as string}
          onClick={() => set(cleared(resource, search))}
        >
          {text('state.clearFilters')}
        </Button>
      )}
    </search>
  );
}

function cleared(resource: ResourceDefinition, search: ListSearch): ListSearch {
  const kept = ['farm', 'order', 'dir', 'columns'];
  return Object.fromEntries(
    Object.keys(search)
      .filter((name) => !kept.includes(name))
      .concat(resource.search ? ['q'] : [])
      .map((name) => [name, undefined]),
  );
}

function SearchBox() {
  const text = useText();
  const search = useListSearch();
  const set = useSetSearch();
  return (
    <TypedFilter
      type="search"
      label={text('records.search')}
      value={search['q'] ?? ''}
      onValue={(q) => set({ q })}
    />
  );
}

/** A filter that is applied when it is submitted or loses the focus. */
function TypedFilter(props: {
  readonly type: 'search' | 'text';
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(props.value);
  const apply = () => {
    const value = typed.trim();
    if (value !== props.value) props.onValue(value === '' ? undefined : value);
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        type={props.type}
        label={props.label}
        value={typed}
        dir="auto"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={apply}
      />
    </form>
  );
}

function Filter(props: { readonly resource: ResourceDefinition; readonly name: string }) {
  const { wording } = useLanguage();
  const { resource, name } = props;
  const search = useListSearch();
  const set = useSetSearch();
  const field = findField(resource, name);
  const label = labelOf(wording.labels, name);
  const value = search[name] ?? '';
  if (field?.type === 'reference' && isResourceName(field.to)) {
    return (
      <ReferencePicker
        name={name}
        label={label}
        resource={field.to}
        id={value}
        onId={(id) => set({ [name]: id || undefined })}
        placeholder={wording.text('records.any')}
      />
    );
  }
  const choices = filterChoices();
  if (!choices) {
    return (
      <TypedFilter
        type="text"
        label={label}
        value={value}
        onValue={(typed) => set({ [name]: typed })}
      />
    );
  }
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[{ value: '', label: wording.text('records.any') }, ...choices]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value || undefined })}
    />
  );

  function filterChoices() {
    const { flags } = wording.labels;
    if (field?.type === 'boolean') {
      return [
        { value: 'true', label: flags.yes },
        { value: 'false', label: flags.no },
      ];
    }
    if (field?.type !== 'word') return undefined;
    const { words } = field.vocabulary;
    const all = value === '' || words.includes(value) ? words : [value, ...words];
    return all.map((word) => ({
      value: word,
      label: capitalised(wordOf(wording.labels, word, resource.name)),
    }));
  }
}

/** The parameters of the first and last day of a range. */
function endsOf(field: string) {
  return [`${field}_from`, `${field}_to`] as const;
}

/** In an address: the days of a range are entered. */
const OWN_DAYS = 'own';

/** A period relative to today, or any first and last day. */
function Range({ field }: { readonly field: string }) {
  const { wording } = useLanguage();
  const search = useListSearch();
  const set = useSetSearch();
  const ends = endsOf(field);
  const hasDays = ends.some((name) => (search[name] ?? '') !== '');
  const chosen = hasDays ? OWN_DAYS : (search[field] ?? '');
  const { text } = wording;
  return (
    <>
      <NativeSelect
        label={labelOf(wording.labels, field)}
        value={chosen}
        data={[
          { value: '', label: text('records.any') },
          ...periodsOf(field).map((name) => ({
            value: name,
            label: text(name === 'today' ? 'nav.today' : `records.period.${name}`),
          })),
          { value: OWN_DAYS, label: text('records.period.own') },
        ]}
        onChange={({ currentTarget: { value } }) =>
          set({ [ends[0]]: undefined, [ends[1]]: undefined, [field]: value || undefined })
        }
      />
      {chosen === OWN_DAYS && ends.map((name) => <RangeEnd key={name} parameter={name} />)}
    </>
  );
}

/** The first or last day of a range, such as `dueDate_from`. */
function RangeEnd({ parameter }: { readonly parameter: string }) {
  const { wording } = useLanguage();
  const search = useListSearch();
  const set = useSetSearch();
  const end = parameter.endsWith('_from') ? 'from' : 'to';
  const field = labelOf(wording.labels, parameter.slice(0, -end.length - 1));
  return (
    <TextInput
      type="date"
      label={wording.text(`records.${end}`, { field })}
      value={search[parameter] ?? ''}
      onChange={({ currentTarget }) => set({ [parameter]: currentTarget.value || undefined })}
    />
  );
}

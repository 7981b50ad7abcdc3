import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getResource, type ResourceName } from '../../model/resources/registry.ts';
import { type NamedRecord, nameOf, namesQuery, readNames, recordQuery } from '../api/queries.ts';
import { useText } from '../i18n/language.tsx';
import { useFarm } from '../ui/farm.tsx';
import '@mantine/core/styles/Popover.css';

const TYPING_MILLIS = 250;

interface PickerProps {
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly error?: string | undefined;
  readonly id: string;
  readonly onId: (id: string) => void;
  readonly placeholder?: string;
}

/** Selects a record of another resource; typing searches the names in the service. */
export function ReferencePicker(
  props: PickerProps & { readonly resource: ResourceName },
): ReactNode {
  const { resource, ...rest } = props;
  const definition = getResource(resource);
  const [typed, setTyped] = useState('');
  const [searchText] = useDebouncedValue(typed.trim(), TYPING_MILLIS);
  const farm = useFarm();
  const chosen = useQuery({
    ...recordQuery(resource, props.id),
    enabled: props.id !== '',
    refetchInterval: false,
  });
  const chosenName = chosen.data && nameOf(definition, { ...chosen.data });
  const q =
    definition.search && searchText !== '' && searchText !== chosenName ? searchText : undefined;
  const farmId = definition.farm.kind === 'farm' ? farm?.id : undefined;
  const found = useQuery({
    queryKey: [resource, 'choices', farmId, q],
    queryFn: ({ signal }) => readNames(resource, { farmId, q }, { signal }),
    refetchInterval: false,
  });
  const own = props.id === '' ? [] : [{ id: props.id, name: chosenName ?? props.id }];
  return (
    <Picker
      {...rest}
      choices={[...(found.data ?? []), ...own]}
      onTyped={setTyped}
      isLoading={found.isFetching}
    />
  );
}

/** Selects a user or contact, or accepts a typed name. */
export function PersonPicker(props: PickerProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [users, contacts] = useQueries({
    queries: [namesQuery('users'), namesQuery('contacts')],
  });
  const people = [...(users.data ?? []), ...(contacts.data ?? [])].map(([id, name]) => ({
    id,
    name,
  }));
  const free = [typed.trim(), props.id].filter(
    (typed) => typed !== '' && people.every(({ id, name }) => name !== typed && id !== typed),
  );
  return (
    <Picker
      {...props}
      choices={[...people, ...free.map((name) => ({ id: name, name }))]}
      onTyped={setTyped}
      isLoading={users.isFetching}
    />
  );
}

function Picker(
  props: PickerProps & {
    readonly choices: readonly NamedRecord[];
    readonly onTyped: (text: string) => void;
    readonly isLoading: boolean;
  },
) {
  const text = useText();
  const { choices, onTyped, isLoading, id, onId, ...common } = props;
  const names = new Map(choices.map((choice) => [choice.id, choice.name]));
  return (
    <Select
      {...common}
      searchable
      openOnFocus={false}
      clearable={props.required !== true}
      value={id === '' ? null : id}
      onChange={(value) => onId(value ?? '')}
      onSearchChange={onTyped}
      data={[...names].map(([value, label]) => ({ value, label }))}
      nothingFoundMessage={text(isLoading ? 'state.loading' : 'state.filtered')}
      clearButtonProps={{ 'aria-label': text('field.clear') }}
      withScrollArea={false}
      maxDropdownHeight={280}
      limit={100}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  );
}

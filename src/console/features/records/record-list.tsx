import { Button, NativeSelect, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { headingOf, labelOf, wordOf } from '../../../i18n/labels.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import {
  getResource,
  isResourceName,
  type ResourceName,
  resourceNames,
} from '../../../model/resources/registry.ts';
import { listQuery } from '../../api/queries.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { Empty, Loading, LoadingFailed, Page } from '../../ui/page.tsx';
import { useFarm } from '../../ui/use-farm.ts';
import { nameOf } from './record-name.ts';
import classes from './records.module.css';

const PAGE_ROWS = 50;

/** The records of a resource: its columns, filters and search as the model declares them. */
export function RecordList(): ReactNode {
  const { resource } = useParams({ from: '/records/$resource' });
  const text = useText();
  if (!isResourceName(resource)) return <Empty>{text('page.notFound')}</Empty>;
  return <Records key={resource} name={resource} />;
}

function Records({ name }: { readonly name: ResourceName }) {
  const { wording } = useLanguage();
  const farm = useFarm();
  const search = useSearch({ from: '/records/$resource' });
  const resource = getResource(name);
  const filters = Object.fromEntries(
    resource.filters.flatMap((filter) => (search[filter] ? [[filter, search[filter]]] : [])),
  );
  const list = useQuery(
    listQuery(name, {
      ...(resource.farm.kind === 'farm' ? { farmId: farm?.id } : {}),
      ...filters,
      q: resource.search ? search['q'] : undefined,
      cursor: search['cursor'],
      limit: PAGE_ROWS,
    }),
  );
  const total = list.data?.meta.total;
  return (
    <Page
      title={wording.labels.plurals[name]}
      aside={total !== undefined && <span>{wording.text('records.count', { count: total })}</span>}
    >
      <ResourceChoice name={name} />
      <Filters resource={resource} />
      {list.isPending && <Loading />}
      {list.isError && !list.data && (
        <LoadingFailed error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <RecordTable resource={resource} rows={list.data.data.map((row) => ({ ...row }))} />
      )}
      {list.data?.data.length === 0 && (
        <NothingFound isFiltered={Object.keys(filters).length > 0} />
      )}
      <Paging next={list.data?.meta.nextCursor ?? null} />
    </Page>
  );
}

function ResourceChoice({ name }: { readonly name: ResourceName }) {
  const { wording } = useLanguage();
  const navigate = useNavigate();
  const { labels, language } = wording;
  const choices = resourceNames
    .map((value) => ({ value, label: labels.plurals[value] }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
  return (
    <NativeSelect
      className={classes['choice'] as string}
      label={wording.text('records.choose')}
      value={name}
      data={choices}
      onChange={({ currentTarget }) =>
        void navigate({
          to: '/records/$resource',
          params: { resource: currentTarget.value },
          search: ({ farm }) => ({ farm }),
        })
      }
    />
  );
}

function Filters({ resource }: { readonly resource: ResourceDefinition }) {
  const { wording } = useLanguage();
  const search = useSearch({ from: '/records/$resource' });
  const set = useSetSearch();
  const words = resource.filters.flatMap((name) => {
    const field = resource.fields[name];
    return field?.type === 'word' ? [{ name, words: field.vocabulary.words }] : [];
  });
  return (
    <div className={classes['filters']}>
      {resource.search && <SearchBox key={search['q'] ?? ''} />}
      {words.map(({ name, words: values }) => (
        <NativeSelect
          key={name}
          label={labelOf(wording.labels, name)}
          value={search[name] ?? ''}
          data={[
            { value: '', label: wording.text('records.any') },
            ...values.map((value) => ({ value, label: wordOf(wording.labels, value) })),
          ]}
          onChange={({ currentTarget }) => set({ [name]: currentTarget.value || undefined })}
        />
      ))}
    </div>
  );
}

function SearchBox() {
  const text = useText();
  const search = useSearch({ from: '/records/$resource' });
  const set = useSetSearch();
  const [typed, setTyped] = useState(search['q'] ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set({ q: typed.trim() || undefined });
  };
  return (
    <search>
      <form onSubmit={submit}>
        <TextInput
          type="search"
          label={text('records.search')}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </form>
    </search>
  );
}

/** Changes parameters of the address; other filters begin at the first page. */
function useSetSearch() {
  const navigate = useNavigate({ from: '/records/$resource' });
  return (change: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: (previous) => ({ ...previous, cursor: undefined, ...change }) });
}

function NothingFound({ isFiltered }: { readonly isFiltered: boolean }) {
  const text = useText();
  const navigate = useNavigate({ from: '/records/$resource' });
  if (!isFiltered) return <Empty />;
  return (
    <Empty>
      {text('state.filtered')}
      <Button variant="default" onClick={() => void navigate({ search: ({ farm }) => ({ farm }) })}>
        {text('state.clearFilters')}
      </Button>
    </Empty>
  );
}

function RecordTable(props: {
  readonly resource: ResourceDefinition;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}) {
  const { wording } = useLanguage();
  const { resource, rows } = props;
  if (rows.length === 0) return null;
  const [identifying, ...others] = columnsOf(resource);
  return (
    <Table.ScrollContainer minWidth={640} type="native">
      <Table verticalSpacing="xs" highlightOnHover stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {[identifying, ...others].map((name) => (
              <Table.Th key={name} scope="col">
                {headingOf(wording.labels, { name, unit: resource.fields[name]?.unit })}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={String(row['id'])}>
              <Table.Th scope="row">
                <Link
                  to="/records/$resource/$id"
                  params={{ resource: resource.name, id: String(row['id']) }}
                  search={({ farm }) => ({ farm })}
                  dir="auto"
                >
                  {nameOf(resource, row)}
                </Link>
              </Table.Th>
              {others.map((name) => (
                <Table.Td key={name}>
                  <Cell resource={resource} row={row} name={name} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The columns of a table: the field that names a row first, without its id. */
function columnsOf(resource: ResourceDefinition): readonly [string, ...string[]] {
  const naming = resource.label[0] ?? 'id';
  return [naming, ...resource.columns.filter((name) => name !== naming && name !== 'id')];
}

function Cell(props: {
  readonly resource: ResourceDefinition;
  readonly row: Readonly<Record<string, unknown>>;
  readonly name: string;
}) {
  const field = props.resource.fields[props.name];
  const value = props.row[props.name];
  return field ? <FieldValue field={field} value={value} /> : <bdi>{String(value ?? '')}</bdi>;
}

function Paging({ next }: { readonly next: string | null }) {
  const text = useText();
  const search = useSearch({ from: '/records/$resource' });
  const navigate = useNavigate({ from: '/records/$resource' });
  if (next === null && search['cursor'] === undefined) return null;
  return (
    <nav className={classes['paging']}>
      <Button
        variant="default"
        disabled={search['cursor'] === undefined}
        onClick={() => window.history.back()}
      >
        {text('records.previous')}
      </Button>
      <Button
        variant="default"
        disabled={next === null}
        onClick={() =>
          void navigate({ search: (previous) => ({ ...previous, cursor: next ?? undefined }) })
        }
      >
        {text('records.next')}
      </Button>
    </nav>
  );
}

import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { exportFormats } from '../../../model/core/fields.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import {
  getResource,
  isResourceName,
  type ResourceName,
  resourceNames,
} from '../../../model/resources/registry.ts';
import { dayInZone } from '../../../tools/calendar.ts';
import { buildAddress } from '../../api/http.ts';
import { listQuery } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { useLanguage, useText, useZone } from '../../i18n/language.tsx';
import { useFarm } from '../../ui/farm.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Empty, MissingScope, Page, Unanswered, useCan } from '../../ui/page.tsx';
import { ListFilters } from './list-filters.tsx';
import { chosenColumns, filterCount, listParameters, useListSearch } from './list-search.ts';
import { ColumnChoice, RecordTable, rememberedColumns } from './record-table.tsx';
import classes from './records.module.css';

const PAGE_ROWS = 50;

/** The records of a resource, with columns, filters and search as declared in the model. */
export function RecordList(): ReactNode {
  const { resource } = useParams({ from: '/records/$resource' });
  const text = useText();
  if (!isResourceName(resource)) return <Empty>{text('page.notFound')}</Empty>;
  return <Records key={resource} name={resource} />;
}

function Records({ name }: { readonly name: ResourceName }) {
  const { wording } = useLanguage();
  const farm = useFarm();
  const can = useCan();
  const search = useListSearch();
  const zone = useZone();
  const resource = getResource(name);
  const mayRead = can(`read:${name}`);
  const today = dayInZone(serviceNow(), zone);
  const parameters = listParameters(resource, search, { farmId: farm?.id, today });
  const list = useQuery({
    ...listQuery(name, { ...parameters, cursor: search['cursor'], limit: PAGE_ROWS }),
    enabled: mayRead,
  });
  const total = list.data?.meta.total;
  const columns = chosenColumns(resource, search['columns'] ?? rememberedColumns(resource));
  return (
    <Page
      title={wording.labels.plurals[name]}
      aside={total !== undefined && <span>{wording.text('records.count', { count: total })}</span>}
    >
      <Toolbar resource={resource} parameters={parameters} mayRead={mayRead} />
      {!mayRead && (
        <MissingScope scope={`read:${name}`}>
          <strong>{wording.text('error.noPermission')}</strong>
        </MissingScope>
      )}
      {mayRead && <ListFilters resource={resource} />}
      {mayRead && !list.data && <Unanswered query={list} />}
      {list.data && list.data.data.length > 0 && (
        <RecordTable
          resource={resource}
          columns={columns}
          rows={list.data.data.map((row) => ({ ...row }))}
        />
      )}
      {list.data?.data.length === 0 && (
        <NothingFound isFiltered={filterCount(resource, search) > 0} />
      )}
      <Paging next={list.data?.meta.nextCursor ?? null} />
    </Page>
  );
}

function Toolbar(props: {
  readonly resource: ResourceDefinition;
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly mayRead: boolean;
}) {
  const text = useText();
  const can = useCan();
  const { resource, parameters, mayRead } = props;
  const name = resource.name;
  const mayWrite = resource.readOnly !== true && can(`write:${name}`);
  const to = { params: { resource: name }, search: { farm: parameters['farmId'] } };
  return (
    <div className={classes['toolbar']}>
      <ResourceChoice name={name} />
      <span className={classes['space']} />
      {mayRead && <ColumnChoice resource={resource} />}
      {mayRead && (
        <Menu label={text('records.export')}>
          {exportFormats.map((format) => (
            <a
              key={format}
              href={buildAddress({
                path: `/os/export/${name}`,
                query: { ...parameters, format, bom: format === 'csv' || undefined },
              })}
              download={`${name}.${format}`}
            >
              {text(`records.export.${format}`)}
            </a>
          ))}
        </Menu>
      )}
      {mayWrite && (
        <Button
          variant="default"
          renderRoot={(root) => <Link {...root} {...to} to="/records/$resource/import" />}
        >
          {text('records.import')}
        </Button>
      )}
      {mayWrite && (
        <Button renderRoot={(root) => <Link {...root} {...to} to="/records/$resource/new" />}>
          {text('records.new')}
        </Button>
      )}
    </div>
  );
}

function ResourceChoice({ name }: { readonly name: string }) {
  const { wording } = useLanguage();
  const navigate = useNavigate();
  const can = useCan();
  const { labels, language } = wording;
  const choices = resourceNames
    .filter((value) => value === name || can(`read:${value}`))
    .map((value) => ({ value, label: labels.plurals[value] }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
  return (
    <NativeSelect
      className={classes['choice'] as string}
      aria-label={wording.text('records.choose')}
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

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Number of list pages before this one in the browser history. */
    readonly pages?: number;
  }
}

function Paging({ next }: { readonly next: string | null }) {
  const text = useText();
  const search = useListSearch();
  const navigate = useNavigate({ from: '/records/$resource' });
  const pages = useLocation({ select: ({ state }) => state.pages ?? 0 });
  const isFirst = search['cursor'] === undefined;
  if (next === null && isFirst) return null;
  const goTo = (cursor: string | undefined, count: number) =>
    void navigate({
      search: (previous) => ({ ...previous, cursor }),
      state: (state) => ({ ...state, pages: count }),
    });
  return (
    <nav className={classes['paging']} aria-label={text('records.pages')}>
      <Button
        variant="default"
        disabled={isFirst}
        onClick={() => (pages > 0 ? window.history.back() : goTo(undefined, 0))}
      >
        {text(isFirst || pages > 0 ? 'records.previous' : 'records.first')}
      </Button>
      <Button
        variant="default"
        disabled={next === null}
        onClick={() => goTo(next ?? undefined, pages + 1)}
      >
        {text('records.next')}
      </Button>
    </nav>
  );
}

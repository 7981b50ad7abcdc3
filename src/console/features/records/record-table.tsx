import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { headingOf, labelOf } from '../../../i18n/labels.ts';
import { isNumeric } from '../../../model/core/fields.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import type { ResourceName } from '../../../model/resources/registry.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import {
  columnsKey,
  columnsOf,
  fieldOf,
  fieldsOf,
  sortableFields,
  useListSearch,
  useSetSearch,
} from './list-search.ts';
import { useRecordTitle } from './record-title.ts';
import classes from './records.module.css';

type AnyRow = Readonly<Record<string, unknown>>;

/** A page of records as a table; headings sort it. */
export function RecordTable(props: {
  readonly resource: ResourceDefinition;
  readonly columns: readonly [string, ...string[]];
  readonly rows: readonly AnyRow[];
}): ReactNode {
  const { wording } = useLanguage();
  const { resource, rows, columns } = props;
  const titleOf = useRecordTitle();
  const [, ...others] = columns;
  return (
    <Table.ScrollContainer minWidth={120 * Math.min(columns.length, 8)} type="native">
      <Table verticalSpacing="xs" highlightOnHover className={classes['table'] as string}>
        <caption className={classes['caption']}>
          {wording.labels.plurals[resource.name as ResourceName]}
        </caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Heading key={name} resource={resource} name={name} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={String(row['id'])}>
              <Table.Th scope="row" className={classes['name'] as string}>
                <Link
                  to="/records/$resource/$id"
                  params={{ resource: resource.name, id: String(row['id']) }}
                  search={({ farm }) => ({ farm })}
                  dir="auto"
                >
                  {titleOf(resource, row)}
                </Link>
              </Table.Th>
              {others.map((name) => (
                <Table.Td key={name} data-numeric={isNumber(resource, name)}>
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

function isNumber(resource: ResourceDefinition, name: string): boolean | undefined {
  const field = fieldOf(resource, name);
  return (field && isNumeric(field)) || undefined;
}

function Heading(props: { readonly resource: ResourceDefinition; readonly name: string }) {
  const { wording } = useLanguage();
  const { resource, name } = props;
  const search = useListSearch();
  const set = useSetSearch();
  const label = headingOf(wording.labels, { name, unit: fieldOf(resource, name)?.unit });
  const numeric = isNumber(resource, name);
  if (!sortableFields(resource).has(name)) {
    return (
      <Table.Th scope="col" data-numeric={numeric}>
        {label}
      </Table.Th>
    );
  }
  const isSorted = (search['order'] ?? resource.order) === name;
  const direction = search['dir'] === 'asc' ? 'asc' : 'desc';
  const next = isSorted && direction === 'desc' ? 'asc' : 'desc';
  return (
    <Table.Th
      scope="col"
      data-numeric={numeric}
      aria-sort={isSorted ? (direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className={classes['sort']}
        onClick={() => set({ order: name, dir: next })}
      >
        {label}
        <span aria-hidden="true">{isSorted ? (direction === 'asc' ? '▲' : '▼') : ''}</span>
      </button>
    </Table.Th>
  );
}

function Cell(props: {
  readonly resource: ResourceDefinition;
  readonly row: AnyRow;
  readonly name: string;
}) {
  const field = fieldOf(props.resource, props.name);
  const value = props.row[props.name];
  if (props.name === 'status' && typeof value === 'string' && field?.type === 'word') {
    return (
      <span className={classes['pill']} data-state={value}>
        <FieldValue field={field} value={value} />
      </span>
    );
  }
  if (props.name === 'severity') return <SeverityMark severity={String(value)} />;
  if (!field) return <bdi>{String(value ?? '')}</bdi>;
  return <FieldValue field={field} value={value} isUnitKnown />;
}

/** Chooses the columns of a table; the choice is part of the address and remembered. */
export function ColumnChoice({ resource }: { readonly resource: ResourceDefinition }): ReactNode {
  const { wording } = useLanguage();
  const search = useListSearch();
  const set = useSetSearch();
  const [naming, ...shown] = columnsOf(resource, search['columns'] ?? rememberedColumns(resource));
  const choices = Object.keys(fieldsOf(resource)).filter((name) => name !== naming);
  const toggle = (name: string) => {
    const wanted = shown.includes(name)
      ? shown.filter((other) => other !== name)
      : [...shown, name];
    const columns = choices.filter((choice) => wanted.includes(choice)).join(',');
    localStorage.setItem(columnsKey(resource), columns);
    set({ columns });
  };
  return (
    <Menu label={wording.text('records.columns')}>
      {choices.map((name) => (
        <label key={name}>
          <input type="checkbox" checked={shown.includes(name)} onChange={() => toggle(name)} />
          {labelOf(wording.labels, name)}
        </label>
      ))}
    </Menu>
  );
}

/** The columns that were chosen on this device before. */
export function rememberedColumns(resource: ResourceDefinition): string | undefined {
  return localStorage.getItem(columnsKey(resource)) ?? undefined;
}

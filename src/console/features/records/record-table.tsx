import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { labelOf } from '../../../i18n/labels.ts';
import { isNumeric, isProse } from '../../../model/core/fields.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import type { ResourceName } from '../../../model/resources/registry.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useRecordTitle } from '../../fields/record-title.ts';
import { toHeading } from '../../i18n/heading.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { type CardColumn, CardTable } from '../../ui/card-table.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { Words } from '../../ui/words.tsx';
import {
  chosenColumns,
  columnsKey,
  findField,
  listFields,
  sortableFields,
  useListSearch,
  useSetSearch,
} from './list-search.ts';
import classes from './records.module.css';

type AnyRow = Readonly<Record<string, unknown>>;

/** A page of records as a table that can be sorted by its headings. */
export function RecordTable(props: {
  readonly resource: ResourceDefinition;
  readonly columns: readonly [string, ...string[]];
  readonly rows: readonly AnyRow[];
}): ReactNode {
  const { labels } = useLanguage().wording;
  const { resource, rows, columns } = props;
  const sortFields = useSorts(resource);
  const titleOf = useRecordTitle();
  const toTitle = (row: AnyRow) => (
    <Link
      to="/records/$resource/$id"
      params={{ resource: resource.name, id: String(row['id']) }}
      search={({ farm }) => ({ farm })}
      dir="auto"
    >
      <Words>{titleOf(resource, row)}</Words>
    </Link>
  );
  return (
    <CardTable
      label={labels.plurals[resource.name as ResourceName]}
      rows={rows}
      keyOf={(row) => String(row['id'])}
      className={classes['table']}
      columns={columns.map((name, index) => {
        const field = findField(resource, name);
        return {
          heading: toHeading(labels, { name, unit: field?.unit }),
          isNumber: (field && isNumeric(field)) || undefined,
          isBroad: field?.type === 'money' || field?.type === 'word',
          isLong: isProse(field) || (field?.type === 'text' && field.format === 'email'),
          ...sortFields(name),
          of: (row: AnyRow) =>
            index === 0 ? toTitle(row) : <Cell resource={resource} row={row} name={name} />,
        };
      })}
    />
  );
}

/** Sort state and handler of a column; undefined for columns without an order. */
function useSorts(resource: ResourceDefinition) {
  const search = useListSearch();
  const set = useSetSearch();
  return (name: string): Pick<CardColumn<AnyRow>, 'sorts'> => {
    if (!sortableFields(resource).has(name)) return {};
    const isSorted = (search['order'] ?? resource.order) === name;
    const isUp = isSorted && search['dir'] === 'asc';
    const onSort = () => set({ order: name, dir: isSorted && !isUp ? 'asc' : 'desc' });
    const down = isSorted ? 'descending' : 'none';
    return { sorts: { order: isUp ? 'ascending' : down, onSort } };
  };
}

function Cell(props: {
  readonly resource: ResourceDefinition;
  readonly row: AnyRow;
  readonly name: string;
}) {
  const field = findField(props.resource, props.name);
  const { name: resource } = props.resource;
  const value = props.row[props.name];
  if (props.name === 'status' && typeof value === 'string' && field?.type === 'word') {
    return (
      <span className={classes['pill']} data-state={value}>
        <FieldValue resource={resource} field={field} value={value} />
      </span>
    );
  }
  if (props.name === 'severity') return <SeverityMark severity={String(value)} />;
  if (!field) return <bdi>{String(value ?? '')}</bdi>;
  return <FieldValue resource={resource} field={field} value={value} row={props.row} isUnitKnown />;
}

/**
 * Selects the columns of a table; the selection is part of the address and stored on the device.
 */
export function ColumnChoice({ resource }: { readonly resource: ResourceDefinition }): ReactNode {
  const { wording } = useLanguage();
  const search = useListSearch();
  const set = useSetSearch();
  const [naming, ...shown] = chosenColumns(
    resource,
    search['columns'] ?? rememberedColumns(resource),
  );
  const choices = Object.keys(listFields(resource)).filter((name) => name !== naming);
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

/** The columns previously chosen on this device. */
export function rememberedColumns(resource: ResourceDefinition): string | undefined {
  return localStorage.getItem(columnsKey(resource)) ?? undefined;
}

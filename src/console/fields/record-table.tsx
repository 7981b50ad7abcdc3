import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { headingOf } from '../../i18n/labels.ts';
import { getResource, type ResourceName, type Row } from '../../model/resources/registry.ts';
import { useLanguage } from '../i18n/language.tsx';
import { keepFarm } from '../ui/farm.tsx';
import items from '../ui/items.module.css';
import { Empty } from '../ui/page.tsx';
import { FieldValue } from './field-value.tsx';

/** Fields of some records side by side; the first of them leads to the record. */
export function RecordTable<N extends ResourceName>(props: {
  readonly resource: N;
  readonly rows: readonly Row<N>[];
  readonly columns: readonly (keyof Row<N> & string)[];
}): ReactNode {
  const { resource, rows, columns } = props;
  const { labels } = useLanguage().wording;
  const { fields } = getResource(resource);
  if (rows.length === 0) return <Empty />;
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Table.Th key={name} scope="col">
                {headingOf(labels, { name, unit: fields[name]?.unit })}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {columns.map((name, index) => {
                const field = fields[name];
                const value = field && <FieldValue field={withoutUnit(field)} value={row[name]} />;
                return index > 0 ? (
                  <Table.Td key={name}>{value}</Table.Td>
                ) : (
                  <Table.Th key={name} scope="row" className={items['oneLine'] as string}>
                    <Link
                      to="/records/$resource/$id"
                      params={{ resource, id: row.id }}
                      search={keepFarm}
                    >
                      {value}
                    </Link>
                  </Table.Th>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The heading has the unit already. */
function withoutUnit<F extends { readonly unit?: string | undefined }>(field: F): F {
  return { ...field, unit: undefined };
}

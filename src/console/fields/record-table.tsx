import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isProse } from '../../model/core/fields.ts';
import { getResource, type ResourceName, type Row } from '../../model/resources/registry.ts';
import { toHeading } from '../i18n/heading.ts';
import { useLanguage } from '../i18n/language.tsx';
import { CardTable } from '../ui/card-table.tsx';
import { preserveFarm } from '../ui/farm.tsx';
import items from '../ui/items.module.css';
import { Empty } from '../ui/page.tsx';
import { FieldValue } from './field-value.tsx';

/** Fields of some records side by side; the first of them links to the record. */
export function RecordTable<N extends ResourceName>(props: {
  readonly resource: N;
  readonly rows: readonly Row<N>[];
  readonly columns: readonly (keyof Row<N> & string)[];
}): ReactNode {
  const { resource, rows, columns } = props;
  const { labels } = useLanguage().wording;
  const { fields } = getResource(resource);
  if (rows.length === 0) return <Empty />;
  const [first] = columns;
  return (
    <CardTable
      label={labels.plurals[resource]}
      rows={rows}
      keyOf={({ id }) => id}
      columns={columns.map((name) => ({
        isNumber: name !== first && NUMBERS.includes(fields[name]?.type ?? ''),
        isBroad: ['money', 'word'].includes(fields[name]?.type ?? ''),
        isLong: isProse(fields[name]),
        heading: toHeading(labels, { name, unit: fields[name]?.unit }),
        of: (row: Row<N>) => {
          const field = fields[name];
          const value = field && (
            <FieldValue resource={resource} field={field} value={row[name]} row={row} isUnitKnown />
          );
          if (name !== first) return value;
          return (
            <Link
              to="/records/$resource/$id"
              params={{ resource, id: row.id }}
              search={preserveFarm}
              className={items['oneLine'] as string}
            >
              {value}
            </Link>
          );
        },
      }))}
    />
  );
}

/** Types of fields whose values are aligned by their digits. */
const NUMBERS: readonly string[] = ['number', 'integer', 'money'];

import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { headingOf, wordOf } from '../../../i18n/labels.ts';
import { getResource, type ResourceName, type Row } from '../../../model/resources/registry.ts';
import { dayInZone } from '../../../tools/calendar.ts';
import { calm, listQuery } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useFormats, useLanguage, useText, useZone } from '../../i18n/language.tsx';
import items from '../../ui/items.module.css';
import { Empty } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { keepFarm } from '../../ui/use-farm.ts';

/** Treatments; those whose withdrawal period runs come with a warning. */
export function Treatments({ rows }: { readonly rows: readonly Row<'treatments'>[] }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const today = dayInZone(serviceNow(), useZone());
  const blocked = rows.flatMap(({ withdrawalUntil: until }) =>
    until !== null && until >= today ? [until] : [],
  );
  const last = blocked.toSorted().at(-1);
  return (
    <>
      {last !== undefined && (
        <p role="status">
          <SeverityMark severity="warning" /> {text('flock.withdrawal', { day: formats.day(last) })}
        </p>
      )}
      <RecordTable
        resource="treatments"
        rows={rows}
        columns={['date', 'kind', 'product', 'vetName', 'withdrawalUntil']}
      />
    </>
  );
}

/** Sales of the flock. */
export function Sales({ rows }: { readonly rows: readonly Row<'sales'>[] }): ReactNode {
  return (
    <RecordTable
      resource="sales"
      rows={rows}
      columns={['date', 'birdsCount', 'totalWeightKg', 'avgWeightKg', 'pricePerKg', 'totalAmount']}
    />
  );
}

/** Fields of some records side by side; the first of them leads to the record. */
function RecordTable<N extends ResourceName>(props: {
  readonly resource: N;
  readonly rows: readonly Row<N>[];
  readonly columns: readonly (keyof Row<N> & string)[];
}) {
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

const READ_EVENTS = 100;
const FIRST_HAPPENINGS = 12;

interface Happening {
  readonly key: string;
  readonly day: string;
  readonly title: string;
  readonly at?: { readonly resource: ResourceName; readonly id: string };
}

/** What happened to the flock, the newest first. */
export function Timeline(props: {
  readonly flock: Row<'flocks'>;
  readonly treatments: readonly Row<'treatments'>[] | undefined;
  readonly sales: readonly Row<'sales'>[] | undefined;
}): ReactNode {
  const { flock, treatments = [], sales = [] } = props;
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const [isWhole, setIsWhole] = useState(false);
  const events = useQuery({
    ...listQuery('events', { flockId: flock.id, limit: READ_EVENTS }),
    ...calm,
  });
  const happenings: readonly Happening[] = [
    { key: 'placed', day: flock.placementDate, title: text('flock.placement') },
    ...(flock.closedAt === null
      ? []
      : [{ key: 'closed', day: flock.closedAt, title: text('flock.closed') }]),
    ...treatments.map(({ id, date, kind, product }) => ({
      key: id,
      day: date,
      title: [wordOf(labels, kind), product].filter(Boolean).join(': '),
      at: { resource: 'treatments' as const, id },
    })),
    ...sales.map(({ id, date, birdsCount }) => ({
      key: id,
      day: date,
      title:
        birdsCount === null
          ? text('flock.sold')
          : text('flock.soldBirds', { birds: formats.number(birdsCount) }),
      at: { resource: 'sales' as const, id },
    })),
    ...(events.data?.data ?? []).map(({ id, ts, title, createdAt }) => ({
      key: id,
      day: ts ?? createdAt,
      title,
      at: { resource: 'events' as const, id },
    })),
  ].toSorted((a, b) => (a.day < b.day ? 1 : -1));
  const shown = isWhole ? happenings : happenings.slice(0, FIRST_HAPPENINGS);
  const hidden = happenings.length - shown.length;
  const more = (events.data?.meta.total ?? 0) - READ_EVENTS;
  return (
    <>
      <ol className={items['list']}>
        {shown.map(({ key, day, title, at }) => (
          <li key={key} className={items['item']}>
            <time className={items['when']} dateTime={day}>
              {day.length === 10 ? formats.day(day) : formats.instant(day)}
            </time>
            <div className={items['what']}>
              {at ? (
                <Link to="/records/$resource/$id" params={at} search={keepFarm} dir="auto">
                  {title}
                </Link>
              ) : (
                title
              )}
            </div>
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <Button variant="default" mt="sm" onClick={() => setIsWhole(true)}>
          {text('today.moreActions', { count: hidden })}
        </Button>
      )}
      {hidden === 0 && more > 0 && (
        <Link
          to="/records/$resource"
          params={{ resource: 'events' }}
          search={{ flockId: flock.id }}
        >
          {text('flock.moreEvents', { count: more })}
        </Link>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import type { ResourceName, Row } from '../../../model/resources/registry.ts';
import { dayInZone } from '../../../tools/calendar.ts';
import { listQuery, periodicRefresh } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { RecordTable } from '../../fields/record-table.tsx';
import { capitalised } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText, useZone } from '../../i18n/language.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import items from '../../ui/items.module.css';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { Words } from '../../ui/words.tsx';

/** Treatments; those with an active withdrawal period have a warning. */
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

const READ_EVENTS = 100;
const INITIAL_ENTRIES = 12;

interface TimelineEntry {
  readonly key: string;
  readonly day: string;
  readonly title: string;
  readonly at?: { readonly resource: ResourceName; readonly id: string };
}

/** The events of the flock, the newest first. */
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
    ...periodicRefresh,
  });
  const entries: readonly TimelineEntry[] = [
    { key: 'placed', day: flock.placementDate, title: text('flock.placement') },
    ...(flock.closedAt === null
      ? []
      : [{ key: 'closed', day: flock.closedAt, title: text('flock.closed') }]),
    ...treatments.map(({ id, date, kind, product }) => ({
      key: id,
      day: date,
      title: capitalised([wordOf(labels, kind), product].filter(Boolean).join(': ')),
      at: { resource: 'treatments' as const, id },
    })),
    ...sales.map(({ id, date, birdsCount }) => ({
      key: id,
      day: date,
      title:
        birdsCount === null ? text('flock.sold') : text('flock.soldBirds', { birds: birdsCount }),
      at: { resource: 'sales' as const, id },
    })),
    ...(events.data?.data ?? []).map(({ id, ts, title, createdAt }) => ({
      key: id,
      day: ts ?? createdAt,
      title,
      at: { resource: 'events' as const, id },
    })),
  ].toSorted((a, b) => (a.day < b.day ? 1 : -1));
  const shown = isWhole ? entries : entries.slice(0, INITIAL_ENTRIES);
  const hidden = entries.length - shown.length;
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
                <Link to="/records/$resource/$id" params={at} search={preserveFarm} dir="auto">
                  <Words>{title}</Words>
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

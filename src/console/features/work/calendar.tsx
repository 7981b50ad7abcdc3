import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getResource, type ResourceName } from '../../../model/resources/registry.ts';
import {
  addDays,
  addMonths,
  dayInZone,
  daysBetween,
  isCalendarDay,
} from '../../../tools/calendar.ts';
import { type ListPage, listQuery } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { useRecordTitle } from '../../fields/record-title.ts';
import { useFormats, useLanguage, useZone } from '../../i18n/language.tsx';
import { useFarm } from '../../ui/farm.tsx';
import { Loading, LoadingFailed, loadFailure, Page, useCan } from '../../ui/page.tsx';
import { Words } from '../../ui/words.tsx';
import classes from './work.module.css';
import { useWorkSearch } from './work-filters.tsx';

/** The fields with planned days, by resource. */
const PLANNED = [
  { resource: 'tasks', field: 'dueDate' },
  { resource: 'flocks', field: 'placementDate' },
  { resource: 'feed-orders', field: 'dueDate' },
  { resource: 'reg-items', field: 'dueDate' },
  { resource: 'medicine', field: 'expiryDate' },
  { resource: 'tenders', field: 'deadline' },
  { resource: 'market-orders', field: 'needByDate' },
] as const satisfies readonly { readonly resource: ResourceName; readonly field: string }[];

/** More than the records of any month; the screen cannot display more. */
const MAX_ITEMS = 1000;
const DAYS_OF_WEEK = 7;

interface Entry {
  readonly resource: ResourceName;
  readonly id: string;
  readonly name: string;
  readonly day: string;
  readonly isDone: boolean;
}

/** The plans of a month by day. */
export function Calendar(): ReactNode {
  const { wording } = useLanguage();
  const zone = useZone();
  const [search, set] = useWorkSearch();
  const today = dayInZone(serviceNow(), zone);
  const searchedMonth = `${search['month'] ?? ''}-01`;
  const first = isCalendarDay(searchedMonth)
    ? searchedMonth
    : `${today.slice(0, 'YYYY-MM'.length)}-01`;
  const plan = usePlan(first);
  const title = new Intl.DateTimeFormat(`${wording.language}-u-ca-gregory`, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(first));
  const goTo = (months: number) =>
    set({ month: addMonths(first, months).slice(0, 'YYYY-MM'.length) });
  const isWhole = search['done'] === 'true';
  const entries = plan.entries.filter(({ isDone }) => isWhole || !isDone);
  return (
    <Page
      title={wording.text('nav.calendar')}
      aside={
        <div className={classes['buttons']}>
          <Button variant="default" onClick={() => goTo(-1)}>
            {wording.text('calendar.previous')}
          </Button>
          <Button variant="default" onClick={() => set({ month: undefined })}>
            {wording.text('nav.today')}
          </Button>
          <Button variant="default" onClick={() => goTo(1)}>
            {wording.text('calendar.next')}
          </Button>
        </div>
      }
    >
      <label className={classes['whole']}>
        <input
          type="checkbox"
          checked={isWhole}
          onChange={() => set({ done: isWhole ? undefined : 'true' })}
        />
        {wording.text('calendar.done')}
      </label>
      <h2 className={classes['month']} aria-live="polite" aria-busy={plan.isPending || undefined}>
        {title}
      </h2>
      {plan.rows < plan.total && (
        <p>{wording.text('records.shown', { shown: plan.rows, total: plan.total })}</p>
      )}
      {plan.error !== null && <LoadingFailed error={plan.error} onRetry={plan.retry} />}
      <ol className={classes['days']}>
        {listDays(first, wording.language).map((day) => (
          <Day
            key={day}
            day={day}
            entries={entries.filter((entry) => entry.day === day)}
            isToday={day === today}
            isOutside={day.slice(0, 'YYYY-MM'.length) !== first.slice(0, 'YYYY-MM'.length)}
          />
        ))}
      </ol>
      {entries.length === 0 &&
        plan.error === null &&
        (plan.isPending ? <Loading /> : <p>{wording.text('calendar.nothing')}</p>)}
    </Page>
  );
}

/** The records with a planned day in the weeks of a month. */
function usePlan(first: string) {
  const farm = useFarm();
  const can = useCan();
  const { wording } = useLanguage();
  const days = listDays(first, wording.language);
  const [from, to] = [days[0], days.at(-1)];
  const titleOf = useRecordTitle();
  const readable = PLANNED.filter(({ resource }) => can(`read:${resource}`));
  const lists = useQueries({
    queries: readable.map(({ resource, field }) => ({
      ...listQuery<ResourceName>(resource, {
        farmId: farm?.id,
        [`${field}_from`]: from,
        [`${field}_to`]: to,
        order: field,
        dir: 'asc',
        limit: MAX_ITEMS,
      }),
      enabled: farm !== undefined,
    })),
  });
  return {
    entries: readable.flatMap(({ resource, field }, index) =>
      toEntries(lists[index]?.data, { resource, field, titleOf }),
    ),
    rows: lists.reduce((sum, { data }) => sum + (data?.data.length ?? 0), 0),
    total: lists.reduce((sum, { data }) => sum + (data?.meta.total ?? 0), 0),
    isPending: lists.some(({ isPending }) => isPending),
    error: lists.flatMap((list) => (list.data ? [] : (loadFailure(list) ?? [])))[0] ?? null,
    retry: () => lists.forEach((list) => void list.refetch()),
  };
}

const DONE: readonly unknown[] = [
  'done',
  'cancelled',
  'delivered',
  'closed',
  'fulfilled',
  'awarded',
];

function toEntries(
  page: ListPage<ResourceName> | undefined,
  of: {
    readonly resource: ResourceName;
    readonly field: string;
    readonly titleOf: ReturnType<typeof useRecordTitle>;
  },
): Entry[] {
  const { resource, field, titleOf } = of;
  return (page?.data ?? []).map((record) => {
    const row: Readonly<Record<string, unknown>> = { ...record };
    return {
      resource,
      id: record.id,
      name: titleOf(getResource(resource), row),
      day: String(row[field]),
      isDone: DONE.includes(row['status']),
    };
  });
}

/** The days of the weeks that overlap a month. */
function listDays(first: string, language: string): string[] {
  const before =
    (new Date(first).getUTCDay() - firstDayOfWeek(language) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  const start = addDays(first, -before);
  const length = before + daysBetween(first, addMonths(first, 1));
  const weeks = Math.ceil(length / DAYS_OF_WEEK);
  return Array.from({ length: weeks * DAYS_OF_WEEK }, (_, index) => addDays(start, index));
}

/** Weeks begin on Monday in Spanish and Chinese, otherwise on Sunday. */
function firstDayOfWeek(language: string): number {
  return language === 'es' || language === 'zh' ? 1 : 0;
}

function Day(props: {
  readonly day: string;
  readonly entries: readonly Entry[];
  readonly isToday: boolean;
  readonly isOutside: boolean;
}) {
  const { wording } = useLanguage();
  const formats = useFormats();
  const { day, entries, isToday, isOutside } = props;
  return (
    <li
      className={classes['day']}
      data-outside={isOutside}
      data-empty={entries.length === 0}
      aria-current={isToday ? 'date' : undefined}
    >
      <time dateTime={day}>{formats.day(day)}</time>
      <ul>
        {entries.map(({ resource, id, name, isDone }) => (
          <li key={id} data-done={isDone}>
            <Link
              to="/records/$resource/$id"
              params={{ resource, id }}
              search={({ farm }) => ({ farm })}
            >
              <small>{wording.labels.singulars[resource]}</small>{' '}
              <span dir="auto">
                <Words>{name}</Words>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Row } from '../../../model/resources/registry.ts';
import { addDays, dayInZone } from '../../../tools/calendar.ts';
import { listQuery } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { useFormats, useText, useZone } from '../../i18n/language.tsx';
import { FarmClock, useFarm } from '../../ui/farm.tsx';
import { NewLink } from '../../ui/fix-link.tsx';
import { Empty, Page, Unanswered, useCan } from '../../ui/page.tsx';
import { Pending } from '../../ui/pending.tsx';
import { FlockLog } from './flock-log.tsx';
import classes from './log.module.css';

/** Maximum number of rows, more than one page displays; all of them are read. */
const MAX_FLOCKS = 1000;

/** The daily logs of all flocks of the farm on one page; also works offline. */
export function LogScreen(): ReactNode {
  const farm = useFarm();
  if (!farm) return <Empty />;
  return (
    <FarmClock key={farm.id} farmId={farm.id}>
      <Log farmId={farm.id} />
    </FarmClock>
  );
}

function Log({ farmId }: { readonly farmId: string }) {
  const text = useText();
  const mayWrite = useCan()('write:daily-logs');
  const today = dayInZone(serviceNow(), useZone());
  const { date: searchedDate } = useSearch({ from: '/log' });
  const date = searchedDate !== undefined && searchedDate <= today ? searchedDate : today;
  return (
    <Page title={text('log.title')} aside={<DayChoice date={date} today={today} />}>
      <Pending />
      {mayWrite ? (
        <Flocks key={date} farmId={farmId} date={date} />
      ) : (
        <Empty>{text('log.mayNot')}</Empty>
      )}
    </Page>
  );
}

function DayChoice({ date, today }: { readonly date: string; readonly today: string }) {
  const text = useText();
  const navigate = useNavigate();
  const choose = (next: string) =>
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, date: next === today ? undefined : next }),
      replace: true,
    });
  const yesterday = addDays(today, -1);
  return (
    <div className={classes['days']}>
      <Button
        variant={date === today ? 'filled' : 'default'}
        aria-pressed={date === today}
        onClick={() => choose(today)}
      >
        {text('log.today')}
      </Button>
      <Button
        variant={date === yesterday ? 'filled' : 'default'}
        aria-pressed={date === yesterday}
        onClick={() => choose(yesterday)}
      >
        {text('log.yesterday')}
      </Button>
      <TextInput
        type="date"
        aria-label={text('chart.day')}
        value={date}
        max={today}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== '') choose(currentTarget.value);
        }}
      />
    </div>
  );
}

function Flocks({ farmId, date }: { readonly farmId: string; readonly date: string }) {
  const text = useText();
  const formats = useFormats();
  const before = addDays(date, -1);
  const active = useQuery(listQuery('flocks', { farmId, status: 'active', limit: MAX_FLOCKS }));
  const selling = useQuery(listQuery('flocks', { farmId, status: 'selling', limit: MAX_FLOCKS }));
  const barns = useQuery(listQuery('barns', { farmId, limit: MAX_FLOCKS }));
  const logs = useQuery(
    listQuery('daily-logs', { farmId, date_from: before, date_to: date, limit: MAX_FLOCKS }),
  );
  const mayReadMedia = useCan()('read:media');
  const photos = useQuery({
    ...listQuery('media', {
      farmId,
      kind: 'image',
      source: 'upload',
      createdAt_from: date,
      limit: MAX_FLOCKS,
    }),
    enabled: mayReadMedia,
  });
  const findPhotos = (log: Row<'daily-logs'> | undefined) =>
    photos.data?.data.filter(
      ({ tags, url }) => log !== undefined && url !== null && tags?.includes(log.id),
    ) ?? [];
  const findLog = (flockId: string, day: string) =>
    logs.data?.data.find((log) => log.flockId === flockId && log.date === day);
  const waiting = [active, selling, logs].find(({ data }) => data === undefined);
  if (waiting) return <Unanswered query={waiting} />;
  const inside = [...(active.data?.data ?? []), ...(selling.data?.data ?? [])].filter(
    ({ placementDate }) => placementDate <= date,
  );
  if (inside.length === 0) {
    return (
      <Empty>
        {text('log.noFlocks')}
        <NewLink resource="flocks" />
      </Empty>
    );
  }
  const findBarn = ({ barnId }: Row<'flocks'>) => barns.data?.data.find(({ id }) => id === barnId);
  const nameOf = (flock: Row<'flocks'>) => findBarn(flock)?.name ?? flock.code ?? flock.id;
  return (
    <>
      <p className={classes['day']}>{formats.day(date)}</p>
      <div className={classes['flocks']}>
        {inside
          .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), undefined, { numeric: true }))
          .map((flock) => (
            <FlockLog
              key={flock.id}
              flock={flock}
              name={nameOf(flock)}
              hasHens={findBarn(flock)?.barnType === 'layer'}
              date={date}
              log={findLog(flock.id, date)}
              yesterday={findLog(flock.id, before)}
              photos={findPhotos(findLog(flock.id, date))}
            />
          ))}
      </div>
    </>
  );
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { limits } from '../../../model/core/limits.ts';
import { getResource, type Row } from '../../../model/resources/registry.ts';
import { callRoute } from '../../api/answers.ts';
import { newKey } from '../../api/http.ts';
import { listQuery } from '../../api/queries.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { laneOfRecord } from '../../offline/outbox.ts';
import { useChange } from '../../offline/use-change.ts';
import { useWaiting } from '../../offline/use-outbox.tsx';
import { ActButton } from '../../ui/act.tsx';
import { useFarm } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { Empty, Forbidden, Page, Unanswered, useCan } from '../../ui/page.tsx';
import { SeverityMark, WaitingMark } from '../../ui/severity-mark.tsx';
import { Words } from '../../ui/words.tsx';
import classes from './work.module.css';
import { type FilterSet, useWorkSearch, WorkFilters, workParameters } from './work-filters.tsx';
import { WorkEntry, WorkList } from './work-list.tsx';

const FILTERS: FilterSet = {
  resource: 'alerts',
  names: ['status', 'severity', 'category', 'barnId'],
  defaults: { status: 'open' },
};

/** The alerts of a farm, critical ones first; by default the open ones. */
export function Alerts(): ReactNode {
  const text = useText();
  const can = useCan();
  const farm = useFarm();
  const [search] = useWorkSearch();
  const mayRead = can('read:alerts');
  const { list: alerts, rest } = useGrowingList((limit) => ({
    ...listQuery('alerts', {
      farmId: farm?.id,
      ...workParameters(FILTERS, search),
      order: 'severity',
      limit,
    }),
    enabled: mayRead && farm !== undefined,
  }));
  const total = alerts.data?.meta.total;
  if (!mayRead) return <Forbidden scope="read:alerts" />;
  return (
    <Page
      title={text('nav.alerts')}
      aside={
        <div className={classes['aside']}>
          {total !== undefined && <span>{text('records.count', { count: total })}</span>}
          <AcknowledgeMany alerts={alerts.data?.data ?? []} />
        </div>
      }
    >
      <WorkFilters filters={FILTERS} />
      {!alerts.data && <Unanswered query={alerts} />}
      {alerts.data?.data.length === 0 && <Empty>{text('work.noAlerts')}</Empty>}
      {alerts.data && alerts.data.data.length > 0 && (
        <WorkList label={text('nav.alerts')} keys={{ a: 'action.acknowledge', r: 'work.resolve' }}>
          {alerts.data.data.map((alert) => (
            <Alert key={alert.id} alert={alert} />
          ))}
        </WorkList>
      )}
      {rest}
    </Page>
  );
}

/** Acknowledges the open alerts of the list at once; critical ones are acknowledged one by one. */
function AcknowledgeMany({ alerts }: { readonly alerts: readonly Row<'alerts'>[] }) {
  const text = useText();
  const can = useCan();
  const due = alerts
    .filter(({ status, severity }) => status === 'open' && severity !== 'critical')
    .slice(0, limits.batchOperations);
  if (due.length < 2 || !can('write:alerts')) return null;
  const count = due.length;
  const operations = due.map(({ id }) => ({
    method: 'PATCH',
    path: `/alerts/${encodeURIComponent(id)}`,
    body: { status: 'acknowledged' },
  }));
  return (
    <ActButton
      label={text('work.acknowledgeMany', { count })}
      ask={{
        title: text('work.acknowledgeMany', { count }),
        text: text('work.acknowledgeManyHint'),
      }}
      work={() => callRoute('POST /os/batch', { body: { operations } })}
    />
  );
}

function Alert({ alert }: { readonly alert: Row<'alerts'> }) {
  const { wording } = useLanguage();
  const formats = useFormats();
  const { text } = wording;
  const { fields } = getResource('alerts');
  return (
    <WorkEntry severity={alert.severity} label={alert.title}>
      <SeverityMark severity={alert.severity} />
      <div className={classes['what']}>
        <Link
          to="/records/$resource/$id"
          params={{ resource: 'alerts', id: alert.id }}
          search={({ farm }) => ({ farm })}
          dir="auto"
        >
          <Words>{alert.title}</Words>
        </Link>
        {alert.message !== null && (
          <p dir="auto">
            <Words>{alert.message}</Words>
          </p>
        )}
        <p className={classes['meta']}>
          <span className={classes['pill']}>
            {wordOf(wording.labels, alert.status ?? '', 'alerts')}
          </span>
          <time dateTime={alert.createdAt}>{formats.instant(alert.createdAt)}</time>
          {alert.barnId !== null && fields['barnId'] && (
            <FieldValue field={fields['barnId']} value={alert.barnId} />
          )}
          {(alert.occurrences ?? 1) > 1 && (
            <span>{text('work.times', { count: alert.occurrences ?? 1 })}</span>
          )}
        </p>
      </div>
      <AlertButtons alert={alert} />
    </WorkEntry>
  );
}

function AlertButtons({ alert }: { readonly alert: Row<'alerts'> }) {
  const text = useText();
  const can = useCan();
  const change = useChange<'alerts'>();
  const waiting = useWaiting(laneOfRecord('alerts', alert.id));
  if (!can('write:alerts')) return null;
  if (waiting) return <WaitingMark entry={waiting} />;
  const { id, title, status, version } = alert;
  const next = getResource('alerts').transitions?.[status ?? ''] ?? [];
  const moveTo = (
    state: 'acknowledged' | 'resolved',
    said: 'action.acknowledged' | 'work.resolved',
  ) =>
    change.mutate({
      key: newKey(),
      change: {
        resource: 'alerts',
        id,
        version,
        body: { status: state },
        undo: { status: status ?? 'open' },
        messageName: said,
        title,
      },
    });
  return (
    <div className={classes['buttons']}>
      {status === 'open' && (
        <Button
          variant="default"
          data-key="a"
          loading={change.isPending}
          onClick={() => moveTo('acknowledged', 'action.acknowledged')}
        >
          {text('action.acknowledge')}
        </Button>
      )}
      {next.includes('resolved') && (
        <Button
          variant="default"
          data-key="r"
          loading={change.isPending}
          onClick={() => moveTo('resolved', 'work.resolved')}
        >
          {text('work.resolve')}
        </Button>
      )}
    </div>
  );
}

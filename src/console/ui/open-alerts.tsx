import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { limits } from '../../model/core/limits.ts';
import type { Row } from '../../model/resources/registry.ts';
import { newKey, type Query } from '../api/http.ts';
import { listQuery } from '../api/queries.ts';
import { useFormats, useText } from '../i18n/language.tsx';
import { laneOfRecord } from '../offline/outbox.ts';
import { useChange } from '../offline/use-change.ts';
import { useWaiting } from '../offline/use-outbox.tsx';
import { useGrowingList } from './growing-list.tsx';
import classes from './items.module.css';
import { Empty, Section, Unanswered, useCan } from './page.tsx';
import { SeverityMark, WaitingMark } from './severity-mark.tsx';
import { Words } from './words.tsx';

/** The open alerts of a farm, a barn or a flock, critical ones first. */
export function openAlertsQuery(of: Query, limit: number = limits.pageSize) {
  return listQuery('alerts', { ...of, status: 'open', order: 'severity', limit });
}

/** The open alerts of a farm, a barn or a flock, with buttons to acknowledge them. */
export function OpenAlerts(props: { readonly of: Query }): ReactNode {
  const text = useText();
  const { list: alerts, rest } = useGrowingList((limit) => openAlertsQuery(props.of, limit));
  return (
    <Section title={text('today.alerts')}>
      {!alerts.data && <Unanswered query={alerts} />}
      {alerts.data?.data.length === 0 && <Empty>{text('today.noAlerts')}</Empty>}
      <ul className={classes['list']}>
        {alerts.data?.data.map((alert) => (
          <OpenAlert key={alert.id} alert={alert} />
        ))}
      </ul>
      {rest}
    </Section>
  );
}

function OpenAlert({ alert }: { readonly alert: Row<'alerts'> }) {
  const text = useText();
  const formats = useFormats();
  const change = useChange<'alerts'>();
  const mayAcknowledge = useCan()('write:alerts');
  const waiting = useWaiting(laneOfRecord('alerts', alert.id));
  const acknowledge = () =>
    change.mutate({
      key: newKey(),
      change: {
        resource: 'alerts',
        id: alert.id,
        version: alert.version,
        body: { status: 'acknowledged' },
        undo: { status: 'open' },
        messageName: 'action.acknowledged',
        title: alert.title,
      },
    });
  return (
    <li className={classes['item']} data-severity={alert.severity}>
      <SeverityMark severity={alert.severity} isShort />
      <div className={classes['what']}>
        <Link to="/records/$resource/$id" params={{ resource: 'alerts', id: alert.id }} dir="auto">
          <Words>{alert.title}</Words>
        </Link>
        <p>{formats.instant(alert.createdAt)}</p>
      </div>
      {waiting && <WaitingMark entry={waiting} />}
      {mayAcknowledge && !waiting && (
        <Button variant="default" loading={change.isPending} onClick={acknowledge}>
          {text('action.acknowledge')}
        </Button>
      )}
    </li>
  );
}
